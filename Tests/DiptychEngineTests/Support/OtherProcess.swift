@testable import DiptychEngine

/// A library opened past the registry, as another process has it: with its own connections, and
/// with locks of its own, since those belong to open descriptors.
enum OtherProcess {
  static func open(_ configuration: LibraryConfiguration) throws -> Library {
    var configuration = configuration
    configuration.identifiers = SeededIdentifiers(seed: "other process")
    return try Library(opening: configuration)
  }
}
