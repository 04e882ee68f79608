import DiptychEngine
import Foundation

/// How albums and folders were fetched, so that the same fetch can be made again.
struct CollectionFetch: Sendable {
  let scope: LibraryScope
  let query: CollectionQuery
  let wantsDifference: Bool
  /// The last commit that the objects know of.
  let token: Int64
  /// Held as long as the result is, so that it counts as fetched.
  private let answer: CollectionAnswer
  /// Leaves out what is not of the kind that was asked for.
  private let isWanted: @Sendable (PHCollection) -> Bool

  /// Fetches, and notes for whom.
  static func run<Kind: PHCollection>(
    _ query: CollectionQuery, _ kind: Kind.Type, _ scope: LibraryScope, _ wantsDifference: Bool
  ) throws -> FetchContents {
    try read(query, scope) { transaction in
      let (objects, fetch) = try run(
        query, scope, wantsDifference, { $0 is Kind }, at: try transaction.token(), transaction)
      return FetchContents(objects, by: fetch)
    }
  }

  /// Reads for a fetch that counts as made from before the transaction begins.
  private static func read<Answer>(
    _ query: CollectionQuery, _ scope: LibraryScope, _ body: (ReadTransaction) throws -> Answer
  ) throws -> Answer {
    try scope.library.fetched(by: scope.client).during(query) { try scope.library.read(body) }
  }

  private static func run(
    _ query: CollectionQuery, _ scope: LibraryScope, _ wantsDifference: Bool,
    _ isWanted: @escaping @Sendable (PHCollection) -> Bool, at token: Int64,
    _ transaction: ReadTransaction
  ) throws -> ([PHCollection], CollectionFetch) {
    let items = try transaction.fetchCollections(query, as: scope.client)
    let answer = scope.library.fetched(by: scope.client)
      .note(items.map { $0.uuid(in: scope.library) }, foundBy: query, at: token)
    let fetch = CollectionFetch(
      scope: scope, query: query, wantsDifference: wantsDifference, token: token, answer: answer,
      isWanted: isWanted)
    return (try PHCollection.make(items, scope, transaction).filter(isWanted), fetch)
  }

  /// What the same fetch finds now, and how it came about from `before`; nil when it is the same,
  /// or cannot be read.
  func change(of before: [PHObject]) -> (FetchContents, OrderDifference?)? {
    let found = try? Self.read(query, scope) { transaction -> (FetchContents, OrderDifference?)? in
      let now = try transaction.token()
      guard now != token else { return nil }
      let (after, fetch) = try Self.run(
        query, scope, wantsDifference, isWanted, at: now, transaction)
      let changes = try transaction.loggedChanges(after: token, limit: 1_000_000)
      guard let changes else { return (FetchContents(after, by: fetch), nil) }
      let renamed = Set(changes.collections.filter(\.value.isRenamed).keys)
      let difference = OrderDifference(
        from: before, to: after,
        changed: Set(after.filter { renamed.contains($0.reference?.uuid ?? scope.library.uuid) }))
      if difference?.isEmpty ?? false { return nil }
      return (FetchContents(after, by: fetch), wantsDifference ? difference : nil)
    }
    return found ?? nil
  }
}
