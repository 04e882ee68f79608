import DiptychCodecs
import DiptychEngine
import Foundation

/// Looks at the files of assets and makes the requests that bring them into a library.
///
/// What the user can have changed comes from the rows: dates, place, marks, names. What a file is,
/// its bytes tell. An asset whose original is not in the package is brought as one that is not on
/// this machine: its identifier, its dates and its places in albums stay (decision 101).
package struct ImportPlanner {
  private let files: AppleFiles

  package init(_ package: ApplePackage) {
    files = AppleFiles(package)
  }

  /// The plan for an asset.
  /// - Complexity: Opens each of its files.
  package func plan(_ asset: AppleAsset) -> ImportPlan {
    var plan = ImportPlan(
      asset: asset, mainFile: mainFile(asset), kind: asset.isVideo ? .video : .image,
      size: asset.orientation.swapsAxes ? asset.pixelSize.swapped : asset.pixelSize)
    if asset.place == .shared {
      plan.fail(
        plan.mainFile, .changeNotSupported,
        "It is of a shared album and belongs to somebody else. Save it to the library in Photos "
          + "first.")
      return plan
    }
    guard let main = mainResource(&plan) else { return plan }
    var draft = AssetDraft(uuid: asset.uuid)
    draft.update = update(asset, main.probe)
    draft.burst = asset.burst
    draft.resources = [main.draft] + companions(main.probe, &plan)
    plan.operations = [.createAsset(draft)]
    let edit = edit(main.probe, &plan)
    var values = asset.values
    if asset.isTrashed, values.trashedDate == nil {
      values.trashedDate = values.modificationDate ?? values.addedDate ?? Date(microseconds: 0)
    }
    plan.operations += edit + [.importValues(asset.uuid, values)]
    // Only a single original can take the place of one that was missing.
    if plan.hasOriginal, !asset.isTrashed, draft.resources.count == 1 {
      plan.filling = [.replaceOriginal(asset.uuid, main.draft)] + edit
    }
    addNotes(&plan)
    return plan
  }

  private func mainFile(_ asset: AppleAsset) -> String {
    if case .referenced(let path) = asset.place { return path }
    let path = files.originalPath(asset) ?? "originals/\(asset.digit)/\(asset.uuid.uuidString)"
    return "\(files.package.path)/\(path)"
  }

  // MARK: Original

  /// The original, or what is known of it; nil when it is there and of no use.
  private func mainResource(_ plan: inout ImportPlan) -> (draft: ResourceDraft, probe: MediaProbe)?
  {
    let asset = plan.asset
    guard let path = files.original(asset) else {
      plan.fail(plan.mainFile, .originalMissing, Self.absence(asset))
      let probe = Self.knownProbe(asset)
      let draft = ResourceDraft(
        role: asset.isVideo ? .video : .photo,
        content: .absent(probe, byteCount: asset.byteCount ?? 0), fileName: asset.fileName)
      return (draft, probe)
    }
    guard let probe = probe(path, &plan) else { return nil }
    plan.kind = probe.format.kind
    plan.size = probe.uprightSize
    plan.files = [path]
    plan.hasOriginal = true
    return (
      resource(
        probe.format.kind == .video ? .video : .photo, path, probe, name: asset.fileName), probe
    )
  }

  private static func absence(_ asset: AppleAsset) -> String {
    switch asset.place {
    case .referenced:
      "The original lies outside of the Photos library. Copy it from that Mac and import it by "
        + "itself."
    case .inside, .shared:
      asset.isInCloud
        ? "The original is only in iCloud. Have Photos download the originals to its Mac, then "
          + "import again."
        : "The original is not in the Photos library. Restore it from a backup, then import again."
    }
  }

  /// What the rows say of a file that nobody can look at.
  private static func knownProbe(_ asset: AppleAsset) -> MediaProbe {
    let kind: MediaKind = asset.isVideo ? .video : .image
    let ending = asset.fileName.nameExtension
    let named = [
      asset.typeIdentifier.flatMap(MediaFormat.named(typeIdentifier:)),
      MediaFormat.named(fileExtension: ending),
    ].compactMap { $0 }.first { $0.kind == kind }
    return MediaProbe(
      format: named ?? (asset.isVideo ? .quickTimeMovie : .jpeg), storedSize: asset.pixelSize,
      orientation: asset.orientation, duration: asset.isVideo ? asset.duration : 0,
      contentIdentifier: asset.contentIdentifier)
  }

  /// What the bytes of a file say; nil where it is of no use, which is noted.
  private func probe(_ path: String, _ plan: inout ImportPlan) -> MediaProbe? {
    do {
      return try MediaCodecs.probe(.file(path), nameExtension: nil)
    } catch {
      plan.shortfalls.append(.init(file: path, error: LibraryError(error)))
      return nil
    }
  }

  private func resource(
    _ role: ResourceRole, _ path: String, _ probe: MediaProbe, name: String
  ) -> ResourceDraft {
    var draft = ResourceDraft(role: role, content: .file(path), fileName: name)
    // The names on disk are that library's own, and not always true.
    draft.checksExtension = false
    draft.preview = probe
    return draft
  }

  // MARK: Companions

  /// The movie of a Live Photo, or the other half of a raw pair.
  private func companions(_ main: MediaProbe, _ plan: inout ImportPlan) -> [ResourceDraft] {
    let asset = plan.asset
    guard main.format.kind == .image else { return [] }
    let movie = asset.isLive ? pairedVideo(main, &plan) : []
    guard asset.hasAlternate || files.alternate(asset) != nil else { return movie }
    guard let path = files.alternate(asset) else {
      plan.fail(
        "\(files.package.path)/\(ApplePackage.originals(asset.digit))/\(asset.uuid.uuidString)_4",
        .originalMissing,
        "The other half of the raw and developed pair is not in the Photos library. Restore it from "
          + "a backup.")
      return movie
    }
    guard movie.isEmpty else {
      plan.fail(
        path, .changeNotSupported,
        "A Live Photo cannot have a second photo here. Import the file by itself.")
      return movie
    }
    guard let probe = probe(path, &plan) else { return [] }
    guard probe.format.kind == .image else {
      plan.fail(
        path, .wrongMediaKind, "The other half of the pair is a video. Import it by itself.")
      return []
    }
    plan.files.append(path)
    return [resource(.alternatePhoto, path, probe, name: companionName(asset, path))]
  }

  private func pairedVideo(_ main: MediaProbe, _ plan: inout ImportPlan) -> [ResourceDraft] {
    let asset = plan.asset
    guard let path = files.pairedVideo(asset) else {
      plan.fail(
        "\(files.package.path)/\(ApplePackage.originals(asset.digit))/\(asset.uuid.uuidString)_3.mov",
        .originalMissing,
        "The movie of the Live Photo is not in the Photos library. Have Photos download the "
          + "originals to its Mac, or restore it from a backup.")
      return []
    }
    guard let probe = probe(path, &plan) else { return [] }
    // A build that cannot read movies takes the rows' word.
    let isPair =
      probe.contentIdentifier == main.contentIdentifier && main.contentIdentifier != nil
    guard probe.format.kind == .video, isPair || !Self.readsMovies else {
      plan.fail(
        path, .pairMismatch,
        "The movie does not say that it belongs to the Live Photo. Import it by itself.")
      return []
    }
    plan.files.append(path)
    return [resource(.pairedVideo, path, probe, name: companionName(asset, path))]
  }

  private static var readsMovies: Bool {
    #if AllMedia
      true
    #else
      false
    #endif
  }

  /// The name that the user knows with the ending of the companion, in the same case.
  private func companionName(_ asset: AppleAsset, _ path: String) -> String {
    let ending = path.nameExtension
    let known = asset.fileName.nameExtension
    let isUpper = !known.isEmpty && known == known.uppercased()
    return "\(asset.fileName.withoutNameExtension).\(isUpper ? ending.uppercased() : ending)"
  }

  // MARK: Edits

  private func edit(_ main: MediaProbe, _ plan: inout ImportPlan) -> [ChangeOperation] {
    let asset = plan.asset
    guard asset.isEdited else { return [] }
    let folder = "\(files.package.path)/\(ApplePackage.renders(asset.digit))"
    guard let path = files.rendering(asset) else {
      plan.fail(
        "\(folder)/\(asset.uuid.uuidString)", .originalMissing,
        "The edited version is not in the Photos library. Export it there, or edit the photo again."
      )
      return []
    }
    guard let probe = probe(path, &plan) else { return [] }
    guard probe.format.kind == plan.kind else {
      plan.fail(
        path, .wrongMediaKind,
        "The edited version is of another kind than the original. Import it "
          + "by itself.")
      return []
    }
    plan.files.append(path)
    plan.size = probe.uprightSize
    let made = files.edit(asset) ?? .unknown
    var edit = ContentEdit(
      formatIdentifier: made.formatIdentifier, formatVersion: made.formatVersion, data: made.data,
      rendering: resource(
        plan.kind == .video ? .fullSizeVideo : .fullSizePhoto, path, probe,
        name: path.lastPathName))
    edit.movie = editedMovie(main, probe, &plan)
    return [.editContent(asset.uuid, edit)]
  }

  /// The edited movie of a Live Photo, which needs the original one beside it.
  /// - Parameters:
  ///   - main: The original photo.
  ///   - rendering: The edited one.
  ///   - plan: Where files and reasons are noted.
  private func editedMovie(
    _ main: MediaProbe, _ rendering: MediaProbe, _ plan: inout ImportPlan
  ) -> ResourceDraft? {
    guard plan.asset.isLive, let path = files.editedPairedVideo(plan.asset) else { return nil }
    guard case .createAsset(let draft)? = plan.operations.first,
      draft.resources.contains(where: { $0.role == .pairedVideo })
    else {
      plan.fail(
        path, .changeNotSupported,
        "The edited movie of a Live Photo cannot be there without the original one. Import it by "
          + "itself.")
      return nil
    }
    guard let probe = probe(path, &plan) else { return nil }
    let identifier = probe.contentIdentifier
    let isOfPair =
      identifier != nil && identifier == main.contentIdentifier
      && identifier == (rendering.contentIdentifier ?? identifier)
    guard probe.format.kind == .video, isOfPair || !Self.readsMovies else {
      plan.fail(
        path, .pairMismatch,
        "The edited movie does not say that it belongs to the Live Photo. Import it by itself.")
      return nil
    }
    plan.files.append(path)
    return resource(
      .fullSizePairedVideo, path, probe, name: path.lastPathName)
  }

  // MARK: Values

  /// What the rows say, which wins over what the file says (decision 102).
  private func update(_ asset: AppleAsset, _ probe: MediaProbe) -> AssetUpdate {
    var update = AssetUpdate()
    // A date that no calendar has is no date; the file's own is nearer to the truth.
    if !asset.hasImpossibleDate || probe.captureDate == nil {
      update.creationDate = .some(asset.creationDate)
    }
    update.location = .some(asset.location.map { location($0, probe) })
    update.isFavorite = asset.isFavorite
    update.isHidden = asset.isHidden
    return update
  }

  /// The rows keep no height; the file's own holds where it is of the same place.
  private func location(_ location: AssetLocation, _ probe: MediaProbe) -> AssetLocation {
    guard let own = probe.location, abs(own.latitude - location.latitude) < 1e-4,
      abs(own.longitude - location.longitude) < 1e-4
    else { return location }
    var location = location
    location.altitude = own.altitude.flatMap { $0.isFinite ? $0 : nil }
    return location
  }

  private func addNotes(_ plan: inout ImportPlan) {
    let asset = plan.asset
    if asset.hasImpossibleDate {
      plan.notes.append(
        "Its date is out of every calendar; that of the file counts, if it has one.")
    }
    if plan.hasOriginal, let wanted = asset.byteCount, let main = plan.files.first,
      let size = try? RealSystemCalls().status(main).size, size != wanted
    {
      plan.notes.append(
        "Its original has \(size) bytes, where Photos noted \(wanted); it was taken as it is.")
    }
  }
}

extension ImportPlan {
  mutating func fail(_ file: String, _ code: LibraryError.Code, _ reason: String) {
    shortfalls.append(.init(file: file, error: LibraryError(code, reason)))
  }
}
