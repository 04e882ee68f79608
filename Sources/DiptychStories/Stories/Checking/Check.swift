import DiptychEngine
import Foundation

/// Collects what a library shows and what the model says it must show.
struct Check {
  private(set) var failures: [String] = []

  /// Notes a difference between two texts.
  mutating func expect(_ what: @autoclosure () -> String, _ found: String, _ expected: String) {
    guard found != expected else { return }
    failures.append("\(what()): \(found) instead of \(expected)")
  }

  /// Notes a difference between two lists of objects.
  mutating func expect(_ what: @autoclosure () -> String, _ found: [UUID], _ expected: [UUID]) {
    guard found != expected else { return }
    failures.append("\(what()): \(Self.text(found)) instead of \(Self.text(expected))")
  }

  mutating func expect<Value: Equatable>(
    _ what: @autoclosure () -> String, _ found: Value, _ expected: Value
  ) {
    guard found != expected else { return }
    failures.append("\(what()): \(found) instead of \(expected)")
  }

  private static func text(_ uuids: [UUID]) -> String {
    uuids.isEmpty ? "none" : uuids.map { String($0.uuidString.prefix(8)) }.joined(separator: " ")
  }
}
