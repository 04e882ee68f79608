import DiptychPlatform
import Foundation

/// The libraries that this process has open, by the device and inode of their folder.
final class LibraryRegistry: Sendable {
  private struct Key: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Entry {
    weak var library: Library?
  }

  static let shared = LibraryRegistry()

  private let entries = Lock<[Key: Entry]>([:])
  /// Opening takes a while and calls into the engine, so it is serialized apart from look-ups.
  private let opening = DispatchQueue(label: "diptych.open")

  func open(_ configuration: LibraryConfiguration) throws -> Library {
    try opening.sync {
      if let library = existing(configuration) { return library }
      let library = try Library(opening: configuration)
      if let key = key(configuration) {
        entries.withLock { $0[key] = Entry(library: library) }
      }
      return library
    }
  }

  func forget(_ library: Library) {
    entries.withLock { entries in
      entries = entries.filter { $0.value.library != nil && $0.value.library !== library }
    }
  }

  private func existing(_ configuration: LibraryConfiguration) -> Library? {
    guard let key = key(configuration) else { return nil }
    return entries.withLock { $0[key]?.library }
  }

  private func key(_ configuration: LibraryConfiguration) -> Key? {
    guard let status = try? configuration.systemCalls.status(configuration.folder) else {
      return nil
    }
    return Key(device: status.device, inode: status.inode)
  }
}
