// Applications of that time force what they expect to be there.
// swift-format-ignore-file: NeverForceUnwrap

import AssetsLibrary
import CoreLocation
import Foundation
import UIKit

// O14. The sequence of calls is that of lakesoft/LKAssetsLibrary, LKAsset.m.

/// An asset with what a slide show wants to know of it. Equal to another by its URL.
final class DatedAsset: Hashable {
  enum Kind { case photo, video, unknown }

  let asset: ALAsset
  /// The date as a number such as 2013072715: year, month, day and hour.
  let hourNumber: Int
  let seconds: TimeInterval

  init(_ asset: ALAsset, calendar: Calendar) {
    self.asset = asset
    let date = asset.value(forProperty: ALAssetPropertyDate) as! Date
    let parts = calendar.dateComponents([.year, .month, .day, .hour], from: date)
    hourNumber =
      ((parts.year! * 100 + parts.month!) * 100 + parts.day!) * 100 + parts.hour!
    seconds = date.timeIntervalSince1970
  }

  static func < (left: DatedAsset, right: DatedAsset) -> Bool {
    left.seconds < right.seconds
  }

  static func == (left: DatedAsset, right: DatedAsset) -> Bool { left.url == right.url }

  func hash(into hasher: inout Hasher) { hasher.combine(url) }

  // MARK: Facts

  private(set) lazy var url: URL? =
    asset.value(forProperty: ALAssetPropertyAssetURL) as? URL

  var isDeleted: Bool { asset.defaultRepresentation() == nil }

  private(set) lazy var kind: Kind = {
    let type = asset.value(forProperty: ALAssetPropertyType) as? String
    if type == ALAssetTypePhoto { return .photo }
    return type == ALAssetTypeVideo ? .video : .unknown
  }()

  var location: CLLocation? {
    asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation
  }

  var duration: Double {
    guard kind == .video else { return 0 }
    return (asset.value(forProperty: ALAssetPropertyDuration) as! NSNumber).doubleValue
  }

  var size: CGSize { asset.defaultRepresentation()?.dimensions() ?? .zero }

  var fileExtension: String { url?.pathExtension.uppercased() ?? "" }
  var isJPEG: Bool { fileExtension == "JPG" || fileExtension == "JPEG" }
  var isPNG: Bool { fileExtension == "PNG" }

  func isScreenshot(ofScreen size: CGSize) -> Bool { isPNG && self.size == size }

  // MARK: Pictures

  var thumbnail: UIImage? { image(asset.thumbnail()) }
  var aspectRatioThumbnail: UIImage? { image(asset.aspectRatioThumbnail()) }

  private func image(_ image: Unmanaged<CGImage>?) -> UIImage? {
    image.map { UIImage(cgImage: $0.takeUnretainedValue()) }
  }

  /// With the file's orientation on top of a picture that is upright already: turned twice (L123).
  var fullScreenImage: UIImage? {
    guard let file = asset.defaultRepresentation() else { return nil }
    return turned(file.fullScreenImage(), file)
  }

  var fullScreenImageAsItIs: UIImage? {
    guard let file = asset.defaultRepresentation() else { return nil }
    return UIImage(
      cgImage: file.fullScreenImage().takeUnretainedValue(), scale: CGFloat(file.scale()),
      orientation: .up)
  }

  var fullResolutionImage: UIImage? {
    guard let file = asset.defaultRepresentation() else { return nil }
    return turned(file.fullResolutionImage(), file)
  }

  private func turned(_ image: Unmanaged<CGImage>, _ file: ALAssetRepresentation) -> UIImage {
    UIImage(
      cgImage: image.takeUnretainedValue(), scale: CGFloat(file.scale()),
      orientation: UIImage.Orientation(rawValue: file.orientation().rawValue)!)
  }
}
