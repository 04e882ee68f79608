import DiptychEngine
import Foundation

/// Which swept operations make each of the engine's changes. The switches have no default: a new case
/// does not compile until it is named here, and then a test wants its operation.
enum EngineWrites {
  static func operations(for change: ChangeOperation) -> [String] {
    switch change {
    case .createAsset: ["save bytes", "save a Live Photo", "add a photo that is elsewhere"]
    case .updateAsset: ["favorite, hide, date and place"]
    case .deleteAssets: ["delete"]
    case .restoreAssets: ["restore"]
    case .purgeAssets: ["purge"]
    case .setLocal: ["take files off this machine", "bring files back"]
    case .deliver: ["deliver"]
    case .withdraw: ["withdraw"]
    case .createCollection: ["make an album", "import an album"]
    case .renameCollection: ["rename"]
    case .deleteCollections: ["delete an album", "delete a folder with its album"]
    case .editAlbum(_, let edit, let basis): operations(for: edit) + operations(for: basis)
    case .editFolder(_, let edit): operations(for: edit)
    case .replaceOriginal: ["replace an original"]
    case .noteDownload: ["download"]
    case .editContent: ["edit content", "edit a Live Photo"]
    case .revertContent: ["revert content"]
    case .importValues: ["import a photo"]
    case .importMembers: ["import an album"]
    case .importCreation: ["import an album"]
    // Nothing is written: the whole set fails before its first row.
    case .refused: []
    }
  }

  static func operations(for edit: AlbumEdit) -> [String] {
    switch edit {
    case .add: ["add members"]
    case .insert: ["insert until ranks are renumbered"]
    case .remove: ["remove members by name"]
    case .removeAt: ["remove members"]
    case .replaceAt: ["replace a member"]
    case .moveAt: ["move members"]
    }
  }

  static func operations(for edit: FolderEdit) -> [String] {
    switch edit {
    case .add: ["make an album in a folder", "move an album into a folder"]
    case .insert: ["insert into a folder"]
    case .remove: ["remove from a folder"]
    case .removeAt: ["remove from a folder by place"]
    case .replaceAt: ["replace in a folder"]
    case .moveAt: ["order the root"]
    }
  }

  static func operations(for basis: AlbumBasis) -> [String] {
    switch basis {
    case .rows: ["edit members as they were fetched"]
    case .defaultView: ["remove members"]
    }
  }

  /// One of each; the number of cases is what the switches hold.
  static let samples: [ChangeOperation] = {
    let uuid = UUID()
    let draft = ResourceDraft(role: .photo, content: .data(Data()))
    let edit = ContentEdit(
      formatIdentifier: "", formatVersion: "", data: Data(), rendering: draft)
    let albumEdits: [AlbumEdit] = [
      .add([]), .insert([], []), .remove([]), .removeAt([]), .replaceAt([], []),
      .moveAt([], to: 0),
    ]
    let folderEdits: [FolderEdit] = [
      .add([]), .insert([], []), .remove([]), .removeAt([]), .replaceAt([], []),
      .moveAt([], to: 0),
    ]
    return [
      .createAsset(AssetDraft(uuid: uuid)), .updateAsset(uuid, AssetUpdate()),
      .deleteAssets([]), .restoreAssets([]), .purgeAssets([]), .setLocal([], true),
      .deliver([], to: uuid), .withdraw(uuid), .createCollection(uuid, .album, title: ""),
      .renameCollection(uuid, title: ""), .deleteCollections([]),
      .editAlbum(uuid, .add([]), .rows(FetchedMembers([]))), .replaceOriginal(uuid, draft),
      .noteDownload(uuid), .editContent(uuid, edit), .revertContent(uuid),
      .importValues(uuid, ImportedValues()), .importMembers(uuid, []),
      .importCreation(uuid, .distantPast),
    ] + albumEdits.map { .editAlbum(uuid, $0, .defaultView) }
      + folderEdits.map { .editFolder(uuid, $0) }
  }()
}
