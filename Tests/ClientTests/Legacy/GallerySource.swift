// Applications of that time force what they expect to be there.
// swift-format-ignore-file: NeverForceUnwrap

import AssetsLibrary
import Foundation
import UIKit

// O3. The sequence of calls is that of rjinxx/RJPhotoGallery, AssetSourceManager.m.

/// An album of the gallery.
struct GalleryAlbum {
  let group: ALAssetsGroup
  let name: String
  let poster: UIImage?
  let count: Int
}

/// The photos of one day.
final class GalleryMoment {
  let day: DateComponents
  fileprivate(set) var assets: [ALAsset] = []

  fileprivate init(_ day: DateComponents) {
    self.day = day
  }
}

final class GallerySource {
  var stops = false
  let library = ALAssetsLibrary()
  private var batchBlock: ((Bool, [GalleryMoment]) -> Void)?
  private let queue = OperationQueue()
  private let calendar: Calendar

  init(calendar: Calendar) {
    self.calendar = calendar
    queue.name = "Enumerate"
    queue.maxConcurrentOperationCount = 1
  }

  var hasAccess: Bool {
    ALAssetsLibrary.authorizationStatus() != .restricted
      && ALAssetsLibrary.authorizationStatus() != .denied
  }

  /// Groups with photos, the last walked first; false when the user or a policy forbids it.
  func albums(_ completion: @escaping (Bool, [GalleryAlbum]) -> Void) {
    var albums: [GalleryAlbum] = []
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, _ in
        guard let group = group else { return completion(true, albums) }
        group.setAssetsFilter(ALAssetsFilter.allPhotos())
        if group.numberOfAssets() > 0 {
          let album = GalleryAlbum(
            group: group, name: group.value(forProperty: ALAssetsGroupPropertyName) as! String,
            poster: self.poster(of: group), count: group.numberOfAssets())
          albums.insert(album, at: 0)
        }
      },
      failureBlock: { error in
        let code = (error as NSError?)?.code
        if code == ALAssetsLibraryAccessUserDeniedError
          || code == ALAssetsLibraryAccessGloballyDeniedError
        {
          completion(false, [])
        }
      })
  }

  /// The photos of a group, newest first.
  func photos(of group: ALAssetsGroup, _ completion: @escaping (Bool, [ALAsset]) -> Void) {
    group.setAssetsFilter(ALAssetsFilter.allPhotos())
    var photos: [ALAsset] = []
    photos.reserveCapacity(group.numberOfAssets())
    group.enumerateAssets(options: .reverse) { result, _, stop in
      if self.stops {
        stop?.pointee = true
        return
      }
      guard let result = result else { return completion(true, photos) }
      photos.append(result)
    }
  }

  func group(at url: URL?, _ completion: @escaping (Bool, ALAssetsGroup?) -> Void) {
    library.group(
      for: url,
      resultBlock: { completion($0 != nil, $0) },
      failureBlock: { _ in completion(false, nil) })
  }

  func photo(_ asset: ALAsset) -> UIImage? {
    let file = asset.defaultRepresentation()
    guard let image = file?.fullResolutionImage() else { return nil }
    return UIImage(
      cgImage: image.takeUnretainedValue(), scale: 1,
      orientation: UIImage.Orientation(rawValue: file!.orientation().rawValue)!)
  }

  func poster(of group: ALAssetsGroup) -> UIImage? {
    group.posterImage().map { UIImage(cgImage: $0.takeUnretainedValue()) }
  }

  // MARK: Moments

  /// The photos of all groups but streams by day, the newest day first. In batches, a first part
  /// comes for every fifty photos; the last call says that it is the last.
  func moments(
    types: ALAssetsGroupType, inBatches: Bool,
    _ completion: @escaping (_ isLast: Bool, [GalleryMoment]) -> Void
  ) {
    batchBlock = completion
    var found: [ALAsset] = []
    library.enumerateGroups(
      withTypes: types,
      using: { group, stop in
        if self.stops {
          stop?.pointee = true
          return
        }
        guard let group = group else { return self.sort(found, isLast: true) }
        let type = group.value(forProperty: ALAssetsGroupPropertyType) as! NSNumber
        if type.uint32Value == ALAssetsGroupPhotoStream { return }
        group.setAssetsFilter(ALAssetsFilter.allPhotos())
        group.enumerateAssets(options: .reverse) { result, _, stop in
          if self.stops {
            stop?.pointee = true
            return
          }
          guard let result = result else { return }
          found.append(result)
          if inBatches && found.count % 50 == 0 { self.sort(found, isLast: false) }
        }
      },
      failureBlock: { _ in completion(false, []) })
  }

  private func sort(_ assets: [ALAsset], isLast: Bool) {
    queue.addOperation {
      let dated = assets.map { ($0, $0.value(forProperty: ALAssetPropertyDate) as! Date) }
      var moments: [GalleryMoment] = []
      for (asset, date) in dated.sorted(by: { $0.1 > $1.1 }) {
        let day = self.calendar.dateComponents([.year, .month, .day], from: date)
        if moments.last?.day != day { moments.append(GalleryMoment(day)) }
        let last = moments.last?.assets.last?.value(forProperty: ALAssetPropertyAssetURL) as? URL
        if last != asset.value(forProperty: ALAssetPropertyAssetURL) as? URL {
          moments.last?.assets.append(asset)
        }
      }
      self.batchBlock?(isLast, moments)
    }
  }
}
