import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychTestingSwiftTesting
import Foundation
import Testing

/// Runs `body` of a test that a defect would let hang; the process then ends with a sentence, for
/// nothing else could free it.
func withoutHanging(_ name: String = #function, _ body: () async throws -> Void) async rethrows {
  // Generous: a test waits for its turn behind all others that take one.
  let timer = FairTimer(limit: 1_800) {
    FileHandle.standardError.write(Data("\(name) hangs\n".utf8))
    _exit(70)
  }
  defer { timer.cancel() }
  try await body()
}

/// Decision 215: code that lost its turn, as in a detached task, still runs in its library.
struct LostTurnTests {
  @Sendable private static func addAlbum(_ title: String) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
    }
  }

  /// Adds albums in a task that knows nothing, behind a hop of it, and from another library back.
  private static func addInDetachedTasks(_ library: TestPhotoLibrary) async throws {
    try await Task.detached {
      try await library.run {
        #expect(TestPhotoLibrary.current === library)
        try addAlbum("Detached")
        let other = try TestPhotoLibrary(seed: 2)
        try await other.run {
          try addAlbum("Other")
          try await Task.detached { try await library.run { try addAlbum("Back") } }.value
        }
        #expect(other.albums.map(\.title) == ["Other"])
        other.close()
        await Hop.globalQueue.run { done in
          #expect(throws: Never.self) { try addAlbum("Behind a hop") }
          done()
        }
      }
    }.value
    #expect(library.albums.map(\.title) == ["Detached", "Back", "Behind a hop"])
  }

  @Test func aDetachedTaskRunsInTheLibraryOfItsAncestor() async throws {
    let library = try TestPhotoLibrary()
    try await withoutHanging {
      try await library.run { try await Self.addInDetachedTasks(library) }
    }
    #expect(try library.verify() == [])
  }

  @Test(.photoLibrary) func aDetachedTaskRunsInTheLibraryOfATrait() async throws {
    try await withoutHanging { try await Self.addInDetachedTasks(.current) }
  }

  @Test(.photoLibrary(.parallel)) func aDetachedTaskRunsBesideOthers() async throws {
    let library = TestPhotoLibrary.current
    try await withoutHanging {
      try await Task.detached { try await library.run { try Self.addAlbum("Detached") } }.value
    }
    #expect(library.albums.map(\.title) == ["Detached"])
  }

  @Test(.photoLibrary) func aDetachedTaskRecordsAndCompares() async throws {
    let library = TestPhotoLibrary.current
    try await withoutHanging {
      let trap = await Task.detached {
        await library.trap { _ = PHAsset.fetchAssets(with: nil).object(at: 3) }
      }.value
      #expect(trap?.hasPrefix("NSRangeException: Index 3") == true)
      let fresh = try TestPhotoLibrary(seed: 3)
      try await fresh.run {
        let picture = TestPicture.jpeg(seed: 7).data
        let comparison = try await Task.detached {
          try await fresh.run {
            try await compareLibraries(
              legacy: { half in
                try await Task.detached { try await half.run { try await Save.legacy(picture) } }
                  .value
              }, modern: { _ in try Save.modern(picture) })
          }
        }.value
        #expect(comparison.modern.hasPrefix("a1\n"))
        #expect(TestPhotoLibrary.current === fresh)
      }
      fresh.close()
    }
  }

  /// A task that a completion starts has the completion's scope, but no turn.
  @Test(.photoLibrary) func aTaskOfACompletionMayUseAnotherLibrary() async throws {
    let other = try TestPhotoLibrary(seed: 2)
    await withoutHanging {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        PHPhotoLibrary.shared().performChanges({}) { _, _ in
          Task {
            await other.run {
              #expect(throws: Never.self) { try Self.addAlbum("Other") }
            }
            continuation.resume()
          }
        }
      }
    }
    #expect(other.albums.map(\.title) == ["Other"])
    other.close()
  }

  @Test func aTaskLeftBehindRunsInItsLibrary() async throws {
    let library = try TestPhotoLibrary()
    try await withoutHanging {
      let (stream, isOver) = AsyncStream.makeStream(of: Void.self)
      let left = await library.run {
        Task.detached {
          try await library.run {
            for await _ in stream { break }
            try Self.addAlbum("Late")
          }
        }
      }
      isOver.yield()
      try await left.value
    }
    #expect(library.albums.map(\.title) == ["Late"])
  }
}

/// Child tasks of one test, inside its turn.
struct SiblingTests {
  @Sendable private static func addBehindAHop(_ title: String) async {
    await Hop.globalQueue.run { done in
      #expect(throws: Never.self) {
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
        }
      }
      done()
    }
  }

  @Test(.photoLibrary) func siblingsOfOneLibrary() async throws {
    let library = TestPhotoLibrary.current
    await withoutHanging {
      let (stream, met) = AsyncStream.makeStream(of: Void.self)
      async let first: Void = library.run {
        for await _ in stream { break }
        await Self.addBehindAHop("Trip")
      }
      async let second: Void = library.run {
        await Self.addBehindAHop("Trip")
        met.yield()
      }
      _ = await (first, second)
      await Self.addBehindAHop("Walk")
    }
    #expect(library.albums.map(\.title) == ["Trip", "Trip", "Walk"])
  }

  @Test(.photoLibrary) func siblingsOfSeveralLibraries() async throws {
    let outer = TestPhotoLibrary.current
    let libraries = try (2...6).map { try TestPhotoLibrary(seed: $0) }
    await withoutHanging {
      await withTaskGroup(of: Void.self) { group in
        for library in libraries {
          group.addTask {
            await library.run {
              await Self.addBehindAHop("Trip")
              #expect(TestPhotoLibrary.current === library)
            }
          }
        }
      }
      // The library of the test is in force again.
      await Self.addBehindAHop("Outer")
    }
    for library in libraries {
      #expect(library.albums.map(\.title) == ["Trip"])
      library.close()
    }
    #expect(outer.albums.map(\.title) == ["Outer"])
  }

  @Test(.photoLibrary) func siblingsThatCompareAndRecord() async throws {
    let library = TestPhotoLibrary.current
    try await withoutHanging {
      async let first = compareLibraries(
        legacy: { await Self.addBehindAHop("Trip") }, modern: { await Self.addBehindAHop("Trip") })
      async let second = compareLibraries(
        legacy: { await Self.addBehindAHop("Walk") }, modern: { await Self.addBehindAHop("Walk") })
      async let third = library.trap {
        await Self.addBehindAHop("Recorded")
        _ = PHAsset.fetchAssets(with: nil).object(at: 3)
      }
      async let fourth = library.trap {
        await Self.addBehindAHop("Recorded")
        _ = PHAssetCreationRequest.forAsset()
      }
      let texts = try await (first.modern, second.modern)
      #expect(texts.0.hasPrefix("c1 \"Trip\"") && texts.1.hasPrefix("c1 \"Walk\""))
      #expect(await third?.hasPrefix("NSRangeException") == true)
      #expect(await fourth?.hasPrefix("NSInternalInconsistencyException") == true)
      await Self.addBehindAHop("Outer")
    }
    #expect(library.albums.map(\.title) == ["Recorded", "Recorded", "Outer"])
  }
}
