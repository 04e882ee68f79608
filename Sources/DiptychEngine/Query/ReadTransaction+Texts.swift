import Foundation

extension ReadTransaction {
  /// What the user wrote about an asset.
  /// - Complexity: Two look-ups.
  package func texts(of asset: Int64) throws -> AssetTexts {
    var texts = AssetTexts()
    try connection.forEach("SELECT title, caption FROM texts WHERE asset = ?", [asset]) { row in
      texts.title = row.isNull(0) ? nil : row.text(0)
      texts.caption = row.isNull(1) ? nil : row.text(1)
    }
    texts.keywords = try connection.all(
      "SELECT keyword FROM keywords WHERE asset = ? ORDER BY keyword", [asset]
    ) { $0.text(0) }
    return texts
  }

  /// The rows of the assets about which something is written.
  package func assetsWithTexts() throws -> Set<Int64> {
    Set(
      try connection.all("SELECT asset FROM texts UNION SELECT asset FROM keywords") {
        $0.integer(0)
      })
  }
}
