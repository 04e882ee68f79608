import DiptychEngine
import DiptychPlatform
import Foundation

/// What a fetch result holds: the order of the assets, eight bytes each, or a short list of objects,
/// and how it was fetched.
///
/// Assets are read in batches, one read transaction each, and a few batches are kept (P47). Of an
/// asset that the client may no longer see when it is read, the identifier is all that it gets
/// (decision 160).
final class FetchContents: Sendable {
  private enum Items {
    case order(LibraryScope, OrderSnapshot)
    case objects([PHObject], CollectionFetch?)
  }

  private struct Cache {
    var batches: [Int: [PHObject]] = [:]
    /// The numbers of the kept batches, oldest first.
    var order: [Int] = []
  }

  private static let batchSize = 256
  private static let keptBatches = 8

  private let items: Items
  /// Whether change details are told with index sets (P44).
  private let wantsDifference: Bool
  private let cache = Lock(Cache())

  init(_ scope: LibraryScope, _ snapshot: OrderSnapshot, wantsDifference: Bool) {
    items = .order(scope, snapshot)
    self.wantsDifference = wantsDifference
  }

  init(_ objects: [PHObject], by fetch: CollectionFetch) {
    items = .objects(objects, fetch)
    wantsDifference = fetch.wantsDifference
  }

  /// A list in memory, of which no change is told. An empty one belongs to every library.
  init(_ objects: [PHObject] = []) {
    items = .objects(objects, nil)
    wantsDifference = true
  }

  var count: Int {
    switch items {
    case .order(_, let snapshot): snapshot.order.count
    case .objects(let objects, _): objects.count
    }
  }

  /// Where the result comes from; nil for an empty one that was not fetched.
  var scope: LibraryScope? {
    switch items {
    case .order(let scope, _): scope
    case .objects(_, let fetch): fetch?.scope
    }
  }

  /// How this became what the same fetch finds now; nil when that is the same, or cannot be read.
  func change() -> ResultChange? {
    switch items {
    case .order(let scope, let snapshot):
      guard
        let change = try? scope.library.change(of: snapshot, wantsDifference: wantsDifference),
        change.after !== snapshot, change.difference?.isEmpty != true
      else { return nil }
      return ResultChange(
        before: self,
        after: FetchContents(scope, change.after, wantsDifference: wantsDifference),
        difference: change.difference)
    case .objects(let objects, let fetch):
      guard let fetch, let (after, difference) = fetch.change(of: objects) else { return nil }
      return ResultChange(before: self, after: after, difference: difference)
    }
  }

  /// Objects that stand side by side in the result. A walk keeps those in use.
  struct Batch {
    /// The index of the first.
    let start: Int
    let objects: [PHObject]
  }

  /// The object at a valid index.
  func object(at index: Int) -> PHObject {
    let batch = batch(around: index)
    return batch.objects[index - batch.start]
  }

  /// The objects at a valid index and beside it.
  func batch(around index: Int) -> Batch {
    switch items {
    case .objects(let objects, _): return Batch(start: 0, objects: objects)
    case .order(let scope, let snapshot):
      let number = index / Self.batchSize
      return Batch(start: number * Self.batchSize, objects: assets(number, snapshot.order, scope))
    }
  }

  private func assets(_ number: Int, _ order: Order, _ scope: LibraryScope) -> [PHObject] {
    if let assets = cache.withLock({ $0.batches[number] }) { return assets }
    let start = number * Self.batchSize
    let rows = order.rows(at: start..<min(start + Self.batchSize, order.count))
    scope.library.fetched(by: scope.client).note(rows)
    let assets = Self.load(rows[...], scope)
    cache.withLock { cache in
      if cache.batches.updateValue(assets, forKey: number) == nil { cache.order.append(number) }
      if cache.order.count > Self.keptBatches {
        cache.batches[cache.order.removeFirst()] = nil
      }
    }
    return assets
  }

