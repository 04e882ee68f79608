import DiptychCodecs
import DiptychEngine
import FacadeReading
import Foundation
import TestMedia

/// A library with photos of other applications that the application under test, "App", may not see,
/// one photo that the user selects for it, and one photo, one album and one folder of its own.
///
/// Every unseen photo is red, of its own size, and of 1989; every seen one is green and of 2010.
struct SecretLibrary: Sendable {
  let engine: Library
  let scope: LibraryScope
  private let clock = VirtualClock(Date(timeIntervalSince1970: 1_600_000_000))

  /// Unseen: a photo that was edited and has a place, a hidden one, a video, a Live Photo, a picture
  /// of a burst, and others, in order of arrival.
  private(set) var secrets: [UUID] = []
  /// The selection: a photo of another application, and the own one.
  private(set) var selection: [UUID] = []
  private(set) var burst = UUID()
  /// Another application's album, of all assets.
  private(set) var theirAlbum = UUID()
  private(set) var theirFolder = UUID()
  /// The own album, into which the user has put unseen photos too.
  private(set) var ownAlbum = UUID()
  private(set) var ownFolder = UUID()
  /// An album in the own folder.
  private(set) var innerAlbum = UUID()

  /// What only unseen things have.
  private(set) var secretMarkers = Markers()
  /// What only the selection has.
  private(set) var visibleMarkers = Markers()

  var photo: UUID { secrets[0] }
  var hidden: UUID { secrets[1] }
  var video: UUID { secrets[2] }
  var live: UUID { secrets[3] }
  var burstPicture: UUID { secrets[4] }
  /// A photo of another application in the selection.
  var selected: UUID { selection[0] }
  /// A photo that the application saved itself, in the selection too.
  var own: UUID { selection[1] }

  init() throws {
    let clock = clock
    engine = try EphemeralLibrary.open { configuration in
      configuration.client = "App"
      configuration.clock = clock
    }
    scope = LibraryScope(library: engine, client: "App", delivery: .private)
    try fill()
    secretMarkers = try makeSecretMarkers()
    visibleMarkers = try makeVisibleMarkers()
  }

  func close() {
    engine.close()
  }

  /// Decides about the application as the user does.
  func set(_ state: AccessState) throws {
    try engine.access.set(state.preset(selecting: selection), "App")
  }

  // MARK: Filling

  private mutating func fill() throws {
    let pictures = try Self.pictures.get()
    var drafts = (0..<8).map { number in
      var draft = AssetDraft(uuid: UUID())
      draft.resources = [
        ResourceDraft(
          role: .photo, content: .data(pictures.secrets[number]), fileName: "secret-\(number).png")
      ]
      // 1989-05-01 and the days after it, at odd times.
      draft.update.creationDate = Date(
        timeIntervalSince1970: 609_984_000 + Double(number) * 86_417)
      return draft
    }
    drafts[0].update.location = AssetLocation(latitude: 47.1234, longitude: -122.7654)
    drafts[0].update.isFavorite = true
    drafts[1].update.isHidden = true
    drafts[2].resources = [
      ResourceDraft(
        role: .video, content: .file(TestMedia.url("video/h264-high-faststart.mp4").path),
        fileName: "secret-video.mp4")
    ]
    drafts[3].resources = [
      ResourceDraft(
        role: .photo, content: .file(TestMedia.url("live/generated.jpg").path),
        fileName: "secret-live.jpg"),
      ResourceDraft(
        role: .pairedVideo, content: .file(TestMedia.url("live/generated.mov").path),
        fileName: "secret-live.mov"),
    ]
    drafts[4].burst = (
      burst, BurstMark(isRepresentative: true, isUserPick: true, isAutoPick: true)
    )
    secrets = drafts.map(\.uuid)
    for draft in drafts { try commit("Camera", .createAsset(draft)) }
    try edit(photo)
    selection = [
      try save("Camera", "visible-1.png", pictures.visible[0], day: 0),
      try save("App", "visible-own.png", pictures.visible[1], day: 1),
    ]
    try collections()
  }

  private mutating func collections() throws {
    let camera = engine.otherApp("Camera")
    theirAlbum = try camera.make(titled: "Secret Trip")
    clock.advance(by: 61)
    try camera.add(secrets + selection, to: theirAlbum)
    clock.advance(by: 61)
    theirFolder = try camera.make(.folder, titled: "Secret Folder")
    clock.advance(by: 61)
    try camera.make(titled: "Secret Inside", in: theirFolder)
    let app = engine.otherApp("App")
    clock.advance(by: 61)
    ownAlbum = try app.make(titled: "Visible Album")
    clock.advance(by: 61)
    try app.add(selection, to: ownAlbum)
    try engine.user.add(secrets.suffix(3), to: ownAlbum)
    clock.advance(by: 61)
    ownFolder = try app.make(.folder, titled: "Visible Folder")
    clock.advance(by: 61)
    innerAlbum = try app.make(titled: "Visible Inside", in: ownFolder)
    clock.advance(by: 61)
  }

