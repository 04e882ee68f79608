import DiptychEngine
import DiptychPlatform
import Foundation

/// Looks at what is left of a story that was cut off.
struct StoryCheck: Sendable {
  let states: [Dump]

  /// Opens a library twice in a row, so that recovery is seen to leave nothing for a second one.
  /// - Parameters:
  ///   - acknowledged: The last step that reported success, which must be there; nil for none.
  ///   - started: The last step that was begun, after which nothing can be there.
  /// - Returns: What is wrong, a sentence each.
  func examine(_ path: String, acknowledged: Int?, started: Int) -> [String] {
    var findings: [String] = []
    var found: [Dump] = []
    for time in ["first", "second"] {
      do {
        let library = try Library.open(
          SweepStage.configuration(path, RealSystemCalls(durable: false), isDurable: false))
        defer { library.close() }
        findings += try library.verify().map { "\(time) opening: \($0)" }
        let staged = try FileManager.default.subpathsOfDirectory(atPath: path + "/staging")
        if !staged.isEmpty { findings.append("\(time) opening: staging still holds \(staged)") }
        found.append(try library.dump(.exact))
      } catch {
        findings.append("\(time) opening: \(error)")
      }
    }
    guard let dump = found.first else { return findings }
    if let second = found.last, second != dump {
      findings.append("the second opening changed the library")
    }
    guard let state = states.firstIndex(of: dump) else {
      findings.append("the state is not one of the story's:\n\(dump.text)")
      return findings
    }
    if let acknowledged, state < acknowledged {
      findings.append("step \(acknowledged) reported success and is lost: the state is \(state)")
    }
    if state > started {
      findings.append("the state is \(state), and step \(started) was the last")
    }
    return findings
  }
}
