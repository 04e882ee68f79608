import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct FetchOptionsTests {
  // P38.
  @Test func defaultsAndCopies() {
    let options = PHFetchOptions()
    #expect(options.predicate == nil && options.sortDescriptors == nil)
    #expect(!options.includeHiddenAssets && !options.includeAllBurstAssets)
    #expect(options.includeAssetSourceTypes == [] && options.fetchLimit == 0)
    #expect(options.wantsIncrementalChangeDetails)
    options.predicate = NSPredicate(format: "mediaType == 1")
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    options.includeHiddenAssets = true
    options.includeAllBurstAssets = true
    options.includeAssetSourceTypes = [.typeUserLibrary]
    options.fetchLimit = 3
    options.wantsIncrementalChangeDetails = false
    let copy = options.copy() as? PHFetchOptions
    #expect(copy?.predicate == options.predicate)
    #expect(copy?.sortDescriptors == options.sortDescriptors)
    #expect(copy?.includeHiddenAssets == true && copy?.includeAllBurstAssets == true)
    #expect(copy?.includeAssetSourceTypes == [.typeUserLibrary] && copy?.fetchLimit == 3)
    #expect(copy?.wantsIncrementalChangeDetails == false)
  }

  /// Assets by letter, in order of arrival: a (2001, favorite), b (2003), c (video, 2002).
  private func fetched(
    _ options: PHFetchOptions, of type: PHAssetMediaType? = nil
  ) async throws -> String {
    var letters = ""
    try await Scene.run { scene in
      let assets = [
        try scene.save(), try scene.save("png/rgba.png"),
        try scene.save("video/h264-high-faststart.mp4"),
      ]
      for (index, year) in [2001, 2003, 2002].enumerated() {
        let asset = try scene.asset(assets[index])
        try scene.change {
          let request = PHAssetChangeRequest(for: asset)
          request.creationDate = Self.date(year)
          request.isFavorite = index == 0
        }
      }
      let names = Dictionary(uniqueKeysWithValues: zip(assets, "abc"))
      let result =
        type.map { PHAsset.fetchAssets(with: $0, options: options) }
        ?? PHAsset.fetchAssets(with: options)
      letters = String(result.identifiers.compactMap { names[$0] })
    }
    return letters
  }

  private static func date(_ year: Int) -> Date {
    DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(secondsFromGMT: 0),
      year: year
    ).date ?? .distantPast
  }

  // P15–P18: the forms that public code uses, on the store.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func predicates() async throws {
    let rows: [(NSPredicate, String)] = [
      (NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue), "ab"),
      (NSPredicate(format: "mediaType = %i || mediaType == %ld", 1, 2), "abc"),
      (NSPredicate(format: "mediaType IN %@", [2]), "c"),
      (NSPredicate(format: "isFavorite == YES"), "a"),
      (NSPredicate(format: "favorite == %@", NSNumber(value: false)), "bc"),
      (NSPredicate(format: "creationDate > %@", Self.date(2001) as NSDate), "bc"),
      (
        NSPredicate(
          format: "creationDate >= %@ AND creationDate < %@", Self.date(2001) as any CVarArg,
          Self.date(2003) as any CVarArg), "ac"
      ),
      (NSPredicate(format: "duration > %f", 1.0), "c"),
      (NSPredicate(format: "pixelWidth >= %d", 160), "bc"),
      (NSPredicate(format: "(mediaSubtypes & %d) != 0", 8), ""),
      (NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", 8), "abc"),
      (NSPredicate(format: "%K == %d", "mediaType", 2), "c"),
      (NSPredicate(format: "isHidden == NO"), "abc"),
      (
        NSCompoundPredicate(andPredicateWithSubpredicates: [
          NSPredicate(format: "mediaType == 1"), NSPredicate(format: "favorite == 0"),
        ]), "b"
      ),
      (NSPredicate(value: true), "abc"),
    ]
    for (predicate, letters) in rows {
      let options = PHFetchOptions()
      options.predicate = predicate
      #expect(try await fetched(options) == letters, "\(predicate)")
    }
  }

  // The media type and the predicate narrow together.
  @Test func mediaTypeAndPredicate() async throws {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "favorite == 0")
    #expect(try await fetched(options, of: .image) == "b")
    #expect(try await fetched(PHFetchOptions(), of: .video) == "c")
  }

  // P20, P26, P43: sorting, then the limit; P24 without sort keys.
  @Test func sortingAndLimits() async throws {
    let options = PHFetchOptions()
    #expect(try await fetched(options) == "abc")
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    #expect(try await fetched(options) == "bca")
    options.fetchLimit = 2
    #expect(try await fetched(options) == "bc")
    options.sortDescriptors = [
      NSSortDescriptor(key: "mediaType", ascending: false),
      NSSortDescriptor(key: "creationDate", ascending: false),
    ]
    options.fetchLimit = 0
    #expect(try await fetched(options) == "cba")
  }

  // P45: a fetch copies its options.
  @Test func optionsAreCopied() async throws {
    try await Scene.run { scene in
      _ = try scene.saveAssets(2)
      let options = PHFetchOptions()
      options.fetchLimit = 1
      let result = PHAsset.fetchAssets(with: options)
      options.fetchLimit = 0
      #expect(result.count == 1)
    }
  }

  // P31 to P34, C26: unknown texts are left out, repeats counted once, order by arrival.
  @Test func identifiers() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2).map(\.localIdentifier)
      let uuid = String(assets[0].prefix(36))
      let texts = [
        assets[1], assets[0], assets[1], "", uuid, uuid.lowercased() + "/L0/001",
        uuid + "/L0/040", "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG",
        UUID().uuidString + "/L0/001",
      ]
      #expect(
        PHAsset.fetchAssets(withLocalIdentifiers: texts, options: nil).identifiers == assets)
      #expect(PHAsset.fetchAssets(withLocalIdentifiers: [], options: nil).count == 0)
      // P36.
      let url = try #require(URL(string: "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG"))
      let other = try #require(URL(string: "https://example.com/?id=\(uuid)"))
      #expect(
        PHAsset.fetchAssets(withALAssetURLs: [url, other], options: nil).identifiers
          == [assets[0]])
    }
  }

  // P240: predicates and sort descriptors also read fetched objects in memory.
  @Test func predicatesInMemory() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("png/rgba.png"))
      let album = try scene.album("Trip", [asset])
      #expect(NSPredicate(format: "pixelWidth == 160").evaluate(with: asset))
      #expect(
        NSPredicate(format: "localIdentifier == %@", asset.localIdentifier)
          .evaluate(with: asset))
      #expect(NSPredicate(format: "title CONTAINS[c] 'tr'").evaluate(with: album))
      #expect(NSPredicate(format: "estimatedAssetCount > 0").evaluate(with: album))
      #expect(asset.value(forKey: "pixelWidth") as? Int == 160)
      #expect(asset.value(forKey: "isFavorite") as? Bool == false)
      #expect(asset.value(forKey: "creationDate") as? Date == asset.creationDate)
    }
  }

  /// A client's own asset with every bit set.
  private final class EverySubtype: PHAsset, @unchecked Sendable {
    // Sendable because it adds no stored property.
    override var mediaSubtypes: PHAssetMediaSubtype { PHAssetMediaSubtype(rawValue: .max) }
  }

  // P42: bits that mean nothing, the highest included.
  @Test func rawValuesOfAnySize() async throws {
    try await Scene.run { scene in
      let asset = try scene.saveAssets(1)[0]
      let table: [(UInt, [String])] = [
        (.max, [asset.localIdentifier]), (1 << 63, []), (1 << 62, []), (8, []),
        (1 << 63 | 1, [asset.localIdentifier]), (0, [asset.localIdentifier]),
      ]
      for (sources, expected) in table {
        let options = PHFetchOptions()
        options.includeAssetSourceTypes = PHAssetSourceType(rawValue: sources)
        #expect(PHAsset.fetchAssets(with: options).identifiers == expected, "\(sources)")
      }
      #expect(NSPredicate(format: "(mediaSubtypes & 8) == 8").evaluate(with: EverySubtype()))
      for number in [NSNumber(value: Double.nan), NSNumber(value: UInt.max), NSNumber(value: -1)] {
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([number]))
      }
    }
  }
}
