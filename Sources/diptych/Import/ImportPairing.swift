import DiptychCodecs
import DiptychEngine
import Foundation

/// Finds what belongs together among the files of one folder.
struct ImportPairing {
  private let files: [ImportFile]
  /// Places in `files`, by name without ending; empty where no name can have a partner.
  private var byBase: [String: [Int]] = [:]
  /// What each file has beside it, and the files that are beside another.
  private var others: [Int: [ImportGroup.Part]] = [:]
  private var taken: Set<Int> = []

  init(_ files: [ImportFile]) {
    self.files = files
    let mayPair = files.contains {
      $0.format.isRaw || $0.contentIdentifier != nil || Self.original(ofEdit: $0.base) != nil
    }
    guard mayPair else { return }
    for (index, file) in files.enumerated() { byBase[file.base, default: []].append(index) }
    pairEdits(.image, as: .fullSizePhoto)
    pairLivePhotos()
    pairEditedMovies()
    pairRawFiles()
    pairEdits(.video, as: .fullSizeVideo)
  }

  /// One group after the other, so that they are not all held at once.
  var groups: some Sequence<ImportGroup> {
    files.indices.lazy.filter { !taken.contains($0) }.map { index in
      let file = files[index]
      let role: ResourceRole = file.format.kind == .video ? .video : .photo
      return ImportGroup(
        parts: [ImportGroup.Part(file: file, role: role)] + (others[index] ?? []))
    }
  }

  private mutating func join(_ other: Int, to main: Int, as role: ResourceRole) {
    taken.insert(other)
    others[main, default: []].append(ImportGroup.Part(file: files[other], role: role))
  }

  private func isFree(_ index: Int) -> Bool { !taken.contains(index) && others[index] == nil }

  private func isDeveloped(_ index: Int) -> Bool {
    files[index].format.kind == .image && !files[index].format.isRaw
  }

  // MARK: Edits

  private mutating func pairEdits(_ kind: MediaKind, as role: ResourceRole) {
    for (index, file) in files.enumerated() where isFree(index) {
      guard file.format.kind == kind, !file.format.isRaw,
        let name = Self.original(ofEdit: file.base)
      else { continue }
      let originals = (byBase[name] ?? []).filter {
        files[$0].format.kind == kind && isFree($0)
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

  /// The movie of an edited Live Photo stands beside its edited photo, and says the identifier of the
  /// whole.
  private mutating func pairEditedMovies() {
    for (index, file) in files.enumerated() where isFree(index) {
      guard file.format.kind == .video, let identifier = file.contentIdentifier,
        let name = Self.original(ofEdit: file.base)
      else { continue }
      let photo = (byBase[name] ?? []).first { photo in
        let roles = Set((others[photo] ?? []).map(\.role))
        return files[photo].contentIdentifier == identifier
          && roles.isSuperset(of: [.fullSizePhoto, .pairedVideo])
          && !roles.contains(.fullSizePairedVideo)
      }
      if let photo { join(index, to: photo, as: .fullSizePairedVideo) }
    }
  }

  // MARK: Pairs

  private mutating func pairLivePhotos() {
    var byIdentifier: [String: (stills: [Int], movies: [Int])] = [:]
    for (index, file) in files.enumerated() where !taken.contains(index) {
      guard let identifier = file.contentIdentifier, !identifier.isEmpty else { continue }
      if isDeveloped(index) {
        byIdentifier[identifier, default: ([], [])].stills.append(index)
      } else if file.format.kind == .video {
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
      let raw = indexes.filter { files[$0].format.isRaw && isFree($0) }
      let developed = indexes.filter { isDeveloped($0) && !taken.contains($0) }
      guard raw.count == 1, developed.count == 1 else { continue }
      // An asset takes two files of its own (P142); a Live Photo has them already.
      let parts = others[developed[0]] ?? []
      guard !parts.contains(where: { $0.role == .pairedVideo }) else { continue }
      join(raw[0], to: developed[0], as: .alternatePhoto)
    }
  }
}
