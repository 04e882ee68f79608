import Foundation

/// What a query for collections found for a client at one token. A result that was fetched holds it,
/// so that the client counts as having it.
package final class CollectionAnswer: Sendable {
  let query: CollectionQuery
  /// The last commit that the answer knows of.
  let token: Int64
  let collections: [UUID]

  init(_ query: CollectionQuery, token: Int64, _ collections: [UUID]) {
    self.query = query
    self.token = token
    self.collections = collections
  }
}

/// The collections that one client has fetched: by what it is decided whether a commit makes a
/// difference to a list that the client has (P149, P158).
///
/// A client that fetches again before it is told of a commit has both the old list and the new one,
/// and may hold on to the old. So every list that is held counts, and the last ones let go.
struct FetchedCollections {
  /// The answers to one query.
  private struct Entry {
    private struct Reference {
      weak var answer: CollectionAnswer?
    }

    private var references: [Reference] = []
    /// When the client was told last, and what the query found then; nil where nobody has looked.
    var told: (token: Int64, collections: [UUID]?)?

    var answers: [CollectionAnswer] { references.compactMap(\.answer) }

    mutating func add(_ answer: CollectionAnswer) {
      references.removeAll { $0.answer == nil }
      references.append(Reference(answer: answer))
    }

    /// What the client knows: of what came before it was told last, what it was told.
    var known: Known {
      var known = Known(token: .max, lists: [])
      let answers = answers
      for answer in answers {
        guard let told, told.token >= answer.token else {
          known.add(answer.token, answer.collections)
          continue
        }
        // Who fetched anew when it was told knows the list that nobody looked at.
        let list = told.collections ?? answers.first { $0.token == told.token }?.collections
        known.add(told.token, list)
      }
      return known
    }
  }

  /// What a client knows of the lists that it has of one query.
  struct Known {
    /// The last commit that each of the lists knows of.
    var token: Int64
    /// The lists; nil where one of them was never looked at.
    var lists: Set<[UUID]>?

    fileprivate mutating func add(_ token: Int64, _ list: [UUID]?) {
      self.token = min(self.token, token)
      if let list { lists?.insert(list) } else { lists = nil }
    }
  }

  /// How many answers stay without anybody using them, and how many queries are told apart. Of more
  /// than these the client is told whenever a commit touches what they range over.
  private static let keptAnswers = 64
  static let maximumQueries = 256

  private var entries: [CollectionQuery: Entry] = [:]
  /// The last answers, newest last.
  private var recent: [CollectionAnswer] = []
  /// When entries without an answer are looked for again.
  private var sweepCount = 256
  /// Every collection that was ever found: objects of it may be held.
  private(set) var found: Set<UUID> = []

  var isEmpty: Bool { found.isEmpty && entries.isEmpty }

  /// - Parameter isWatched: Whether the client will be told of what came after older answers.
  /// - Returns: What is no longer kept, to be released outside of any lock.
  mutating func note(_ answer: CollectionAnswer, isWatched: Bool) -> [CollectionAnswer] {
    found.formUnion(answer.collections)
    entries[answer.query, default: Entry()].add(answer)
    var dropped = recent.filter { Self.replaces(answer, $0, isWatched) }
    recent.removeAll { Self.replaces(answer, $0, isWatched) }
    recent.append(answer)
    if recent.count > Self.keptAnswers { dropped.append(recent.removeFirst()) }
    if entries.count > sweepCount {
      sweep()
      sweepCount = max(256, 2 * entries.count)
    }
    return dropped
  }

  private static func replaces(
    _ new: CollectionAnswer, _ old: CollectionAnswer, _ isWatched: Bool
  ) -> Bool {
    old.query == new.query && (!isWatched || old.collections == new.collections)
  }

  /// The queries that somebody has an answer of, with what the client knows of each.
  mutating func queries() -> [CollectionQuery: Known] {
    sweep()
    return entries.mapValues(\.known)
  }

  /// Notes what a query finds, of which the client is told or knows.
  /// - Parameter collections: Nil where the client is told anyway and nobody looks.
  /// - Returns: What is no longer kept, to be released outside of any lock.
  mutating func tell(_ query: CollectionQuery, _ token: Int64, _ collections: [UUID]?)
    -> [CollectionAnswer]
  {
    guard let entry = entries[query] else { return [] }
    found.formUnion(collections ?? [])
    let last = entry.told?.token ?? 0
    if last < token || last == token && collections != nil {
      entries[query]?.told = (token, collections)
    }
    // Of those that nobody holds one is enough by now.
    let old = recent.filter { $0.query == query && $0.token <= token }.dropLast()
    recent.removeAll { answer in old.contains { $0 === answer } }
    return Array(old)
  }

  private mutating func sweep() {
    entries = entries.filter { !$0.value.answers.isEmpty }
  }
}
