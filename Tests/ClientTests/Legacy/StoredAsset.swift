// Applications of that time force what they expect to be there.
// swift-format-ignore-file: NeverForceUnwrap

import AssetsLibrary
import CoreLocation
import Foundation
import UIKit

// O11. The sequence of calls is that of ca-archived/iOS-NBUImagePicker, NBUAsset.m.

/// An asset that is looked up again when a change has made it invalid.
final class StoredAsset {
  enum Kind { case image, video, unknown }
  enum Shape { case portrait, landscape }

  private let library: ALAssetsLibrary
  private var token: NSObjectProtocol?
  private var file: ALAssetRepresentation?
  private(set) var url: URL?
  /// Called with what a look-up after a change gave.
  var reloaded: ((ALAsset?) -> Void)?

  private(set) var asset: ALAsset {
    didSet { read() }
  }

  init(_ asset: ALAsset, _ library: ALAssetsLibrary) {
    self.asset = asset
    self.library = library
    read()
    token = NotificationCenter.default.addObserver(
      forName: .ALAssetsLibraryChanged, object: nil, queue: nil
    ) { [weak self] _ in self?.libraryChanged() }
  }

  deinit {
    token.map(NotificationCenter.default.removeObserver)
  }

  private func read() {
    file = nil
    // Any of the URLs, as before iOS 6 (L102).
    url = (asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL])?.values.first
  }

  private func libraryChanged() {
    if asset.defaultRepresentation() != nil { return }
    let url = self.url
    DispatchQueue.global(qos: .background).async {
      self.library.asset(
        for: url,
        resultBlock: { found in
          if let found = found { self.asset = found }
          self.reloaded?(found)
        },
        failureBlock: { _ in self.reloaded?(nil) })
    }
  }

  private var representation: ALAssetRepresentation? {
    if file == nil { file = asset.defaultRepresentation() }
    return file
  }

  var shape: Shape {
    switch representation?.orientation() {
    case .left?, .right?, .leftMirrored?, .rightMirrored?: return .portrait
    default: return .landscape
    }
  }

  var isEditable: Bool { asset.isEditable }

  var kind: Kind {
    let type = asset.value(forProperty: ALAssetPropertyType) as? String
    if type == ALAssetTypePhoto { return .image }
    return type == ALAssetTypeVideo ? .video : .unknown
  }

  var date: Date? { asset.value(forProperty: ALAssetPropertyDate) as? Date }

  var location: CLLocation? {
    asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation
  }

  var thumbnail: UIImage? {
    asset.thumbnail().map { UIImage(cgImage: $0.takeUnretainedValue()) }
  }

  /// Upright already, so shown as it is (L123).
  var fullScreenImage: UIImage? {
    representation?.fullScreenImage().map {
      UIImage(
        cgImage: $0.takeUnretainedValue(), scale: CGFloat(representation!.scale()), orientation: .up
      )
    }
  }

  var fullResolutionImage: UIImage? {
    representation?.fullResolutionImage().map {
      UIImage(
        cgImage: $0.takeUnretainedValue(), scale: CGFloat(representation!.scale()),
        orientation: UIImage.Orientation(rawValue: representation!.orientation().rawValue)!)
    }
  }
}
