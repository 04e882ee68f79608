import DiptychCodecs
import Foundation

/// Everything that a library is given from outside.
package struct LibraryConfiguration: Sendable {
  /// The library's folder, by convention `Name.diptych`.
  package var folder: String
  /// Whether commits and files are made durable. Off for ephemeral libraries.
  package var isDurable = true
  /// Whether a missing library is made.
  package var createsIfMissing = true
  /// Whether closing removes the folder.
  package var removesOnClose = false
  package var clock: any Clock = SystemClock()
  package var identifiers: any IdentifierSource = RandomIdentifiers()
  package var systemCalls: any SystemCalls = RealSystemCalls()
  /// The zone of capture dates that name none (decision 21).
  package var timeZone: TimeZone = .current
  /// The system language of names (decision 29).
  package var language = "en"
  /// The application on whose behalf calls are made (decision 28).
  package var client = "Diptych"
  package var profile: BehaviorProfile = .documented
  /// The access that a client has before anybody decided for it.
  package var defaultAccess: AccessPreset = .authorized
  /// Whether downloads of originals that are not local fail from the start.
  package var isNetworkDown = false
  /// Records what happens to the library; nil, the default, records nothing.
  package var trace: CallTrace?
  package var limits: MediaLimits = .standard
  /// The most bytes of small pictures that are kept in the library's folder; 0 keeps none.
  package var derivativesBound: Int64 = 256 << 20
  /// The SQLite VFS, nil for the system's.
  package var vfs: String?
  /// Whether a database is opened that has lost commits: only to look at it and to mend it.
  package var acceptsLostCommits = false
  /// How many pages SQLite's log may have; a commit that makes it longer puts it into the database.
  package var logBound = 1_000
  /// How long a writer waits for another process's, in microseconds.
  package var busyTimeout: UInt64 = 5_000_000
  /// How often commits of other processes are looked for while somebody subscribed, in seconds. The
  /// doorbell tells of most at once; this finds those whose writer died before it rang.
  package var changeCheckInterval: TimeInterval = 1

  package init(folder: String) {
    self.folder = folder
  }
}
