import Foundation

/// Libraries for tests: ordinary ones in a private folder, without syncs, removed when closed.
package enum EphemeralLibrary {
  /// Opens a fresh library, in memory-backed storage where the machine has it.
  /// - Parameter configure: Changes the configuration before the library is made.
  package static func open(
    _ configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws -> Library {
    _ = leftoversAreGone
    var configuration = LibraryConfiguration(folder: freshFolder())
    configuration.client = DefaultLibrary.clientName
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.isDurable = false
    configuration.removesOnClose = true
    configuration.systemCalls = RealSystemCalls(durable: false)
    configure(&configuration)
    return try Library.open(configuration)
  }

  /// Opens a fresh library that holds what another ephemeral one holds now, down to identifiers,
  /// row ids and history: a copy of the rows, and links to the originals, which never change.
  /// - Parameters:
  ///   - library: The other one, which nobody writes meanwhile.
  ///   - configure: Changes the configuration, which is the other one's but for the folder.
  /// - Complexity: A small part of what making the contents anew takes.
  package static func twin(
    of library: Library, _ configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws -> Library {
    var configuration = library.configuration
    configuration.folder = freshFolder()
    configure(&configuration)
    do {
      try library.copy(to: configuration.folder)
      return try Library.open(configuration)
    } catch {
      try? FileManager.default.removeItem(
        atPath: configuration.folder.parentPath)
      throw error
    }
  }

  /// Memory-backed storage where the machine has it, else the temporary folder.
  package static let base: String = {
    let memory = "/dev/shm"
    return access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
  }()

  /// Looked for once a process: what appears later belongs to processes that run beside this one.
  private static let leftoversAreGone: Void = removeLeftovers(
    in: base, RealSystemCalls(durable: false))

  private static func freshFolder() -> String {
    "\(base)/diptych-\(getpid())-\(UUID().uuidString)/Library.diptych"
  }
}
