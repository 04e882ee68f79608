import Foundation

/// What an album shows, in numbers.
package struct AlbumFigures: Hashable, Sendable {
  /// Assets in the default view.
  package var count = 0
  /// The earliest creation date among them.
  package var earliest: Date?
  /// The latest creation date among them.
  package var latest: Date?

  package init() {}
}

extension BehaviorProfile {
  /// The condition on `assets a`, a member by `memberships m`, that holds for what an album shows:
  /// one for every figure, so that what is told of an album is also what it is found by (decision
  /// 164). Synced albums and streams show assets of other sources too (P42).
  var shownInAlbums: String {
    let shown = """
      (a.own = 1 OR a.trashed_date IS NULL AND (a.burst IS NULL OR a.burst_pick > 0) AND EXISTS ( \
      SELECT 1 FROM collections k WHERE k.id = m.album AND k.kind > 1))
      """
    return hiddenShownInAlbums ? shown : shown + " AND a.hidden = 0"
  }
}

extension ReadTransaction {
  /// The figures of albums by row, as far as `client` may see their assets.
  /// - Complexity: O(*m*) in the members of the albums, one statement each.
  package func albumFigures(_ albums: [Int64], as client: String?) throws
    -> [Int64: AlbumFigures]
  {
    var selection = ""
    var arguments: [any BindableValue] = []
    if let client, try library.access.status(.readWrite, client, in: self) == .limited {
      let limited = try limitedSelection(of: client)
      selection = " AND \(limited.sql)"
      arguments += limited.arguments
    }
    let shown = library.profile.shownInAlbums
    var figures: [Int64: AlbumFigures] = [:]
    for album in albums {
      figures[album] = try connection.first(
        """
        SELECT count(*), min(a.creation_date), max(a.creation_date)
        FROM memberships m JOIN assets a ON a.id = m.asset
        WHERE m.album = ? AND \(shown)\(selection)
        """, [album] + arguments
      ) { row in
        var figures = AlbumFigures()
        figures.count = row.int(0)
        figures.earliest = row.isNull(1) ? nil : row.date(1)
        figures.latest = row.isNull(2) ? nil : row.date(2)
        return figures
      }
    }
    return figures
  }
  /// The figures of assets by row, as far as `client` may see them: a transient collection's.
  package func figures(of rows: [Int64], as client: String?) throws -> AlbumFigures {
    var figures = AlbumFigures()
    for row in try fetchAssets(AssetQuery(.list(rows)), as: client) {
      figures.count += 1
      guard let date = try asset(row: row)?.creationDate else { continue }
      figures.earliest = min(figures.earliest ?? date, date)
      figures.latest = max(figures.latest ?? date, date)
    }
    return figures
  }
}
