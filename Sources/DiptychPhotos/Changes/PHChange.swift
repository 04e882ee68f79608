import DiptychEngine
import DiptychPlatform
import Foundation

/// One change of the photo library, as an observer is told of it. What it did to an object or to a
/// result is asked by object and by result.
open class PHChange: NSObject, @unchecked Sendable {
  // Sendable because the answers are kept behind a lock and all else is constant.

  private let scope: LibraryScope?
  /// What the commit did, as far as the application may see it; nil when the log does not say, and
  /// anything may have changed.
  private let changes: LoggedChanges?
  private let assets: [UUID: LoggedChanges.Asset]
  private let answers = Lock<[ObjectIdentifier: ResultChange]>([:])

  /// Nil for a commit that touches nothing that the scope's application has fetched (P149).
  init?(_ summary: ChangeSummary, in scope: LibraryScope) {
    let client = scope.client
    let told = try? scope.library.read { transaction -> (Bool, LoggedChanges?) in
      guard try transaction.mayRead(client) else { return (false, nil) }
      let changes =
        summary.isComplete
        ? try transaction.loggedChanges(
          after: summary.token - 1, through: summary.token, limit: 1_000_000, as: client) : nil
      return (try transaction.concern(changes, of: summary.token, client), changes)
    }
    guard let told, told.0 else { return nil }
    self.scope = scope
    changes = told.1
    assets = Dictionary(
      told.1?.assets.values.map { ($0.uuid, $0) } ?? [], uniquingKeysWith: { first, _ in first })
    super.init()
  }

  /// Returns what the change did to one object; nil if nothing (P150).
  ///
  /// An album or folder is changed by a new title or by its deletion; ask about the result of its
  /// members for these (P151).
  open func changeDetails<T>(for object: T) -> PHObjectChangeDetails<T>? where T: PHObject {
    guard let reference = object.reference, let scope, reference.scope.library === scope.library,
      isTouched(reference)
    else { return nil }
    return PHObjectChangeDetails(
      before: object, after: ObjectRefetch(reference).object,
      contentChanged: assets[reference.uuid]?.contentChanged ?? false)
  }

  /// Returns how a result differs from what the same fetch finds now; nil if it does not (P150).
  ///
  /// The first answer for a result is kept, so that asking again gives the same indexes.
  /// - Complexity: O(log *n*) for each change since the result was made, as long as these are few.
  open func changeDetails<T>(
    for fetchResult: PHFetchResult<T>
  ) -> PHFetchResultChangeDetails<T>? where T: PHObject {
    guard let contents = fetchResult.plainContents, let change = change(of: contents) else {
      return nil
    }
    return PHFetchResultChangeDetails(
      from: fetchResult, to: PHFetchResult(change.after), change.difference)
  }

  /// Returns how a result of objects of any kind differs from what the same fetch finds now; nil if
  /// it does not.
  open func changeDetails(
    for object: PHFetchResult<AnyObject>
  ) -> PHFetchResultChangeDetails<PHObject>? {
    guard let contents = object.plainContents, let change = change(of: contents) else { return nil }
    return PHFetchResultChangeDetails(
      from: PHFetchResult(contents), to: PHFetchResult(change.after), change.difference)
  }

  private func change(of contents: FetchContents) -> ResultChange? {
    guard let scope, contents.scope?.library === scope.library else { return nil }
    let key = ObjectIdentifier(contents)
    if let answer = answers.withLock({ $0[key] }) { return answer }
    guard let change = contents.change() else { return nil }
    return answers.withLock { answers in
      if let first = answers[key] { return first }
      answers[key] = change
      return change
    }
  }

  // MARK: Objects

  private func isTouched(_ reference: ObjectReference) -> Bool {
    switch reference.kind {
    case .asset:
      guard changes != nil else { return true }
      guard let asset = assets[reference.uuid] else { return false }
      return asset.hasNews || asset.wentForEver
        || asset.selectedFor.contains(reference.scope.client)
    case .album, .folder:
      guard let changes else { return true }
      let collection = changes.collections[reference.uuid]
      return collection.map { $0.isRenamed || $0.isDeleted } ?? false
    case .moment, .momentList, .transient, .transientList:
      // Nobody can rename or delete them.
      return false
    }
  }
}

/// How a result has changed.
struct ResultChange: Sendable {
  /// Kept so that its identity is not used again.
  let before: FetchContents
  let after: FetchContents
  /// Nil when the single differences are not known, or not wanted (P44, P156).
  let difference: OrderDifference?
}

/// An object as it is now.
private struct ObjectRefetch {
  /// Nil for one that is gone.
  let object: PHObject?

  init(_ reference: ObjectReference) {
    let options = PHFetchOptions()
    options.includeHiddenAssets = true
    options.includeAllBurstAssets = true
    options.includeAssetSourceTypes = PHAssetSourceType(rawValue: UInt(PHAssetSourceType.all))
    let fetcher = Fetcher(reference.scope, options)
    switch reference.kind {
    case .asset: object = fetcher.assets(in: .identifiers([reference.uuid])).firstObject
    case .album, .folder:
      let result: PHFetchResult<PHCollection> = fetcher.collections(
        in: .identifiers([reference.uuid], reference.kind == .folder ? .folder : .album))
      object = result.firstObject
    case .moment, .momentList, .transient, .transientList: object = nil
    }
  }
}
