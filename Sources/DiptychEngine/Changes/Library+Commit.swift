import DiptychCodecs
import Foundation

/// What a committed change set left.
package struct CommitResult: Sendable {
  /// The token of the commit; the one before it when nothing changed.
  package let token: Int64
  /// What the URL of each new or replaced asset ends with. Whoever names what was saved has it from
  /// here: a read behind the commit can fail, and a save must not for that.
  package let fileExtensions: [UUID: String]
}

extension Library {
  /// Applies a change set: stages and checks new originals, then commits every row in one
  /// transaction. Nothing is left behind when it fails.
  /// - Throws: A `LibraryError`; its code says which request could not be met.
  /// - Complexity: At most four syncs for one new asset; two syncs of the volume and one commit
  ///   for a large batch.
  @discardableResult
  package func commit(_ changes: ChangeSet) throws -> CommitResult {
    try commit(stage(changes))
  }

  /// Checks what can be told without touching a file (P139).
  func check(_ draft: AssetDraft) throws {
    guard !draft.resources.isEmpty else {
      throw LibraryError(
        .missingResource, "The new asset has no resource. Add a photo or a video to its request.")
    }
    guard ResourceRole.makesAsset(draft.resources.map(\.role)) else {
      throw LibraryError(
        .changeNotSupported,
        "A new asset takes one photo, one video, a photo and its alternate photo, or a photo and its "
          + "paired video. Make one request for each asset.")
    }
    if case .some(.some(let date)) = draft.update.creationDate, !date.isStorable {
      throw LibraryError(.changeNotSupported, "The date is not a number. Give a valid date.")
    }
    if case .some(.some(let location)) = draft.update.location, !location.isValid {
      throw LibraryError(
        .changeNotSupported, "The place is not on the globe. Give valid coordinates.")
    }
  }

  // MARK: Preparing files

  struct Preparation: Sendable {
    var assets: [PreparedAsset] = []
    var files: [StagedFile] = []
    /// What is to go when the rows are committed.
    var moved: [MovedFile] = []

    var fileExtensions: [UUID: String] {
      let pairs = assets.compactMap { asset in
        asset.main.map { (asset.draft.uuid, $0.fileExtension) }
      }
      return Dictionary(pairs) { $1 }
    }
  }

  func prepare(_ operations: [ChangeOperation], _ attempt: Int) throws -> Preparation {
    var sources: [(uuid: UUID, fileExtension: String, source: OriginalSource)] = []
    // The places in `resources` of what has a source.
    var places: [Int] = []
    var drafts: [AssetDraft] = []
    var resources: [PreparedResource] = []
    // What an asset will have when the operations before have been applied.
    var latest: [UUID: ReplacedFile] = [:]
    for operation in operations {
      guard let draft = operation.draft else { continue }
      drafts.append(draft)
      let first = resources.count
      for resource in draft.resources {
        let replaced = try replacedFile(of: draft.uuid, by: operation, latest[draft.uuid])
        let uuid = Self.identifier(draft.uuid, resource.role, replaced, attempt)
        if case .absent(let probe, let byteCount) = resource.content {
          resources.append(.absent(uuid, resource, probe, byteCount))
        } else {
          let (source, probe) = try open(resource)
          // The name of a file that replaces another ends as that one's, and so does the asset's URL
          // (L157, decision 252).
          let ending = replaced?.fileExtension ?? probe.format.fileExtension
          sources.append((uuid, ending, source))
          places.append(resources.count)
          resources.append(
            PreparedResource(
              uuid: uuid, draft: resource, probe: probe, fileExtension: ending, replaced: replaced))
        }
        if let last = resources.last, first == resources.count - 1 {
          latest[draft.uuid] = ReplacedFile(
            uuid: uuid, fileExtension: last.fileExtension, probe: last.probe)
        }
      }
      try Self.checkPair(resources[first...])
    }
    guard !drafts.isEmpty else { return Preparation() }
    let files = try inPlace { try originals.stage(sources) }
    var moved: [MovedFile] = []
    do {
      for (index, file) in files.enumerated() {
        let place = places[index]
        if let path = resources[place].draft.movedPath, let status = file.source {
          moved.append(MovedFile(path: path, status: status))
        }
        // The copy is what counts: the caller's file may have changed since it was looked at.
        if case .file = sources[index].source {
          resources[place].probe = try probe(
            .file(file.finalPath), resources[place].draft,
            name: resources[place].probe.format.fileExtension)
        }
        resources[place].byteCount = file.byteCount
        resources[place].sha256 = file.sha256
      }
      var rest = resources[...]
      let assets = drafts.map { draft in
        defer { rest = rest.dropFirst(draft.resources.count) }
        return PreparedAsset(draft: draft, resources: Array(rest.prefix(draft.resources.count)))
      }
      return Preparation(assets: assets, files: files, moved: moved)
    } catch {
      originals.discard(files)
      throw error
    }
  }

