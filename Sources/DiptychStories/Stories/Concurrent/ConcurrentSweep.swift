import DiptychEngine
import Foundation

/// Runs concurrent stories, each on a library of its own, with its threads shared by processes.
package struct ConcurrentSweep: Sendable {
  /// Threads of a story, over all processes.
  package var threads = 4
  /// Moves of each thread.
  package var moves = 40
  /// How many processes share the threads.
  package var processes = 1
  /// Seconds without a finished move after which a process ends itself.
  package var patience = 60
  /// The program that does a share, by the arguments of ``Share``. Without one, all threads are of this
  /// process, whatever `processes` says.
  package var program = ""

  /// Makes a sweep of four threads in this process.
  package init() {}

  /// What a story came to.
  package struct Outcome: Sendable {
    /// Commits of all threads.
    package var commits = 0
    /// Moves that were made.
    package var moves = 0
    /// What was wrong, a line each.
    package var lines: [String] = []
    /// Where the library is that something was wrong with.
    package var folder: String?
  }

  /// The exit status of a process whose threads hang.
  package static let hangStatus: Int32 = 75

  /// Runs the story of a seed and checks it.
  package func run(
    _ seed: UInt64, hang: @escaping @Sendable (String) -> Void
  ) async throws -> Outcome {
    let story = ConcurrentStory(seed: seed, threads: threads, moves: moves)
    let place = KillLoop.usualFolder
      .appendingPathComponent("diptych-concurrent-\(UUID().uuidString)")
    let folder = place.appendingPathComponent("Library.diptych").path
    let runner = try ConcurrentRunner(story, folder: folder)
    defer { runner.close() }
    let start = try await runner.setUp()
    let record =
      try program.isEmpty
      ? await runner.run(0..<threads, patience: patience, hang: hang)
      : shared(seed, folder, place)
    var outcome = Outcome()
    outcome.commits = record.commits.count
    outcome.moves = record.reports.count
    outcome.lines = try runner.check(record, after: start)
    if outcome.lines.isEmpty {
      try FileManager.default.removeItem(at: place)
    } else {
      outcome.folder = folder
    }
    return outcome
  }

  // MARK: Processes

  /// What one process does of a story.
  package struct Share: Codable, Sendable {
    /// The story, its threads and the moves of each.
    package var seed: UInt64
    package var threads: Int
    package var moves: Int
    /// The first of its own threads, from 0, and how many there are.
    package var first: Int
    package var count: Int
    /// Where the library is.
    package var folder: String
    /// Seconds without a finished move after which the process ends itself.
    package var patience: Int
    /// Where the record goes.
    package var file: URL
    /// A file that is locked until every process is ready.
    package var gate: URL

    /// Reads the argument that `ConcurrentSweep` gives to its program.
    package init(argument: String) throws {
      self = try JSONDecoder().decode(Self.self, from: Data(argument.utf8))
    }

    fileprivate init(
      _ sweep: ConcurrentSweep, _ seed: UInt64, folder: String, file: URL, gate: URL
    ) {
      self.seed = seed
      threads = sweep.threads
      moves = sweep.moves
      first = 0
      count = 0
      self.folder = folder
      patience = sweep.patience
      self.file = file
      self.gate = gate
    }

    /// Does it. Writes a line when it is ready, and begins when the gate opens.
    package func run(hang: @escaping @Sendable (String) -> Void) async throws {
      let story = ConcurrentStory(seed: seed, threads: threads, moves: moves)
      let runner = try ConcurrentRunner(story, folder: folder)
      defer { runner.close() }
      let record = await runner.run(
        first..<first + count,
        ready: {
          FileHandle.standardOutput.write(Data("ready\n".utf8))
          let gate = open(gate.path, O_RDONLY)
          _ = flock(gate, LOCK_SH)
          _ = Foundation.close(gate)
        }, patience: patience, hang: hang)
      try JSONEncoder().encode(record).write(to: file)
    }
  }

  private func shared(_ seed: UInt64, _ folder: String, _ place: URL) throws -> ConcurrentRecord {
    var running: [(process: VictimProcess, file: URL)] = []
    let gate = place.appendingPathComponent("gate")
    // Not handed on to the processes, which would hold the lock, too.
    let descriptor = open(gate.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemCallError("open", errno) }
    _ = flock(descriptor, LOCK_EX)
    for index in 0..<processes {
      var share = Share(
        self, seed, folder: folder, file: place.appendingPathComponent("record-\(index).json"),
        gate: gate)
      share.first = threads * index / processes
      share.count = threads * (index + 1) / processes - share.first
      let argument = String(decoding: try JSONEncoder().encode(share), as: UTF8.self)
      running.append((try VictimProcess(program, ["share", argument]), share.file))
    }
    for (process, _) in running where process.waitForOutput() { _ = process.readOutput() }
    _ = Foundation.close(descriptor)
    var record = ConcurrentRecord()
    for (index, (process, file)) in running.enumerated() {
      let end = process.waitForEnd()
      guard end == .exited(0) else {
        record.failures.append("process \(index) ended by \(end)")
        continue
      }
      record.add(try JSONDecoder().decode(ConcurrentRecord.self, from: Data(contentsOf: file)))
    }
    return record
  }
}
