import DiptychEngine
import Foundation

/// The program that plays a story to be ended, and the lines in which it says how far it is.
///
///     story NAME VOLUME FILES [die|half|stop N]      plays a story
///     reopen VOLUME [die|half|stop N]                opens the story's library and closes it
package enum StoryVictim {
  /// - Returns: Whether the arguments are a victim's.
  package static func run(_ arguments: [String]) async throws -> Bool {
    switch arguments.first {
    case "story" where arguments.count >= 4:
      guard let story = CrashStory.named(arguments[1]) else { return false }
      let place = StoryPlace(
        volume: URL(fileURLWithPath: arguments[2]), files: URL(fileURLWithPath: arguments[3]))
      let configuration = try configuration(place, arguments.dropFirst(4)) { story.calls($0) }
      try await story.play(
        place, configuration, starts: { say("started \($0)") },
        ends: { step, _ in say("acknowledged \(step)") })
      return true
    case "reopen" where arguments.count >= 2:
      let volume = URL(fileURLWithPath: arguments[1])
      let place = StoryPlace(volume: volume, files: volume)
      try Library.open(configuration(place, arguments.dropFirst(2)) { $0 }).close()
      return true
    default: return false
    }
  }

  private static func configuration(
    _ place: StoryPlace, _ trap: ArraySlice<String>,
    _ wrap: (any SystemCalls) -> any SystemCalls
  ) throws -> LibraryConfiguration {
    var calls: any SystemCalls = RealSystemCalls(durable: false)
    let trap = Array(trap)
    if trap.count == 2, let action = CallTrap.Action(rawValue: trap[0]), let call = Int(trap[1]) {
      let trap = CallTrap(action, call: call)
      try trap.attach()
      calls = trap.systemCalls(calls)
    }
    var configuration = SweepStage.configuration(place.library, wrap(calls))
    configuration.vfs = trap.isEmpty ? nil : FaultVFS.name
    return configuration
  }

  /// Written at once: whoever reads it knows that it happened.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
