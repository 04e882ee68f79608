import Foundation
import Testing

/// A short run of the stress program as it is; `scripts/stress` runs it under the thread sanitizer.
@Suite struct StressTests {
  // L24, L25, L153, P48, C88, decisions 6, 26 and 39: every call from several threads on one library,
  // of one API or of both; what is left is what was done.
  @Test(.timeLimit(.minutes(10)), arguments: ["legacy", "modern", "mixed"])
  func everyCallFromSeveralThreads(api: String) async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    let (status, text) = try await run([
      "--api", api, "--threads", "4", "--calls", "100", "--seed", "\(seed)",
    ])
    #expect(status == 0, "\(text)")
    #expect(text.contains("seed \(seed), 4 threads, 100 calls each, \(api)"))
    #expect(text.contains(" 0 problems"), "\(text)")
  }

  @Test func wrongArguments() async throws {
    for arguments in [["--calls"], ["--calls", "many"], ["--speed", "1"], ["--api", "new"]] {
      let (status, text) = try await run(arguments)
      #expect(status == 64)
      #expect(text.contains("Usage: Stress"))
    }
  }

  private func run(_ arguments: [String]) async throws -> (Int32, String) {
    // The program stands beside the test program.
    let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: here).deletingLastPathComponent()
      .appendingPathComponent("Stress")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
