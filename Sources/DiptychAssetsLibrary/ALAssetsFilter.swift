import DiptychEngine
import DiptychPlatform
import Foundation

/// Which assets a group shows: photos, videos or everything.
open class ALAssetsFilter: NSObject, @unchecked Sendable {
  // Sendable because the one stored property is a constant.

  /// The kind that passes; nil lets everything pass.
  let kind: AssetKind?

  /// Makes a filter that lets everything pass; use the class methods instead.
  public override init() {
    kind = nil
    super.init()
  }

  private init(_ kind: AssetKind?) {
    self.kind = kind
    super.init()
  }

  /// A filter that lets photos pass.
  open class func allPhotos() -> ALAssetsFilter! { ALAssetsFilter(.image) }

  /// A filter that lets videos pass.
  open class func allVideos() -> ALAssetsFilter! { ALAssetsFilter(.video) }

  /// A filter that lets every asset pass.
  open class func allAssets() -> ALAssetsFilter! { ALAssetsFilter(nil) }

  /// The filter as a condition of the query.
  var condition: PredicateNode? {
    kind.map { kind in
      .comparison(
        PredicateComparison(
          left: .keyPath("mediaType"), op: .equal,
          right: .value(.integer(Int64(kind.rawValue)))))
    }
  }
}
