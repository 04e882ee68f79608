import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// The files of an asset, as far as the client may see them.
struct AssetFiles: Sendable {
  let kind: AssetKind
  let files: [ResourceRecord]

  /// Reads them.
  /// - Throws: `accessDenied` or `accessRestricted` without access, `objectGone` for an asset that
  ///   is gone, or that the client may not see (P196).
  init(of asset: ObjectReference) throws {
    try asset.checkAccess()
    let found = try asset.scope.library.read { transaction -> (AssetKind, [ResourceRecord])? in
      guard let row = try asset.visibleRow(in: transaction),
        let record = try transaction.asset(row: row)
      else { return nil }
      return (record.kind, try transaction.resources(of: row))
    }
    guard let found else {
      throw LibraryError(.objectGone, "The asset is gone from the library. Fetch again.")
    }
    (kind, files) = found
  }

  private func first(_ roles: ResourceRole...) -> ResourceRecord? {
    for role in roles {
      if let file = files.first(where: { $0.role == role }) { return file }
    }
    return nil
  }

  /// The file that shows a version of the asset: a picture, or a video (P192, P198).
  /// - Throws: `objectGone`, which is 3306, for an asset that has neither.
  func shown(_ version: PHImageRequestOptionsVersion) throws -> ResourceRecord {
    let file =
      kind == .video
      ? try? video(version == .current ? .current : .original) : try? picture(version)
    guard let file else { throw Self.nothing("The asset has neither a picture nor a video.") }
    return file
  }

  /// The still picture of a version.
  /// - Throws: `objectGone`, which is 3306, for an asset that has none.
  func picture(_ version: PHImageRequestOptionsVersion) throws -> ResourceRecord {
    #if DIPTYCH_PLANTED_FAULTS
      let version = isPlanted("modern-unadjusted-is-current") ? .current : version
    #endif
    let file =
      switch version {
      case .current: first(.fullSizePhoto, .photo)
      case .unadjusted: first(.photo)
      case .original: raw ?? first(.photo)
      }
    guard let file else { throw Self.nothing("The asset has no still picture.") }
    return file
  }

  /// The video of a version.
  /// - Throws: `objectGone`, which is 3306, for an asset that has none.
  func video(_ version: PHVideoRequestOptionsVersion) throws -> ResourceRecord {
    let file = version == .current ? first(.fullSizeVideo, .video) : first(.video)
    guard let file else { throw Self.nothing("The asset is no video.") }
    return file
  }

  /// The picture and the video of a Live Photo.
  /// - Throws: `objectGone`, which is 3306, for an asset that is none.
  func livePhoto(
    _ version: PHImageRequestOptionsVersion
  ) throws -> (photo: ResourceRecord, video: ResourceRecord) {
    let video =
      version == .current ? first(.fullSizePairedVideo, .pairedVideo) : first(.pairedVideo)
    guard let photo = try? picture(version), let video else {
      throw Self.nothing("The asset is no Live Photo.")
    }
    return (photo, video)
  }

  /// The RAW file of a camera that stores two, whichever of them it is.
  private var raw: ResourceRecord? {
    files.first {
      ($0.role == .photo || $0.role == .alternatePhoto) && $0.typeIdentifier.hasSuffix("raw-image")
    }
  }

  private static func nothing(_ sentence: String) -> LibraryError {
    LibraryError(.objectGone, sentence + " Look at its mediaType and mediaSubtypes first.")
  }
}

extension ObjectReference {
  /// Throws where the client may not read the library.
  func checkAccess() throws {
    switch try scope.library.access.readStatus(.readWrite, scope.client) {
    case .authorized, .limited: break
    case .restricted: throw ChangeRunner.restricted
    case .notDetermined, .denied: throw ChangeRunner.denied
    }
  }
}

extension ResourceRecord {
  /// The size of the upright picture, in pixels.
  var uprightSize: PixelSize { orientation.swapsAxes ? storedSize.swapped : storedSize }
}
