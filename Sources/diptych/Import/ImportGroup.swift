import DiptychCodecs
import DiptychEngine
import Foundation

/// The files that become one asset.
struct ImportGroup: Sendable {
  struct Part: Sendable {
    let file: ImportFile
    /// What it is to the asset; a full-size one is of the edited version.
    let role: ResourceRole
  }

  /// The file that stands for the asset comes first.
  let parts: [Part]

  var main: ImportFile { parts[0].file }

  /// The files by the assets that they make, in the order of their main files.
  ///
  /// Inside one folder belong together: a photo and a video that say the same content identifier of
  /// themselves, by name first (`IMG_1.HEIC` and `IMG_1.MOV`), else where only one of each says it; a
  /// raw file and a developed one of the same name (P144); and `IMG_E1` beside `IMG_1` of the same
  /// kind, which is how Apple names the edited version, of a Live Photo with its movie. All else is an
  /// asset of its own.
  static func groups(_ files: [ImportFile]) -> any Sequence<ImportGroup> {
    guard let folder = files.first?.found.folder,
      files.contains(where: { !$0.found.folder.utf8.elementsEqual(folder.utf8) })
    else { return ImportPairing(files).groups }
    // By bytes: names that differ in those alone are two.
    var folders: [[UInt8]: [ImportFile]] = [:]
    for file in files { folders[Array(file.found.folder.utf8), default: []].append(file) }
    return folders.values.flatMap { ImportPairing($0).groups }
      .sorted { $0.main.place < $1.main.place }
  }
}
