import AssetsLibrary
import CoreGraphics
import CoreLocation
import Photos
import Testing
import UIKit

/// A client's test file that imports Swift Testing beside the modules with Apple's names: it has to
/// compile (the cross-import overlays are found) and reach the stand-ins by one import each.
@Suite("Overlays")
struct OverlayTests {
  @Test("stand-ins, predicates and sort keys are there")
  func standIns() {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    #expect(options.sortDescriptors?.count == 1)
    let place = CLLocation(latitude: 48.8584, longitude: 2.2945)
    #expect(place.coordinate.latitude == 48.8584)
    #expect(UIImage(data: Data()) == nil)
    #expect(ALAssetOrientation.right.rawValue == UIImage.Orientation.right.rawValue)
    let assets = [PHAsset]() as NSArray
    #expect((assets as any NSFastEnumeration) is NSArray)
  }
}
