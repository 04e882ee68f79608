import DiptychEngine
import DiptychStories
import FaultSweeping
import Foundation

/// The sweeps, and the programs that they start to be killed.
///
///     CrashVictim sweep [--short] [--only SECTIONS] [--jobs N] [OPTION VALUE]…
///     CrashVictim SECTION [OPTION VALUE]…      one section's share
///     CrashVictim swept NAME …                 one operation of it
///     CrashVictim ROW HALF LIBRARY             one half of a row on a durable library
///     CrashVictim story | reopen | ring | observe | open …
@main
struct CrashVictim {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if try await StoryVictim.run(arguments) { return }
    if try await ProcessVictim.run(arguments) { return }
    let isChild = try await IsolatedSweep.runChild(arguments) { name, sampling, folder in
      try Section.FaultSource(rawValue: name)?.sweep(sampling, folder)
    }
    if isChild { return }
    if arguments.first == "sweep" { return try Sweep(Array(arguments.dropFirst())).run() }
    if let section = arguments.first.flatMap(Section.init(rawValue:)) {
      guard let options = SweepOptions(Array(arguments.dropFirst())) else {
        SweepOptions.refuse("Give options with a value each.")
      }
      return try await section.run(options)
    }
    guard arguments.count == 3, let row = FlowRow.named(arguments[0]),
      let side = FlowSide(rawValue: arguments[1])
    else { SweepOptions.refuse("Give a row of the flows, legacy or modern, and a library's path.") }
    let path = arguments[2]
    let documents = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("Documents")
    try await FlowRunner().runDurable(side, of: row, at: path, documents: documents) {
      // Written at once: whoever reads it starts the clock.
      SweepOptions.say("begun")
    }
  }
}
