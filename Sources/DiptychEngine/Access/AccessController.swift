import DiptychPlatform
import Foundation

/// Plays the system's privacy settings and the user who is asked: status by client and level,
/// scripted answers, and a record of every prompt.
package final class AccessController: Sendable {
  private struct State {
    weak var library: Library?
    var defaultPreset: AccessPreset
    /// Answers still to be given, first one first.
    var scripted: [PromptAnswer] = []
    /// The answer when none is scripted.
    var standing: PromptAnswer = .allow
    /// What takes its place for as long as the access that came with it.
    var asked: PromptAnswer?
    var prompts: [Prompt] = []
    /// What holds for clients in this process, whatever the library's settings say.
    var inForce: [String: AccessPreset] = [:]
  }

  private let state: Lock<State>
  /// Prompts are answered one at a time, on a queue of their own (decision 39).
  private let queue = DispatchQueue(label: "diptych.prompts")

  init(defaultPreset: AccessPreset) {
    state = Lock(State(defaultPreset: defaultPreset))
  }

  func attach(_ library: Library) {
    state.withLock { $0.library = library }
  }

  private func library() throws -> Library {
    guard let library = state.withLock({ $0.library }) else { throw Library.closedError }
    return library
  }

  // MARK: Status

  /// Lets a setting hold for `client` in this process, without writing it into the library: what
  /// `DIPTYCH_ACCESS` says to a program that only looks in.
  package func setInForce(_ preset: AccessPreset, for client: String) {
    state.withLock { $0.inForce[client] = preset }
  }

  /// The setting that holds for `client` in this process; nil when the library's holds.
  func presetInForce(_ client: String) -> AccessPreset? {
    state.withLock { $0.inForce[client] }
  }

  /// The status of `client` at `level`. Never asks.
  package func status(_ level: AccessLevel, _ client: String) -> AccessStatus {
    (try? readStatus(level, client)) ?? .denied
  }

  /// The status, or why the library cannot tell it: one that is closed or damaged is no refusal.
  package func readStatus(_ level: AccessLevel, _ client: String) throws -> AccessStatus {
    try library().read { try status(level, client, in: $0) }
  }

  /// The status as a transaction sees it.
  package func status(
    _ level: AccessLevel, _ client: String, in transaction: ReadTransaction
  ) throws -> AccessStatus {
    let status = try photoStatus(level, client, in: transaction)
    guard transaction.library.profile.needsLocationPermission else { return status }
    // Where photos have no permission of their own, the one for places decides, unless somebody
    // narrowed what the client sees all the same.
    let location = try locationStatus(client, in: transaction)
    guard location == .authorized else { return location }
    return status == .notDetermined ? .authorized : status
  }

  private func photoStatus(
    _ level: AccessLevel, _ client: String, in transaction: ReadTransaction
  ) throws -> AccessStatus {
    if let preset = presetInForce(client) { return preset.status(level) }
    if let stored = try stored(level.rawValue, client, transaction) { return stored }
    return try isDecided(client, transaction)
      ? .notDetermined : state.withLock { $0.defaultPreset.status(level) }
  }

  private func stored(
    _ level: Int, _ client: String, _ transaction: ReadTransaction
  ) throws -> AccessStatus? {
    try transaction.connection.first(
      "SELECT status FROM access WHERE client = ? AND level = ?", [client, level]
    ) { AccessStatus(rawValue: $0.int(0)) ?? .denied }
  }

  private func isDecided(_ client: String, _ transaction: ReadTransaction) throws -> Bool {
    try transaction.connection.first(
      "SELECT 1 FROM access WHERE client = ? AND level <> ? LIMIT 1",
      [client, Self.locationLevel]
    ) { _ in true } ?? false
  }

  /// What the library's default lets a client see that nothing was decided for; nil when the
  /// default is no selection, or something was decided.
  func defaultSelection(_ client: String, in transaction: ReadTransaction) throws -> [UUID]? {
    guard presetInForce(client) == nil else { return nil }
    guard case .limited(let uuids) = state.withLock({ $0.defaultPreset }),
      try !isDecided(client, transaction)
    else { return nil }
    return uuids
  }

  /// What the calls from before access levels report: limited reads as authorized (P171), add-only
  /// as not determined (decision 23).
  package func legacyStatus(_ client: String) -> AccessStatus {
    let status = status(.readWrite, client)
    return status == .limited ? .authorized : status
  }

  /// The status that counts for adding to the library: the level's own, else read-write's, which
  /// includes it (decision 23).
  package func addStatus(_ client: String) -> AccessStatus {
    (try? readAddStatus(client)) ?? .denied
  }

  /// The status for adding, or why the library cannot tell it.
  package func readAddStatus(_ client: String) throws -> AccessStatus {
    let own = try readStatus(.addOnly, client)
    return own == .notDetermined ? try readStatus(.readWrite, client) : own
  }

  // MARK: Asking

  /// Asks the user for access if nothing was decided, and gives the status that holds then. Asking
  /// again after a choice shows nothing (P170). Waits for the answer; call it off the main queue.
  @discardableResult
  package func request(_ level: AccessLevel, _ client: String) -> AccessStatus {
    (try? requestStatus(level, client)) ?? .denied
  }

  /// The same as `request`, or why the library cannot tell or keep the answer.
  package func requestStatus(_ level: AccessLevel, _ client: String) throws -> AccessStatus {
    try queue.sync {
      let present = try readStatus(level, client)
      guard present == .notDetermined else { return present }
      if try library().profile.needsLocationPermission {
        let isAllowed = try answer(.location, client) != .refuse
        return try library().write(origin: .user) { transaction in
          if try locationStatus(client, in: transaction) == .notDetermined {
            try setLocation(isAllowed ? .authorized : .denied, client, transaction)
          }
          return try status(level, client, in: transaction)
        }
      }
      let answer = try answer(.access(level), client)
      // The status is of the same transaction: what can fail behind the commit is no failure to keep the
      // answer.
      return try library().write(origin: .user) { transaction in
        // What was decided in Settings while the user was asked stays.
        let decided = try status(level, client, in: transaction)
        guard decided == .notDetermined else { return decided }
        switch (answer, level) {
        case (.allow, .readWrite): try set(.authorized, client, transaction)
        case (.refuse, .readWrite): try set(.denied, level: .readWrite, client, transaction)
        case (.select(let uuids), .readWrite): try set(.limited(uuids), client, transaction)
        case (.allow, .addOnly), (.select, .addOnly):
          try set(.authorized, level: .addOnly, client, transaction)
        case (.refuse, .addOnly): try set(.denied, level: .addOnly, client, transaction)
        }
        return try status(level, client, in: transaction)
      }
    }
  }

  /// Asks the user before something is deleted; false when refused. Waits for the answer.
  /// - Throws: What keeps an answer that was left in the library from being read or taken: whatever
  ///   would be answered in its place, the user may have said the opposite.
  package func confirm(_ prompt: Prompt, _ client: String) throws -> Bool {
    try queue.sync { try answer(prompt, client) != .refuse }
  }

  private func answer(_ prompt: Prompt, _ client: String) throws -> PromptAnswer {
    let scripted: PromptAnswer? = state.withLock { state in
      state.prompts.append(prompt)
      return state.scripted.isEmpty ? nil : state.scripted.removeFirst()
    }
    if let scripted { return scripted }
    if let stored = try takeStoredAnswer(client) { return stored }
    return state.withLock { $0.asked ?? $0.standing }
  }

  /// An answer that another process left for this client, such as `diptych user answer`.
  private func takeStoredAnswer(_ client: String) throws -> PromptAnswer? {
    let library = try library()
    let find = "SELECT id, answer FROM answers WHERE client = ? ORDER BY id LIMIT 1"
    guard
      let (row, text) = try library.read({ transaction in
        try transaction.connection.first(find, [client]) { ($0.integer(0), $0.text(1)) }
      })
    else { return nil }
    try library.write(origin: .user) {
      try $0.connection.execute("DELETE FROM answers WHERE id = ?", row)
    }
    return PromptAnswer(text: text)
  }

  // MARK: Scripting

  /// Scripts the next answers of this process.
  package func script(_ answers: [PromptAnswer]) {
    state.withLock { $0.scripted += answers }
  }

  /// Sets the answer that holds when none is scripted.
  package func setStanding(_ answer: PromptAnswer) {
    state.withLock { $0.standing = answer }
  }

  /// Changes a client's whole setting together with what takes the standing answer's place for as
  /// long as it holds, whatever the standing one becomes (decision 219); nil for nothing.
  package func set(_ preset: AccessPreset, answering answer: PromptAnswer?, _ client: String) throws
  {
    // Before the commit, so that whoever finds nothing decided gets it.
    state.withLock { $0.asked = answer }
    try set(preset, client)
  }

  /// Leaves an answer in the library for the next prompt of `client`, in any process.
  package func store(_ answer: PromptAnswer, for client: String) throws {
    try library().write(origin: .user) {
      try $0.connection.execute(
        "INSERT INTO answers (client, answer) VALUES (?, ?)", client, answer.text)
    }
  }

  /// Every prompt that was shown, in order.
  package var prompts: [Prompt] { state.withLock { $0.prompts } }

  /// Changes a client's whole setting, as the user does in Settings. What the client can see then
  /// is told like any other change (P162).
  package func set(_ preset: AccessPreset, _ client: String) throws {
    try library().write(origin: .user) { try set(preset, client, $0) }
  }

  /// The same, but a selection keeps what the client has added, in this process and in those before
  /// it: that joined the selection by itself (P177, decision 232).
  package func setKeepingOwn(_ preset: AccessPreset, _ client: String) throws {
    try library().write(origin: .user) { transaction in
      guard case .limited(let uuids) = preset else { return try set(preset, client, transaction) }
      let own = try transaction.assets(addedBy: client)
      try set(.limited(uuids + own), client, transaction)
    }
  }

  private func set(
    _ preset: AccessPreset, _ client: String, _ transaction: WriteTransaction
  ) throws {
    if try status(.readWrite, client, in: transaction) != preset.status(.readWrite) {
      try transaction.logAccess(of: client)
    }
    for level in AccessLevel.allCases {
      try Self.write(preset.status(level), level.rawValue, client, transaction)
    }
    // What the user has not decided is not decided for places either.
    if preset == .notDetermined {
      try Self.write(.notDetermined, Self.locationLevel, client, transaction)
    } else {
      try transaction.connection.execute(
        "DELETE FROM access WHERE client = ? AND level = ?", client, Self.locationLevel)
    }
    var selection: Set<Int64> = []
    if case .limited(let uuids) = preset {
      selection = Set(try uuids.compactMap { try transaction.asset($0)?.row })
    }
    try transaction.select(selection, for: client)
  }

  private func set(
    _ status: AccessStatus, level: AccessLevel, _ client: String, _ transaction: WriteTransaction
  ) throws {
    // Who sees something else than before fetches anew, so a decision is a commit.
    try transaction.logAccess(of: client)
    // The first decision ends the library's default for the client; what it gave at the other
    // level stays.
    for other in AccessLevel.allCases where other != level {
      let kept = try photoStatus(other, client, in: transaction)
      try Self.write(kept, other.rawValue, client, transaction)
    }
    try Self.write(status, level.rawValue, client, transaction)
  }

  private static func write(
    _ status: AccessStatus, _ level: Int, _ client: String, _ transaction: WriteTransaction
  ) throws {
    try transaction.connection.execute(
      "INSERT OR REPLACE INTO access (client, level, status) VALUES (?, ?, ?)", client,
      level, status.rawValue)
  }
}

// The permission to know where the user is, which counts for photos in some systems (decision 27).
extension AccessController {
  /// Its place among the levels of a client.
  private static let locationLevel = 0

  /// What was decided about places: of the five states, all but limited. Before anybody was asked
  /// it is open where access to photos is, and given otherwise.
  package func locationStatus(_ client: String, in transaction: ReadTransaction) throws
    -> AccessStatus
  {
    if let stored = try stored(Self.locationLevel, client, transaction) { return stored }
    return state.withLock { $0.defaultPreset } == .notDetermined ? .notDetermined : .authorized
  }

  /// Decides about places, as the user does in Settings.
  package func setLocation(_ status: AccessStatus, _ client: String) throws {
    try library().write(origin: .user) { try setLocation(status, client, $0) }
  }

  private func setLocation(
    _ status: AccessStatus, _ client: String, _ transaction: WriteTransaction
  ) throws {
    let before = try self.status(.readWrite, client, in: transaction)
    try Self.write(status, Self.locationLevel, client, transaction)
    // Who sees something else than before fetches anew, so a decision is a commit.
    if try self.status(.readWrite, client, in: transaction) != before {
      try transaction.logAccess(of: client)
    }
  }
}
