import DiptychEngine
import Foundation

extension TestPhotoLibrary {
  /// How much of a library is told, and so how much has to agree.
  public enum Level: String, Sendable, CaseIterable {
    /// What a user could see, by canonical names: photos `a1`, `a2` … in order of arrival, albums
    /// and folders `c1`, `c2` … in the user's order.
    case state
    /// The same with identifiers and bookkeeping dates, and what each step did to each object.
    case exact
  }

  /// What the library holds, as text for a snapshot: equal libraries give equal text.
  public var dump: String { dump(.state) }

  /// What the library holds, as text. Ends the process when the library is closed.
  public func dump(_ level: Level) -> String {
    orEnd { Self.text(try dumps(level)) }
  }

  static func text(_ dumps: [Dump]) -> String {
    dumps.map(\.text).joined(separator: "\n")
  }

  /// Checks the library's rows against its files, the files against their hashes, and the rows
  /// against the history.
  /// - Returns: A sentence for each thing that is wrong; nothing for a sound library.
  /// - Throws: An error that says so when the library is closed.
  /// - Complexity: Reads every original once.
  public func verify() throws -> [String] {
    try library.verify().map(\.description)
  }

  /// What has to agree at `level`, each part for itself.
  func dumps(_ level: Level) throws -> [Dump] {
    switch level {
    case .state: [try library.dump(.state)]
    case .exact: [try library.dump(.exact), try library.dump(.history)]
    }
  }
}
