import DiptychPhotos
import DiptychPlatform
import DiptychTestingSwiftTesting
import Foundation
import Testing

/// Decision 217: tests that run side by side get the traps of their own code, and no others.
struct SideBySideTrapTests {
  /// Where code traps: on its own thread, on a queue of the library, with another library in force.
  private enum Place: CaseIterable, Sendable {
    case task, childTask, queue, innerLibrary, innerQueue

    /// Traps, or waits for ever for a queue that did.
    func trap(_ bad: @escaping @Sendable () -> Void) async {
      switch self {
      case .task: bad()
      case .childTask:
        async let child: Void = bad()
        await child
      case .queue: Self.onQueue(bad)
      case .innerLibrary, .innerQueue:
        guard let inner = try? TestPhotoLibrary(seed: 9) else { return }
        await inner.run(.parallel) {
          if self == .innerQueue { Self.onQueue(bad) } else { bad() }
        }
      }
    }

    private static func onQueue(_ bad: @escaping @Sendable () -> Void) {
      PHPhotoLibrary.shared().performChanges(bad)
      // Never comes to its turn.
      try? PHPhotoLibrary.shared().performChangesAndWait {}
    }
  }

  /// Lets code go on when as many as it takes have come.
  private final class Meeting: Sendable {
    private let missing: Lock<Int>
    private let signals: [(stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)]

    init(_ count: Int) {
      missing = Lock(count)
      signals = (0..<count).map { _ in AsyncStream.makeStream(of: Void.self) }
    }

    /// Comes as number `number`, and waits for the others.
    func meet(_ number: Int) async {
      let isComplete = missing.withLock { missing in
        missing -= 1
        return missing == 0
      }
      if isComplete { for signal in signals { signal.continuation.yield() } }
      for await _ in signals[number].stream { break }
    }
  }

  private static let beyondTheEnd: @Sendable () -> Void = {
    _ = PHAsset.fetchAssets(with: nil).object(at: 3)
  }
  private static let outsideBlock: @Sendable () -> Void = { _ = PHAssetCreationRequest.forAsset() }

  @Test func recordingsSideBySideAreKeptApart() async throws {
    for place in Place.allCases {
      try await withoutHanging("\(place)") {
        let meeting = Meeting(3)
        let libraries = try (1...3).map { try TestPhotoLibrary(seed: $0) }
        let traps = await withTaskGroup(of: (Int, String?).self) { group in
          for (number, library) in libraries.enumerated() {
            group.addTask {
              let trap = await library.run(.parallel) {
                await library.trap {
                  // All record by now.
                  await meeting.meet(number)
                  switch number {
                  case 0: await place.trap(Self.beyondTheEnd)
                  case 1:
                    await place.trap {
                      raise("NSInvalidArgumentException", reason: "mine.", remedy: "Nothing.")
                    }
                  default: break
                  }
                }
              }
              return (number, trap)
            }
          }
          return await group.reduce(into: [String?](repeating: nil, count: 3)) { $0[$1.0] = $1.1 }
        }
        #expect(traps[0]?.hasPrefix("NSRangeException") == true, "\(place)")
        #expect(traps[1]?.hasPrefix("NSInvalidArgumentException: mine") == true, "\(place)")
        #expect(traps[2] == nil, "\(place)")
        for library in libraries { library.close() }
      }
    }
  }

  @Test func aTrapOfAnotherTestEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (recording, other) = (try TestPhotoLibrary(seed: 1), try TestPhotoLibrary(seed: 2))
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let recorded = Task {
        await recording.run(.parallel) {
          await recording.trap {
            begin.yield()
            // Until the process ends.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
        }
      }
      for await _ in begun { break }
      await other.run(.parallel) { Self.beyondTheEnd() }
      _ = await recorded.value
      // Taken from the other one.
      exit(EXIT_SUCCESS)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSRangeException: Index 3"))
  }

  /// A second trap of one recording stops its thread, and is told to nobody.
  @Test func aSecondTrapIsNotAnothers() async throws {
    let library = try TestPhotoLibrary()
    await withoutHanging {
      let trap = await library.trap {
        async let first: Void = Self.beyondTheEnd()
        async let second: Void = Self.beyondTheEnd()
        _ = await (first, second)
      }
      #expect(trap?.hasPrefix("NSRangeException") == true)
      library.close()
      let next = try? TestPhotoLibrary(seed: 2)
      #expect(await next?.trap { Self.outsideBlock() }?.hasPrefix("NSInternal") == true)
      next?.close()
    }
  }

  /// A library that a trap leaves in force is in nobody's way.
  @Test func aTrapInAnInnerLibraryLeavesNothingInForce() async throws {
    let library = try TestPhotoLibrary()
    let next = try TestPhotoLibrary(seed: 2)
    await withoutHanging {
      let trap = await library.trap {
        guard let inner = try? TestPhotoLibrary(seed: 9) else { return }
        await inner.run { Self.beyondTheEnd() }
      }
      #expect(trap?.hasPrefix("NSRangeException") == true)
      await next.run {
        for hop in Hop.allCases { await hop.run { HopSave.modernWaiting($0) } }
      }
    }
    #expect(next.assets.count == Hop.allCases.count)
    library.close()
    next.close()
  }
}
