import Photos
import UIKit

// Objects that stand in for real ones in a client's own tests.

public final class MockAsset: PHAsset, @unchecked Sendable {
  private let name: String
  private let kind: PHAssetMediaType

  public init(name: String, kind: PHAssetMediaType) {
    self.name = name
    self.kind = kind
    super.init()
  }

  public override var localIdentifier: String { name }
  public override var mediaType: PHAssetMediaType { kind }
  public override var burstIdentifier: String? { "burst-\(name)" }
}

public final class MockResult: PHFetchResult<PHAsset>, @unchecked Sendable {
  private let assets: [PHAsset]

  public init(_ assets: [PHAsset]) {
    self.assets = assets
    super.init()
  }

  public override var count: Int { assets.count }
  public override func object(at index: Int) -> PHAsset { assets[index] }
}

public final class MockAlbum: PHAssetCollection, @unchecked Sendable {
  public override var localizedTitle: String? { "Mock" }
  public override var estimatedAssetCount: Int { 3 }
}
