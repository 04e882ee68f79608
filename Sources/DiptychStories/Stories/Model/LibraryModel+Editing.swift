import DiptychCodecs
import DiptychEngine
import Foundation

extension LibraryModel {
  /// A new rendering of an asset's content, and how it was made (P217).
  struct ContentEdit: Sendable {
    /// Who edits, and in which version, when applications of stories do.
    static let adjustment = Adjustment(format: "org.example.story", version: "1.0")

    var adjustment = Self.adjustment
    /// What the editor needs to go on from there.
    var data: Data
    var picture: Picture
    /// Whether the file says by its name that it is of the default type.
    var isMisplaced = false
    var startsFromRendering = false

    /// What looking at the rendering tells.
    func probe() throws(ModelFailure) {
      let isVideo = picture.isCalledVideo
      try picture.probe(
        isVideo: isVideo, name: isMisplaced ? (isVideo ? "a.mov" : "a.jpg") : picture.fileName)
    }

    /// The file that says how an edit was made: a property list of three values (C45).
    var propertyList: Data {
      Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>adjustmentData</key>
        \t<data>\(data.base64EncodedString())</data>
        \t<key>adjustmentFormatIdentifier</key>
        \t<string>\(adjustment.format)</string>
        \t<key>adjustmentFormatVersion</key>
        \t<string>\(adjustment.version)</string>
        </dict>
        </plist>

        """.utf8)
    }
  }

  /// Gives an asset a new rendering (P219): the original stays; size, length and modification date
  /// are new (P125).
  mutating func edit(
    _ uuid: UUID, _ edit: ContentEdit, confined: Bool, _ author: Author
  ) throws(ModelFailure) {
    guard let place = place(of: uuid), isReachable(uuid, confined), assets[place].trashed == nil
    else { throw .gone }
    var asset = assets[place]
    let facts = edit.picture.facts
    guard asset.isVideo == (facts.kind == .video) else { throw .wrongKind }
    let name = "\(uuid.uuidString) edit \(asset.modified) \(asset.shown.uuid.uuidString) 0"
    asset.files = asset.files.compactMap { Self.kept($0, edit.startsFromRendering) }
    asset.files.append(
      File(
        uuid: UUID(hashing: name + " rendering"),
        role: asset.isVideo ? .fullSizeVideo : .fullSizePhoto, edit.picture,
        name: "FullSizeRender." + facts.fileExtension))
    let list = edit.propertyList
    asset.files.append(
      File(
        uuid: UUID(hashing: name + " adjustments"), role: .adjustmentData,
        type: "com.apple.property-list", fileExtension: "plist", name: "Adjustments.plist",
        byteCount: list.count, sha256: ContentHash.of(list)))
    asset.files.sort { $0.role.rawValue < $1.role.rawValue }
    asset.size = asset.shown.uprightSize
    asset.duration = facts.duration
    asset.adjustment = edit.adjustment
    finish(asset, author)
  }

  /// Throws every edit of an asset away (P220). One that was not edited stays as it is.
  mutating func revert(
    _ uuid: UUID, confined: Bool, _ author: Author
  ) throws(ModelFailure) {
    guard let place = place(of: uuid), isReachable(uuid, confined), assets[place].trashed == nil
    else { throw .gone }
    var asset = assets[place]
    guard asset.adjustment != nil else { return }
    asset.files.removeAll { $0.role.isOfEdits }
    asset.size = asset.original.uprightSize
    asset.duration =
      Picture.allCases.first { $0.sha256 == asset.original.sha256 }?.facts.duration ?? 0
    asset.adjustment = nil
    finish(asset, author)
  }

  private mutating func finish(_ asset: Asset, _ author: Author) {
    var asset = asset
    (asset.adjusted, asset.modified) = (now, now)
    if let place = place(of: asset.uuid) { assets[place] = asset }
    logAsset(asset.uuid, .updated, ["content", "adjustment"], author)
  }

  /// What the next edit leaves of a file: it stands on what the one before started from, or on the
  /// rendering of the one before, which then becomes its base (P216).
  private static func kept(_ file: File, _ startsFromRendering: Bool) -> File? {
    guard file.role.isOfEdits else { return file }
    var file = file
    switch (file.role, startsFromRendering) {
    case (.fullSizePhoto, true): file.role = .adjustmentBasePhoto
    case (.fullSizeVideo, true): file.role = .adjustmentBaseVideo
    case (.adjustmentBasePhoto, false), (.adjustmentBaseVideo, false): break
    default: return nil
    }
    return file
  }

  // MARK: As an application does it

  /// What an editor gets to work on: the file, and whether it may go on from the edit before.
  func editingInput(_ asset: Asset, resumes: Bool) -> (file: File, goesOn: Bool) {
    guard asset.adjustment != nil, resumes else { return (asset.shown, false) }
    let base = asset.files.first {
      $0.role == .adjustmentBasePhoto || $0.role == .adjustmentBaseVideo
    }
    return (base ?? asset.original, true)
  }

  /// Fetches an asset, asks for its content, and hands a rendering back.
  mutating func playEdit(
    _ name: Name, _ rendering: Action.Rendering, resumes: Bool, _ answer: PromptAnswer
  ) -> [String] {
    let uuid = id(name, .asset)
    guard isFound(uuid), let asset = asset(uuid) else {
      access.ask(answer)
      return ["nil"]
    }
    let input = editingInput(asset, resumes: resumes)
    let text = "input \(input.file.sha256.hexadecimal) \(input.goesOn)"
    return [text] + playBlock([.edit(name, rendering, resumes: resumes)], answer)
  }

  /// The edit that a rendering asks for.
  func contentEdit(
    _ rendering: Action.Rendering, of uuid: UUID, resumes: Bool
  ) throws(ModelFailure) -> ContentEdit {
    var edit: ContentEdit
    let data = Data("step \(step)".utf8)
    switch rendering {
    case .none: throw .missingResource
    case .unexplained: throw .unsupported
    case .file(let picture): edit = ContentEdit(data: data, picture: picture)
    case .misplaced(let picture):
      edit = ContentEdit(data: data, picture: picture)
      edit.isMisplaced = true
    }
    edit.startsFromRendering = asset(uuid)?.adjustment != nil && !resumes
    return edit
  }
}

extension LibraryModel.File.Role {
  /// Whether the file is an edit's, and goes with it.
  var isOfEdits: Bool {
    switch self {
    case .photo, .video, .alternatePhoto, .pairedVideo: false
    case .fullSizePhoto, .fullSizeVideo, .adjustmentData, .adjustmentBasePhoto,
      .adjustmentBaseVideo:
      true
    }
  }
}
