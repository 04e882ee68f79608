import Foundation

/// How a command prints what it found: lines for people, or JSON for machines.
enum OutputFormat: Sendable {
  case text
  case json

  init(_ arguments: ParsedArguments) {
    self = arguments.has("json") ? .json : .text
  }

  /// A value as JSON: keys in alphabetical order, absent values left out, a newline at the end.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  /// A value as JSON in one line.
  static func jsonLine(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  /// A date as both forms show it: UTC, to the millisecond where it is not whole.
  static func date(_ date: Date) -> String {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    let isWhole = milliseconds.truncatingRemainder(dividingBy: 1_000) == 0
    return Date(timeIntervalSince1970: milliseconds / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }
}
