import Foundation

/// Libraries for tests: ordinary ones in a private folder, without syncs, removed when closed.
package enum EphemeralLibrary {
  /// Opens a fresh library, in memory-backed storage where the machine has it.
  /// - Parameter configure: Changes the configuration before the library is made.
  package static func open(
    _ configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws -> Library {
    var configuration = LibraryConfiguration(folder: folder())
    configuration.client = DefaultLibrary.clientName
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.isDurable = false
    configuration.removesOnClose = true
    configuration.systemCalls = RealSystemCalls(durable: false)
    configure(&configuration)
    return try Library.open(configuration)
  }

  private static func folder() -> String {
    let memory = "/dev/shm"
    let base =
      access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    return "\(base)/diptych-\(getpid())-\(UUID().uuidString)/Library.diptych"
  }
}
