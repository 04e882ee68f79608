import DiptychEngine
import Foundation

/// Watches that something ends. Nothing can take back a wait for a callback that never comes, so a
/// test that hangs is named, and in the end the process with it.
package struct Deadline: Sendable {
  /// What is watched, such as `the legacy half`.
  let name: String
  /// Where it stands in the sources, for the reader of the message; empty when not known.
  let place: String
  /// Seconds until the process ends, as ``FairTimer`` counts them.
  let limit: Double

  /// Runs `body`, and ends the process by `expire` when it has not ended in time.
  /// - Parameters:
  ///   - waiting: What the library still does when the time is up.
  ///   - expire: Gets the message; by default it is printed, and the process ends with status 70.
  ///   - body: What has to end.
  func watch<T>(
    isolation: isolated (any Actor)? = #isolation, waiting: @escaping @Sendable () -> [String],
    expire: @escaping @Sendable (String) -> Void, _ body: () async throws -> T
  ) async rethrows -> T {
    let timer = FairTimer(limit: limit) {
      // Who steps through the code has all the time that there is.
      guard !Self.isDebugged else { return }
      expire(message(waiting()))
    }
    defer { timer.cancel() }
    return try await body()
  }

  private func message(_ waiting: [String]) -> String {
    let work =
      waiting.isEmpty
      ? "The library has nothing left to do, so the code waits for a callback of its own: look for a "
        + "path on which a completion is not called, or a continuation not resumed."
      : "The library is still at: \(waiting.joined(separator: ", ")). Let the main queue run, and "
        + "answer what asks."
    return (place.isEmpty ? "" : "\(place): ") + "\(name) has not ended after "
      + "\(DumpText.number(limit)) seconds. \(work) The test process ends here; endingWithin: gives "
      + "more time."
  }

  /// Prints the message and ends the process.
  package static func endProcess(_ message: String) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    _exit(70)
  }

  /// Whether a debugger holds the process.
  private static var isDebugged: Bool {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("TracerPid:") })
    else { return false }
    return !line.hasSuffix("\t0")
  }
}
