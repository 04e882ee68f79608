import DiptychCodecs
import DiptychEngine
import Foundation

extension AppleDatabase {
  /// Every asset, in the order of its rows, and those rows that cannot be used.
  func assets() throws -> (assets: [AppleAsset], leftOut: [AppleLibrary.Remark]) {
    var assets: [AppleAsset] = []
    var leftOut: [AppleLibrary.Remark] = []
    var seen: Set<UUID> = []
    var keys: Set<Int64> = []
    try connection.forEach(statement()) { row in
      // Two rows of attributes of one asset would make it come twice.
      guard keys.insert(row.integer(0)).inserted else { return }
      let name = row.foreignText(24) ?? row.foreignText(23) ?? "?"
      guard let asset = Self.asset(row) else {
        leftOut.append(.init(subject: name, reason: "Its row has no identifier or no known kind."))
        return
      }
      guard seen.insert(asset.uuid).inserted else {
        leftOut.append(
          .init(
            subject: name, reason: "The identifier \(asset.uuid.uuidString) is taken by another."))
        return
      }
      assets.append(asset)
    }
    var places: [Int64: Int] = [:]
    for (place, asset) in assets.enumerated() { places[asset.key] = place }
    try addKeywords(&assets, places)
    try addResources(&assets, places)
    return (assets, leftOut)
  }

  private func statement() throws -> String {
    func a(_ names: String...) throws -> String {
      for name in names where try has(name, in: assetTable) { return "a.\(name)" }
      return "NULL"
    }
    func x(_ name: String) throws -> String {
      try pick("x", "ZADDITIONALASSETATTRIBUTES", name)
    }
    var joins = ""
    var caption = "NULL"
    if try has("ZASSETDESCRIPTION", in: "ZADDITIONALASSETATTRIBUTES"),
      try has("ZLONGDESCRIPTION", in: "ZASSETDESCRIPTION")
    {
      joins = "LEFT JOIN ZASSETDESCRIPTION AS d ON d.Z_PK = x.ZASSETDESCRIPTION"
      caption = "d.ZLONGDESCRIPTION"
    }
    return """
      SELECT a.Z_PK, a.ZUUID, a.ZKIND, \(try a("ZKINDSUBTYPE")), \(try a("ZSAVEDASSETTYPE")),
        \(try a("ZFAVORITE")), \(try a("ZHIDDEN")), a.ZTRASHEDSTATE, \(try a("ZTRASHEDDATE")),
        a.ZDATECREATED, \(try a("ZADDEDDATE")), \(try a("ZMODIFICATIONDATE")),
        \(try x("ZTIMEZONEOFFSET")), \(try a("ZLATITUDE")), \(try a("ZLONGITUDE")),
        \(try a("ZDURATION")), \(try a("ZUNIFORMTYPEIDENTIFIER")), \(try x("ZORIGINALWIDTH")),
        \(try x("ZORIGINALHEIGHT")), \(try x("ZORIGINALORIENTATION")), \(try a("ZWIDTH")),
        \(try a("ZHEIGHT")), a.ZDIRECTORY, a.ZFILENAME, x.ZORIGINALFILENAME, \(try x("ZTITLE")),
        \(caption), \(try a("ZMEDIAGROUPUUID")), \(try a("ZAVALANCHEUUID")),
        \(try a("ZAVALANCHEPICKTYPE")), \(try a("ZADJUSTMENTSSTATE", "ZHASADJUSTMENTS")),
        \(try a("ZDEPTHTYPE", "ZDEPTHSTATES")), \(try x("ZORIGINALFILESIZE"))
      FROM \(assetTable) AS a LEFT JOIN ZADDITIONALASSETATTRIBUTES AS x ON x.ZASSET = a.Z_PK
      \(joins) ORDER BY a.Z_PK, x.Z_PK
      """
  }

