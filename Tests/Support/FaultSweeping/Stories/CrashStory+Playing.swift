import DiptychEngine
import DiptychPlatform
import DiptychTesting
import Foundation

/// Where a story is played.
package struct StoryPlace: Sendable {
  /// The folder that stands for the volume; the library is in it.
  let volume: URL
  /// The files that steps save.
  let files: URL

  package init(volume: URL, files: URL) {
    self.volume = volume
    self.files = files
  }

  var library: String { volume.appendingPathComponent("Library.diptych").path }
}

extension CrashStory {
  /// Makes what the story begins from.
  package func prepare(_ place: StoryPlace) throws {
    try FileManager.default.createDirectory(at: place.volume, withIntermediateDirectories: true)
    switch beginning {
    case .prepared, .old:
      try SweepStage.make(
        SweepStage.configuration(place.library, RealSystemCalls(durable: false)),
        files: place.files)
      if case .old = beginning { try SweepStage.takeBack(place.library) }
    case .nothing:
      try SweepStage.makeFiles(place.files)
    }
  }

  /// Plays the story and closes the library.
  /// - Parameters:
  ///   - configuration: The library's.
  ///   - starts: Called before each step; the opening is step 0.
  ///   - ends: Called after each step that reported success, with the library.
  package func play(
    _ place: StoryPlace, _ configuration: LibraryConfiguration,
    starts: (Int) -> Void = { _ in }, ends: (Int, Library) throws -> Void = { _, _ in }
  ) async throws {
    var configuration = configuration
    configuration.logBound = logBound ?? configuration.logBound
    starts(0)
    let library = try Library.open(configuration)
    defer { library.close() }
    let stage: SweepStage
    switch beginning {
    case .prepared, .old: stage = try SweepStage(library, files: place.files)
    case .nothing: stage = SweepStage(empty: library, files: place.files)
    }
    try ends(0, library)
    for (index, operation) in try operations.enumerated() {
      (configuration.identifiers as? SeededIdentifiers)?.beginStep("step \(index + 1)")
      starts(index + 1)
      do {
        try await stage.scope.runInTask { try await operation.run(stage) }
      } catch let refusal as SweptOperation.Refusal {
        throw SweepFailure("\(name): \(operation) fails with \(refusal.code ?? "no code").")
      }
      let waiting = await library.activities.settled(within: 30)
      guard waiting.isEmpty else { throw SweepFailure("\(name): \(operation) does not end.") }
      try ends(index + 1, library)
    }
  }

  /// The states that the story may be found in: after each step, the opening first.
  package func states(in folder: URL) async throws -> [Dump] {
    let place = StoryPlace(
      volume: folder.appendingPathComponent("undisturbed"),
      files: folder.appendingPathComponent("undisturbed files"))
    defer {
      try? FileManager.default.removeItem(at: place.volume)
      try? FileManager.default.removeItem(at: place.files)
    }
    try prepare(place)
    var states: [Dump] = []
    try await play(
      place,
      SweepStage.configuration(place.library, calls(RealSystemCalls(durable: false))),
      ends: { _, library in states.append(try library.dump(.exact)) })
    guard Set(states).count == states.count else {
      throw SweepFailure("\(name): two steps leave the same state.")
    }
    return states
  }

  /// The system calls of the volume that the story is played on.
  func calls(_ calls: any SystemCalls) -> any SystemCalls {
    hasLinks ? calls : withoutLinks(calls)
  }
}

/// System calls of a volume that has no hard links.
func withoutLinks(_ calls: any SystemCalls) -> any SystemCalls {
  InterceptedSystemCalls(
    calls,
    before: { call in
      if case .link = call { return .fail(EPERM) }
      return .proceed
    })
}