  private func save(_ client: String, _ name: String, _ data: Data, day: Int) throws -> UUID {
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [ResourceDraft(role: .photo, content: .data(data), fileName: name)]
    draft.update.creationDate = Date(timeIntervalSince1970: 1_270_000_000 + Double(day) * 86_400)
    try commit(client, .createAsset(draft))
    return draft.uuid
  }

  private func edit(_ asset: UUID) throws {
    let rendering = try Self.pictures.get().rendering
    try engine.user.edit(
      asset,
      ContentEdit(
        formatIdentifier: "com.secret.editor", formatVersion: "1", data: Data("secret".utf8),
        rendering: ResourceDraft(role: .fullSizePhoto, content: .data(rendering))))
    clock.advance(by: 61)
  }

  /// Each commit has a date of its own.
  private func commit(_ client: String, _ operation: ChangeOperation) throws {
    var changes = ChangeSet(client: client)
    changes.operations = [operation]
    try engine.commit(changes)
    clock.advance(by: 61)
  }

  /// Made once, since each library has the same.
  private struct Pictures: Sendable {
    let secrets: [Data]
    let visible: [Data]
    let rendering: Data
  }

  private static let pictures = Result {
    Pictures(
      secrets: try (0..<8).map { try picture(63 + $0, 41, [220, 30, 30, 255]) },
      visible: try (0..<2).map { try picture(30 + $0, 20, [30, 200, 30, 255]) },
      rendering: try MediaCodecs.encode(
        try bitmap(61, 43, [220, 30, 30, 255]), as: .jpeg, orientation: .up))
  }

  static func picture(_ width: Int, _ height: Int, _ color: [UInt8]) throws -> Data {
    try MediaCodecs.encode(try bitmap(width, height, color), as: .png, orientation: .up)
  }

  private static func bitmap(_ width: Int, _ height: Int, _ color: [UInt8]) throws -> Bitmap {
    let pixels = Array(Array(repeating: color, count: width * height).joined())
    let bitmap = Bitmap(
      size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: false)
    guard let bitmap else { throw FacadeSymbols.Failure(description: "The picture has no size.") }
    return bitmap
  }
}

extension SecretLibrary {
  private func makeSecretMarkers() throws -> Markers {
    var markers = try self.markers(of: secrets, collections: [theirAlbum, theirFolder])
    markers.texts.formUnion(["secret", "reddish", burst.uuidString])
    markers.wholeTexts.insert("1989")
    // All listed assets, those of the other album that are not hidden, and of the own album.
    let shown = secrets.count + selection.count - 1
    markers.numbers.formUnion([Double(shown), Double(shown + 1), 5, 47.1234, -122.7654])
    return markers
  }

  private func makeVisibleMarkers() throws -> Markers {
    var markers = try self.markers(of: selection, collections: [ownAlbum, ownFolder, innerAlbum])
    markers.texts.formUnion(["visible", "greenish"])
    markers.wholeTexts.insert("2010")
    return markers
  }

  private func markers(of assets: [UUID], collections: [UUID]) throws -> Markers {
    try engine.read { transaction in
      var markers = Markers()
      for uuid in assets {
        guard let asset = try transaction.asset(uuid) else { continue }
        markers.texts.insert(uuid.uuidString)
        markers.dates.formUnion([asset.modificationDate, asset.addedDate])
        if let date = asset.creationDate { markers.dates.insert(date) }
        for file in try transaction.resources(of: asset.row) {
          markers.texts.insert(file.uuid.uuidString)
          markers.texts.insert(file.sha256.map { String(format: "%02x", $0) }.joined())
          markers.numbers.insert(Double(file.byteCount))
          markers.numbers.formUnion([
            Double(file.storedSize.width), Double(file.storedSize.height),
          ])
          if asset.kind == .video { markers.numbers.insert(asset.duration) }
          markers.bytes.insert(try engine.data(of: file))
        }
      }
      for uuid in collections {
        guard let collection = try transaction.collection(uuid) else { continue }
        markers.texts.insert(uuid.uuidString)
        markers.dates.insert(collection.modified)
      }
      // Small numbers stand for many things.
      markers.numbers = markers.numbers.filter { $0 > 16 }
      return markers
    }
  }

  /// What the library says of unseen things, for finding out that nobody changed them.
  func secretState() throws -> String {
    let names = (secrets + [theirAlbum, theirFolder]).map(\.uuidString)
    return try engine.dump(.exact).objects.filter { object in
      names.contains { object.name.contains($0) }
    }.map { "\($0)" }.joined(separator: "\n")
  }
}
