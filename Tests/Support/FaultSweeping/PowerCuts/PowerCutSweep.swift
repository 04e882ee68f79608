import DiptychEngine
import DiptychPlatform
import Foundation

/// Plays stories on a recorded volume and ends the power at every point of the record: what was
/// synced is there, and of the rest some is kept, some lost and some torn. Each time the library is
/// opened twice and looked at; and the first of these openings is recorded and cut off in turn.
package struct PowerCutSweep: Sendable {
  /// How much is tried.
  package struct Extent: Sendable {
    /// Which points of the record.
    package var sampling = Sampling.every(1)
    /// Seeded draws a point, beside all lost and all kept.
    package var draws = 3
    /// Of the points that are tried, every n-th one's recovery is cut off, too.
    package var recoveryStride = 8
    /// About how many calls of one recovery are cut off, when it makes more. Making a library anew
    /// takes hundreds, which have their own turn.
    package var recoveryPoints = 10
    package var seed: UInt64 = 1

    package init() {}
  }

  private let extent: Extent
  private let folder: URL

  /// - Parameter folder: Where libraries are made.
  package init(_ extent: Extent, folder: URL) {
    self.extent = extent
    self.folder = folder
  }

  /// How far the story was at a point of the record.
  private struct Progress {
    var started = 0
    var acknowledged: Int?

    mutating func take(_ event: VolumeEvent) {
      switch event {
      case .started(let step): started = step
      case .acknowledged(let step): acknowledged = step
      default: break
      }
    }
  }

  package func run(_ story: CrashStory) async throws -> SweepReport {
    var report = SweepReport()
    report.subjects = 1
    let check = StoryCheck(states: try await story.states(in: folder))
    let (before, events, nextFile) = try await record(story)
    var state = VolumeState(before)
    var progress = Progress()
    var point = 0
    var tried = 0
    report.there = events.count(where: \.isCall)
    let points = Set(extent.sampling.points(of: report.there))
    for event in events {
      state.apply(event)
      progress.take(event)
      guard event.isCall else { continue }
      point += 1
      guard points.contains(point) else { continue }
      tried += 1
      report.points += 1
      let name = "\(story), cut at call \(point)"
      try cut(state, progress, check, name, &report)
      if tried % extent.recoveryStride == 0 {
        try await cutRecovery(state, nextFile, progress, check, name, &report)
      }
    }
    return report
  }

  /// Plays the story and gives what was there before, what happened, and the next file's number.
  private func record(_ story: CrashStory) async throws -> (VolumeImage, [VolumeEvent], Int) {
    let place = StoryPlace(
      volume: folder.appendingPathComponent("recorded"),
      files: folder.appendingPathComponent("recorded files"))
    defer {
      try? FileManager.default.removeItem(at: place.volume)
      try? FileManager.default.removeItem(at: place.files)
    }
    try story.prepare(place)
    let image = try VolumeImage(reading: place.volume)
    let recorder = VolumeRecorder(place.volume, image, nextFile: image.nextFile)
    try recorder.attach()
    defer { try? FaultVFS.use(nil) }
    var configuration = SweepStage.configuration(
      place.library,
      story.calls(recorder.systemCalls(RealSystemCalls(durable: false))))
    configuration.vfs = FaultVFS.name
    try await story.play(
      place, configuration, starts: { recorder.note(.started($0)) },
      ends: { step, _ in recorder.note(.acknowledged(step)) })
    return (image, recorder.events, recorder.nextFile)
  }

  /// Ends the power at one point in every way.
  private func cut(
    _ state: VolumeState, _ progress: Progress, _ check: StoryCheck, _ name: String,
    _ report: inout SweepReport
  ) throws {
    var cuts: [VolumeState.Cut] = [.dropped]
    if state.pendingCount > 0 {
      cuts.append(.kept)
      for draw in 0..<extent.draws {
        cuts.append(.drawn(extent.seed &* 1_000_003 &+ UInt64(report.points * 64 + draw)))
      }
    }
    for cut in cuts {
      let place = try lay(state.image(after: cut))
      if case .drawn(let seed) = cut { try spoilSharedMemory(place.library, seed) }
      let findings = check.examine(
        place.library, acknowledged: progress.acknowledged, started: progress.started)
      report.runs += 1
      report.violations += findings.map { "\(name), \(cut): \($0)" }
    }
    report.kinds.formUnion(["all lost", "all kept", "kept, lost or torn"])
  }

  /// A process ends here and nothing was synced; the next one's opening is cut off at each call.
  private func cutRecovery(
    _ state: VolumeState, _ nextFile: Int, _ progress: Progress, _ check: StoryCheck,
    _ name: String, _ report: inout SweepReport
  ) async throws {
    let place = try lay(state.live)
    let recorder = VolumeRecorder(place.volume, state.live, nextFile: nextFile)
    try recorder.attach()
    var configuration = SweepStage.configuration(
      place.library, recorder.systemCalls(RealSystemCalls(durable: false)))
    configuration.vfs = FaultVFS.name
    do {
      defer { try? FaultVFS.use(nil) }
      try Library.open(configuration).close()
    }
    var state = state
    let events = recorder.events
    let step = max(1, events.count / extent.recoveryPoints)
    for (index, event) in events.enumerated() {
      state.apply(event)
      guard (index + 1) % step == 0 else { continue }
      try cut(state, progress, check, "\(name), recovery cut at call \(index + 1)", &report)
    }
    report.kinds.insert("recovery cut off")
  }

  private func lay(_ image: VolumeImage) throws -> StoryPlace {
    let place = StoryPlace(
      volume: folder.appendingPathComponent("image"),
      files: folder.appendingPathComponent("image files"))
    try? FileManager.default.removeItem(at: place.volume)
    try image.lay(at: place.volume)
    return place
  }

  /// The index of the log is shared memory, of which anything may have reached the disk.
  private func spoilSharedMemory(_ library: String, _ seed: UInt64) throws {
    guard access(library + "/library.sqlite", F_OK) == 0 else { return }
    var generator = SplitMix64(seed: seed)
    let bytes = (0..<4_096).map { _ in generator.next() }
    try bytes.withUnsafeBytes { Data($0) }
      .write(to: URL(fileURLWithPath: library + "/library.sqlite-shm"))
  }
}
