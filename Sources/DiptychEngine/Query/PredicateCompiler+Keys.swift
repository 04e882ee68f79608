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
  }

  /// The keys that one fetched class knows, with the spellings in use (P1–P5, C61).
  struct Keys {
    let columns: [String: KeyColumn]
    let identifier: String
    /// The identifier inside a local identifier of this class.
    let uuid: @Sendable (String) -> UUID?

    func sortColumn(_ key: String) -> String? {
      columns[key].flatMap { $0.isSortable ? $0.sql : nil }
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
          "burstIdentifier": KeyColumn(sql: "a.burst", type: .burst, isSortable: false),
          "adjustmentFormatIdentifier": KeyColumn(sql: "a.adjustment_format", type: .text),
        ],
        identifier: "a.uuid", uuid: { Identifiers.assetUUID($0) })
    }

    static var collections: Keys {
      let title = KeyColumn(sql: "c.title", type: .text)
      return Keys(
        columns: [
          "localIdentifier": KeyColumn(sql: "c.uuid", type: .identifier, isSortable: false),
          "localizedTitle": title, "title": title,
          "startDate": figure("earliest", "min(a.creation_date)", .date),
          "endDate": figure("latest", "max(a.creation_date)", .date),
          "estimatedAssetCount": figure("assets", "count(*)", .number),
        ],
        identifier: "c.uuid",
        uuid: { Identifiers.albumUUID($0) ?? Identifiers.folderUUID($0) })
    }

    /// A figure of an album's members, or the one that a query such as a moment brings along.
    private static func figure(_ own: String, _ function: String, _ type: KeyType) -> KeyColumn {
      KeyColumn(
        sql: """
          (CASE c.id WHEN 0 THEN c.\(own) ELSE (SELECT \(function) FROM memberships m \
          JOIN assets a ON a.id = m.asset WHERE m.album = c.id AND a.own = 1 AND a.hidden = 0) END)
          """, type: type)
    }
  }
}
