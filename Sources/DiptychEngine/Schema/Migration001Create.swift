extension Migration {
  /// The first format. Dates are microseconds since 1970; identifiers are 16 bytes; booleans are
  /// 0 and 1. Row ids are never used twice, so that an old snapshot cannot name a new object.
  ///
  /// `own` says whether an asset is in the default view, if it is not hidden (decision 1). It is
  /// no generated column, because SQLite never answers from an index alone where one is asked for;
  /// both indexes hold it for the same reason.
  static let create = Migration(
    name: "001-create",
    statements: [
      """
      CREATE TABLE library (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        uuid BLOB NOT NULL,
        created INTEGER NOT NULL,
        token INTEGER NOT NULL
      ) STRICT
      """,
      """
      CREATE TABLE assets (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid BLOB NOT NULL UNIQUE,
        kind INTEGER NOT NULL,
        subtypes INTEGER NOT NULL,
        playback_style INTEGER NOT NULL,
        pixel_width INTEGER NOT NULL,
        pixel_height INTEGER NOT NULL,
        orientation INTEGER NOT NULL,
        duration REAL NOT NULL,
        creation_date INTEGER,
        utc_offset INTEGER,
        modification_date INTEGER NOT NULL,
        added_date INTEGER NOT NULL,
        latitude REAL,
        longitude REAL,
        altitude REAL,
        favorite INTEGER NOT NULL DEFAULT 0,
        hidden INTEGER NOT NULL DEFAULT 0,
        burst BLOB,
        burst_pick INTEGER NOT NULL DEFAULT 0,
        source INTEGER NOT NULL DEFAULT 1,
        creator TEXT NOT NULL,
        trashed_date INTEGER,
        adjustment_format TEXT,
        adjustment_version TEXT,
        adjustment_date INTEGER,
        derived_from INTEGER REFERENCES assets (id) ON DELETE SET NULL,
        own INTEGER NOT NULL DEFAULT 1 CHECK (own = (
          trashed_date IS NULL AND source = 1 AND (burst IS NULL OR burst_pick > 0)))
      ) STRICT
      """,
      "CREATE INDEX assets_listed ON assets (own, hidden) WHERE own = 1",
      "CREATE INDEX assets_by_creation ON assets (own, hidden, creation_date) WHERE own = 1",
      "CREATE INDEX assets_by_trash ON assets (trashed_date) WHERE trashed_date IS NOT NULL",
      "CREATE INDEX assets_by_burst ON assets (burst) WHERE burst IS NOT NULL",
      "CREATE INDEX assets_by_origin ON assets (derived_from) WHERE derived_from IS NOT NULL",
      """
      CREATE TABLE resources (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid BLOB NOT NULL UNIQUE,
        asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
        role INTEGER NOT NULL,
        type TEXT NOT NULL,
        file_name TEXT NOT NULL,
        extension TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        sha256 BLOB NOT NULL,
        pixel_width INTEGER NOT NULL,
        pixel_height INTEGER NOT NULL,
        orientation INTEGER NOT NULL,
        encoded INTEGER NOT NULL,
        local INTEGER NOT NULL DEFAULT 1
      ) STRICT
      """,
      "CREATE INDEX resources_by_asset ON resources (asset)",
      """
      CREATE TABLE collections (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid BLOB NOT NULL UNIQUE,
        kind INTEGER NOT NULL,
        title TEXT NOT NULL,
        parent INTEGER REFERENCES collections (id) ON DELETE CASCADE,
        rank INTEGER NOT NULL,
        creator TEXT NOT NULL,
        created INTEGER NOT NULL,
        modified INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX collections_by_parent ON collections (parent, rank)",
      "CREATE INDEX collections_by_title ON collections (title)",
      """
      CREATE TABLE memberships (
        album INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
        rank INTEGER NOT NULL,
        asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
        PRIMARY KEY (album, rank)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE UNIQUE INDEX memberships_by_member ON memberships (album, asset)",
      "CREATE INDEX memberships_by_asset ON memberships (asset)",
      "CREATE TABLE reserved_titles (title TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
      """
      CREATE TABLE purged (
        kind INTEGER NOT NULL,
        id INTEGER NOT NULL,
        uuid BLOB NOT NULL,
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE TABLE pending_removals (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
      """
      CREATE TABLE commits (
        token INTEGER PRIMARY KEY,
        date INTEGER NOT NULL,
        client TEXT NOT NULL,
        origin INTEGER NOT NULL
      ) STRICT
      """,
      """
      CREATE TABLE changes (
        token INTEGER NOT NULL REFERENCES commits (token) ON DELETE CASCADE,
        ordinal INTEGER NOT NULL,
        object_kind INTEGER NOT NULL,
        object INTEGER NOT NULL,
        uuid BLOB NOT NULL,
        change INTEGER NOT NULL,
        fields TEXT NOT NULL,
        old_values TEXT NOT NULL,
        PRIMARY KEY (token, ordinal)
      ) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE access (
        client TEXT NOT NULL,
        level INTEGER NOT NULL,
        status INTEGER NOT NULL,
        PRIMARY KEY (client, level)
      ) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE access_selection (
        client TEXT NOT NULL,
        asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
        PRIMARY KEY (client, asset)
      ) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE answers (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        client TEXT NOT NULL,
        answer TEXT NOT NULL
      ) STRICT
      """,
    ])
}
