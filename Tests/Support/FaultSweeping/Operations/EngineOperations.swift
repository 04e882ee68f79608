import DiptychEngine
import DiptychTesting
import Foundation

extension SweptOperation {
  /// The changes that the user and applications make.
  package static let engine: [SweptOperation] = [
    engine("save bytes") { stage in
      try stage.library.user.save(TestPicture.jpeg(seed: 9).data, named: "9.jpg")
    },
    engine("save a file") { stage in
      try stage.library.user.save(stage.photoFile.path, as: .photo)
    },
    engine("save a video") { stage in
      try stage.library.user.save(stage.videoFile.path, as: .video)
    },
    engine("save and move a file") { stage in
      var draft = AssetDraft(uuid: stage.library.configuration.identifiers.next(.asset))
      var resource = ResourceDraft(role: .photo, content: .file(stage.movedFile.path))
      resource.movesFile = true
      draft.resources = [resource]
      try stage.commit(.createAsset(draft))
    },
    // More than sixteen files are synced by the volume.
    engine("save eighteen at once") { stage in try stage.saveEighteen() },
    // Files are renamed then, and an intent file says so.
    engine("save bytes without links", hasLinks: false) { stage in
      try stage.library.user.save(TestPicture.jpeg(seed: 9).data, named: "9.jpg")
    },
    engine("save eighteen without links", hasLinks: false) { stage in
      try stage.saveEighteen()
    },
    engine("save a photo into a new album") { stage in
      let identifiers = stage.library.configuration.identifiers
      var draft = AssetDraft(uuid: identifiers.next(.asset))
      draft.resources = [
        ResourceDraft(role: .photo, content: .data(TestPicture.jpeg(seed: 9).data))
      ]
      let album = identifiers.next(.collection)
      try stage.commit(
        .createAsset(draft), .createCollection(album, .album, title: "New"),
        .editAlbum(album, .add([draft.uuid]), .defaultView))
    },
    engine("replace an original") { stage in
      let resource = ResourceDraft(
        role: .photo, content: .data(TestPicture.jpeg(seed: 9).data))
      try stage.commit(.replaceOriginal(stage.assets[0], resource))
    },
    engine("edit content") { stage in
      try stage.commit(.editContent(stage.assets[0], edit(9)))
    },
    engine("revert content") { stage in
      // An asset that is not edited yet is edited in the same change.
      let isEdited = try stage.library.read { transaction in
        try transaction.asset(stage.assets[0])?.adjustmentFormat != nil
      }
      let first: [ChangeOperation] = isEdited ? [] : [.editContent(stage.assets[0], edit(9))]
      try stage.commit(first + [.revertContent(stage.assets[0])])
    },
    engine("favorite, hide, date and place") { stage in
      var update = AssetUpdate()
      update.isFavorite = true
      update.isHidden = true
      update.creationDate = Date(timeIntervalSince1970: -86_400.5)
      update.location = AssetLocation(latitude: -33.9, longitude: 18.4)
      try stage.commit(.updateAsset(stage.assets[0], update))
    },
    engine("delete") { stage in try stage.commit(.deleteAssets(Array(stage.assets[0...1]))) },
    engine("restore") { stage in try stage.commit(.restoreAssets([stage.assets[3]])) },
    engine("purge") { stage in try stage.commit(.purgeAssets([stage.assets[3]])) },
    engine("make an album") { stage in try stage.library.user.make(titled: "New") },
    engine("make an album in a folder") { stage in
      try stage.library.user.make(titled: "New", in: stage.folder)
    },
    engine("rename") { stage in try stage.library.user.rename(stage.album, to: "Renamed") },
    engine("delete an album") { stage in try stage.library.user.deleteCollection(stage.album) },
    engine("delete a folder with its album") { stage in
      try stage.library.user.deleteCollection(stage.folder)
    },
    engine("move an album into a folder") { stage in
      try stage.library.user.move(stage.album, into: stage.folder)
    },
    engine("add members") { stage in
      try stage.edit(.add([stage.assets[2], stage.video]))
    },
    // Each of the inserts halves a gap, so that ranks are renumbered on the way.
    engine("insert until ranks are renumbered") { stage in
      try stage.commit(
        (0..<40).map { number in
          .editAlbum(
            stage.album,
            .moveAt([1], to: number % 2), .defaultView)
        } + [.editAlbum(stage.album, .insert([stage.assets[2]], [1]), .defaultView)])
    },
    engine("remove members") { stage in try stage.edit(.removeAt([0])) },
    engine("replace a member") { stage in try stage.edit(.replaceAt([0], [stage.video])) },
    engine("move members") { stage in try stage.edit(.moveAt([1], to: 0)) },
    engine("order the root") { stage in
      try stage.commit(.editFolder(nil, .moveAt([1], to: 0)))
    },
    engine("checkpoint", logBound: shortLog) { stage in
      // Longer than the bound, so that the log goes into the database afterwards.
      let title = String(repeating: "t", count: ChangeLimits.titleBytes)
      try stage.commit(
        (0..<shortLog).map { _ in
          .createCollection(
            stage.library.configuration.identifiers.next(.collection), .album, title: title)
        })
    },
  ]

  /// A bound of the log that is soon reached: the usual thousand pages take as many calls to write, and
  /// as many again to put into the database, and each of them is a point.
  static let shortLog = 40

  static func edit(_ seed: Int) -> ContentEdit {
    ContentEdit(
      formatIdentifier: "com.example.edit", formatVersion: "1", data: Data("recipe".utf8),
      rendering: ResourceDraft(
        role: .fullSizePhoto, content: .data(TestPicture.jpeg(seed: seed).data)))
  }

  static func engine(
    _ name: String, isShown: Bool = true, hasLinks: Bool = true, logBound: Int? = nil,
    codes: Set<String> = [], prepare: (@Sendable (SweepStage) throws -> Void)? = nil,
    beside: @escaping @Sendable (SweepPlace) throws -> String = { _ in "" },
    parts: [@Sendable (SweepStage) throws -> Void] = [],
    finish: (@Sendable (SweepPlace) throws -> Void)? = nil,
    _ run: @escaping @Sendable (SweepStage) throws -> Void
  ) -> SweptOperation {
    SweptOperation(
      name, .engine, isShown: isShown, hasLinks: hasLinks, logBound: logBound, codes: codes,
      prepare: prepare, beside: beside, parts: parts, finish: finish
    ) { stage in
      do {
        try run(stage)
      } catch {
        throw Refusal(code: LibraryError.wrapping(error).code.rawValue)
      }
    }
  }
}

extension SweepStage {
  func commit(_ operations: ChangeOperation...) throws {
    try commit(operations)
  }

  func commit(_ operations: [ChangeOperation]) throws {
    var changes = ChangeSet()
    changes.operations = operations
    try library.commit(changes)
  }

  fileprivate func saveEighteen() throws {
    try commit(
      (0..<18).map { number in
        var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
        draft.resources = [
          ResourceDraft(
            role: .photo,
            content: .data(TestPicture.png(width: 4, height: 3, seed: 100 + number).data))
        ]
        return .createAsset(draft)
      })
  }

  func edit(_ edit: AlbumEdit) throws {
    try commit(.editAlbum(album, edit, .defaultView))
  }
}
