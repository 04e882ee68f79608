import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// A library of one test, and the scope in which the facade's calls reach it.
struct Scene: Sendable {
  let engine: Library
  let scope: LibraryScope
  let clock: VirtualClock

  /// Runs a test in a fresh library; afterwards nothing is pending and the library verifies clean.
  static func run(
    access: AccessPreset = .authorized, profile: BehaviorProfile = .documented,
    timeZone: TimeZone? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Scene) async throws -> Void
  ) async throws {
    let clock = VirtualClock(Date(timeIntervalSince1970: 1_400_000_000))
    let engine = try EphemeralLibrary.open { configuration in
      configuration.client = "App"
      configuration.defaultAccess = access
      configuration.profile = profile
      configuration.clock = clock
      if let timeZone { configuration.timeZone = timeZone }
    }
    defer { engine.close() }
    let scene = Scene(
      engine: engine,
      scope: LibraryScope(library: engine, client: "App", delivery: .private), clock: clock)
    try await scene.scope.runInTask { try await body(scene) }
    let pending = await engine.activities.settled(within: 10)
    #expect(pending == [], sourceLocation: sourceLocation)
    #expect(try engine.verify() == [], sourceLocation: sourceLocation)
  }

  // MARK: Writing

  /// Runs a waiting change and returns what the block returned.
  func change<Result>(_ body: @escaping () -> Result) throws -> Result {
    var result: Result?
    try PHPhotoLibrary.shared().performChangesAndWait { result = body() }
    return try #require(result)
  }

  /// Saves a sample and returns its identifier.
  @discardableResult
  func save(_ sample: String = "exif/no-exif.jpg") throws -> String {
    let data = try TestMedia.data(sample)
    let name = (sample as NSString).lastPathComponent
    let type: PHAssetResourceType = name.hasSuffix("mp4") || name.hasSuffix("mov") ? .video : .photo
    return try change {
      let request = PHAssetCreationRequest.forAsset()
      let options = PHAssetResourceCreationOptions()
      options.originalFilename = name
      request.addResource(with: type, data: data, options: options)
      return request.placeholderForCreatedAsset?.localIdentifier ?? ""
    }
  }

  /// Saves a sample several times and returns the assets, in order of arrival.
  func saveAssets(_ count: Int) throws -> [PHAsset] {
    let data = try TestMedia.data("exif/no-exif.jpg")
    let identifiers = try change {
      (0..<count).map { _ in
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        return request.placeholderForCreatedAsset?.localIdentifier ?? ""
      }
    }
    return try identifiers.map(asset)
  }

  /// Makes an album, with members if some are given.
  @discardableResult
  func album(_ title: String, _ members: [PHAsset] = []) throws -> PHAssetCollection {
    let identifier = try change {
      let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
        withTitle: title)
      request.addAssets(members as NSArray)
      return request.placeholderForCreatedAssetCollection.localIdentifier
    }
    return try #require(
      PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [identifier], options: nil
      ).firstObject)
  }

  @discardableResult
  func folder(_ title: String, _ children: [PHCollection] = []) throws -> PHCollectionList {
    let identifier = try change {
      let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
        withTitle: title)
      request.addChildCollections(children as NSArray)
      return request.placeholderForCreatedCollectionList.localIdentifier
    }
    return try #require(
      PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: [identifier], options: nil
      ).firstObject)
  }

  /// Runs a waiting change that is expected to fail, and returns its code.
  func failure(_ body: @escaping () -> Void) -> PHPhotosError.Code? {
    do {
      try PHPhotoLibrary.shared().performChangesAndWait(body)
      return nil
    } catch {
      return (error as? PHPhotosError)?.code
    }
  }

  // MARK: Reading

  func asset(_ identifier: String) throws -> PHAsset {
    try #require(
      PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
  }

  /// The identifiers of everything in the library, in order of arrival.
  var assets: [String] { PHAsset.fetchAssets(with: nil).identifiers }

  func members(of album: PHAssetCollection) -> [String] {
    PHAsset.fetchAssets(in: album, options: nil).identifiers
  }

  var topTitles: [String] {
    let result = PHCollection.fetchTopLevelUserCollections(with: nil)
    return (0..<result.count).map { result[$0].localizedTitle ?? "" }
  }

  func userLibrary() throws -> PHAssetCollection {
    try #require(
      PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil
      ).firstObject)
  }

  func smartAlbum(_ subtype: PHAssetCollectionSubtype) throws -> PHAssetCollection {
    try #require(
      PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: nil)
        .firstObject)
  }

  /// The number of files below `originals` and `staging`.
  var fileCount: Int {
    ["originals", "staging"].reduce(0) { count, folder in
      let root = engine.path + "/" + folder
      let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      return count
        + names.count { name in
          var isFolder: ObjCBool = false
          return FileManager.default.fileExists(
            atPath: root + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
  }

  func token() throws -> Int64 { try engine.read { try $0.token() } }
}

extension PHFetchResult where ObjectType: PHObject {
  var identifiers: [String] { (0..<count).map { self[$0].localIdentifier } }
}

/// Pictures that tests save.
enum Pictures {
  /// The bytes of a small picture.
  static func data(_ width: Int = 8) -> Data {
    (try? TestMedia.data("exif/no-exif.jpg")).flatMap { width == 8 ? $0 : nil }
      ?? encoded(width)
  }

  private static func encoded(_ width: Int) -> Data {
    let pixels = [UInt8](repeating: 200, count: width * 4 * 4)
    let bitmap = Bitmap(
      size: PixelSize(width: width, height: 4), pixels: pixels, hasAlpha: false)
    return bitmap.flatMap { try? MediaCodecs.encode($0, as: .png, orientation: .up) } ?? Data()
  }

  /// An upright picture of one color.
  static func solid(
    _ width: Int = 8, _ height: Int = 4, alpha: UInt8? = nil,
    orientation: UIImage.Orientation = .up
  ) throws -> UIImage {
    let pixel: [UInt8] = [200, 100, 50, alpha ?? 255]
    let bitmap = Bitmap(
      size: PixelSize(width: width, height: height),
      pixels: Array((0..<width * height).map { _ in pixel }.joined()), hasAlpha: alpha != nil)
    return UIImage(
      cgImage: CGImage(bitmap: try #require(bitmap)), scale: 1, orientation: orientation)
  }
}
