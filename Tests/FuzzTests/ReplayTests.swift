import Foundation
import Testing

/// The inputs that fuzzers start with, and those that once crashed, hung or got a wrong answer, once
/// each: `scripts/fuzz` goes on from there. `Inputs/README.md` says what each of them did.
@Suite struct ReplayTests {
  private static let targets = [
    "predicate", "text", "scanner", "arguments", "jpeg", "png", "heif", "rarer", "raw", "movie",
    "metadata", "rewriting", "library-bytes", "library-rows",
    "library-repair", "archives", "apple-rows", "apple-bytes",
  ]

  @Test func everyTargetIsListed() throws {
    let (status, text) = try run(["list"])
    #expect(status == 0)
    #expect(text.split(separator: "\n").map(String.init) == Self.targets)
  }

  @Test(.timeLimit(.minutes(10)), arguments: targets)
  func knownInputsPass(_ target: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-replay-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run(["seeds", target, folder.path]).status == 0)
    let kept = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Inputs/\(target)").standardizedFileURL.path
    let hasKept = FileManager.default.fileExists(atPath: kept)
    let (status, text) = try run(["replay", target, folder.path] + (hasKept ? [kept] : []))
    #expect(status == 0, "\(text)")
    #expect(text.contains("\(target): "), "\(text)")
  }

  /// Each kept input belongs to a target and is explained.
  @Test func keptInputsAreExplained() throws {
    let inputs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Inputs")
    let table = try String(contentsOf: inputs.appendingPathComponent("README.md"), encoding: .utf8)
    for path in try FileManager.default.subpathsOfDirectory(atPath: inputs.path)
    where path.contains("/") {
      #expect(Self.targets.contains(String(path.prefix { $0 != "/" })), "\(path)")
      #expect(table.contains("`\(path)`"), "\(path)")
    }
  }

  @Test func wrongArguments() throws {
    for arguments in [[], ["fly"], ["replay"], ["replay", "none"], ["seeds", "none", "x"]] {
      #expect(try run(arguments).status == 64, "\(arguments)")
    }
    // Without libFuzzer there is no loop, and the message names the script that builds one.
    let (status, text) = try run(["run", "text"])
    #expect(status == 64 && text.contains("scripts/fuzz --target text"), "\(text)")
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    // The program stands beside the test program.
    let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: here).deletingLastPathComponent()
      .appendingPathComponent("Fuzz")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_BACKTRACE": "enable=no"
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : -1
    return (status, String(decoding: data, as: UTF8.self))
  }
}
