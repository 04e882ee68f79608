import Foundation

/// Filters, orders and limits a fetch. A fetch copies what it is given, so that later changes of
/// the object have no effect on the result (P45).
open class PHFetchOptions: NSObject, NSCopying {
  /// Which objects are wanted; the keys are those of P1–P5. A predicate that the store cannot
  /// answer ends the process during the fetch, where Apple raises `NSInvalidArgumentException`
  /// (P7).
  open var predicate: NSPredicate?
  /// The order, by keys; nil for the fetched place's own order (P23–P30). A key that cannot be
  /// sorted by ends the process during the fetch, where Apple raises (P8).
  open var sortDescriptors: [NSSortDescriptor]?
  /// Whether hidden assets are found (P39).
  open var includeHiddenAssets = false
  /// Whether every asset of a burst is found, not only its representative and picks (P41).
  open var includeAllBurstAssets = false
  /// The sources to look in; empty for what suits the fetch (P42): every source in a synced album or
  /// a stream, in a transient collection and for identifiers and URLs, which say themselves what is
  /// meant (decision 72); else the user's own library.
  open var includeAssetSourceTypes: PHAssetSourceType = []
  /// The largest number of objects, after filtering and sorting; 0 for all (P43).
  open var fetchLimit = 0
  /// Whether change details for the result come with index sets (P44).
  open var wantsIncrementalChangeDetails = true

  /// Makes options without filter, order and limit.
  public override init() {
    super.init()
  }

  /// Returns options with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PHFetchOptions()
    copy.predicate = predicate
    copy.sortDescriptors = sortDescriptors
    copy.includeHiddenAssets = includeHiddenAssets
    copy.includeAllBurstAssets = includeAllBurstAssets
    copy.includeAssetSourceTypes = includeAssetSourceTypes
    copy.fetchLimit = fetchLimit
    copy.wantsIncrementalChangeDetails = wantsIncrementalChangeDetails
    return copy
  }
}
