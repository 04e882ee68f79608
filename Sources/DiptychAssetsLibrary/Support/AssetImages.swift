import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// Makes the pictures that an asset is shown by. Sizes are those of decision 38.
enum AssetImages {
  private static let squareSide = 150
  private static let shortSide = 256
  private static let screen = PixelSize(width: 2_048, height: 2_048)

  /// The square thumbnail, cut from the middle.
  static func square(of asset: UUID, _ binding: Binding) -> CGImage? {
    // iOS 9 halved it (L114, L206).
    let wanted = binding.library.profile.halvesSquareThumbnails ? squareSide / 2 : squareSide
    guard let image = aspect(of: asset, binding, shortSide: wanted) else { return nil }
    let side = min(image.width, image.height)
    guard side < max(image.width, image.height) else { return image }
    return image.cropping(
      to: CGRect(
        x: (image.width - side) / 2, y: (image.height - side) / 2, width: side, height: side))
  }

  /// The thumbnail that keeps the proportions.
  static func aspect(of asset: UUID, _ binding: Binding) -> CGImage? {
    aspect(of: asset, binding, shortSide: shortSide)
  }

  /// The picture for a screen: upright, at most 2,048 pixels on a side.
  static func screen(of asset: UUID, _ binding: Binding) -> CGImage? {
    guard let file = currentFile(of: asset, binding) else { return nil }
    return thumbnail(of: file, screen, binding)
  }

  private static func aspect(
    of asset: UUID, _ binding: Binding, shortSide: Int
  ) -> CGImage? {
    guard let file = currentFile(of: asset, binding) else { return nil }
    let size = file.orientation.swapsAxes ? file.storedSize.swapped : file.storedSize
    let short = min(size.width, size.height)
    guard short > 0 else { return nil }
    let scale = min(1, Double(shortSide) / Double(short))
    let fitting = PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
    return thumbnail(of: file, fitting, binding)
  }

  /// The file as it is now: the edited one, else the photo, else the video (decisions 17, 18).
  private static func currentFile(of asset: UUID, _ binding: Binding) -> ResourceRecord? {
    binding.read { transaction in
      guard let record = try transaction.visibleAsset(asset, as: binding.client) else { return nil }
      let files = try transaction.resources(of: record.row)
      #if DIPTYCH_PLANTED_FAULTS
        if isPlanted("legacy-thumbnail-unedited") {
          return files.first { $0.role == .video || $0.role == .photo }
        }
      #endif
      let roles: [ResourceRole] =
        record.kind == .video ? [.fullSizeVideo, .video] : [.fullSizePhoto, .photo]
      return roles.lazy.compactMap { role in files.first { $0.role == role } }.first
    }
  }

  private static func thumbnail(
    of file: ResourceRecord, _ fitting: PixelSize, _ binding: Binding
  ) -> CGImage? {
    guard let bitmap = try? binding.library.thumbnail(of: file, fitting: fitting) else {
      return nil
    }
    return CGImage(bitmap: bitmap)
  }
}
