import DiptychEngine
import Foundation

/// A program that is started to be killed: it writes a line when the library is open, and ends.
package struct VictimProcess: Sendable {
  /// How a victim ended.
  package enum End: Equatable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  private let process: pid_t
  /// The end of the pipe that the program's standard output goes into.
  private let output: Int32

  /// Starts the program. Its standard error is ours.
  package init(_ program: String, _ arguments: [String]) throws(SystemCallError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemCallError("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    // A program that is meant to die must not stop to explain itself.
    let environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.map { "\($0.key)=\($0.value)" }
    var started: pid_t = 0
    let result = Self.withCStrings([program] + arguments) { arguments in
      Self.withCStrings(environment) { environment in
        posix_spawn(&started, program, &actions, nil, arguments, environment)
      }
    }
    _ = Foundation.close(ends[1])
    guard result == 0 else {
      _ = Foundation.close(ends[0])
      throw SystemCallError("posix_spawn", result)
    }
    process = started
    output = ends[0]
  }

  /// Waits until the program writes or ends, and at most until `deadline`, in nanoseconds of the
  /// monotonic clock; nil waits for ever.
  /// - Returns: Whether it has written or ended.
  package func waitForOutput(until deadline: UInt64? = nil) -> Bool {
    while true {
      var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let now = DispatchTime.now().uptimeNanoseconds
      // Whole milliseconds are waited for; the rest of the last one goes by asking again.
      let left = deadline.map { $0 > now ? Int32(min(1_000, ($0 - now) / 1_000_000)) : 0 } ?? 1_000
      if poll(&wanted, 1, left) > 0 { return true }
      if let deadline, deadline <= now { return false }
    }
  }

  /// Takes what the program wrote; empty at its end.
  package func readOutput() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Foundation.read(output, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Takes all that the program writes until its end.
  package func readAll() -> String {
    var text = ""
    while true {
      let more = readOutput()
      if more.isEmpty { return text }
      text += more
    }
  }

  /// The lines that the program writes, as they come.
  package var lines: AnySequence<String> {
    AnySequence { () -> AnyIterator<String> in
      var rest = ""
      return AnyIterator {
        while true {
          if let end = rest.firstIndex(of: "\n") {
            defer { rest.removeSubrange(...end) }
            return String(rest[..<end])
          }
          let more = readOutput()
          if more.isEmpty { return nil }
          rest += more
        }
      }
    }
  }

  /// Waits until the program stops itself.
  /// - Returns: False when it has ended instead.
  package func waitForStop() -> Bool {
    var info = siginfo_t()
    // The end is left to be waited for.
    let wanted = WSTOPPED | WEXITED | WNOWAIT
    while waitid(P_PID, id_t(process), &info, wanted) < 0, errno == EINTR {}
    return info.si_code == CLD_STOPPED
  }

  /// Wakes a program that stopped itself.
  package func proceed() {
    _ = Foundation.kill(process, SIGCONT)
  }

  /// Ends the program at once, as a power button would; nothing of its own runs any more.
  package func kill() {
    _ = Foundation.kill(process, SIGKILL)
  }

  /// Waits for the end, after which every lock of the program is given up.
  package func waitForEnd() -> End {
    defer { _ = Foundation.close(output) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The low seven bits are the signal, the next eight the exit status: wait(2).
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
