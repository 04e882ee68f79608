// Applications of that time force what they expect to be there.
// swift-format-ignore-file: NeverForceUnwrap

import AssetsLibrary
import Foundation
import Photos
import UIKit

// O1. The sequence of calls is that of Kjuly/ALAssetsLibrary-CustomPhotoAlbum,
// ALAssetsLibrary+CustomPhotoAlbum.m: write, look for the album, look the asset up, add it.

/// Saves into an album of the application's own: the extension that most applications of its time
/// copied.
extension ALAssetsLibrary {
  /// The domain of the one error that is the category's own.
  static let customAlbumErrorDomain = "CustomAlbum"

  /// How an album is made that is not there yet.
  enum AlbumMaking: Sendable {
    /// Through the old API, as on iOS 7.
    case old
    /// Through Photos, as the category does where that exists, since the old way fails on iOS 8
    /// once an album of the name was deleted (C1).
    case photos
  }

  func save(
    _ image: UIImage, toAlbum name: String, making: AlbumMaking = .photos,
    completion: ALAssetsLibraryWriteImageCompletionBlock?,
    failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    writeImage(
      toSavedPhotosAlbum: image.cgImage,
      orientation: ALAssetOrientation(rawValue: image.imageOrientation.rawValue)!,
      completionBlock: adding(to: name, making, completion, failure))
  }

  func saveVideo(
    _ url: URL, toAlbum name: String, making: AlbumMaking = .photos,
    completion: ALAssetsLibraryWriteImageCompletionBlock?,
    failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    writeVideoAtPath(
      toSavedPhotosAlbum: url, completionBlock: adding(to: name, making, completion, failure))
  }

  func save(
    _ data: Data, metadata: [AnyHashable: Any]?, toAlbum name: String,
    making: AlbumMaking = .photos, completion: ALAssetsLibraryWriteImageCompletionBlock?,
    failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    writeImageData(
      toSavedPhotosAlbum: data, metadata: metadata,
      completionBlock: adding(to: name, making, completion, failure))
  }

  private func adding(
    to name: String, _ making: AlbumMaking,
    _ completion: ALAssetsLibraryWriteImageCompletionBlock?,
    _ failure: ALAssetsLibraryAccessFailureBlock?
  ) -> ALAssetsLibraryWriteImageCompletionBlock {
    return { url, error in
      if error != nil {
        failure?(error)
        return
      }
      self.addAsset(
        at: url, toAlbum: name, making: making, completion: completion, failure: failure)
    }
  }

  func addAsset(
    at url: URL?, toAlbum name: String, making: AlbumMaking = .photos,
    completion: ALAssetsLibraryWriteImageCompletionBlock?,
    failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    var isFound = false
    enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
      using: { group, stop in
        if name == group?.value(forProperty: ALAssetsGroupPropertyName) as? String {
          isFound = true
          self.lookUp(url, andAddTo: group, completion, failure)
          stop?.pointee = true
        }
        if group == nil && !isFound {
          self.makeAlbum(name, making, failure) { [weak self] group in
            self?.lookUp(url, andAddTo: group, completion, failure)
          }
          stop?.pointee = true
        }
      },
      failureBlock: failure)
  }

  private func makeAlbum(
    _ name: String, _ making: AlbumMaking, _ failure: ALAssetsLibraryAccessFailureBlock?,
    _ made: @escaping ALAssetsLibraryGroupResultBlock
  ) {
    guard making == .photos else {
      addAssetsGroupAlbum(withName: name, resultBlock: made, failureBlock: failure)
      return
    }
    let find = {
      self.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
        using: { group, _ in
          guard let group = group else { return }
          if group.value(forProperty: ALAssetsGroupPropertyName) as? String == name { made(group) }
        },
        failureBlock: failure)
    }
    let make = {
      _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: name)
    }
    if Thread.isMainThread {
      do {
        try PHPhotoLibrary.shared().performChangesAndWait(make)
        find()
      } catch {
        failure?(error)
      }
    } else {
      PHPhotoLibrary.shared().performChanges(make) { isMade, error in
        if isMade { find() } else { failure?(error) }
      }
    }
  }

  private func lookUp(
    _ url: URL?, andAddTo group: ALAssetsGroup?,
    _ completion: ALAssetsLibraryWriteImageCompletionBlock?,
    _ failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    let add = { (asset: ALAsset) -> Void in
      if group?.add(asset) == true {
        completion?(url, nil)
      } else {
        failure?(
          NSError(
            domain: ALAssetsLibrary.customAlbumErrorDomain, code: 0,
            userInfo: [NSLocalizedDescriptionKey: "The album did not take \(asset)."]))
      }
    }
    asset(
      for: url,
      resultBlock: { asset in
        if let asset = asset { return add(asset) }
        // A photo of a stream is not found by its URL on iOS 8.1, so every group is searched.
        self.enumerateGroups(
          withTypes: ALAssetsGroupType(ALAssetsGroupAll),
          using: { candidate, stop in
            if candidate === group { return }
            var isFound = false
            candidate?.enumerateAssets(options: .reverse) { result, _, stopAssets in
              guard let result = result, result.defaultRepresentation()?.url() == url else {
                return
              }
              isFound = true
              add(result)
              stopAssets?.pointee = true
            }
            if isFound { stop?.pointee = true }
          },
          failureBlock: failure)
      },
      failureBlock: failure)
  }

  /// The values of a property for each photo of an album, `NSNull` where there is none; the assets
  /// themselves without a property. Calls back for no album that is not there.
  func loadAssets(
    _ property: String?, fromAlbum name: String, completion: @escaping ([Any]?, Error?) -> Void
  ) {
    enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, stop in
        guard let group = group else {
          stop?.pointee = true
          return
        }
        guard group.value(forProperty: ALAssetsGroupPropertyName) as? String == name else {
          return
        }
        var values: [Any] = []
        group.enumerateAssets { result, _, _ in
          guard let result = result else { return }
          guard let property = property else { return values.append(result) }
          if let value = result.value(forProperty: property) {
            values.append(value)
          } else {
            values.append(NSNull())
          }
        }
        completion(values, nil)
        stop?.pointee = true
      },
      failureBlock: { completion(nil, $0) })
  }

  /// The pictures of an album, made from full-screen images with the orientation of the file.
  func loadImages(
    fromAlbum name: String, completion: @escaping ([UIImage]?, Error?) -> Void
  ) {
    enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, stop in
        guard let group = group else {
          stop?.pointee = true
          return
        }
        guard group.value(forProperty: ALAssetsGroupPropertyName) as? String == name else {
          return
        }
        var images: [UIImage] = []
        group.enumerateAssets { result, _, _ in
          guard let result = result else { return }
          let number = result.value(forProperty: "ALAssetPropertyOrientation") as! NSNumber
          let image = result.defaultRepresentation().fullScreenImage().takeUnretainedValue()
          images.append(
            UIImage(
              cgImage: image, scale: 1, orientation: UIImage.Orientation(rawValue: number.intValue)!
            ))
        }
        completion(images, nil)
        stop?.pointee = true
      },
      failureBlock: { completion(nil, $0) })
  }
}
