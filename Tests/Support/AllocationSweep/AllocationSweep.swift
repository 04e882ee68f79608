import CFaultAllocator
import DiptychEngine
import FaultSweeping
import Foundation

/// Refuses memory to SQLite in every write, and to the libraries of the codecs in every format.
///
///     AllocationSweep [--stride N | --most N] [--shard I/N] [--folder F]
///     AllocationSweep codec FILE JOB KIND N SAMPLING
///     AllocationSweep swept …                                one operation
///
/// It is a program of its own: it has a malloc of its own. What Swift itself allocates is given
/// always, since Swift ends the program when it is not.
@main
struct AllocationSweep {
  static func main() async throws {
    guard diptych_allocator_install() == 0 else {
      throw SweepFailure("SQLite takes no other memory.")
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "codec" { return try CodecVictim(arguments).run() }
    let isChild = try await IsolatedSweep.runChild(arguments) { _, sampling, folder in
      FaultSweep(
        [RefusedMemory(isLasting: false), RefusedMemory(isLasting: true)],
        systemCalls: RealSystemCalls(durable: false), sampling: sampling, folder: folder)
    }
    if isChild { return }
    guard let options = SweepOptions(arguments) else {
      SweepOptions.refuse("--stride, --most, --shard and --folder take a value.")
    }
    try await run(options)
  }

  private nonisolated static func run(_ options: SweepOptions) async throws {
    let folder = try options.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let sweep = IsolatedSweep(
      program: "/proc/self/exe", "memory", options.sampling, folder: folder)
    var total = SweepReport()
    for operation in options.share(of: SweptOperation.all) {
      try await options.measured("\(operation)", &total) { try sweep.run(operation) }
    }
    for sample in options.share(of: CodecSweep.samples) {
      try await options.measured("codecs: \(sample)", &total) {
        try CodecSweep(program: "/proc/self/exe", options.sampling).run(sample)
      }
    }
    options.end(total)
  }
}

/// Memory that SQLite is not given.
private struct RefusedMemory: Disturbance {
  let isLasting: Bool
  let kind = FaultKind.memory

  var name: String { "no memory \(isLasting ? "for good" : "once")" }

  func begin(_ n: Int) { diptych_allocator_arm(DIPTYCH_MEMORY_OF_SQLITE, n, isLasting ? 1 : 0) }

  func end(_ isSuccess: Bool) -> String? { diptych_allocator_disarm() == 0 ? nil : "an allocation" }

  var counted: Int? { diptych_allocator_count() }
}
