import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Each quirk beside the documented behavior: what one switch changes, and nothing else.
@Suite struct QuirkTests {
  @Test func names() {
    // Decision 33: bundles by system, and single switches that are added to them.
    for profile in BehaviorProfile.all {
      #expect(BehaviorProfile.named(profile.name.uppercased()) == profile)
    }
    var expected = BehaviorProfile.iOS8
    expected.callsNilAfterStop = true
    expected.name = "iOS8 + callsNilAfterStop"
    #expect(BehaviorProfile.named("ios8 + callsnilafterstop") == expected)
    #expect(BehaviorProfile.named("busyWrites")?.busyWrites == true)
    for text in ["", "iOS", "iOS8+", "iOS8+iOS9", "+busyWrites"] {
      #expect(BehaviorProfile.named(text) == nil, "\(text)")
    }
    for quirk in BehaviorProfile.Quirk.allCases {
      let profile = BehaviorProfile.documented.with(quirk)
      #expect(profile[keyPath: quirk.key], "\(quirk)")
      #expect(!BehaviorProfile.documented[keyPath: quirk.key], "\(quirk)")
    }
  }

  /// Starts three saves while the library is kept from doing any, and gives their codes in order.
  private func saveTogether(_ library: ALAssetsLibrary, _ scene: Scene) async -> [Int?] {
    let gate = DispatchGroup()
    gate.enter()
    scene.engine.queues.request("gate") { gate.wait() }
    let codes = Lock<[Int: Int?]>([:])
    for index in 0..<3 {
      library.writeImage(toSavedPhotosAlbum: Pictures.solid(9), orientation: .up) { url, error in
        #expect((url == nil) == (error != nil))
        codes.withLock { $0[index] = .some((error as NSError?)?.code) }
      }
    }
    gate.leave()
    #expect(await scene.engine.activities.settled(within: 30) == [])
    return codes.withLock { codes in (0..<3).map { codes[$0] ?? 0 } }
  }

