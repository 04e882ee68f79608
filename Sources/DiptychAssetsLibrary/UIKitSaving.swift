import DiptychEngine
import DiptychPlatform
import Foundation

// The UIKit functions that save to the Camera Roll. They are here because their errors are
// AssetsLibrary's. They need add-only access (decision 23).

/// Saves an image to the Camera Roll with its orientation, without telling how it went.
///
/// The signature is UIKit's; a selector cannot be made on Linux, so pass nil for the last three,
/// or use ``UIImageWriteToSavedPhotosAlbum(_:completion:)``. The target and the context have no
/// effect without a selector.
public func UIImageWriteToSavedPhotosAlbum(
  _ image: UIImage, _ completionTarget: Any?, _ completionSelector: Selector?,
  _ contextInfo: UnsafeMutableRawPointer?
) {
  save(image, Callback(nil))
}

/// Saves an image to the Camera Roll with its orientation and tells `completion` how it went, in
/// the place of UIKit's target and selector.
///
/// `completion` runs where legacy results arrive (decision 39), with the image and nil or an error
/// of `ALAssetsLibraryErrorDomain`: -3302 for an image without pixels, -3310 when access is
/// refused, -3305 for a full disk, -3301 while another process keeps the library, -3300 otherwise.
public func UIImageWriteToSavedPhotosAlbum(
  _ image: UIImage, completion: @escaping (UIImage, (any Error)?) -> Void
) {
  let completion = Callback(completion)
  save(image, Callback { _, error in completion.block(image, error) })
}

private func save(_ image: UIImage, _ completion: Callback<((URL?, (any Error)?) -> Void)?>) {
  let call = LegacyCall("UIImageWriteToSavedPhotosAlbum")
  call.write(
    {
      try call.save(
        try MediaDrafts.bitmap(image.cgImage, image.imageOrientation.imageOrientation))
    }, completion)
}

/// Copies a video file into the Camera Roll, without telling how it went.
///
/// The signature is UIKit's; a selector cannot be made on Linux, so pass nil for the last three,
/// or use ``UISaveVideoAtPathToSavedPhotosAlbum(_:completion:)``.
public func UISaveVideoAtPathToSavedPhotosAlbum(
  _ videoPath: String, _ completionTarget: Any?, _ completionSelector: Selector?,
  _ contextInfo: UnsafeMutableRawPointer?
) {
  save(videoAtPath: videoPath, Callback(nil))
}

/// Copies a video file into the Camera Roll and tells `completion` how it went, in the place of
/// UIKit's target and selector.
///
/// `completion` runs where legacy results arrive (decision 39), with the path and nil or an error
/// as of `ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:completionBlock:)`.
public func UISaveVideoAtPathToSavedPhotosAlbum(
  _ videoPath: String, completion: @escaping (String, (any Error)?) -> Void
) {
  let completion = Callback(completion)
  save(videoAtPath: videoPath, Callback { _, error in completion.block(videoPath, error) })
}

private func save(
  videoAtPath path: String, _ completion: Callback<((URL?, (any Error)?) -> Void)?>
) {
  let call = LegacyCall("UISaveVideoAtPathToSavedPhotosAlbum")
  call.write(
    {
      // A file URL made of no path is that of the current directory.
      guard !path.isEmpty else {
        throw LibraryError(
          .sourceUnreadable, "The path of the video is empty. Give the path of a video file.")
      }
      return try call.save(try MediaDrafts.video(URL(fileURLWithPath: path)))
    }, completion)
}

/// Whether a video file could be saved to the Camera Roll.
///
/// False, with a line on standard error, for a missing or unreadable file (L148).
public func UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_ videoPath: String) -> Bool {
  VideoCheck.isCompatible(path: videoPath)
}
