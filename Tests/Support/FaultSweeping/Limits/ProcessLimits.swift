import DiptychPlatform
import Foundation

/// The process may open only so many more files.
struct FewHandles: Disturbance {
  let name = "few open files"
  let kind = FaultKind.handles
  let counted: Int? = nil
  private let limit = SoftLimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue))

  func begin(_ n: Int) throws { try limit.set(to: Self.limit(leaving: n - 1)) }

  func end(_ isSuccess: Bool) -> String? { limit.lift(isSuccess) }

  /// The limit under which `count` descriptors are free: the lowest ones are given out first.
  private static func limit(leaving count: Int) -> Int {
    var free = 0
    var descriptor: Int32 = 0
    while true {
      if fcntl(descriptor, F_GETFD) < 0 {
        if free == count { return Int(descriptor) }
        free += 1
      }
      descriptor += 1
    }
  }
}

/// No file may grow past so many pages.
struct ShortFiles: Disturbance {
  let name = "short files"
  let kind = FaultKind.failure
  let counted: Int? = nil
  private let limit = SoftLimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue))

  func begin(_ n: Int) throws {
    // The signal would end the process before the call can fail.
    signal(SIGXFSZ, SIG_IGN)
    try limit.set(to: (n - 1) * 4_096)
  }

  func end(_ isSuccess: Bool) -> String? { limit.lift(isSuccess) }
}

/// A limit of this process that is lowered and raised again.
private final class SoftLimit: Sendable {
  private let resource: __rlimit_resource_t
  private let usual: Lock<rlim_t?>
  /// Operations in a row that did not notice.
  private let unnoticed = Lock(0)

  init(_ resource: __rlimit_resource_t) {
    self.resource = resource
    usual = Lock(nil)
  }

  func set(to value: Int) throws {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { throw SweepFailure("A limit cannot be read.") }
    usual.withLock { $0 = $0 ?? limit.rlim_cur }
    limit.rlim_cur = min(rlim_t(value), limit.rlim_max)
    guard setrlimit(resource, &limit) == 0 else { throw SweepFailure("A limit cannot be set.") }
  }

  /// - Returns: Nil when three operations in a row did not notice the limit.
  func lift(_ isSuccess: Bool) -> String? {
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = usual.withLock { $0 } ?? limit.rlim_max
    setrlimit(resource, &limit)
    return unnoticed.withLock { unnoticed in
      unnoticed = isSuccess ? unnoticed + 1 : 0
      if unnoticed < 3 { return "the limit" }
      unnoticed = 0
      return nil
    }
  }
}
