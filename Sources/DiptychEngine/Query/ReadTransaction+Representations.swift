import DiptychCodecs

extension ReadTransaction {
  /// The files of an asset that the old API shows: one photo or video, or both files of a camera
  /// that stores two, the JPEG first (decision 16).
  package func representations(of asset: AssetRecord) throws -> [ResourceRecord] {
    let files = try resources(of: asset.row).filter {
      [.photo, .video, .alternatePhoto].contains($0.role)
    }
    guard files.count > 1 else { return files }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-raw-first") { return files.reversed() }
    #endif
    let jpeg = MediaFormat.jpeg.typeIdentifier
    return files.filter { $0.typeIdentifier == jpeg } + files.filter { $0.typeIdentifier != jpeg }
  }
}
