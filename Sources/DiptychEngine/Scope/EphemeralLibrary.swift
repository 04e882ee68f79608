import Foundation

/// Libraries for tests: ordinary ones in a private folder, without syncs, removed when closed.
package enum EphemeralLibrary {
  /// Opens a fresh library, in memory-backed storage where the machine has it.
  /// - Parameter configure: Changes the configuration before the library is made.
  package static func open(
    _ configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws -> Library {
    _ = leftoversAreGone
    var configuration = LibraryConfiguration(folder: "\(base)/\(folderName())/Library.diptych")
    configuration.client = DefaultLibrary.clientName
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.isDurable = false
    configuration.removesOnClose = true
    configuration.systemCalls = RealSystemCalls(durable: false)
    configure(&configuration)
    return try Library.open(configuration)
  }

  /// Memory-backed storage where the machine has it, else the temporary folder.
  private static let base: String = {
    let memory = "/dev/shm"
    return access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
  }()

  /// Looked for once a process: what appears later belongs to processes that run beside this one.
  private static let leftoversAreGone: Void = removeLeftovers(
    in: base, RealSystemCalls(durable: false))

  private static func folderName() -> String {
    "diptych-\(getpid())-\(UUID().uuidString)"
  }
}