  /// An asset's first file takes its identifier from the asset; a later one from the file that it
  /// replaces, so that it depends on nothing but the asset's own past.
  private static func identifier(
    _ asset: UUID, _ role: ResourceRole, _ replaced: ReplacedFile?, _ attempt: Int
  ) -> UUID {
    if let replaced {
      return UUID(hashing: "\(replaced.uuid.uuidString) replaced" + Self.suffix(attempt))
    }
    return UUID(hashing: "\(asset.uuidString) resource \(role.rawValue)" + Self.suffix(attempt))
  }

  /// What the name of a file ends with that was taken so many times.
  static func suffix(_ attempt: Int) -> String { attempt == 0 ? "" : " again \(attempt)" }

  private static func checkPair(_ resources: ArraySlice<PreparedResource>) throws(LibraryError) {
    guard let movie = resources.first(where: { $0.draft.role == .pairedVideo }),
      let still = resources.first(where: { $0.draft.role == .photo })
    else { return }
    try checkPair(still.probe, movie.probe)
  }

  /// The still and the movie of a Live Photo say the same identifier of themselves (C50). A build
  /// that cannot read movies takes the caller's word.
  /// - Parameters:
  ///   - still: What the picture says of itself.
  ///   - movie: What the movie says of itself.
  package static func checkPair(_ still: MediaProbe, _ movie: MediaProbe) throws(LibraryError) {
    #if AllMedia
      guard let identifier = still.contentIdentifier, movie.contentIdentifier == identifier else {
        throw LibraryError(
          .pairMismatch,
          "The photo and the video are not of one Live Photo: their content identifiers differ or "
            + "are missing. Give the two files of one, or use them as two assets.")
      }
    #endif
  }

  /// Where a resource's bytes come from, and what they say about themselves.
  func open(_ resource: ResourceDraft) throws -> (OriginalSource, MediaProbe) {
    switch resource.content {
    case .data(let data):
      return (.data(data), try probe(.data(data), resource, name: resource.nameExtension))
    case .file(let path):
      let status: FileStatus
      do {
        status = try configuration.systemCalls.status(path)
      } catch {
        throw LibraryError.unreadable(path, error)
      }
      guard status.kind == .file else {
        throw LibraryError(
          .sourceUnreadable,
          "\(path.lastPathName) is not a regular file. Give the path of a "
            + "photo or a video.")
      }
      if let preview = resource.preview {
        try check(preview.format, resource)
        return (.file(path), preview)
      }
      let descriptor: Int32
      do {
        descriptor = try configuration.systemCalls.open(path, .read)
      } catch {
        throw LibraryError.unreadable(path, error)
      }
      configuration.systemCalls.close(descriptor)
      return (.file(path), try probe(.file(path), resource, name: resource.nameExtension))
    case .bitmap(let bitmap, let orientation):
      guard bitmap.size.area <= configuration.limits.maximumPixels else {
        throw LibraryError(
          .limitExceeded, "The picture has too many pixels to be saved. Scale it down first.")
      }
      do {
        let data = try MediaCodecs.encode(
          bitmap, as: bitmap.hasAlpha ? .png : .jpeg, orientation: orientation)
        return (.data(data), try probe(.data(data), resource, name: nil))
      } catch let error as CodecError {
        throw LibraryError(error)
      }
    case .absent:
      throw LibraryError(
        .missingResource, "The bytes of the new version are missing. Give a file or data.")
    }
  }

