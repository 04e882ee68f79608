// Applications of that time force what they expect to be there.
// swift-format-ignore-file: NeverForceUnwrap

import AssetsLibrary
import Foundation

// O19. The sequence of calls is that of Hemlata4692/CustomImagePickerLibrary, ImagePicker.m.

/// The least that a picker does: every photo of the Camera Roll, told when the closing nil comes.
final class PhotoLoader {
  private var library: ALAssetsLibrary?
  private var assets: [ALAsset] = []
  private let load: ([ALAsset]) -> Void

  init(_ load: @escaping ([ALAsset]) -> Void) {
    self.load = load
  }

  func start() {
    let library = ALAssetsLibrary()
    self.library = library
    assets = []
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
      using: { group, _ in
        group?.enumerateAssets { asset, _, _ in
          guard let asset = asset else { return self.load(self.assets) }
          if asset.value(forProperty: ALAssetPropertyType) as! String == ALAssetTypePhoto {
            self.assets.append(asset)
          }
        }
      },
      failureBlock: { _ in })
  }
}
