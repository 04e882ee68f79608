import DiptychEngine
import Foundation
import TestMedia

/// A folder of a test's own, in which the program runs; removed with the object.
final class Place {
  /// What a run of the program left.
  struct Run: Equatable {
    var status: Int32
    var out = ""
    var err = ""
  }

  let url: URL
  var path: String { url.path }
  /// The identifiers that outputs have shown so far, in order of appearance.
  private var identifiers: [String] = []

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-cli-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Copies a sample into the folder under a name of its own.
  func copy(_ sample: String, as name: String) throws {
    try FileManager.default.copyItem(
      at: TestMedia.url(sample), to: url.appendingPathComponent(name))
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  /// Runs the built program in this folder and gives what it printed.
  ///
  /// The folder reads `$PLACE` in the result, and identifiers `#1`, `#2` … in order of appearance
  /// over all runs, so that whole outputs can be compared.
  func run(
    _ arguments: [String], _ environment: [String: String] = [:], input: String? = nil
  ) throws -> Run {
    try finish(start(arguments, environment, input: input))
  }

  /// A run of the program that has begun.
  struct Started {
    fileprivate let process: Process
    fileprivate let out: Sink
    fileprivate let err: Sink

    var isRunning: Bool { process.isRunning }
    var identifier: pid_t { process.processIdentifier }
  }

  /// Starts the program; several may run at once. `input` is the name of a file of this folder that
  /// the program finds on its standard input; `pipe` takes its place. `shell` is what a shell does
  /// before it becomes the program.
  func start(
    _ arguments: [String], _ environment: [String: String] = [:], input: String? = nil,
    pipe: Pipe? = nil, shell: String? = nil
  ) throws -> Started {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments.map(expanded)
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", shell + "; exec \"$@\"", "sh", Self.program.path] + arguments.map(expanded)
    }
    process.currentDirectoryURL = url
    process.environment = [
      "HOME": path, "XDG_DATA_HOME": path + "/.local/share", "TZ": "UTC", "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ].merging(environment.mapValues(expanded)) { $1 }
    // Files, unlike pipes, take any amount of output without a reader.
    let out = try sink("out")
    let err = try sink("err")
    if let pipe {
      process.standardInput = pipe
    } else {
      process.standardInput =
        try input.map {
          try FileHandle(forReadingFrom: url.appendingPathComponent($0))
        } ?? FileHandle.nullDevice
    }
    process.standardOutput = out.handle
    process.standardError = err.handle
    try process.run()
    return Started(process: process, out: out, err: err)
  }

  /// Waits for a run. One that takes five minutes hangs, however busy the machine is, and is ended.
  func finish(_ started: Started) throws -> Run {
    let process = started.process
    let identifier = process.processIdentifier
    let limit = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: limit)
    process.waitUntilExit()
    limit.cancel()
    return Run(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      out: normalized(try started.out.text()), err: normalized(try started.err.text()))
  }

  /// Opens a library of this folder in the test's own process.
  func open(_ name: String = "A.diptych", _ body: (Library) throws -> Void) throws {
    var configuration = LibraryConfiguration(folder: path + "/" + name)
    configuration.client = "Test"
    let library = try Library.open(configuration)
    defer { library.close() }
    try body(library)
  }

  /// The identifier behind a number of an output.
  func identifier(_ number: Int) -> String { identifiers[number - 1] }

  // MARK: Support

  fileprivate struct Sink {
    let url: URL
    let handle: FileHandle

    func text() throws -> String {
      try handle.close()
      defer { try? FileManager.default.removeItem(at: url) }
      return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
  }

  private func sink(_ name: String) throws -> Sink {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-cli-\(name)-\(UUID().uuidString)")
    try Data().write(to: file)
    return Sink(url: file, handle: try FileHandle(forWritingTo: file))
  }

  /// Puts paths and identifiers in: `$PLACE`, `$MEDIA`, and `#1` … for what an output has shown.
  private func expanded(_ argument: String) -> String {
    var text = argument.replacingOccurrences(of: "$PLACE", with: path)
      .replacingOccurrences(of: "$MEDIA", with: TestMedia.url("").path)
    for (index, identifier) in identifiers.enumerated().reversed() {
      text = text.replacingOccurrences(of: "#\(index + 1)", with: identifier)
    }
    return text
  }

  /// The text as `run` gives it.
  func normalized(_ output: String) -> String {
    var text = output.replacingOccurrences(of: path, with: "$PLACE")
      .replacingOccurrences(of: TestMedia.url("").path, with: "$MEDIA")
    let digits = "[0-9A-F]"
    let pattern = "\(digits){8}-\(digits){4}-\(digits){4}-\(digits){4}-\(digits){12}"
    while let range = text.range(of: pattern, options: .regularExpression) {
      let identifier = String(text[range])
      if !identifiers.contains(identifier) { identifiers.append(identifier) }
      let number = (identifiers.firstIndex(of: identifier) ?? 0) + 1
      text = text.replacingOccurrences(of: identifier, with: "#\(number)")
    }
    return text
  }

  /// The program beside the test bundle, where the build put both.
  static let program = TestMedia.url("").deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("diptych")
}
