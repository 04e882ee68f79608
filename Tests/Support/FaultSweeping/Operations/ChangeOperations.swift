import DiptychCodecs
import DiptychEngine
import DiptychTesting
import Foundation
import TestMedia

extension SweptOperation {
  /// The rest of the changes: what a sync, a stream and an import do, edits of folders, and assets of
  /// several files or of none.
  package static let changes: [SweptOperation] = kinds + deliveries + imports + lists

  private static let kinds: [SweptOperation] = [
    engine("save a Live Photo") { stage in
      try stage.save(
        ResourceDraft(role: .photo, content: .file(TestMedia.url("live/generated.jpg").path)),
        ResourceDraft(
          role: .pairedVideo, content: .file(TestMedia.url("live/generated.mov").path)))
    },
    engine("save a raw photo with its JPEG") { stage in
      try stage.save(
        ResourceDraft(role: .photo, content: .data(TestPicture.jpeg(seed: 9).data)),
        ResourceDraft(
          role: .alternatePhoto, content: .file(TestMedia.url("raw/generated.dng").path)))
    },
    engine("save a picture that is encoded") { stage in
      let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255]
      let size = PixelSize(width: 2, height: 1)
      guard let picture = Bitmap(size: size, pixels: pixels, hasAlpha: false) else { return }
      try stage.save(ResourceDraft(role: .photo, content: .bitmap(picture, .right)))
    },
    // A library without a file of its own.
    engine("add a photo that is elsewhere") { stage in
      let probe = try MediaCodecs.probe(
        .data(TestPicture.jpeg(seed: 9).data), nameExtension: nil)
      try stage.save(
        ResourceDraft(
          role: .photo, content: .absent(probe, byteCount: 4_711), fileName: "9.jpg"))
    },
    engine(
      "edit a Live Photo",
      prepare: { stage in
        try stage.save(
          ResourceDraft(role: .photo, content: .file(TestMedia.url("live/generated.jpg").path)),
          ResourceDraft(
            role: .pairedVideo, content: .file(TestMedia.url("live/generated.mov").path)))
      }
    ) { stage in
      let photo = try stage.library.read { transaction in
        try transaction.connection.first("SELECT uuid FROM assets ORDER BY id DESC LIMIT 1") {
          $0.uuid(0)
        }
      }
      guard let photo else { throw SweepFailure("The Live Photo is not there.") }
      var change = edit(9)
      change.rendering.content = .file(TestMedia.url("live/generated.jpg").path)
      change.movie = ResourceDraft(
        role: .fullSizePairedVideo, content: .file(TestMedia.url("live/generated.mov").path))
      try stage.commit(.editContent(photo, change))
    },
  ]

  private static let deliveries: [SweptOperation] = [
    engine("take files off this machine") { stage in
      try stage.library.user.setLocal(Array(stage.assets[0...1]), false)
    },
    engine("bring files back", codes: ["originalMissing"], prepare: takeAway) { stage in
      try stage.library.user.setLocal(Array(stage.assets[0...1]), true)
    },
    // A copy that cannot be read is none, and the network is what there is to blame.
    engine("download", codes: ["networkUnavailable"], prepare: takeAway) { stage in
      _ = try stage.library.download(stage.original(0))
    },
    engine("deliver", prepare: sync) { stage in
      try stage.library.user.deliver(
        [stage.assets[0], stage.video], to: stage.collection("Synced"))
    },
    engine("withdraw", prepare: sync) { stage in
      try stage.commit(.withdraw(stage.collection("Synced")))
    },
  ]

  private static let imports: [SweptOperation] = [
    engine("import a photo") { stage in
      let draft = stage.draft(
        ResourceDraft(role: .photo, content: .data(TestPicture.jpeg(seed: 9).data)))
      var values = ImportedValues()
      values.modificationDate = Date(timeIntervalSince1970: 1_300_000_000)
      values.addedDate = Date(timeIntervalSince1970: 1_300_000_001)
      values.trashedDate = Date(timeIntervalSince1970: 1_400_000_000)
      values.utcOffset = 3_600
      values.texts.title = "Title"
      values.texts.keywords = ["sea", "sky"]
      try stage.commit(.createAsset(draft), .importValues(draft.uuid, values))
    },
    engine("import an album") { stage in
      let album = stage.library.configuration.identifiers.next(.collection)
      try stage.commit(
        .createCollection(album, .album, title: "Imported"),
        .importMembers(album, [stage.assets[3], stage.assets[0], stage.video]),
        .importCreation(album, Date(timeIntervalSince1970: 1_300_000_000)))
    },
  ]

  private static let lists: [SweptOperation] = [
    engine("remove members by name") { stage in try stage.edit(.remove([stage.assets[0]])) },
    engine("edit members as they were fetched") { stage in
      let rows = try stage.library.read { transaction in
        try [1, 0].compactMap { try transaction.asset(stage.assets[$0])?.row }
      }
      let fetched = FetchedMembers(rows)
      try stage.commit(
        .editAlbum(stage.album, .insert([stage.video], [1]), .rows(fetched)),
        .editAlbum(stage.album, .removeAt([0]), .rows(fetched)))
    },
    engine("insert into a folder") { stage in
      try stage.commit(.editFolder(stage.folder, .insert([stage.album], [0])))
    },
    engine("remove from a folder") { stage in
      try stage.commit(.editFolder(stage.folder, .remove([stage.innerAlbum])))
    },
    engine("remove from a folder by place") { stage in
      try stage.commit(.editFolder(stage.folder, .removeAt([0])))
    },
    engine("replace in a folder") { stage in
      try stage.commit(.editFolder(stage.folder, .replaceAt([0], [stage.album])))
    },
  ]

  private static func takeAway(_ stage: SweepStage) throws {
    try stage.library.user.setLocal(Array(stage.assets[0...1]), false)
  }

  private static func sync(_ stage: SweepStage) throws {
    let album = try stage.library.user.make(.synced, titled: "Synced")
    try stage.library.user.deliver([stage.assets[1]], to: album)
  }
}

extension SweepStage {
  func draft(_ resources: ResourceDraft...) -> AssetDraft {
    var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
    draft.resources = resources
    return draft
  }

  func save(_ resources: ResourceDraft...) throws {
    var draft = draft()
    draft.resources = resources
    try commit(.createAsset(draft))
  }

  /// The original of one of the photos.
  func original(_ index: Int) throws -> ResourceRecord {
    let file = try library.read { transaction in
      try transaction.asset(assets[index]).flatMap { try transaction.original(of: $0.row) }
    }
    guard let file else { throw SweepFailure("The photo \(index) has no original.") }
    return file
  }

  /// The album or folder of a title.
  func collection(_ title: String) throws -> UUID {
    guard let found = try library.user.collections(titled: title).first else {
      throw SweepFailure("There is no collection \(title).")
    }
    return found.uuid
  }
}
