import DiptychEngine
import Foundation

extension ParsedArguments {
  /// Where the library is: `--library`, else what the process's own library would be.
  func libraryPath() throws -> String {
    guard let path = value("library") else { return DefaultLibrary.path }
    guard !path.isEmpty else {
      throw UsageError("The path behind --library is empty. Give the path of a library folder.")
    }
    return path
  }

  /// How the library is opened.
  func libraryConfiguration() throws -> LibraryConfiguration {
    var configuration = DefaultLibrary.configuration()
    configuration.folder = try libraryPath()
    configuration.createsIfMissing = false
    if let text = value("wait") {
      // A day is more than anybody waits, and keeps the sum of microseconds in range.
      guard let seconds = Double(text), (0...86_400).contains(seconds) else {
        throw UsageError("The value of --wait must be a number of seconds from 0 to 86400.")
      }
      configuration.busyTimeout = UInt64(seconds * 1_000_000)
    }
    return configuration
  }

  /// Opens the library, hands it to `body`, and closes it. A missing library is an error.
  func withLibrary<T>(_ body: (Library) throws -> T) throws -> T {
    let library = try Library.open(libraryConfiguration())
    defer { library.close() }
    return try body(library)
  }

  /// The application whose access is meant.
  func client() throws -> String {
    if let name = value("client") {
      guard !name.isEmpty else {
        throw UsageError("The name behind --client is empty. Give an application's name.")
      }
      return name
    }
    if let name = ProcessInfo.processInfo.environment["DIPTYCH_CLIENT"], !name.isEmpty {
      return name
    }
    throw UsageError(
      "No application is named. Give its name behind --client, or set DIPTYCH_CLIENT.")
  }
}
