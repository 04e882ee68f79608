import DiptychCodecs
import Foundation

/// A file of an edit, in place and checked.
struct PreparedFile: Sendable {
  let uuid: UUID
  let role: ResourceRole
  let typeIdentifier: String
  let fileName: String
  let fileExtension: String
  var byteCount: Int64 = 0
  var sha256: [UInt8] = []
  /// What a picture or video says about itself.
  var probe: MediaProbe?
}

/// The original that a revert goes back to.
struct RevertTarget: Sendable {
  /// The file.
  let resource: UUID
  /// Seconds.
  let duration: Double
  /// The number of `PHAsset.PlaybackStyle`.
  let playbackStyle: Int
}

/// What an edit or a revert needs to know before the transaction, by its place in the change set.
struct PreparedEdits: Sendable {
  /// The rendering, the adjustment file and, where there is one, the movie of each edit.
  var files: [Int: [PreparedFile]] = [:]
  /// The original that each revert goes back to.
  var originals: [Int: RevertTarget] = [:]
  var staged: [StagedFile] = []
}

extension Library {
  /// Stages the files of edits and looks at the originals of reverts. Nothing is left behind when
  /// it fails.
  /// - Parameter attempt: How often the names of the files were taken.
  func prepareEdits(_ operations: [ChangeOperation], _ attempt: Int) throws -> PreparedEdits {
    var prepared = PreparedEdits()
    var sources: [(uuid: UUID, fileExtension: String, source: OriginalSource)] = []
    var places: [(operation: Int, file: Int, draft: ResourceDraft)] = []
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .editContent(let uuid, let edit):
        let (files, contents) = try self.files(of: edit, of: uuid, at: index, attempt)
        for (place, file) in files.enumerated() {
          sources.append((file.uuid, file.fileExtension, contents[place]))
          let isMovie = file.role == .fullSizePairedVideo
          places.append((index, place, (isMovie ? edit.movie : nil) ?? edit.rendering))
        }
        prepared.files[index] = files
      case .revertContent(let uuid):
        prepared.originals[index] = try original(of: uuid)
      default: break
      }
    }
    guard !sources.isEmpty else { return prepared }
    prepared.staged = try inPlace { try originals.stage(sources) }
    do {
      for (place, staged) in zip(places, prepared.staged) {
        guard var file = prepared.files[place.operation]?[place.file] else { continue }
        file.byteCount = staged.byteCount
        file.sha256 = staged.sha256
        // The copy is what counts: the editor's file may have changed since it was looked at.
        if file.probe != nil, case .file = place.draft.content {
          file.probe = try probe(
            .file(staged.finalPath), place.draft, name: staged.fileExtension)
        }
        prepared.files[place.operation]?[place.file] = file
      }
      for files in prepared.files.values { try Self.checkMovie(of: files) }
      return prepared
    } catch {
      originals.discard(prepared.staged)
      throw error
    }
  }

  /// The rendering and the adjustment file, with where their bytes come from.
  private func files(
    of edit: ContentEdit, of uuid: UUID, at index: Int, _ attempt: Int
  ) throws -> ([PreparedFile], [OriginalSource]) {
    let (source, probe) = try open(edit.rendering)
    // From the asset's own past alone, so that it does not matter what else was committed.
    let past = try read { transaction in
      try transaction.asset(uuid).map { asset in
        let present = try transaction.currentFile(of: asset.row)?.uuid.uuidString ?? ""
        return "\(asset.modificationDate.microseconds) \(present)"
      }
    }
    let name = "\(uuid.uuidString) edit \(past ?? "") \(index)" + Self.suffix(attempt)
    let rendering = PreparedFile(
      uuid: UUID(hashing: name + " rendering"), role: edit.rendering.role,
      typeIdentifier: probe.format.typeIdentifier,
      fileName: "\(ContentEdit.renderingName).\(probe.format.fileExtension)",
      fileExtension: probe.format.fileExtension, probe: probe)
    let adjustments = PreparedFile(
      uuid: UUID(hashing: name + " adjustments"), role: .adjustmentData,
      typeIdentifier: ContentEdit.adjustmentsType, fileName: ContentEdit.adjustmentsName,
      fileExtension: "plist")
    guard let movie = edit.movie else {
      return ([rendering, adjustments], [source, .data(edit.propertyList)])
    }
    let (movieSource, movieProbe) = try open(movie)
    let file = PreparedFile(
      uuid: UUID(hashing: name + " movie"), role: movie.role,
      typeIdentifier: movieProbe.format.typeIdentifier,
      fileName: "\(ContentEdit.renderingName).\(movieProbe.format.fileExtension)",
      fileExtension: movieProbe.format.fileExtension, probe: movieProbe)
    return ([rendering, adjustments, file], [source, .data(edit.propertyList), movieSource])
  }

  /// A rendered photo need not name the Live Photo that it is of; one that does, and its movie, agree
  /// (C50). A build that cannot read movies takes the caller's word.
  private static func checkMovie(of files: [PreparedFile]) throws(LibraryError) {
    #if AllMedia
      guard let movie = files.first(where: { $0.role == .fullSizePairedVideo })?.probe else {
        return
      }
      let still = files.first { $0.role == .fullSizePhoto }?.probe
      guard let identifier = movie.contentIdentifier,
        still?.contentIdentifier ?? identifier == identifier
      else {
        throw LibraryError(
          .pairMismatch,
          "The edited photo and the edited movie are not of one Live Photo: their content "
            + "identifiers differ or are missing. Add the two files of one, or only the photo.")
      }
    #endif
  }

  /// The original of an asset, its length and how it is played; nil for an asset that is gone or that
  /// the transaction will find to be unedited.
  private func original(of uuid: UUID) throws -> RevertTarget? {
    let original = try read { transaction in
      try transaction.asset(uuid).flatMap { try transaction.original(of: $0.row) }
    }
    guard let original else { return nil }
    let moving = [MediaFormat.gif, .webP].map(\.typeIdentifier)
    let isStill = original.role != .video && !moving.contains(original.typeIdentifier)
    guard !isStill, original.isLocal else {
      return RevertTarget(resource: original.uuid, duration: 0, playbackStyle: 1)
    }
    // Fails for a file that is missing or not the library's own.
    _ = try data(of: original, count: 0)
    let probe: MediaProbe
    do {
      probe = try MediaCodecs.probe(
        .file(filePath(of: original)), nameExtension: nil, limits: configuration.limits)
    } catch {
      throw LibraryError(error)
    }
    return RevertTarget(
      resource: original.uuid, duration: probe.duration, playbackStyle: probe.playbackStyle)
  }
}

extension ReadTransaction {
  /// The picture or video that an asset was made of.
  package func original(of asset: Int64) throws -> ResourceRecord? {
    try resources(of: asset).first { $0.role == .photo || $0.role == .video }
  }

  /// The file that an asset is shown by: the rendering of an edit, else the original.
  package func currentFile(of asset: Int64) throws -> ResourceRecord? {
    let files = try resources(of: asset)
    return files.first { $0.role == .fullSizePhoto || $0.role == .fullSizeVideo }
      ?? files.first { $0.role == .photo || $0.role == .video }
  }
}
