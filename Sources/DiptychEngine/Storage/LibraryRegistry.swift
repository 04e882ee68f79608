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

  private struct State {
    var entries: [Key: Entry] = [:]
    /// Which library each entry is of, apart from them: looking up a missing entry that has more than
    /// its weak reference crashes with Swift 6.3.
    var identities: [Key: ObjectIdentifier] = [:]
  }

  static let shared = LibraryRegistry()

  private let state = Lock(State())
  /// Opening takes a while and calls into the engine, so it is serialized apart from look-ups.
  private let opening = DispatchQueue(label: "diptych.open")

  func open(_ configuration: LibraryConfiguration) throws -> Library {
    try opening.sync {
      if let library = existing(configuration) { return library }
      let library = try Library(opening: configuration)
      if let key = key(configuration) {
        state.withLock { state in
          state.entries[key] = Entry(library: library)
          state.identities[key] = ObjectIdentifier(library)
        }
      }
      return library
    }
  }

  func forget(_ library: Library) {
    // No reference is taken here: giving up the last one would close that library, which comes here.
    let identity = ObjectIdentifier(library)
    state.withLock { state in
      for (key, present) in state.identities where present == identity {
        state.identities[key] = nil
        state.entries[key] = nil
      }
    }
  }

  private func existing(_ configuration: LibraryConfiguration) -> Library? {
    guard let key = key(configuration), let library = state.withLock({ $0.entries[key]?.library })
    else {
      return nil
    }
    // The folder may have been moved since it was opened, and the number of one that is gone may be
    // another's now.
    if (try? library.place.isCurrent()) == false {
      forget(library)
      return nil
    }
    return library
  }

  private func key(_ configuration: LibraryConfiguration) -> Key? {
    guard let status = try? configuration.systemCalls.status(configuration.folder) else {
      return nil
    }
    return Key(device: status.device, inode: status.inode)
  }
}