  /// The index of the object that equals `object`, at the first place in `range` (P50).
  /// - Complexity: O(*n*) in the length of the range, over row ids.
  func index(of object: AnyObject, in range: Range<Int>) -> Int? {
    switch items {
    case .objects(let objects, _):
      return range.first { objects[$0].isEqual(object) }
    case .order(let scope, let snapshot):
      guard let reference = (object as? PHObject)?.reference, reference.kind == .asset,
        reference.scope.library === scope.library
      else { return nil }
      let row = (object as? PHAsset)?.row ?? Self.row(of: reference)
      return row.flatMap { snapshot.order.position(of: $0, in: range) }
    }
  }

  /// The rows, if the result was made by `library`; an empty result belongs to every library.
  func rows(in library: Library) -> [Int64]? {
    switch items {
    case .order(let scope, let snapshot): scope.library === library ? snapshot.order.rows : nil
    case .objects(let objects, _): objects.isEmpty ? [] : nil
    }
  }

  /// The identifiers of the assets, without reading the rest of them; nil for other objects.
  func uuids() -> [UUID]? {
    guard case .order(let scope, let snapshot) = items else { return nil }
    return Self.read(scope) { transaction in
      try snapshot.order.rows.compactMap { try transaction.uuid(of: $0, kind: .asset) }
    }
  }

  /// How many assets that may still be seen are of a kind. One query over the rows.
  func count(of mediaType: PHAssetMediaType) -> Int {
    switch items {
    case .order(let scope, let snapshot):
      var query = AssetQuery(.rows(snapshot.order.rows))
      query.filter = mediaType.condition
      query.includesHidden = true
      query.includesAllBursts = true
      query.includesTrashed = true
      query.sources = PHAssetSourceType.all
      return Self.read(scope) { [query] in try $0.countAssets(query, as: scope.client) }
    case .objects(let objects, _):
      return objects.count { ($0 as? PHAsset)?.mediaType == mediaType }
    }
  }

  // MARK: Reading

  /// One read transaction. A library that was closed or that fails cannot give the objects that a
  /// result promised, and Swift cannot raise: the process ends.
  private static func read<Answer>(
    _ scope: LibraryScope, _ body: (ReadTransaction) throws -> Answer
  ) -> Answer {
    do {
      return try scope.library.read(body)
    } catch {
      raise(
        "NSInternalInconsistencyException",
        reason: "The objects of a fetch result cannot be read. \(LibraryError.wrapping(error))",
        remedy: "Keep the library open and readable as long as its results are in use.")
    }
  }

  private static func load(_ rows: ArraySlice<Int64>, _ scope: LibraryScope) -> [PHObject] {
    read(scope) { transaction in
      let shown = try transaction.shown(rows, to: scope.client)
      var assets: [PHObject] = []
      assets.reserveCapacity(rows.count)
      var gone: [Int] = []
      try transaction.assetBatch(rows) { place, snapshot in
        while assets.count + gone.count < place { gone.append(assets.count + gone.count) }
        let isShown = shown?.contains(snapshot.row) ?? true
        assets.append(
          PHAsset(isShown ? snapshot : AssetSnapshot(gone: snapshot.row, snapshot.uuid), scope))
      }
      while assets.count + gone.count < rows.count { gone.append(assets.count + gone.count) }
      // Ascending, so that what stands before each place is complete.
      for place in gone {
        assets.insert(try named(rows[rows.startIndex + place], scope, transaction), at: place)
      }
      return assets
    }
  }

  /// An asset of which the identifier is all that is left.
  private static func named(
    _ row: Int64, _ scope: LibraryScope, _ transaction: ReadTransaction
  ) throws -> PHAsset {
    guard let uuid = try transaction.uuid(of: row, kind: .asset) else {
      throw LibraryError(
        .libraryDamaged, "An asset left no trace of its identifier. Run `diptych verify`.")
    }
    return PHAsset(AssetSnapshot(gone: row, uuid), scope)
  }

  private static func row(of reference: ObjectReference) -> Int64? {
    read(reference.scope) { try $0.asset(reference.uuid)?.row }
  }
}

/// A fetch result whose contents requests can take without making objects.
protocol FetchResultContents {
  /// Nil for a client's subclass, which may answer otherwise.
  var plainContents: FetchContents? { get }
}
