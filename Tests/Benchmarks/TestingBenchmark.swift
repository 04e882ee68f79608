import DiptychAssetsLibrary
import DiptychPhotos
import DiptychTesting
import Foundation

/// What a user's test costs: 100 photos, the same job through both APIs, and the comparison.
struct TestingBenchmark {
  private static let goal = 10.0
  private static let goalOfOne = 0.1
  private let count: Int

  init(workshop: Workshop) {
    count = workshop.isQuick ? 20 : 200
  }

  func run(_ report: inout Report) async throws {
    var times: [Double] = []
    let begun = DispatchTime.now().uptimeNanoseconds
    for number in 0..<count {
      let start = DispatchTime.now().uptimeNanoseconds
      try await Self.test(number)
      times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
    let total = Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e9
    let sorted = times.sorted()
    print("\(count) tests of 100 photos and two code paths, \(Self.build) build")
    let goal = Self.goal * Double(count) / 200
    report.add(
      Figure(
        work: "200 tests, reckoned from \(count)", time: total * 200 / Double(count),
        floor: "the first one", floorTime: times[0], goal: nil, row: .userTests))
    print(
      "    \(Report.seconds(total)), goal \(Report.seconds(goal)): "
        + (total <= goal ? "reached" : "missed"))
    print(
      "    one test: the first \(Report.seconds(times[0])), median "
        + "\(Report.seconds(sorted[count / 2])), slowest \(Report.seconds(sorted[count - 1])), goal "
        + "\(Report.seconds(Self.goalOfOne)): "
        + (sorted[count / 2] <= Self.goalOfOne ? "reached" : "missed"))
  }

  private static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// One test as a user writes it. All start from the same 100 photos; the new one is its own.
  private static func test(_ number: Int) async throws {
    let picture = TestPicture.jpeg(seed: 1_000_000 + number).data
    let comparison = try await compareLibraries(
      given: {
        Album("Trip") {
          for index in 0..<50 {
            Photo(.jpeg(seed: index), named: "trip-\(index).jpg")
          }
        }
        for index in 50..<100 {
          Photo(.jpeg(seed: index), named: "\(index).jpg").favorite()
        }
      },
      legacy: { try await saveLegacy(picture, to: "Trip") },
      modern: { try await saveModern(picture, to: "Trip") })
    try check(
      comparison.legacy == comparison.modern && comparison.legacy.contains("\na101\n"),
      "A test of two paths did not see 101 photos.")
  }

  private static func saveLegacy(_ picture: Data, to title: String) async throws {
    let library = ALAssetsLibrary()
    let url = try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      library.asset(
        for: url,
        resultBlock: { asset in
          library.enumerateGroups(
            withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
            using: { group, _ in
              guard let group else { return done.resume() }
              if group.value(forProperty: ALAssetsGroupPropertyName) as? String == title {
                group.add(asset)
              }
            },
            failureBlock: { done.resume(throwing: $0 ?? CancellationError()) })
        },
        failureBlock: { done.resume(throwing: $0 ?? CancellationError()) })
    }
  }

  private static func saveModern(_ picture: Data, to title: String) async throws {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title = %@", title)
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: options)
    let album = albums.firstObject
    try await PHPhotoLibrary.shared().performChanges {
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, data: picture, options: nil)
      if let album, let photo = request.placeholderForCreatedAsset {
        PHAssetCollectionChangeRequest(for: album)?.addAssets([photo] as NSArray)
      }
    }
  }
}
