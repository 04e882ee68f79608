import Photos
import UIKit

// Objects that stand in for real ones in a client's own tests.

package final class MockAsset: PHAsset, @unchecked Sendable {
  // Sendable because every stored property is constant.
  private let name: String
  private let kind: PHAssetMediaType

  package init(name: String, kind: PHAssetMediaType) {
    self.name = name
    self.kind = kind
    super.init()
  }

  package override var localIdentifier: String { name }
  package override var mediaType: PHAssetMediaType { kind }
  package override var burstIdentifier: String? { "burst-\(name)" }
}

package final class MockResult: PHFetchResult<PHAsset>, @unchecked Sendable {
  // Sendable because every stored property is constant.
  private let assets: [PHAsset]

  package init(_ assets: [PHAsset]) {
    self.assets = assets
    super.init()
  }

  package override var count: Int { assets.count }
  package override func object(at index: Int) -> PHAsset { assets[index] }
}

package final class MockAlbum: PHAssetCollection, @unchecked Sendable {
  // Sendable because every stored property is constant.
  package override var localizedTitle: String? { "Mock" }
  package override var estimatedAssetCount: Int { 3 }
}
