import DiptychEngine
import DiptychPlatform
import Foundation

/// What one half of a flow works with: its library, the media, and a notebook for what the user
/// was told.
package final class FlowContext: Sendable {
  package let library: Library
  package let scope: LibraryScope
  package let media: FlowMedia
  /// A folder of the half's own, for property lists.
  package let documents: URL
  private let clock: VirtualClock
  private let identifiers: SeededIdentifiers
  private let notebook = Lock(Notebook())

  private struct Notebook {
    var messages: [String] = []
    var reports: [Dump.Object] = []
    var threads: [String] = []
    var steps: [String] = []
  }

  init(
    library: Library, client: String, media: FlowMedia, documents: URL, clock: VirtualClock,
    identifiers: SeededIdentifiers
  ) {
    self.library = library
    self.media = media
    self.documents = documents
    self.clock = clock
    self.identifiers = identifiers
    scope = LibraryScope(library: library, client: client, isOrdered: true, name: "flow")
  }

  /// Runs one step: the clock ticks and identifiers start afresh before it, and the library is
  /// settled after it, so that the same step of the other half has the same date and identifiers.
  package func step(_ name: String, _ body: () async throws -> Void) async throws {
    notebook.withLock { $0.steps.append(name) }
    clock.advance(by: 1)
    identifiers.beginStep(name)
    try await body()
    let waiting = await library.activities.settled(within: 30)
    guard waiting.isEmpty else {
      throw LibraryError(
        .busy, "The step \"\(name)\" has not ended: \(waiting.joined(separator: ", ")) still waits."
      )
    }
  }

  /// Keeps the library's queues from running anything until the returned function is called, so
  /// that a race has one outcome.
  package func holdQueues() -> @Sendable () -> Void {
    let gate = DispatchGroup()
    gate.enter()
    library.queues.change("held queue") { gate.wait() }
    library.queues.request("held queue") { gate.wait() }
    return { gate.leave() }
  }

  /// Tells the user something.
  package func say(_ message: String) {
    notebook.withLock { $0.messages.append(message) }
  }

  /// Notes on which thread a result arrived; shown, never compared.
  package func noteThread(of what: String) {
    let thread = MainQueue.isCurrent ? "main queue" : "background queue"
    notebook.withLock { $0.threads.append("\(what): \(thread)") }
  }

  /// Reports something that the half left outside the library.
  package func report(_ object: String, _ fields: [(name: String, value: String)]) {
    let fields = fields.map { Dump.Field(name: $0.name, value: $0.value) }
    notebook.withLock {
      $0.reports.append(Dump.Object(name: object, title: nil, fields: fields))
    }
  }

  package var messages: [String] { notebook.withLock { $0.messages } }
  package var reports: [Dump.Object] { notebook.withLock { $0.reports } }
  package var threads: [String] { notebook.withLock { $0.threads } }
  package var steps: [String] { notebook.withLock { $0.steps } }
}

/// Waits for a callback: `body` gets a function to call once.
package func callback(_ body: (@escaping @Sendable () -> Void) -> Void) async {
  await withCheckedContinuation { continuation in
    body { continuation.resume() }
  }
}

/// Tells the main queue from others. `Thread.isMainThread` is false on Linux under an async main
/// even where the main queue runs.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
