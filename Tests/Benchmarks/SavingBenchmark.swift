import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import DiptychStories
import Foundation

/// One durable save of one photo, through each facade.
struct SavingBenchmark {
  let workshop: Workshop
  private let syncs = Lock(0)

  func run(_ report: inout Report) throws {
    let photo = FlowMedia.bundled.uprightPhoto
    let data = try Data(contentsOf: photo)
    let rounds = workshop.isQuick ? 10 : 150
    let modern = try open("modern-saves")
    let legacy = try open("legacy-saves")
    try workshop.open("plain-saves").close()
    let plain = try PlainSaver(workshop.path("plain-saves"))
    defer {
      modern.close()
      legacy.close()
    }
    let assetsLibrary = ALAssetsLibrary()
    let times = try Measure.medians(
      rounds: rounds,
      [
        { try Measure.time { try plain.save([photo.path], .files) } },
        { try workshop.use(modern) { try Measure.time { try Self.save(photo) } } },
        { try workshop.use(legacy) { try Measure.time { try Self.save(data, assetsLibrary) } } },
      ])
    plain.close()
    try workshop.verify(modern, holds: rounds)
    try workshop.verify(legacy, holds: rounds)
    try workshop.verify("plain-saves", holds: rounds)
    let floor = "read, SHA-256, probe, write, fsync ×2, link, fsync, same rows, one commit"
    report.add(
      Figure(
        work: "One durable save of one photo of \(data.count / 1_000) kB, Photos", time: times[1],
        floor: floor, floorTime: times[0], goal: 1.3, row: .save))
    report.add(
      Count(row: .save, what: "syncs", value: Double(try count(modern, photo)), limit: 4))
    report.add(
      Figure(
        work: "The same, AssetsLibrary", time: times[2], floor: floor, floorTime: times[0],
        goal: 1.3, row: .saveLegacy))
  }

  private static func save(_ photo: URL) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
    }
  }

  private static func save(_ data: Data, _ library: ALAssetsLibrary) throws {
    let done = DispatchGroup()
    let result = Lock<URL?>(nil)
    done.enter()
    library.writeImageData(toSavedPhotosAlbum: data, metadata: nil) { url, _ in
      result.withLock { $0 = url }
      done.leave()
    }
    done.wait()
    try check(result.withLock { $0 } != nil, "A save through AssetsLibrary gave no URL.")
  }

  private func open(_ name: String) throws -> Library {
    let library = try workshop.open(name) { configuration in
      configuration.vfs = CountingVFS.name
      configuration.systemCalls = InterceptedSystemCalls(
        RealSystemCalls(),
        after: { [syncs] call, _ in
          switch call {
          case .sync, .syncVolume: syncs.withLock { $0 += 1 }
          default: break
          }
        })
    }
    return library
  }

  /// The syncs of one more save: the engine's own and SQLite's.
  private func count(_ library: Library, _ photo: URL) throws -> Int {
    let before = syncs.withLock { $0 } + CountingVFS.syncs
    try workshop.use(library) { try Self.save(photo) }
    let count = syncs.withLock { $0 } + CountingVFS.syncs - before
    try check(count <= 4, "One save makes \(count) syncs instead of at most 4.")
    return count
  }
}
