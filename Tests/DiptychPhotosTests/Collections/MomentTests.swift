import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Decision 32: one moment a day of the library's time zone, ascending.
@Suite struct MomentTests {
  private func utc(_ text: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: text))
  }

  /// Saves a photo of each date and returns their identifiers.
  private func save(_ dates: [String?], in scene: Scene) throws -> [String] {
    let assets = try scene.saveAssets(dates.count)
    for (asset, text) in zip(assets, dates) {
      let date = try text.map(utc)
      try scene.change { PHAssetChangeRequest(for: asset).creationDate = date }
    }
    return assets.map(\.localIdentifier)
  }

  // P1: a moment is known to predicates by its identifier and by itself.
  @Test func identifiersInPredicates() async throws {
    try await Scene.run { scene in
      _ = try save(["2014-05-13T23:59:59Z", "2014-05-14T00:00:00Z"], in: scene)
      let moments = list(PHAssetCollection.fetchMoments(with: nil))
      let name = moments[0].localIdentifier
      func found(_ format: String, _ argument: Any) -> [PHAssetCollection] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: format, argument)
        return list(PHAssetCollection.fetchMoments(with: options))
      }
      for (format, argument) in [
        ("localIdentifier == %@", name as Any), ("localIdentifier IN %@", [name, "x"]),
        ("SELF == %@", moments[0]), ("SELF IN %@", [moments[0]]), ("self == %@", name),
      ] {
        #expect(found(format, argument) == [moments[0]], "\(format)")
      }
      #expect(found("NOT (localIdentifier IN %@)", [name]) == [moments[1]])
      #expect(found("localIdentifier == %@", name.prefix(36) + "/L0/040") == [])
      let many = (0..<200).map { _ in UUID().uuidString + "/L0/060" } + [name]
      #expect(found("SELF IN %@", many) == [moments[0]])
    }
  }

  private func list(_ result: PHFetchResult<PHAssetCollection>) -> [PHAssetCollection] {
    (0..<result.count).map { result[$0] }
  }

  // P82, decision 32.
  @Test func days() async throws {
    try await Scene.run { scene in
      let assets = try save(
        [
          "2014-05-13T23:59:59Z", "2014-05-14T00:00:00Z", "2013-12-31T12:00:00Z", nil,
          "2014-05-13T08:00:00Z", "1968-02-29T01:00:00Z",
        ], in: scene)
      let moments = list(PHAssetCollection.fetchMoments(with: nil))
      #expect(moments.map(\.estimatedAssetCount) == [1, 1, 2, 1])
      #expect(
        moments.map { scene.members(of: $0) }
          == [[assets[5]], [assets[2]], [assets[4], assets[0]], [assets[1]]])
      #expect(moments.allSatisfy { $0.assetCollectionType == .moment })
      #expect(moments.allSatisfy { $0.localizedTitle == nil && $0.localizedLocationNames == [] })
      #expect(moments[2].startDate == (try utc("2014-05-13T08:00:00Z")))
      #expect(moments[2].endDate == (try utc("2014-05-13T23:59:59Z")))
      #expect(
        list(
          PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: nil))
          == moments)
      // The same days have the same identifiers, by which they are found (P35).
      let identifiers = moments.map(\.localIdentifier)
      #expect(Set(identifiers).count == 4 && identifiers.allSatisfy { $0.hasSuffix("/L0/060") })
      #expect(
        PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [identifiers[2], identifiers[0], ""], options: nil
        ).identifiers == [identifiers[0], identifiers[2]])
      let asset = try scene.asset(assets[0])
      #expect(
        PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: nil)
          .identifiers == [identifiers[2]])
      #expect(PHAsset.fetchKeyAssets(in: moments[2], options: nil)?.identifiers == [assets[4]])
      // P97: its assets can be deleted, and nothing else.
      #expect(moments[0].canPerform(.deleteContent) && !moments[0].canPerform(.addContent))
      #expect(
        scene.failure { PHAssetCollectionChangeRequest(for: moments[0])?.title = "x" }
          == .changeNotSupported)
    }
  }

  // P40: hidden assets leave moments; a moment without assets is gone.
  @Test func hidden() async throws {
    try await Scene.run { scene in
      let assets = try save(["2014-05-13T08:00:00Z", "2014-05-14T08:00:00Z"], in: scene)
      let asset = try scene.asset(assets[0])
      try scene.change { PHAssetChangeRequest(for: asset).isHidden = true }
      #expect(PHAssetCollection.fetchMoments(with: nil).count == 1)
      #expect(
        PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: nil)
          .count == 0)
    }
  }

  // A day is one of the library's time zone, also where clocks change.
  @Test func timeZones() async throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    try await Scene.run(timeZone: berlin) { scene in
      // 30 March 2014 had 23 hours there, 26 October 25.
      _ = try save(
        [
          "2014-03-29T22:59:00Z", "2014-03-29T23:00:00Z", "2014-03-30T21:59:00Z",
          "2014-03-30T22:00:00Z", "2014-10-25T22:00:00Z", "2014-10-26T22:59:00Z",
        ], in: scene)
      let moments = list(PHAssetCollection.fetchMoments(with: nil))
      #expect(moments.map(\.estimatedAssetCount) == [1, 2, 1, 2])
    }
  }

  @Test func lists() async throws {
    try await Scene.run { scene in
      _ = try save(
        [
          "2013-12-31T12:00:00Z", "2014-05-13T08:00:00Z", "2014-05-20T08:00:00Z",
          "2014-06-01T08:00:00Z",
        ], in: scene)
      let years = PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil)
      #expect((0..<years.count).map { years[$0].localizedTitle } == ["2013", "2014"])
      #expect(years[0].collectionListType == .momentList)
      #expect(years[0].collectionListSubtype == .momentListYear)
      #expect(years[1].startDate == (try utc("2014-05-13T08:00:00Z")))
      #expect(years[1].endDate == (try utc("2014-06-01T08:00:00Z")))
      #expect(years[1].localizedLocationNames == [])
      let months = PHCollectionList.fetchMomentLists(with: .momentListCluster, options: nil)
      #expect(months.count == 3 && months[0].localizedTitle == nil)
      #expect(months[0].collectionListSubtype == .momentListCluster)
      #expect(PHAssetCollection.fetchMoments(inMomentList: years[1], options: nil).count == 3)
      #expect(PHAssetCollection.fetchMoments(inMomentList: months[1], options: nil).count == 2)
      #expect(PHCollection.fetchCollections(in: months[1], options: nil).count == 2)
      let moment = try #require(
        PHAssetCollection.fetchMoments(inMomentList: months[2], options: nil).firstObject)
      #expect(
        PHCollectionList.fetchMomentLists(
          with: .momentListYear, containingMoment: moment, options: nil
        ).identifiers == [years[1].localIdentifier])
      #expect(
        PHCollectionList.fetchMomentLists(
          with: .momentListCluster, containingMoment: moment, options: nil
        ).identifiers == [months[2].localIdentifier])
      #expect(
        PHCollectionList.fetchCollectionListsContaining(moment, options: nil).identifiers
          == [years[1], months[2]].map(\.localIdentifier))
      #expect(
        PHCollectionList.fetchCollectionLists(
          withLocalIdentifiers: [months[0].localIdentifier], options: nil
        ).identifiers == [months[0].localIdentifier])
      let folder = try scene.folder("Trips")
      #expect(PHAssetCollection.fetchMoments(inMomentList: folder, options: nil).count == 0)
      for (type, subtype) in [
        (PHCollectionListType.smartFolder, PHCollectionListSubtype.any),
        (.momentList, .regularFolder), (.folder, .momentListYear),
      ] {
        #expect(
          PHCollectionList.fetchCollectionLists(with: type, subtype: subtype, options: nil).count
            == 0)
      }
    }
  }

  // Predicates, sort keys and the limit work on moments as on albums (P1).
  @Test func options() async throws {
    try await Scene.run { scene in
      _ = try save(
        ["2014-05-13T08:00:00Z", "2014-05-13T09:00:00Z", "2014-05-14T08:00:00Z"], in: scene)
      let options = PHFetchOptions()
      options.predicate = NSPredicate(
        format: "startDate >= %@", try utc("2014-05-14T00:00:00Z") as NSDate)
      #expect(PHAssetCollection.fetchMoments(with: options).count == 1)
      options.predicate = NSPredicate(format: "estimatedAssetCount > 1")
      #expect(list(PHAssetCollection.fetchMoments(with: options)).map(\.estimatedAssetCount) == [2])
      options.predicate = nil
      options.sortDescriptors = [NSSortDescriptor(key: "endDate", ascending: false)]
      options.fetchLimit = 1
      #expect(list(PHAssetCollection.fetchMoments(with: options)).map(\.estimatedAssetCount) == [1])
      // P12: smart albums do not know their count, and that is a large number.
      let counted = PHFetchOptions()
      counted.predicate = NSPredicate(format: "estimatedAssetCount > 0")
      #expect(
        PHAssetCollection.fetchAssetCollections(
          with: .smartAlbum, subtype: .any, options: counted
        ).count == SmartAlbum.allCases.count)
      // C57: bursts and hidden ones included, no order asked for.
      let wide = PHFetchOptions()
      wide.includeHiddenAssets = true
      wide.includeAllBurstAssets = true
      let first = try #require(PHAssetCollection.fetchMoments(with: nil).firstObject)
      #expect(PHAsset.fetchAssets(in: first, options: wide).count == 2)
    }
  }

  // P173, P177: who sees nothing has no moments; who sees some has those.
  @Test func access() async throws {
    try await Scene.run { scene in
      let assets = try save(["2014-05-13T08:00:00Z", "2014-05-14T08:00:00Z"], in: scene)
      let uuid = try #require(Identifiers.assetUUID(assets[1]))
      try scene.engine.access.set(.limited([uuid]), "App")
      let moments = list(PHAssetCollection.fetchMoments(with: nil))
      #expect(moments.map { scene.members(of: $0) } == [[assets[1]]])
      try scene.engine.access.set(.denied, "App")
      #expect(PHAssetCollection.fetchMoments(with: nil).count == 0)
    }
  }

  @Test func places() async throws {
    try await Scene.run { scene in
      let assets = try save(["2014-05-13T08:00:00Z", "2014-05-13T09:00:00Z"], in: scene)
      let asset = try scene.asset(assets[1])
      try scene.change {
        PHAssetChangeRequest(for: asset).location = CLLocation(latitude: 48.8, longitude: 2.3)
      }
      let moment = try #require(PHAssetCollection.fetchMoments(with: nil).firstObject)
      #expect(moment.approximateLocation?.coordinate.latitude == 48.8)
      #expect(try scene.album("Trip").approximateLocation == nil)
      #expect(try scene.album("Trip").localizedLocationNames == [])
    }
  }
}
