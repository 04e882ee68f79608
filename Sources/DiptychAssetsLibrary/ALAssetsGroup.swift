import DiptychEngine
import DiptychPlatform
import Foundation

/// An ordered set of assets: the Camera Roll, or an album.
///
/// An object is live: name, count and assets are read at the call, on the calling thread (L25,
/// decision 37). Once the album is deleted, or a shared stream switched off (L186), the name is nil
/// and the count 0 (L91); once the `ALAssetsLibrary` that gave the object is gone, likewise (L19).
/// Two objects for one group are not equal (L90).
open class ALAssetsGroup: NSObject, @unchecked Sendable {
  // Sendable because the filter is behind a lock and the rest is constant.
  let identity: GroupIdentity?
  let binding: Binding?
  private let filter = Lock<ALAssetsFilter?>(nil)

  /// Makes an object that stands for no group: every property is nil, 0 or false.
  public override init() {
    identity = nil
    binding = nil
    super.init()
  }

  init(_ identity: GroupIdentity, _ binding: Binding) {
    self.identity = identity
    self.binding = binding
    super.init()
  }

  // MARK: Properties

  /// The value of one of the `ALAssetsGroupProperty…` keys; nil once the group is invalid, and
  /// `ALErrorInvalidProperty` for any other key (L92).
  open func value(forProperty property: String!) -> Any! {
    guard let property, Self.properties.contains(property) else { return ALErrorInvalidProperty }
    guard let binding, let identity, let facts = facts() else { return nil }
    switch property {
    case ALAssetsGroupPropertyName:
      #if DIPTYCH_PLANTED_FAULTS
        if isPlanted("legacy-stale-title") {
          return staleTitles.withLock { titles in
            let title = titles[identity.uuid(in: binding.library)] ?? facts.name
            titles[identity.uuid(in: binding.library)] = title
            return title
          }
        }
      #endif
      return facts.name
    case ALAssetsGroupPropertyType: return NSNumber(value: facts.type.rawValue)
    case ALAssetsGroupPropertyPersistentID:
      return identity.uuid(in: binding.library).uuidString
    default: return Identifiers.groupURL(identity.uuid(in: binding.library))
    }
  }

  /// Whether assets can be added: true for albums that a user or an application made, false for
  /// the Camera Roll and for synced groups (L46, L56, decision 35).
  open var isEditable: Bool {
    facts()?.isEditable ?? false
  }

  /// The upright cover, 150 pixels square: the first asset of an album, the last of the Camera
  /// Roll (decision 13), whatever the filter (L87).
  ///
  /// Nil for an empty group (L85), and when no picture can be made. The image is borrowed: take it
  /// with `takeUnretainedValue()` (L7).
  open func posterImage() -> Unmanaged<CGImage>! {
    guard let binding, let identity, !isSwitchedOff else { return nil }
    let cover = binding.read { try identity.cover(in: $0, as: binding.client) }
    return BorrowedImages.lend(cover.flatMap { AssetImages.square(of: $0, binding) })
  }

  // MARK: Assets

  /// Shows only what `filter` passes, in this object (L80); nil shows everything (L79). Does no
  /// work by itself and does not touch a walk that is running (L78).
  open func setAssetsFilter(_ filter: ALAssetsFilter!) {
    self.filter.withLock { $0 = filter }
  }

  /// The number of assets that the filter passes now (L81). One counting statement.
  open func numberOfAssets() -> Int {
    guard let binding, let query = query() else { return 0 }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-count-ignores-filter"), let all = identity?.query(in: binding.library) {
        return binding.read { try $0.countAssets(all, as: binding.client) } ?? 0
      }
    #endif
    return binding.read { try $0.countAssets(query, as: binding.client) } ?? 0
  }

  /// Walks the assets in the group's order, inside the call (L66, L71).
  open func enumerateAssets(_ enumerationBlock: ALAssetsGroupEnumerationResultsBlock!) {
    walk(nil, [], enumerationBlock)
  }

  /// Walks the assets; with `.reverse` from the last to the first, with indexes counting down
  /// (L72). With `.concurrent` blocks may run side by side, in any order, each with a stop flag of
  /// its own; the call with nil comes last, on the calling thread (L73).
  open func enumerateAssets(
    options: NSEnumerationOptions = [],
    using enumerationBlock: ALAssetsGroupEnumerationResultsBlock!
  ) {
    walk(nil, options, enumerationBlock)
  }

  /// Walks the assets at some indexes, which count what the filter passes.
  ///
  /// An index that is not below `numberOfAssets()` raises `NSRangeException` (L74, L75).
  open func enumerateAssets(
    at indexSet: IndexSet!, options: NSEnumerationOptions = [],
    using enumerationBlock: ALAssetsGroupEnumerationResultsBlock!
  ) {
    walk(indexSet ?? [], options, enumerationBlock)
  }

  /// Adds an asset at the end by reference (L59, L62); one that is in the album already stays
  /// where it is (L60).
  /// - Returns: False when the asset is nil or gone, the album is gone or cannot be edited, or the
  ///   library cannot be written (L58, L63). Commits before it returns.
  @discardableResult
  open func add(_ asset: ALAsset!) -> Bool {
    guard let binding, binding.isAlive, case .stored(let album)? = identity, let asset,
      let other = asset.binding, other.isAlive, other.library === binding.library,
      let uuid = asset.uuid
    else { return false }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-swallowed-failure") {
        _ = try? binding.library.append(uuid, toAlbum: album, as: binding.client)
        return true
      }
    #endif
    return (try? binding.library.append(uuid, toAlbum: album, as: binding.client)) ?? false
  }

  /// `ALAssetsGroup - Name:…, Type:…, Assets count:…` (L45).
  open override var description: String {
    guard let facts = facts() else { return "ALAssetsGroup - Name:(null)" }
    return "ALAssetsGroup - Name:\(facts.name), Type:\(facts.label), "
      + "Assets count:\(numberOfAssets())"
  }
}

extension ALAssetsGroup {
  private static let properties: Set<String> = [
    ALAssetsGroupPropertyName, ALAssetsGroupPropertyType, ALAssetsGroupPropertyPersistentID,
    ALAssetsGroupPropertyURL,
  ]

  /// The assets that the filter passes, as a query; nil when the client has switched off what the
  /// group is one of (L186).
  func query() -> AssetQuery? {
    guard let binding, let identity, !isSwitchedOff else { return nil }
    var query = identity.query(in: binding.library)
    query.filter = filter.withLock { $0 }?.condition
    return query
  }

  /// Whether the group is a shared stream, and the client does not see these any more.
  private var isSwitchedOff: Bool {
    guard let binding, let identity,
      SharedStreams.areHidden(in: binding.library, for: binding.client)
    else { return false }
    return binding.read { try identity.isSharedStream(in: $0) } ?? true
  }

  private func facts() -> GroupFacts? {
    guard let binding, let identity else { return nil }
    return binding.read { try GroupFacts(identity, in: $0, as: binding.client) }
  }
}

#if DIPTYCH_PLANTED_FAULTS
  private let staleTitles = Lock<[UUID: String]>([:])
#endif
