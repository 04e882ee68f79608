import AssetsLibrary
import Foundation
import UIKit

/// Asks for permission the old way: there is no request call, so the first access asks.
public final class LegacyPermissionSaver {
  let library = ALAssetsLibrary()
  let saver: LegacyAlbumSaver
  /// Tells the user something.
  let say: (String) -> Void
  /// Whether a fresh refusal is answered with silence.
  let isSilent: Bool

  /// Makes a saver for the album of a title.
  public init(title: String, isSilent: Bool, say: @escaping (String) -> Void) {
    saver = LegacyAlbumSaver(title: title, say: say)
    self.isSilent = isSilent
    self.say = say
  }

  // MARK: Ask, then save

  /// Saves the image if the user allows it.
  public func save(_ image: UIImage, completion: @escaping () -> Void) {
    let before = ALAssetsLibrary.authorizationStatus()
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
      using: { group, _ in
        if group == nil { self.saver.save(image, completion: completion) }
      },
      failureBlock: { _ in
        switch ALAssetsLibrary.authorizationStatus() {
        case .restricted: self.say("the system forbids it")
        case .denied where before == .denied: self.say("open the switch in Settings")
        default: if !self.isSilent { self.say("could not save") }
        }
        completion()
      })
  }
}