  /// Looks at bytes that are to become a resource.
  func probe(
    _ source: MediaSource, _ resource: ResourceDraft, name: String?
  ) throws -> MediaProbe {
    let probe: MediaProbe
    do {
      probe = try MediaCodecs.probe(source, nameExtension: name, limits: configuration.limits)
    } catch {
      throw LibraryError(error)
    }
    try check(probe.format, resource)
    return probe
  }

  /// Checks that a file is what its role and the caller say.
  private func check(_ format: MediaFormat, _ resource: ResourceDraft) throws(LibraryError) {
    let movies: Set<ResourceRole> = [.video, .fullSizeVideo, .pairedVideo, .fullSizePairedVideo]
    let expected: MediaKind = movies.contains(resource.role) ? .video : .image
    guard format.kind == expected else {
      throw LibraryError(
        .wrongMediaKind,
        expected == .image
          ? "The file is a video. Save it with the call for videos."
          : "The file is a picture. Save it with the call for images.")
    }
    if let type = resource.typeIdentifier, let named = MediaFormat.named(typeIdentifier: type),
      named != format
    {
      throw LibraryError(
        .invalidMedia,
        "The bytes are \(format.typeIdentifier), not \(type). Correct the type.")
    }
  }
}

/// A resource whose file is in place and checked.
struct PreparedResource: Sendable {
  let uuid: UUID
  let draft: ResourceDraft
  var probe: MediaProbe
  /// What the names of the file and of its asset end with.
  let fileExtension: String
  /// The file in whose place it comes, if it does.
  var replaced: ReplacedFile?
  var byteCount: Int64 = 0
  var sha256: [UInt8] = []

  /// A file that is known and not to be had.
  static func absent(
    _ uuid: UUID, _ draft: ResourceDraft, _ probe: MediaProbe, _ byteCount: Int64
  ) -> PreparedResource {
    var draft = draft
    draft.isLocal = false
    return PreparedResource(
      uuid: uuid, draft: draft, probe: probe, fileExtension: probe.format.fileExtension,
      byteCount: byteCount, sha256: ContentHash.unknown)
  }
}

/// A new asset, or a new original, ready for its rows.
struct PreparedAsset: Sendable {
  let draft: AssetDraft
  /// One a resource of the draft, in its order.
  let resources: [PreparedResource]

  /// The file that the asset's properties come from.
  var main: PreparedResource? {
    resources.first { $0.draft.role == .photo || $0.draft.role == .video } ?? resources.first
  }
}

extension ChangeOperation {
  /// The files that this operation brings, if it brings any.
  var draft: AssetDraft? {
    switch self {
    case .createAsset(let draft): return draft
    case .replaceOriginal(let uuid, let resource):
      var draft = AssetDraft(uuid: uuid)
      draft.resources = [resource]
      return draft
    default: return nil
    }
  }
}

extension ResourceDraft {
  var isBitmap: Bool {
    if case .bitmap = content { return true }
    return false
  }

  /// The extension that the bytes must agree with (P135).
  fileprivate var nameExtension: String? {
    guard checksExtension else { return nil }
    let name: String? =
      switch content {
      case .file(let path): path
      case .data, .bitmap, .absent: fileName
      }
    return name.map { $0.nameExtension }
  }

  var movedPath: String? {
    if movesFile, case .file(let path) = content { return path }
    return nil
  }
}

extension LibraryError {
  /// The engine's code for a codec's failure; the sentence is the codec's.
  package init(_ error: CodecError, file: StaticString = #fileID, line: UInt = #line) {
    let code: Code =
      switch error.code {
      case .unrecognized, .damaged, .wrongExtension, .unsupported: .invalidMedia
      case .tooLarge: .limitExceeded
      case .unreadable: .sourceUnreadable
      case .encodingFailed: .encodingFailed
      }
    self.init(code, error.message, file: file, line: line)
  }
}
