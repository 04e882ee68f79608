import Foundation

extension PredicateCompiler {
  /// What a key's values are, which decides how an argument is bound.
  enum KeyType {
    case number, date, text, identifier, burst, object
  }

  struct KeyColumn {
    let sql: String
    let type: KeyType
    var isSortable = true
    /// What is sorted by, where that is not the value itself.
    var order: String?
  }

  /// The keys that one fetched class knows, with the spellings in use (P1–P5, C61).
  struct Keys {
    let columns: [String: KeyColumn]
    let identifier: String
    /// The value of that column for a local identifier; an identifier that none of ours can be
    /// matches nothing (C26).
    let name: @Sendable (String) -> Value

    func sortColumn(_ key: String) -> String? {
      columns[key].flatMap { $0.isSortable ? $0.order ?? $0.sql : nil }
    }

    static var assets: Keys {
      let favorite = KeyColumn(sql: "a.favorite", type: .number)
      let hidden = KeyColumn(sql: "a.hidden", type: .number)
      let subtypes = KeyColumn(
        sql: "(a.subtypes & \(AssetTraits.shown))", type: .number)
      return Keys(
        columns: [
          // Sorting by it crashed on a device (P9).
          "localIdentifier": KeyColumn(sql: "a.uuid", type: .identifier, isSortable: false),
          "creationDate": KeyColumn(sql: "a.creation_date", type: .date),
          "modificationDate": KeyColumn(sql: "a.modification_date", type: .date),
          "mediaType": KeyColumn(sql: "a.kind", type: .number),
          "mediaSubtypes": subtypes, "mediaSubtype": subtypes,
          "duration": KeyColumn(sql: "a.duration", type: .number),
          "pixelWidth": KeyColumn(sql: "a.pixel_width", type: .number),
          "pixelHeight": KeyColumn(sql: "a.pixel_height", type: .number),
          "isFavorite": favorite, "favorite": favorite,
          "isHidden": hidden, "hidden": hidden,
          "burstIdentifier": KeyColumn(sql: "a.burst", type: .burst),
          "adjustmentFormatIdentifier": KeyColumn(sql: "a.adjustment_format", type: .text),
        ],
        identifier: "a.uuid",
        name: { .blob(Identifiers.assetUUID($0)?.bytes ?? []) })
    }

    /// - Parameter shown: The condition on `assets a` that holds for what an album shows.
    static func collections(shown: String) -> Keys {
      func figure(_ own: String, _ function: String, _ type: KeyType) -> KeyColumn {
        Self.figure(own, function, type, shown)
      }
      // As texts are compared: the same letters, composed otherwise, are one title (decision 7).
      let title = KeyColumn(sql: "c.title", type: .text, order: "text_fold(c.title, 0)")
      return Keys(
        columns: [
          "localIdentifier": KeyColumn(sql: "c.name", type: .identifier, isSortable: false),
          "localizedTitle": title, "title": title,
          "startDate": figure("earliest", "min(a.creation_date)", .date),
          "endDate": figure("latest", "max(a.creation_date)", .date),
          "estimatedAssetCount": figure("assets", "count(*)", .number),
        ],
        identifier: "c.name",
        // The ending counts too: the identifiers of an album and of a folder differ by it.
        name: { .text($0) })
    }

    /// A figure of an album's members, or the one that a query such as a moment brings along.
    private static func figure(
      _ own: String, _ function: String, _ type: KeyType, _ shown: String
    ) -> KeyColumn {
      KeyColumn(
        sql: """
          (CASE c.id WHEN 0 THEN c.\(own) ELSE (SELECT \(function) FROM memberships m \
          JOIN assets a ON a.id = m.asset WHERE m.album = c.id AND \(shown)) END)
          """, type: type)
    }
  }
}
