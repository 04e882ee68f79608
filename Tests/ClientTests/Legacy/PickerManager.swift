// Applications of that time force what they expect to be there.
// swift-format-ignore-file: NeverForceUnwrap

import AssetsLibrary
import CoreLocation
import Foundation
import UIKit

// O2. The sequence of calls is that of the half for AssetsLibrary in banchichen's
// TZImagePickerController, TZImageManager.m, branch support_iOS6.

/// A group as the picker lists it.
struct PickerAlbum {
  let group: ALAssetsGroup
  let name: String
  let count: Int
  let isCameraRoll: Bool
}

/// An asset as the picker shows it.
struct PickerItem {
  let asset: ALAsset
  let isVideo: Bool
  /// Such as `0:02`; nil for photos.
  let length: String?
}

final class PickerManager {
  let library = ALAssetsLibrary()
  var isAscending = true
  var minimumSize = CGSize.zero
  var hidesSmallPhotos = false
  /// Seconds that a save waits before it reports, to give the system time.
  var patience = 0.5
  /// Album names that are left out.
  var isWanted: (String) -> Bool = { _ in true }

  init() {}

  static var status: Int { ALAssetsLibrary.authorizationStatus().rawValue }

  /// Shows the question by walking groups; calls back for each call of the walk.
  func requestAuthorization(_ completion: @escaping () -> Void) {
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { _, _ in completion() },
      failureBlock: { _ in completion() })
  }

  func cameraRoll(_ completion: @escaping (PickerAlbum) -> Void) {
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, stop in
        guard let group = group, group.numberOfAssets() >= 1 else { return }
        if self.isCameraRoll(group) {
          completion(self.album(group, isCameraRoll: true))
          stop?.pointee = true
        }
      },
      failureBlock: nil)
  }

  /// The Camera Roll first, streams second, empty groups left out.
  func allAlbums(_ completion: @escaping ([PickerAlbum]) -> Void) {
    var albums: [PickerAlbum] = []
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, _ in
        guard let group = group else {
          if albums.count > 0 { completion(albums) }
          return
        }
        if group.numberOfAssets() < 1 { return }
        let name = group.value(forProperty: ALAssetsGroupPropertyName) as! String
        guard self.isWanted(name) else { return }
        let type = group.value(forProperty: ALAssetsGroupPropertyType) as! NSNumber
        if self.isCameraRoll(group) {
          albums.insert(self.album(group, isCameraRoll: true), at: 0)
        } else if type.uint32Value == ALAssetsGroupPhotoStream, albums.count > 0 {
          albums.insert(self.album(group, isCameraRoll: false), at: 1)
        } else {
          albums.append(self.album(group, isCameraRoll: false))
        }
      },
      failureBlock: nil)
  }

  private func album(_ group: ALAssetsGroup, isCameraRoll: Bool) -> PickerAlbum {
    PickerAlbum(
      group: group, name: group.value(forProperty: ALAssetsGroupPropertyName) as! String,
      count: group.numberOfAssets(), isCameraRoll: isCameraRoll)
  }

  private func isCameraRoll(_ group: ALAssetsGroup) -> Bool {
    (group.value(forProperty: ALAssetsGroupPropertyType) as! NSNumber).uint32Value
      == ALAssetsGroupSavedPhotos
  }

  private func filter(_ group: ALAssetsGroup, videos: Bool, images: Bool) {
    if images && videos {
      group.setAssetsFilter(ALAssetsFilter.allAssets())
    } else if videos {
      group.setAssetsFilter(ALAssetsFilter.allVideos())
    } else if images {
      group.setAssetsFilter(ALAssetsFilter.allPhotos())
    }
  }

  func items(
    of group: ALAssetsGroup, videos: Bool, images: Bool,
    _ completion: @escaping ([PickerItem]) -> Void
  ) {
    filter(group, videos: videos, images: images)
    var items: [PickerItem] = []
    let block: ALAssetsGroupEnumerationResultsBlock = { result, _, _ in
      guard let result = result else { return completion(items) }
      if let item = self.item(result, videos: videos) { items.append(item) }
    }
    if isAscending {
      group.enumerateAssets(block)
    } else {
      group.enumerateAssets(options: .reverse, using: block)
    }
  }

  /// One asset by its place. The original catches the exception for a place that is not there;
  /// Swift cannot, so the place is compared with the count.
  func item(
    at index: Int, of group: ALAssetsGroup, videos: Bool, images: Bool,
    _ completion: @escaping (PickerItem?) -> Void
  ) {
    filter(group, videos: videos, images: images)
    guard index < group.numberOfAssets() else { return completion(nil) }
    group.enumerateAssets(at: IndexSet(integer: index), options: .concurrent) { result, _, _ in
      guard let result = result else { return }
      completion(self.item(result, videos: videos))
    }
  }

  func item(_ asset: ALAsset, videos: Bool) -> PickerItem? {
    let isVideo = asset.value(forProperty: ALAssetPropertyType) as! String == ALAssetTypeVideo
    guard videos else { return PickerItem(asset: asset, isVideo: isVideo, length: nil) }
    if isVideo {
      let seconds = asset.value(forProperty: ALAssetPropertyDuration) as! Double
      let whole = Int(seconds.rounded())
      let length = String(format: "%d:%02d", whole / 60, whole % 60)
      return PickerItem(asset: asset, isVideo: true, length: length)
    }
    if hidesSmallPhotos && !isSelectable(asset) { return nil }
    return PickerItem(asset: asset, isVideo: false, length: nil)
  }

  /// The length of the photos' files, as text.
  func byteText(of items: [PickerItem]) -> String {
    var length: Int64 = 0
    for item in items where !item.isVideo {
      length += item.asset.defaultRepresentation().size()
    }
    if Double(length) >= 0.1 * 1024 * 1024 {
      return String(format: "%0.1fM", Double(length) / 1024 / 1024)
    }
    return length >= 1024 ? String(format: "%0.0fK", Double(length) / 1024) : "\(length)B"
  }

  // MARK: Pictures

  /// The thumbnail first, then the full-screen image; read on a global queue, told on the main one.
  func photo(_ asset: ALAsset, _ completion: @escaping (UIImage, _ isDegraded: Bool) -> Void) {
    DispatchQueue.global().async {
      let image = UIImage(
        cgImage: asset.thumbnail().takeUnretainedValue(), scale: 2, orientation: .up)
      DispatchQueue.main.async {
        completion(image, true)
        DispatchQueue.global().async {
          let file = asset.defaultRepresentation()!
          let image = UIImage(
            cgImage: file.fullScreenImage().takeUnretainedValue(), scale: 2, orientation: .up)
          DispatchQueue.main.async { completion(image, false) }
        }
      }
    }
  }

  func poster(of album: PickerAlbum) -> UIImage? {
    album.group.posterImage().map { UIImage(cgImage: $0.takeUnretainedValue()) }
  }

  func originalPhoto(_ asset: ALAsset, _ completion: @escaping (UIImage) -> Void) {
    let file = asset.defaultRepresentation()!
    DispatchQueue.global().async {
      let image = UIImage(
        cgImage: file.fullResolutionImage().takeUnretainedValue(), scale: 1, orientation: .up)
      DispatchQueue.main.async { completion(image) }
    }
  }

  func originalData(_ asset: ALAsset) -> Data {
    let file = asset.defaultRepresentation()!
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(file.size()))
    let count = file.getBytes(buffer, fromOffset: 0, length: Int(file.size()), error: nil)
    return Data(
      bytesNoCopy: buffer, count: count, deallocator: .custom { pointer, _ in pointer.deallocate() }
    )
  }

  func videoURL(_ asset: ALAsset) -> URL? {
    let type = asset.defaultRepresentation().uti()!
    return (asset.value(forProperty: ALAssetPropertyURLs) as! [String: URL])[type]
  }

  // MARK: Saving

  func save(_ image: UIImage, _ completion: @escaping (Error?) -> Void) {
    library.writeImage(
      toSavedPhotosAlbum: image.cgImage,
      orientation: ALAssetOrientation(rawValue: image.imageOrientation.rawValue)!
    ) { _, error in
      self.report(error, completion)
    }
  }

  func saveVideo(_ url: URL, _ completion: @escaping (Error?) -> Void) {
    library.writeVideoAtPath(toSavedPhotosAlbum: url) { _, error in
      self.report(error, completion)
    }
  }

  private func report(_ error: Error?, _ completion: @escaping (Error?) -> Void) {
    if error != nil { return completion(error) }
    DispatchQueue.main.asyncAfter(deadline: .now() + patience) { completion(nil) }
  }

  // MARK: Judging

  /// By their URLs, since two objects for one asset are not equal.
  func contains(_ assets: [ALAsset], _ asset: ALAsset) -> Bool {
    let urls = assets.map { $0.value(forProperty: ALAssetPropertyURLs) as! [String: URL] }
    return urls.contains(asset.value(forProperty: ALAssetPropertyURLs) as! [String: URL])
  }

  func identifier(_ asset: ALAsset) -> String {
    (asset.value(forProperty: ALAssetPropertyAssetURL) as! URL).absoluteString
  }

  func isSelectable(_ asset: ALAsset) -> Bool {
    let size = asset.defaultRepresentation().dimensions()
    return size.width >= minimumSize.width && size.height >= minimumSize.height
  }
}
