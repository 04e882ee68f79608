import DiptychEngine
import DiptychPlatform
import Foundation

/// What a fetch takes from its options, as plain values.
struct FetchSettings {
  let predicate: NSPredicate?
  let filter: PredicateNode?
  let descriptors: [NSSortDescriptor]
  let sort: [SortKey]
  let includesHidden: Bool
  let includesAllBursts: Bool
  let sources: Int
  let limit: Int
  let wantsDifference: Bool

  /// Ends the process for a predicate or descriptor that cannot be read, where Apple raises (P7,
  /// P8, P19, P20).
  init(_ options: PHFetchOptions?) {
    predicate = options?.predicate
    if let predicate {
      do {
        filter = try predicate.readTree()
      } catch {
        Self.refuse(predicate, error)
      }
    } else {
      filter = nil
    }
    descriptors = options?.sortDescriptors ?? []
    sort = descriptors.map { descriptor in
      guard let key = descriptor.sortKey else { Self.refuse(descriptor) }
      return SortKey(key, ascending: descriptor.ascending)
    }
    includesHidden = options?.includeHiddenAssets ?? false
    includesAllBursts = options?.includeAllBurstAssets ?? false
    // A client can set any bit; those that no source has find nothing.
    sources = Int(truncatingIfNeeded: options?.includeAssetSourceTypes.rawValue ?? 0)
    limit = max(0, options?.fetchLimit ?? 0)
    wantsDifference = options?.wantsIncrementalChangeDetails ?? true
  }

  var narrowsOrSorts: Bool { filter != nil || !sort.isEmpty }

  /// Ends the process for a query that the store refused: finds out which part it was.
  /// - Parameter isRefused: Whether the store refuses a query with this filter and order.
  func refuse(
    _ isRefused: (PredicateNode?, [SortKey]) -> Bool, _ error: LibraryError? = nil
  ) -> Never {
    if let predicate, isRefused(filter, []) { Self.refuse(predicate) }
    for (descriptor, key) in zip(descriptors, sort) where isRefused(nil, [key]) {
      Self.refuse(descriptor)
    }
    raise(
      "NSInvalidArgumentException",
      reason: "Unsupported fetch options.\(error.map { " \($0.message)" } ?? "")",
      remedy: "Filter and sort after the fetch.")
  }

  private static func refuse(
    _ predicate: NSPredicate, _ error: PredicateReadError? = nil
  ) -> Never {
    let remedy =
      switch error {
      case .nestedTooDeeply:
        "Nest at most \(PredicateLimits.nesting) compound predicates of different kinds."
      case .opaque:
        "Write the condition as a format; a block or a class of your own is no query of the store. "
          + "Or filter after the fetch."
      case nil:
        "Use the keys and forms that the documentation of PHFetchOptions lists, or filter after "
          + "the fetch."
      }
    raise(
      "NSInvalidArgumentException",
      reason: "Unsupported predicate in fetch options: \(PredicatePrinter.text(of: predicate))",
      remedy: remedy)
  }

  private static func refuse(_ descriptor: NSSortDescriptor) -> Never {
    let remedy =
      switch descriptor.sortKey {
      case "localIdentifier", "SELF", "self":
        "The documented keys localIdentifier and SELF only filter (P9). Sort by another key, or "
          + "after the fetch."
      case nil:
        "A fetch needs the key: make the descriptor with init(key:ascending:) or with the key path "
          + "of a property that is a documented key, without a comparator (P20)."
      default:
        "Use the keys that the documentation of PHFetchOptions lists, or sort after the fetch."
      }
    raise(
      "NSInvalidArgumentException",
      reason: "Unsupported sort descriptor in fetch options: \(descriptor)", remedy: remedy)
  }
}
