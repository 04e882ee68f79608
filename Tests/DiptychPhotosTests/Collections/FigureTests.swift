import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Decision 164: an album is found by the figures that it shows.
@Suite struct FigureTests {
  private func titles(_ predicate: NSPredicate?, sortedBy key: String? = nil) -> [String] {
    let options = PHFetchOptions()
    options.predicate = predicate
    options.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: false)] }
    let found = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .any, options: options)
    return (0..<found.count).map { found[$0].localizedTitle ?? "" }
  }

  /// Every album is found by its own count and dates, and by no other count.
  private func checkFigures(_ counts: [String: Int]) {
    let all = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
    #expect(all.count == counts.count)
    for index in 0..<all.count {
      let album = all[index]
      let title = album.localizedTitle ?? ""
      #expect(album.estimatedAssetCount == counts[title], "\(title)")
      let count = NSPredicate(format: "estimatedAssetCount == %d", album.estimatedAssetCount)
      #expect(titles(count).sorted() == counts.filter { $0.value == counts[title] }.keys.sorted())
      guard let start = album.startDate, let end = album.endDate else { continue }
      let dates = NSPredicate(
        format: "startDate == %@ AND endDate == %@", start as NSDate, end as NSDate)
      #expect(titles(dates).contains(title))
    }
    let descending = counts.sorted { $0.value > $1.value }.map(\.key)
    #expect(titles(nil, sortedBy: "estimatedAssetCount") == descending)
  }

  // P42: a synced album shows what is not the user's own.
  @Test func syncedAlbums() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(1)
      try scene.album("Plain", assets)
      try scene.album("Empty")
      let synced = UUID()
      var changes = ChangeSet()
      changes.operations = [.createCollection(synced, .synced, title: "Synced")]
      for day in 0..<2 {
        var draft = AssetDraft(uuid: UUID())
        draft.resources = [ResourceDraft(role: .photo, content: .data(Pictures.data()))]
        draft.source = .synced
        draft.update.creationDate = Date(
          timeIntervalSince1970: 1_000_000_000 + Double(day) * 86_400)
        changes.operations += [.createAsset(draft), .deliver([draft.uuid], to: synced)]
      }
      try scene.engine.commit(changes)
      checkFigures(["Synced": 2, "Plain": 1, "Empty": 0])
    }
  }

  // P40, decision 15: hidden photos count where albums show them.
  @Test(arguments: [false, true]) func hiddenMembers(areShown: Bool) async throws {
    try await Scene.run(profile: areShown ? .iOS8 : .documented) { scene in
      let assets = try scene.saveAssets(2)
      try scene.album("Trip", assets)
      try scene.change { PHAssetChangeRequest(for: assets[0]).isHidden = true }
      checkFigures(["Trip": areShown ? 2 : 1])
    }
  }
}
