import DiptychEngine
import DiptychStories
import Foundation

/// A program that is started to be killed, and the loop that kills it.
///
///     CrashVictim ROW HALF LIBRARY      one half of a row on a durable library
///     CrashVictim sweep [--kills N] [--seed S] [--folder F]      kills itself, so to speak
///     CrashVictim faults [--stride N] [--only WORD] [--folder F]      makes calls fail
@main
struct CrashVictim {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "sweep" {
      try await Sweep(Array(arguments.dropFirst())).run()
      return
    }
    if arguments.first == "faults" {
      try await Faults(Array(arguments.dropFirst())).run()
      return
    }
    guard arguments.count == 3, let row = FlowRow.named(arguments[0]),
      let side = FlowSide(rawValue: arguments[1])
    else { Sweep.refuse("Give a row of the flows, legacy or modern, and a library's path.") }
    let path = arguments[2]
    let documents = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("Documents")
    try await FlowRunner().runDurable(side, of: row, at: path, documents: documents) {
      // Written at once: whoever reads it starts the clock.
      FileHandle.standardOutput.write(Data("begun\n".utf8))
    }
  }
}
