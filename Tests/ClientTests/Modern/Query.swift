import Foundation
import Photos

/// What is asked for in date ranges and kinds, as tools write it.
package enum Query {
  package static func year(_ year: Int, in calendar: Calendar) -> [PHAsset] {
    guard let start = calendar.date(from: DateComponents(year: year)),
      let end = calendar.date(from: DateComponents(year: year + 1))
    else { return [] }
    let options = PHFetchOptions()
    options.predicate = NSPredicate(
      format: "creationDate >= %@ AND creationDate < %@", start as NSDate, end as NSDate)
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    let result = PHAsset.fetchAssets(with: options)
    return (0..<result.count).map(result.object(at:))
  }

  package static func moments() -> [(Date?, Int)] {
    let result = PHAssetCollection.fetchAssetCollections(
      with: .moment, subtype: .any, options: nil)
    return result.objects(at: IndexSet(integersIn: 0..<result.count)).map {
      ($0.startDate, $0.estimatedAssetCount)
    }
  }

  package static func filled() -> [String] {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .smartAlbum, subtype: .albumRegular, options: nil)
    var names: [String] = []
    albums.enumerateObjects { album, _, _ in
      guard album.assetCollectionSubtype.rawValue != 1_000_000_201,
        PHAsset.fetchAssets(in: album, options: nil).count > 0
      else { return }
      names.append(album.localizedTitle ?? "")
    }
    return names
  }
}
