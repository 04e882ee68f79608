import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

/// What a test can force on requests for pictures.
struct ImageFaultTests {
  private final class Answers: Sendable {
    private let list = Lock<[(text: String, thread: pthread_t)]>([])
    func add(_ text: String) { list.withLock { $0.append((text, pthread_self())) } }
    var all: [String] { list.withLock { $0.map(\.text) } }
    /// How many came on the calling thread.
    var countHere: Int { list.withLock { $0.count { $0.thread == pthread_self() } } }
  }

  /// Asks for a picture of 100 × 100, as code under test does, and tells what came.
  private func ask(
    _ library: TestPhotoLibrary, network: Bool = false, beforeReturn: (Int) -> Void = { _ in }
  ) async -> [String] {
    let answers = Answers()
    await library.run {
      guard let asset = PHAsset.fetchAssets(with: nil).firstObject else { return }
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = network
      PHImageManager.default().requestImage(
        for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit,
        options: options
      ) { image, info in
        let code = (info?[PHImageErrorKey] as? NSError)?.code
        let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool == true
        answers.add(
          image.map { "\(Int($0.size.width)) pixels\(isDegraded ? ", degraded" : "")" }
            ?? "\(code ?? 0)")
      }
      // A later answer may be there already, but on another thread.
      beforeReturn(answers.countHere)
      await library.settle(within: 20)
    }
    return answers.all
  }

  // C81, P184
  @Test func callbacks() async throws {
    let library = try TestPhotoLibrary(delivery: .private) {
      Photo(.jpeg(width: 200, height: 100), named: "a.jpg")
    }
    #expect(library.imageCallbacks == .asDocumented)
    #expect(await ask(library) == ["100 pixels"])
    library.imageCallbacks = .two
    #expect(await ask(library) == ["50 pixels, degraded", "100 pixels"])
    library.answersFirstImageOnCaller = true
    var early = 0
    #expect(await ask(library) { early = $0 } == ["50 pixels, degraded", "100 pixels"])
    #expect(early == 1 && library.answersFirstImageOnCaller)
    library.imageCallbacks = .one
    #expect(await ask(library) == ["100 pixels"])
    #expect(library.imageCallbacks == .one)
  }

  // C83, C84
  @Test func originalsInTheCloud() async throws {
    let library = try TestPhotoLibrary(delivery: .private) {
      Photo(.jpeg(width: 200, height: 100), named: "a.jpg")
    }
    #expect(library.asset("a.jpg")?.isLocal == true)
    let dump = library.dump
    try library.user.offload("a.jpg")
    #expect(library.asset("a.jpg")?.isLocal == false)
    #expect(library.dump != dump && library.dump.contains("photo local"))
    #expect(await ask(library) == ["100 pixels, degraded", "3164"])
    library.isNetworkDown = true
    #expect(await ask(library, network: true) == ["100 pixels, degraded", "3169"])
    library.isNetworkDown = false
    #expect(await ask(library, network: true) == ["100 pixels, degraded", "100 pixels"])
    #expect(library.asset("a.jpg")?.isLocal == true && library.dump == dump)
    try library.user.offload("a.jpg")
    try library.user.download("a.jpg")
    #expect(await ask(library) == ["100 pixels"])
    #expect(try library.verify() == [])
    #expect(throws: (any Error).self) { try library.user.offload("b.jpg") }
  }
}
