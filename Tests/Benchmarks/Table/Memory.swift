import Foundation

/// The memory of this process.
enum Memory {
  /// Gives back what is free but kept, which would hide what is taken afterwards.
  static func trim() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    typealias Trim = @convention(c) (Int) -> Int32
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }

  /// Bytes that are resident now.
  static func resident() throws -> Int { try bytes("VmRSS:") }

  /// The most bytes that were resident since `beginPeak()`.
  static func peak() throws -> Int { try bytes("VmHWM:") }

  /// Begins to look for the peak anew, and gives what is resident now.
  static func beginPeak() throws -> Int {
    trim()
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return try resident()
  }

  private static func bytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    for line in status.split(separator: "\n") where line.hasPrefix(name) {
      if let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Int($0)
      }) {
        return number * 1_024
      }
    }
    throw WrongResult(description: "/proc/self/status says no \(name)")
  }
}
