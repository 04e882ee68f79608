import Foundation

/// What a backup holds.
package struct BackupReport: Sendable, Equatable {
  package internal(set) var assets = 0
  /// Originals that were copied or linked.
  package internal(set) var files = 0
  /// Bytes of all of them.
  package internal(set) var bytes: Int64 = 0
  /// Originals that share their bytes with the library by a hard link.
  package internal(set) var linked = 0
  /// Originals that are missing from the library or are not as they were saved. Their rows are in
  /// the backup all the same.
  package internal(set) var damaged: [VerifyIssue] = []
}
