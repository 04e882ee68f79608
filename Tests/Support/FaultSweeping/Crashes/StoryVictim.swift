import DiptychEngine
import Foundation

/// The program that plays a story to be ended, and the lines in which it says how far it is.
///
///     story NAME VOLUME FILES [die|half|stop N]      plays a story
///     reopen VOLUME [die|half|stop N]                opens the story's library and closes it
///
/// One that comes to its end says how many calls it made that count.
package enum StoryVictim {
  /// - Returns: Whether the arguments are a victim's.
  package static func run(_ arguments: [String]) async throws -> Bool {
    switch arguments.first {
    case "story" where arguments.count >= 4:
      guard let story = CrashStory.named(arguments[1]) else { return false }
      let place = StoryPlace(
        volume: URL(fileURLWithPath: arguments[2]), files: URL(fileURLWithPath: arguments[3]))
      let (configuration, trap) = try configuration(place, arguments.dropFirst(4)) {
        story.calls($0)
      }
      try await story.play(
        place, configuration, starts: { say("started \($0)") },
        ends: { step, _ in say("acknowledged \(step)") })
      say("calls \(trap?.calls ?? 0)")
      return true
    case "reopen" where arguments.count >= 2:
      let volume = URL(fileURLWithPath: arguments[1])
      let place = StoryPlace(volume: volume, files: volume)
      let (configuration, trap) = try configuration(place, arguments.dropFirst(2)) { $0 }
      try Library.open(configuration).close()
      say("calls \(trap?.calls ?? 0)")
      return true
    default: return false
    }
  }

  private static func configuration(
    _ place: StoryPlace, _ words: ArraySlice<String>,
    _ wrap: (any SystemCalls) -> any SystemCalls
  ) throws -> (LibraryConfiguration, CallTrap?) {
    var calls: any SystemCalls = RealSystemCalls(durable: false)
    var trap: CallTrap?
    if let action = words.first.flatMap(CallTrap.Action.init(rawValue:)),
      let call = words.last.flatMap({ Int($0) })
    {
      let made = CallTrap(action, call: call)
      try made.attach()
      calls = made.systemCalls(calls)
      trap = made
    }
    var configuration = SweepStage.configuration(place.library, wrap(calls))
    configuration.vfs = trap == nil ? nil : FaultVFS.name
    return (configuration, trap)
  }

  /// Written at once: whoever reads it knows that it happened.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
