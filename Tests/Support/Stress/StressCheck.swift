import DiptychEngine
import Foundation

/// What has to hold when all threads are done.
struct StressCheck {
  private let world: StressWorld
  private let operations: [StressOperation]

  init(_ world: StressWorld, _ operations: [StressOperation]) {
    self.world = world
    self.operations = operations
  }

  func problems() throws -> [String] {
    let tally = world.tally
    var problems = try world.engine.verify().map(\.description)
    let (stored, albums, removed) = try world.engine.read { transaction in
      (
        try transaction.connection.first("SELECT count(*) FROM assets", []) { $0.integer(0) } ?? 0,
        try transaction.collectionTree(),
        try transaction.connection.first(
          "SELECT count(*) FROM purged WHERE kind = ?", [ObjectKind.asset.rawValue]
        ) {
          $0.integer(0)
        } ?? 0
      )
    }
    let expected = world.fixed.assets.count + tally.saved - tally.purged
    if stored != Int64(expected) {
      problems.append("\(stored) assets are stored, \(expected) were saved and not removed.")
    }
    if removed != Int64(tally.purged) {
      problems.append("\(removed) assets are known as removed, \(tally.purged) were.")
    }
    let made = 2 + tally.albums - tally.deletedAlbums
    if albums.count != made {
      problems.append("\(albums.count) groups are there, \(made) were made and not deleted.")
    }
    // Decision 6: whatever the threads asked for at once, no title is there twice.
    let titles = Dictionary(grouping: albums, by: \.title).filter { $0.value.count > 1 }
    problems += titles.keys.map { "The title \"\($0)\" is there more than once." }
    problems += try albums.flatMap(memberProblems)
    for operation in operations where world.calls[operation.name] == nil {
      problems.append("\(operation.name) never succeeded.")
    }
    if tally.notifications == 0 { problems.append("No notification arrived.") }
    return problems
  }

  /// What a walk gives is what is counted, each once.
  private func memberProblems(_ album: CollectionRecord) throws -> [String] {
    let query = AssetQuery(.album(album.uuid))
    let (rows, count) = try world.engine.read { transaction in
      (
        try transaction.fetchAssets(query, as: nil), try transaction.countAssets(query, as: nil)
      )
    }
    guard rows.count == count, Set(rows).count == rows.count else {
      return ["\"\(album.title)\" has \(rows.count) members and counts \(count)."]
    }
    return []
  }
}
