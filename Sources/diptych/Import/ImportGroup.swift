import DiptychCodecs
import DiptychEngine
import Foundation

/// A file that looks like media, and what it is.
struct ImportFile {
  /// Its place among what was found.
  let place: Int
  let found: FoundFile
  let probe: MediaProbe

  var path: String { found.path }
  var name: String { (path as NSString).lastPathComponent }
  /// The folder that holds it, as it was named.
  var folderPath: String { path.parentPath }
  /// The name without its ending, in lowercase letters.
  var base: String { (name as NSString).deletingPathExtension.lowercased() }
}

/// The files that become one asset.
struct ImportGroup {
  struct Part {
    let file: ImportFile
    /// What it is to the asset; a full-size one is the edited version.
    let role: ResourceRole
  }

  /// The file that stands for the asset comes first.
  private(set) var parts: [Part]

  var main: ImportFile { parts[0].file }

  /// The files by the assets that they make, in the order of their main files.
  ///
  /// Inside one folder belong together: a photo and a video that say the same content identifier of
  /// themselves, by name first (`IMG_1.HEIC` and `IMG_1.MOV`), else where only one of each says it; a
  /// raw file and a developed one of the same name (P144); and `IMG_E1` beside `IMG_1` of the same
  /// kind, which is how Apple names the edited version. All else is an asset of its own.
  static func groups(_ files: [ImportFile]) -> [ImportGroup] {
    var folders: [String: [ImportFile]] = [:]
    for file in files { folders[file.folderPath, default: []].append(file) }
    return folders.values.flatMap { Pairing($0).groups }
      .sorted { $0.main.place < $1.main.place }
  }

  /// Finds what belongs together among the files of one folder.
  private struct Pairing {
    private let files: [ImportFile]
    /// Places in `files`, by name without ending.
    private var byBase: [String: [Int]] = [:]
    /// What each file has beside it, and the files that are beside another.
    private var others: [Int: [Part]] = [:]
    private var taken: Set<Int> = []

    init(_ files: [ImportFile]) {
      self.files = files
      for (index, file) in files.enumerated() { byBase[file.base, default: []].append(index) }
      pairEdits(.image, as: .fullSizePhoto)
      pairLivePhotos()
      pairRawFiles()
      pairEdits(.video, as: .fullSizeVideo)
    }

    var groups: [ImportGroup] {
      files.indices.filter { !taken.contains($0) }.map { index in
        let file = files[index]
        let role: ResourceRole = file.probe.format.kind == .video ? .video : .photo
        return ImportGroup(parts: [Part(file: file, role: role)] + (others[index] ?? []))
      }
    }

    private mutating func join(_ other: Int, to main: Int, as role: ResourceRole) {
      taken.insert(other)
      others[main, default: []].append(Part(file: files[other], role: role))
    }

    private func isFree(_ index: Int) -> Bool { !taken.contains(index) && others[index] == nil }

    private func isDeveloped(_ index: Int) -> Bool {
      files[index].probe.format.kind == .image && !files[index].probe.format.isRaw
    }

    private mutating func pairEdits(_ kind: MediaKind, as role: ResourceRole) {
      for (index, file) in files.enumerated() where isFree(index) {
        guard file.probe.format.kind == kind, !file.probe.format.isRaw,
          let name = Self.original(ofEdit: file.base)
        else { continue }
        let originals = (byBase[name] ?? []).filter {
          files[$0].probe.format.kind == kind && isFree($0)
        }
        if let original = originals.first(where: isDeveloped) ?? originals.first {
          join(index, to: original, as: role)
        }
      }
    }

    /// `img_1234` for `img_e1234`; nil for other names.
    private static func original(ofEdit base: String) -> String? {
      let prefix = "img_e"
      guard base.hasPrefix(prefix) else { return nil }
      let number = base.dropFirst(prefix.count)
      guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      return "img_" + number
    }

    private mutating func pairLivePhotos() {
      var byIdentifier: [String: (stills: [Int], movies: [Int])] = [:]
      for (index, file) in files.enumerated() where !taken.contains(index) {
        guard let identifier = file.probe.contentIdentifier, !identifier.isEmpty else { continue }
        if isDeveloped(index) {
          byIdentifier[identifier, default: ([], [])].stills.append(index)
        } else if file.probe.format.kind == .video {
          byIdentifier[identifier, default: ([], [])].movies.append(index)
        }
      }
      for (stills, movies) in byIdentifier.values {
        var movies = movies
        var left: [Int] = []
        for still in stills {
          if let place = movies.firstIndex(where: { files[$0].base == files[still].base }) {
            join(movies.remove(at: place), to: still, as: .pairedVideo)
          } else {
            left.append(still)
          }
        }
        if left.count == 1, movies.count == 1 { join(movies[0], to: left[0], as: .pairedVideo) }
      }
    }

    private mutating func pairRawFiles() {
      for indexes in byBase.values {
        let raw = indexes.filter { files[$0].probe.format.isRaw && isFree($0) }
        let developed = indexes.filter { isDeveloped($0) && !taken.contains($0) }
        guard raw.count == 1, developed.count == 1 else { continue }
        // An asset takes two files of its own (P142); a Live Photo has them already.
        let parts = others[developed[0]] ?? []
        guard !parts.contains(where: { $0.role == .pairedVideo }) else { continue }
        join(raw[0], to: developed[0], as: .alternatePhoto)
      }
    }
  }
}
