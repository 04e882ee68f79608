import Foundation

/// A program that is run to its end, with what it took.
struct ChildProcess {
  /// Seconds.
  let time: Double
  /// The most memory that it had at a time, in bytes.
  let peakMemory: Int

  /// Runs a program; what it prints goes nowhere.
  /// - Throws: When it cannot be run, or ends with another status than 0.
  @discardableResult
  static func run(_ arguments: [String]) throws -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var usage = rusage()
    var status: Int32 = 0
    var spawned: Int32 = 0
    let time = Measure.time {
      spawned = posix_spawnp(&child, arguments[0], &actions, nil, words, environ)
      if spawned == 0 { while wait4(child, &status, 0, &usage) < 0, errno == EINTR {} }
    }
    try check(spawned == 0, "\(arguments[0]) cannot be run.")
    try check(status == 0, "\(arguments.joined(separator: " ").prefix(200)) failed.")
    return ChildProcess(time: time, peakMemory: Int(usage.ru_maxrss) * 1024)
  }

  /// The path of a program; nil when it is not installed.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
