import AppleSamples
import DiptychCodecs
import DiptychEngine
import Foundation
import Testing

@testable import DiptychAppleLibrary

/// Values of rows: dates and places at their edges, and values that no honest library has.
@Suite struct RowTests {
  private func asset(
    _ columns: [String: String], attributes: [String: String] = [:]
  ) throws -> AppleAsset {
    let library = try Scratch().read {
      try $0.asset(AppleSample.uuid(1), nil, as: "a.jpg", columns: columns, attributes: attributes)
    }
    return try #require(library.assets.first)
  }

  /// Seconds since 2001 as a real or whole number; what no calendar has is no date.
  @Test func dates() throws {
    let rows: [(literal: String, microseconds: Int64?, isImpossible: Bool)] = [
      ("602554058.704", 1_580_861_258_704_000, false), ("0", 978_307_200_000_000, false),
      ("608405423", 1_586_712_623_000_000, false), ("-978307200", 0, false),
      ("-63114076800", -62_135_769_600_000_000, false), ("123456789012345", nil, true),
      ("-1e300", nil, true), ("9e999", nil, false), ("NULL", nil, false), ("'soon'", nil, false),
      ("x'00'", nil, false),
    ]
    for row in rows {
      let asset = try asset(["ZDATECREATED": row.literal])
      #expect(asset.creationDate?.microseconds == row.microseconds, "\(row.literal)")
      #expect(asset.hasImpossibleDate == row.isImpossible, "\(row.literal)")
    }
    #expect(try asset([:], attributes: ["ZTIMEZONEOFFSET": "-18000"]).values.utcOffset == -18_000)
    #expect(try asset([:], attributes: ["ZTIMEZONEOFFSET": "1000000"]).values.utcOffset == nil)
    let trashed = try asset(["ZTRASHEDSTATE": "1", "ZTRASHEDDATE": "3769172687.68586"])
    #expect(trashed.values.trashedDate?.microseconds == 4_747_479_887_685_860)
  }

  @Test func places() throws {
    let rows: [(String, String, AssetLocation?)] = [
      ("51.50357167", "-0.1318055", AssetLocation(latitude: 51.50357167, longitude: -0.1318055)),
      ("-180.0", "-180.0", nil), ("0", "0", AssetLocation(latitude: 0, longitude: 0)),
      ("90", "-180", AssetLocation(latitude: 90, longitude: -180)), ("91", "0", nil),
      ("NULL", "5", nil), ("'x'", "5", nil), ("9e999", "5", nil),
    ]
    for (latitude, longitude, location) in rows {
      let asset = try asset(["ZLATITUDE": latitude, "ZLONGITUDE": longitude])
      #expect(asset.location == location, "\(latitude) \(longitude)")
    }
  }

  /// Where the original is, and what a row may not say about it.
  @Test func placesOfOriginals() throws {
    let rows: [([String: String], AppleAsset.Place, String?)] = [
      (
        ["ZDIRECTORY": "'A'", "ZFILENAME": "'x.jpeg'"], .inside(folder: "A", name: "x.jpeg"),
        "originals/A/x.jpeg"
      ),
      (
        ["ZDIRECTORY": "'/Users/me'", "ZFILENAME": "'x.jpeg'"], .referenced("/Users/me/x.jpeg"), nil
      ),
      (
        ["ZSAVEDASSETTYPE": "10", "ZDIRECTORY": "'Users'", "ZFILENAME": "'x'"],
        .referenced("Users/x"), nil
      ),
      (["ZSAVEDASSETTYPE": "4"], .shared, nil),
      (
        ["ZDIRECTORY": "'..'", "ZFILENAME": "'x.jpeg'"], .inside(folder: "..", name: "x.jpeg"), nil
      ),
      (
        ["ZDIRECTORY": "'A'", "ZFILENAME": "'../x.jpeg'"], .inside(folder: "A", name: "../x.jpeg"),
        nil
      ),
      (["ZDIRECTORY": "NULL", "ZFILENAME": "x'41'"], .inside(folder: "", name: ""), nil),
    ]
    let files = AppleFiles(try Scratch().package)
    for (columns, place, path) in rows {
      let asset = try asset(columns)
      #expect(asset.place == place)
      #expect(files.originalPath(asset) == path)
    }
  }

  /// Values of a wrong type, of absurd size, and rows that name each other.
  @Test func strangeRows() throws {
    let library = try Scratch().read { sample in
      let good = try sample.asset(AppleSample.uuid(1), nil, as: "good.jpg")
      try sample.asset(AppleSample.uuid(1), nil, as: "same identifier.jpg")
      try sample.asset("not an identifier", nil, as: "no identifier.jpg")
      try sample.asset(AppleSample.uuid(2), nil, as: "audio.jpg", columns: ["ZKIND": "2"])
      try sample.asset(AppleSample.uuid(3), nil, as: "type.jpg", columns: ["ZUUID": "x'00'"])
      try sample.asset(
        AppleSample.uuid(4), nil, as: "odd.jpg",
        columns: [
          "ZFAVORITE": "'yes'", "ZHIDDEN": "NULL", "ZWIDTH": "-5", "ZDURATION": "-9e999",
          "ZAVALANCHEUUID": "'x'", "ZUNIFORMTYPEIDENTIFIER": "zeroblob(1000000)",
        ],
        attributes: [
          "ZORIGINALFILENAME": "hex(zeroblob(100000))", "ZTITLE": "char(65, 0, 66)",
          "ZORIGINALWIDTH": "9223372036854775807", "ZORIGINALORIENTATION": "77",
          "ZASSETDESCRIPTION": "1",
        ])
      try sample.insert(
        "ZASSETDESCRIPTION", ["Z_PK": "1", "ZLONGDESCRIPTION": "hex(zeroblob(99999))"])
      // A second row of attributes for the same asset.
      try sample.insert(
        "ZADDITIONALASSETATTRIBUTES", ["ZASSET": "\(good)", "ZORIGINALFILENAME": "'twice.jpg'"])
      // An asset without attributes.
      try sample.run(
        "INSERT INTO ZASSET (ZUUID, ZKIND, ZFILENAME) VALUES ('\(AppleSample.uuid(5))', 0, 'bare')")
      try sample.keywords(good, "", "x", "x")
      try sample.run("INSERT INTO Z_1KEYWORDS VALUES (999, 999), (NULL, 'x')")
    }
    #expect(
      library.assets.map(\.fileName).map { String($0.prefix(12)) } == [
        "good.jpg", "000000000000", "bare",
      ])
    #expect(library.leftOut.count == 4)
    #expect(library.assets[0].values.texts.keywords == ["x"])
    let odd = library.assets[1]
    #expect(odd.fileName.utf8.count == ChangeLimits.titleBytes)
    #expect(odd.values.texts.title == "AB")
    #expect(odd.values.texts.caption?.utf8.count == AssetTexts.captionBytes)
    #expect(!odd.isFavorite && !odd.isHidden && odd.burst == nil && odd.typeIdentifier == nil)
    #expect(odd.pixelSize == PixelSize(width: 0, height: 0) && odd.orientation == .up)
    #expect(odd.duration == 0)
  }

  @Test func textsAreCutBehindWholeCharacters() {
    #expect("abc".cut(toBytes: 3) == "abc")
    #expect("aéé".cut(toBytes: 4) == "aé")
    #expect("👨‍👩‍👧x".cut(toBytes: 5) == "")
    #expect("a\0b".cut(toBytes: 9) == "ab")
  }
}
