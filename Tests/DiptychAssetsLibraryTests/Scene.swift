import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia

/// A library of one test, and the scope in which the legacy calls reach it.
struct Scene {
  let engine: Library
  let scope: LibraryScope
  /// The date of everything that the test writes.
  static let now = Date(timeIntervalSince1970: 1_400_000_000)

  init(
    client: String = "App", access: AccessPreset = .authorized,
    profile: BehaviorProfile = .documented, language: String = "en",
    configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws {
    engine = try EphemeralLibrary.open { configuration in
      configuration.client = client
      configuration.defaultAccess = access
      configuration.profile = profile
      configuration.language = language
      configuration.clock = VirtualClock(Self.now)
      configuration.identifiers = SeededIdentifiers(seed: "test")
      configure(&configuration)
    }
    scope = LibraryScope(library: engine, client: client, delivery: .private)
  }

  /// The same library, used by another application.
  func other(_ client: String) -> LibraryScope {
    LibraryScope(library: engine, client: client, delivery: .private)
  }

  /// Runs `body` in the scope, with a library object that lives as long.
  func run<T>(
    isolation: isolated (any Actor)? = #isolation, _ body: (ALAssetsLibrary) async throws -> T
  ) async throws -> T {
    let library = ALAssetsLibrary()
    return try await scope.runInTask {
      let result = try await body(library)
      return withExtendedLifetime(library) { result }
    }
  }

  /// Changes the library as the user does in the Photos application.
  func user(_ operations: ChangeOperation...) throws {
    var changes = ChangeSet(client: "Photos", origin: .user)
    changes.operations = operations
    try engine.commit(changes)
  }

  /// The albums' titles in tree order.
  func titles() throws -> [String] {
    try engine.read { try $0.collectionTree().map(\.title) }
  }

  /// The assets in order of arrival.
  func assets() throws -> [AssetRecord] {
    try engine.assets(engine.fetchAssets(AssetQuery(.library), as: nil))
  }

  /// The files of an asset.
  func files(of asset: AssetRecord) throws -> [ResourceRecord] {
    try engine.read { try $0.resources(of: asset.row) }
  }

  /// The one file of the newest asset.
  func newestFile() throws -> ResourceRecord {
    guard let asset = try assets().last, let file = try files(of: asset).first else {
      throw TestFailure("The library has no asset.")
    }
    return file
  }

  func token() throws -> Int64 { try engine.read { try $0.token() } }

  /// Every file below a folder of the library, such as `originals` and `staging`.
  func filesOnDisk(below folder: String) -> [String] {
    let root = engine.path + "/" + folder
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}

/// Why a test cannot go on.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Lets go of an object and waits until nobody holds it: the callback that resumed the test, and the
/// call behind it, may still do so for a moment.
nonisolated(nonsending) func letGo<Object: AnyObject>(_ object: inout Object?) async {
  weak let held = object
  object = nil
  while held != nil { await Task.yield() }
}

extension ALAssetsLibrary {
  /// What a walk over groups called back, in order.
  nonisolated(nonsending) func groups(_ types: UInt32 = ALAssetsGroupAll) async throws
    -> [ALAssetsGroup]
  {
    try await withCheckedThrowingContinuation { continuation in
      var found: [ALAssetsGroup] = []
      enumerateGroups(withTypes: ALAssetsGroupType(types)) { group, _ in
        if let group { found.append(group) } else { continuation.resume(returning: found) }
      } failureBlock: { error in
        continuation.resume(throwing: error ?? TestFailure("The failure has no error."))
      }
    }
  }

  nonisolated(nonsending) func asset(at url: URL?) async throws -> ALAsset? {
    try await withCheckedThrowingContinuation { continuation in
      asset(for: url) {
        continuation.resume(returning: $0)
      } failureBlock: { error in
        continuation.resume(throwing: error ?? TestFailure("The failure has no error."))
      }
    }
  }

  nonisolated(nonsending) func group(at url: URL?) async throws -> ALAssetsGroup? {
    try await withCheckedThrowingContinuation { continuation in
      group(for: url) {
        continuation.resume(returning: $0)
      } failureBlock: { error in
        continuation.resume(throwing: error ?? TestFailure("The failure has no error."))
      }
    }
  }

  nonisolated(nonsending) func album(_ name: String?) async throws -> ALAssetsGroup? {
    try await withCheckedThrowingContinuation { continuation in
      addAssetsGroupAlbum(withName: name) {
        continuation.resume(returning: $0)
      } failureBlock: { error in
        continuation.resume(throwing: error ?? TestFailure("The failure has no error."))
      }
    }
  }

  nonisolated(nonsending) func madeAlbum(_ name: String) async throws -> ALAssetsGroup {
    guard let album = try await album(name) else { throw TestFailure("No album was made.") }
    return album
  }

  /// Saves a picture and looks it up.
  nonisolated(nonsending) func saved(_ image: CGImage = Pictures.solid(1)) async throws -> ALAsset {
    let url = try await writeImage(toSavedPhotosAlbum: image, orientation: .up)
    guard let asset = try await asset(at: url) else { throw TestFailure("Nothing was saved.") }
    return asset
  }

  nonisolated(nonsending) func cameraRoll() async throws -> ALAssetsGroup {
    guard let group = try await groups(ALAssetsGroupSavedPhotos).first else {
      throw TestFailure("There is no Camera Roll.")
    }
    return group
  }
}

extension ALAssetsGroup {
  var name: String? { value(forProperty: ALAssetsGroupPropertyName) as? String }

  /// The URLs that a walk gave, in order.
  func urls() -> [URL] {
    var urls: [URL] = []
    enumerateAssets { asset, _, _ in
      if let asset { urls.append(asset.url) }
    }
    return urls
  }
}

extension ALAsset {
  var url: URL {
    value(forProperty: ALAssetPropertyAssetURL) as? URL ?? URL(fileURLWithPath: "/nothing")
  }
}

/// Pictures that tests save.
enum Pictures {
  /// A picture of one color, 8 × 4 pixels.
  static func solid(_ shade: UInt8, alpha: UInt8? = nil) -> CGImage {
    picture(PixelSize(width: 8, height: 4), alpha: alpha != nil) { _, _ in
      [shade, shade, shade, alpha ?? 255]
    }
  }

  /// A picture whose left half is red and whose right half is blue.
  static func halves(_ width: Int, _ height: Int) -> CGImage {
    picture(PixelSize(width: width, height: height), alpha: false) { column, _ in
      column < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]
    }
  }

  private static func picture(
    _ size: PixelSize, alpha: Bool, _ pixel: (Int, Int) -> [UInt8]
  ) -> CGImage {
    var pixels: [UInt8] = []
    for row in 0..<size.height {
      for column in 0..<size.width { pixels += pixel(column, row) }
    }
    guard let bitmap = Bitmap(size: size, pixels: pixels, hasAlpha: alpha) else {
      fatalError("The test's picture has no valid size.")
    }
    return CGImage(bitmap: bitmap)
  }
}

extension CGImage {
  /// Whether a pixel is nearer to red than to blue.
  func isRed(_ column: Int, _ row: Int) -> Bool {
    let start = (row * width + column) * 4
    return bitmap.pixels[start] > bitmap.pixels[start + 2]
  }
}

extension Scene {
  /// Makes a collection of any kind and fills it with small pictures, as a sync, a camera kit or a
  /// stream does.
  @discardableResult
  func bring(
    _ count: Int, into kind: CollectionKind, titled title: String, isLocal: Bool = true
  ) throws -> [UUID] {
    let data = try MediaCodecs.encode(Pictures.solid(7).bitmap, as: .png)
    return try bring(
      Array(repeating: data, count: count), into: kind, titled: title, isLocal: isLocal)
  }

  /// The same with one picture file.
  @discardableResult
  func bring(_ data: Data, into kind: CollectionKind, titled title: String) throws -> UUID {
    try bring([data], into: kind, titled: title, isLocal: true)[0]
  }

  private func bring(
    _ files: [Data], into kind: CollectionKind, titled title: String, isLocal: Bool
  ) throws -> [UUID] {
    let drafts = files.map { data in
      var draft = AssetDraft(uuid: UUID())
      var resource = ResourceDraft(role: .photo, content: .data(data))
      resource.isLocal = isLocal
      draft.resources = [resource]
      draft.source = kind.memberSource
      return draft
    }
    let collection = UUID()
    var changes = ChangeSet(client: "Photos", origin: .user)
    changes.operations =
      drafts.map { .createAsset($0) }
      + [
        .createCollection(collection, kind, title: title),
        .deliver(drafts.map(\.uuid), to: collection),
      ]
    try engine.commit(changes)
    return drafts.map(\.uuid)
  }
}