  // L149, L151, decision 26: writes in parallel fail as busy; in a row they do not.
  @Test(arguments: [(BehaviorProfile.documented, 3), (.iOS6, 1), (.iOS7, 1), (.iOS8, 1)])
  func busyWrites(_ profile: BehaviorProfile, _ saved: Int) async throws {
    let scene = try Scene(profile: profile)
    try await scene.run { library in
      let codes = await saveTogether(library, scene)
      let busy: Int? = ALAssetsLibraryWriteBusyError
      #expect(codes == (saved == 3 ? [nil, nil, nil] : [nil, busy, busy]))
      #expect(try scene.assets().count == saved)
      // The cure: each from the completion of the one before.
      let urls: Int = await withCheckedContinuation { continuation in
        library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up) { first, _ in
          library.writeImage(toSavedPhotosAlbum: Pictures.solid(2), orientation: .up) { url, _ in
            continuation.resume(returning: [first, url].compactMap { $0 }.count)
          }
        }
      }
      #expect(urls == 2)
      // A write that fails makes way, too.
      await expectCode(ALAssetsLibraryWriteInvalidDataError) {
        try await library.writeImageData(toSavedPhotosAlbum: Data(), metadata: nil)
      }
      _ = try await library.saved()
    }
  }

  // L163, decision 19: nil data deletes what the application wrote, and nothing else.
  @Test func nilDataDeletes() async throws {
    let scene = try Scene(profile: .iOS7)
    try await scene.run { library in
      let kept = try await library.saved()
      let asset = try await library.saved()
      let url = asset.url
      try await scene.other("Other").run {
        let library = ALAssetsLibrary()
        let foreign = try #require(try await library.asset(at: url))
        await expectCode(ALAssetsLibraryWriteFailedError) {
          try await foreign.setImageData(nil, metadata: nil)
        }
        withExtendedLifetime(library) {}
      }
      await expectCode(ALAssetsLibraryWriteFailedError) { try await asset.setVideoAtPath(nil) }
      #expect(try scene.assets().count == 2)
      #expect(try await asset.setImageData(nil, metadata: nil) == url)
      #expect(try await library.asset(at: url) == nil)
      #expect(asset.defaultRepresentation() == nil)
      #expect(scene.filesOnDisk(below: "originals").count == 1)
      // C17: everywhere else it is an error, and nothing changes.
      for profile in BehaviorProfile.all where profile != .iOS7 {
        scene.engine.profile = profile
        await expectCode(ALAssetsLibraryWriteFailedError) {
          try await kept.setImageData(nil, metadata: nil)
        }
      }
      #expect(try scene.assets().count == 1)
    }
  }

  // L97, L98, L192, decision 27: the one permission is that for places.
  @Test func locationPermission() async throws {
    for (answer, code) in [(PromptAnswer.allow, Int?.none), (.refuse, -3311)] {
      let scene = try Scene(access: .notDetermined, profile: .iOS5)
      scene.engine.access.setStanding(answer)
      try await scene.run { library in
        if let code {
          await expectCode(code) {
            _ = try await library.groups()
            return nil
          }
        } else {
          let groups = try await library.groups()
          #expect(groups.map(\.name) == ["Camera Roll"])
        }
        #expect(scene.engine.access.prompts == [.location])
      }
    }
    let scene = try Scene(profile: .iOS5)
    try await scene.run { library in
      // L97: the place is told to whom may know where the user is.
      let url = try await library.writeImageData(
        toSavedPhotosAlbum: TestMedia.data("exif/gps-south-west-below-sea.jpg"), metadata: nil)
      let asset = try #require(try await library.asset(at: url))
      #expect(asset.value(forProperty: ALAssetPropertyLocation) is CLLocation)
      let roll = try await library.cameraRoll()
      for (status, code) in [(AccessStatus.restricted, -3312), (.denied, -3311)] {
        try scene.engine.access.setLocation(status, "App")
        await expectCode(code) {
          _ = try await library.groups()
          return nil
        }
        #expect(asset.value(forProperty: ALAssetPropertyLocation) == nil)
        #expect(roll.numberOfAssets() == 0)
        // Decision 27: the documented profile does not ask about places.
        scene.engine.profile = .documented
        #expect(asset.value(forProperty: ALAssetPropertyLocation) is CLLocation)
        scene.engine.profile = .iOS5
      }
      #expect(scene.engine.access.prompts.isEmpty)
    }
  }

  // L167, L203, C30: assets of streams are walked, but not found by URL.
  @Test(arguments: [(BehaviorProfile.documented, true), (.iOS8_0, true), (.iOS8, false)])
  func streamLookups(_ profile: BehaviorProfile, _ areFound: Bool) async throws {
    let scene = try Scene(profile: profile)
    try await scene.run { library in
      let own = try await library.saved()
      for kind in [CollectionKind.ownStream, .shared] {
        try scene.bring(1, into: kind, titled: "\(kind)")
      }
      for group in try await library.groups(ALAssetsGroupPhotoStream) {
        let urls = group.urls()
        #expect(urls.count == 1)
        for url in urls {
          #expect(try await library.asset(at: url)?.url == (areFound ? url : nil))
        }
      }
      #expect(try await library.asset(at: own.url)?.url == own.url)
    }
  }

  // L201: the Camera Roll of iOS 8.0.
  @Test func recentlyAdded() async throws {
    let clock = VirtualClock(Scene.now)
    let scene = try Scene(profile: .iOS8_0) { $0.clock = clock }
    try await scene.run { library in
      let old = try await library.saved()
      clock.advance(by: 40 * 86_400)
      let new = try await library.saved()
      let roll = try await library.cameraRoll()
      #expect(roll.name == "Recently Added")
      #expect(roll.value(forProperty: ALAssetsGroupPropertyType) as? UInt32 == 16)
      #expect(roll.numberOfAssets() == 1)
      #expect(roll.urls() == [new.url])
      #expect(try await library.album("Recently Added") == nil)
      #expect(roll.posterImage() != nil)
      // Decision 230: it goes back from the newest that is shown.
      let uuids = try [new, old].map { try #require(Identifiers.uuid(of: $0.url)) }
      try scene.user(.deleteAssets([uuids[0]]))
      #expect(roll.urls() == [old.url])
      // L85, decision 1: counts and covers are of one view.
      try scene.user(.deleteAssets([uuids[1]]))
      #expect(roll.numberOfAssets() == 0)
      #expect(roll.posterImage() == nil)
      try scene.user(.restoreAssets(uuids))
      for profile in BehaviorProfile.all where profile != .iOS8_0 {
        scene.engine.profile = profile
        #expect(roll.name == "Camera Roll")
        #expect(roll.numberOfAssets() == 2)
      }
    }
  }

  // L114, L206.
  @Test func halfThumbnails() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved(Pictures.halves(400, 300))
      for (profile, side) in [(BehaviorProfile.documented, 150), (.iOS9, 75)] {
        scene.engine.profile = profile
        #expect(asset.thumbnail().takeUnretainedValue().width == side)
        #expect(asset.thumbnail().takeUnretainedValue().height == side)
        #expect(asset.aspectRatioThumbnail().takeUnretainedValue().height == 256)
      }
    }
  }

  // L116, L209.
  @Test func streamOrientation() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let turned = try TestMedia.data("orientation/orientation-6.jpg")
      try scene.bring(turned, into: .ownStream, titled: "Mine")
      try scene.bring(turned, into: .shared, titled: "Theirs")
      let groups = try await library.groups(ALAssetsGroupPhotoStream)
      for (profile, numbers) in [(BehaviorProfile.documented, [3, 3]), (.iOS7, [0, 3])] {
        scene.engine.profile = profile
        var found: [Int] = []
        for group in groups {
          group.enumerateAssets { asset, _, _ in
            guard let asset else { return }
            found.append(asset.value(forProperty: ALAssetPropertyOrientation) as? Int ?? -1)
            // Of the file itself it is known.
            #expect(asset.defaultRepresentation().orientation() == .right)
          }
        }
        #expect(found == numbers, "\(profile.name)")
      }
    }
  }

  // L102: before iOS 6 the URL was taken from the dictionary.
  @Test func assetURLKey() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let url = asset.url
      scene.engine.profile = .iOS5
      #expect(
        asset.value(forProperty: ALAssetPropertyAssetURL) as? String == ALErrorInvalidProperty)
      let urls = asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL]
      #expect(urls?.values.first == url)
      #expect(asset.description == "ALAsset - Type:Photo, URLs:\(url.absoluteString)")
    }
  }

  // L186: applications from before iOS 6 never saw shared streams.
  @Test func sharedStreamsBeforeTheyWere() async throws {
    let scene = try Scene(profile: .iOS5)
    try await scene.run { library in
      let uuids = try scene.bring(1, into: .shared, titled: "Theirs")
      try scene.bring(1, into: .ownStream, titled: "Mine")
      #expect(try await library.groups(ALAssetsGroupPhotoStream).map(\.name) == ["Mine"])
      let url = Identifiers.assetURL(uuids[0], typeIdentifier: "public.png")
      #expect(try await library.asset(at: url) == nil)
      scene.engine.profile = .documented
      #expect(try await library.asset(at: url) != nil)
    }
  }

  // L32, decision 31: the extra call that some clients guard against.
  @Test func nilAfterStop() async throws {
    let scene = try Scene(profile: .documented.with(.callsNilAfterStop))
    try await scene.run { library in
      _ = try await library.saved()
      _ = try await library.madeAlbum("Trip")
      let calls = Lock<[String?]>([])
      library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) { group, stop in
        calls.withLock { $0.append(group?.name) }
        stop?.pointee = true
      } failureBlock: { _ in
      }
      #expect(await scene.engine.activities.settled(within: 30) == [])
      #expect(calls.withLock { $0 } == ["Trip", nil])
      var indexes: [Int] = []
      try await library.cameraRoll().enumerateAssets { _, index, stop in
        indexes.append(index)
        stop?.pointee = true
      }
      #expect(indexes == [0, NSNotFound])
    }
  }
}
