import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Bad input of fetches: the answer or the trap that Apple gives, never a hang.
@Suite struct BadFetchInputTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  // P7: text and compound predicates that nest 10,000 deep are refused as unsupported ones are.
  @Test func deepPredicates() async throws {
    let text = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let open = String(repeating: "(", count: 10_000)
      let close = String(repeating: ")", count: 10_000)
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: open + "mediaType == 1" + close)
      _ = PHAsset.fetchAssets(with: options)
    }
    #expect(message(text).contains("NSInvalidArgumentException"))
    let compound = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { _ in
        var predicate = NSPredicate(format: "mediaType == 1")
        for _ in 0..<1_000 {
          predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
        }
        let options = PHFetchOptions()
        options.predicate = predicate
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(
      message(compound).contains(
        "NSInvalidArgumentException: Unsupported predicate in fetch options: NOT NOT "))
    #expect(
      message(compound).contains("… Nest at most 100 compound predicates of different kinds."))
  }

  // P7, P16: a filter that a loop has built, and what is printed of one that cannot be read.
  @Test func nestedCompounds() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      var predicate = NSPredicate(format: "pixelWidth == %d", asset.pixelWidth)
      for width in 0..<1_200 {
        predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [
          predicate, NSPredicate(format: "pixelWidth == %d", width + 100_000),
        ])
      }
      let options = PHFetchOptions()
      options.predicate = predicate
      #expect(PHAsset.fetchAssets(with: options).identifiers == [asset.localIdentifier])
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { _ in
        let options = PHFetchOptions()
        options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
          NSPredicate(format: "mediaType == 1"), NSPredicate(format: "filename == 'a'"),
        ])
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(
      message(result).contains(
        "Unsupported predicate in fetch options: mediaType == 1 AND filename == \"a\" Use the keys")
    )
  }

  // A flat chain of 10,000 terms is answered.
  @Test func wideCompounds() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let options = PHFetchOptions()
      options.predicate = NSCompoundPredicate(
        orPredicateWithSubpredicates: (0..<10_000).map {
          NSPredicate(format: "pixelWidth == %d", $0 + asset.pixelWidth)
        })
      #expect(PHAsset.fetchAssets(with: options).identifiers == [asset.localIdentifier])
    }
  }

  // A format that wants more arguments than there are.
  @Test func tooFewArguments() async throws {
    for format in ["mediaType == %d AND isFavorite == %d", "%K == %@"] {
      #expect(
        throws: PredicateParseError.self,
        performing: {
          try PredicateParser.parse(format, arguments: ["mediaType"])
        })
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = NSPredicate(format: "mediaType == %d AND isFavorite == %d", 1)
    }
    #expect(message(result).contains("NSInvalidArgumentException"))
  }

  // P32, P43: identifiers that are none, limits that are none, in every fetch that takes them.
  @Test func identifiersAndLimits() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      try scene.album("A")
      let long = String(repeating: "A", count: 1_000_000)
      let texts = ["", "/", "L0/001", "é\u{0}", long, UUID().uuidString, "\(UUID())/L0/999"]
      #expect(PHAsset.fetchAssets(withLocalIdentifiers: texts, options: nil).count == 0)
      #expect(
        PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: texts, options: nil).count
          == 0)
      #expect(
        PHCollectionList.fetchCollectionLists(withLocalIdentifiers: texts, options: nil).count == 0)
      let many = (0..<50_000).map { _ in UUID().uuidString + "/L0/001" }
      #expect(
        PHAsset.fetchAssets(
          withLocalIdentifiers: many + [assets[1].localIdentifier], options: nil
        ).identifiers == [assets[1].localIdentifier])
      let options = PHFetchOptions()
      for (limit, count) in [(-1, 2), (.min, 2), (.max, 2), (1, 1)] {
        options.fetchLimit = limit
        #expect(PHAsset.fetchAssets(with: options).count == count, "\(limit)")
      }
    }
  }

  // P49: every call by index, out of range.
  @Test func indexesOutOfRange() async throws {
    let place = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let asset = try scene.asset(try scene.save())
        let range = NSRange(location: NSNotFound, length: 1)
        _ = PHAsset.fetchAssets(with: nil).index(of: asset, in: range)
      }
    }
    #expect(message(place).contains("NSRangeException: Index \(NSNotFound) is beyond the bounds"))
    let objects = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.save()
        _ = PHAsset.fetchAssets(with: nil).objects(at: [0, 9])
      }
    }
    #expect(message(objects).contains("NSRangeException: Index 9 is beyond the bounds"))
    let walk = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.save()
        PHAsset.fetchAssets(with: nil).enumerateObjects(at: [5], options: []) { _, _, _ in }
      }
    }
    #expect(message(walk).contains("NSRangeException: Index 5 is beyond the bounds"))
    let negative = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.save()
        _ = PHAsset.fetchAssets(with: nil)[-1]
      }
    }
    #expect(message(negative).contains("NSRangeException: Index -1 is beyond the bounds"))
  }

  // One options object, which several threads fetch with at the same time (P45).
  @Test func optionsOfSeveralThreads() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(10)
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: "mediaType == 1")
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
      options.fetchLimit = 5
      nonisolated(unsafe) let shared = options
      // Unsafe is right here because nobody writes to it any more.
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask {
            (0..<20).allSatisfy { _ in
              PHAsset.fetchAssets(with: shared).identifiers
                == assets.prefix(5).map(\.localIdentifier)
            }
          }
        }
        for await isRight in group { #expect(isRight) }
      }
    }
  }
}
