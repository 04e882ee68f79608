extension Migration {
  /// What the user wrote about an asset in another library: neither API shows it to a client, so it
  /// stands beside the assets and costs those that have none nothing.
  static let texts = Migration(
    name: "002-texts",
    statements: [
      """
      CREATE TABLE texts (
        asset INTEGER PRIMARY KEY REFERENCES assets (id) ON DELETE CASCADE,
        title TEXT,
        caption TEXT
      ) STRICT
      """,
      """
      CREATE TABLE keywords (
        asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
        keyword TEXT NOT NULL,
        PRIMARY KEY (asset, keyword)
      ) STRICT, WITHOUT ROWID
      """,
    ])
}