  private static func asset(_ row: borrowing Row) -> AppleAsset? {
    guard let uuid = row.foreignUUID(1), let kind = row.foreignInteger(2), kind == 0 || kind == 1
    else { return nil }
    let diskName = row.foreignText(23) ?? ""
    let knownName = row.foreignText(24) ?? ""
    var asset = AppleAsset(
      key: row.integer(0), uuid: uuid, place: place(row, diskName),
      fileName: [knownName, diskName].first { !$0.isEmpty } ?? uuid.uuidString)
    asset.isVideo = kind == 1
    asset.isFavorite = row.foreignFlag(5)
    asset.isHidden = row.foreignFlag(6)
    asset.isTrashed = row.foreignFlag(7)
    asset.creationDate = row.foreignDate(9)
    asset.hasImpossibleDate = asset.creationDate == nil && row.foreignReal(9) != nil
    asset.location = location(row)
    asset.duration = min(max(row.foreignReal(15) ?? 0, 0), 1e7)
    asset.typeIdentifier = row.foreignText(16, bytes: 256)
    asset.pixelSize = size(row, 17, 18) ?? size(row, 20, 21) ?? asset.pixelSize
    asset.orientation =
      row.foreignInteger(19).flatMap { ImageOrientation(rawValue: Int($0)) } ?? .up
    asset.contentIdentifier = row.foreignText(27, bytes: 256)
    asset.isEdited = row.foreignFlag(30)
    asset.byteCount = row.foreignInteger(32).flatMap { $0 > 0 ? $0 : nil }
    addKind(row, &asset)
    if let burst = row.foreignUUID(28) {
      let bits = row.foreignInteger(29) ?? 0
      let mark = BurstMark(
        isRepresentative: bits & 16 != 0, isUserPick: bits & 8 != 0, isAutoPick: bits & 4 != 0)
      asset.burst = (burst, mark)
    }
    asset.values.modificationDate = row.foreignDate(11)
    asset.values.addedDate = row.foreignDate(10)
    asset.values.utcOffset = row.foreignInteger(12).flatMap {
      (-64_800...64_800).contains($0) ? Int($0) : nil
    }
    asset.values.trashedDate = asset.isTrashed ? row.foreignDate(8) : nil
    asset.values.texts.title = row.foreignText(25).flatMap { $0.isEmpty ? nil : $0 }
    asset.values.texts.caption = row.foreignText(26, bytes: AssetTexts.captionBytes)
      .flatMap { $0.isEmpty ? nil : $0 }
    return asset
  }

  private static func place(_ row: borrowing Row, _ name: String) -> AppleAsset.Place {
    let folder = row.foreignText(22) ?? ""
    let saved = row.foreignInteger(4)
    if saved == 4 { return .shared }
    if saved == 10 || folder.hasPrefix("/") { return .referenced("\(folder)/\(name)") }
    return .inside(folder: folder, name: name)
  }

  /// Both coordinates at −180 mean that there is no place.
  private static func location(_ row: borrowing Row) -> AssetLocation? {
    guard let latitude = row.foreignReal(13), let longitude = row.foreignReal(14) else {
      return nil
    }
    let location = AssetLocation(latitude: latitude, longitude: longitude)
    return location.isValid ? location : nil
  }

  private static func size(_ row: borrowing Row, _ width: Int32, _ height: Int32) -> PixelSize? {
    guard let width = row.foreignInteger(width), let height = row.foreignInteger(height),
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// The kinds that the bytes do not tell, in bits of `PHAssetMediaSubtype`.
  private static func addKind(_ row: borrowing Row, _ asset: inout AppleAsset) {
    switch row.foreignInteger(3) {
    case 1: asset.values.subtypes |= 1 << 0  // panorama
    case 2: asset.isLive = !asset.isVideo
    case 10: asset.values.subtypes |= 1 << 2  // screenshot
    case 101: asset.values.subtypes |= 1 << 17  // slow motion
    case 102: asset.values.subtypes |= 1 << 18  // time lapse
    case 103: asset.values.subtypes |= 1 << 19  // screen recording
    default: break
    }
    if row.foreignFlag(31) { asset.values.subtypes |= asset.isVideo ? 1 << 21 : 1 << 4 }
  }

  private func addKeywords(_ assets: inout [AppleAsset], _ places: [Int64: Int]) throws {
    try connection.forEach(
      """
      SELECT x.ZASSET, k.ZTITLE FROM \(keywords.table) AS j
      JOIN ZKEYWORD AS k ON k.Z_PK = j.\(keywords.keyword)
      JOIN ZADDITIONALASSETATTRIBUTES AS x ON x.Z_PK = j.\(keywords.attributes)
      """
    ) { row in
      guard let place = places[row.integer(0)], let keyword = row.foreignText(1), !keyword.isEmpty
      else { return }
      assets[place].values.texts.keywords.append(keyword)
    }
    for place in assets.indices where assets[place].values.texts.keywords.count > 1 {
      assets[place].values.texts.keywords = Array(Set(assets[place].values.texts.keywords))
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// What the table of files says: lengths, other halves, and what iCloud has.
  private func addResources(_ assets: inout [AppleAsset], _ places: [Int64: Int]) throws {
    let table = "ZINTERNALRESOURCE"
    guard try has("ZASSET", in: table), try has("ZDATASTORESUBTYPE", in: table) else { return }
    try connection.forEach(
      """
      SELECT r.ZASSET, r.ZDATASTORESUBTYPE, \(try pick("r", table, "ZDATALENGTH")),
        \(try pick("r", table, "ZREMOTEAVAILABILITY"))
      FROM \(table) AS r WHERE r.ZDATASTORESUBTYPE IN (1, 17)
      """
    ) { row in
      guard let place = places[row.integer(0)] else { return }
      if row.foreignInteger(1) == 17 {
        assets[place].hasAlternate = true
      } else {
        if let bytes = row.foreignInteger(2), bytes > 0 { assets[place].byteCount = bytes }
        assets[place].isInCloud = row.foreignInteger(3) == 1
      }
    }
  }
}
