import Foundation
import Photos
import UIKit

/// Asks for permission first, then hops to the main queue and saves there, with three waiting
/// change blocks.
public final class ModernPermissionSaver {
  let saver: ModernAlbumSaver
  /// Tells the user something.
  let say: (String) -> Void
  /// Whether a fresh refusal is answered with silence.
  let isSilent: Bool

  /// Makes a saver for the album of a title.
  public init(title: String, isSilent: Bool, say: @escaping (String) -> Void) {
    saver = ModernAlbumSaver(title: title, place: .insert, say: say)
    self.isSilent = isSilent
    self.say = say
  }

  // MARK: Ask, then save

  /// Saves the image if the user allows it.
  public func save(_ image: UIImage, completion: @escaping () -> Void) {
    let before = PHPhotoLibrary.authorizationStatus()
    PHPhotoLibrary.requestAuthorization { status in
      DispatchQueue.main.async {
        switch status {
        case .restricted: self.say("the system forbids it")
        case .denied:
          if before == .denied {
            self.say("open the switch in Settings")
          } else if !self.isSilent {
            self.say("could not save")
          }
        case .authorized: self.saver.save(image)
        default: break
        }
        completion()
      }
    }
  }
}
