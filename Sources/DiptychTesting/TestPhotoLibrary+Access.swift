import DiptychEngine
import DiptychPlatform
import Foundation

extension TestPhotoLibrary {
  /// What the user has decided for the application under test. Setting it is what the user does in
  /// Settings: nobody is asked.
  ///
  /// Ends the process when a photo that `.limited` names is not there, or the library is closed.
  public var access: Access {
    get {
      orEnd {
        try library.read { transaction in
          switch library.access.status(.readWrite, client) {
          case .authorized: return .authorized
          case .denied: return .denied
          case .restricted: return .restricted
          case .limited: return .limited(try selection(in: transaction))
          case .notDetermined:
            return library.access.status(.addOnly, client) == .authorized
              ? .addOnly : .notDetermined
          }
        }
      }
    }
    set { orEnd { try set(newValue) } }
  }

  /// What the user has decided about the place where they are. It counts in profiles of systems that
  /// gave photos no permission of their own (`iOS5`, decision 27), and nowhere else.
  ///
  /// Setting ``access`` sets it back. Ends the process when the library is closed.
  public var locationAccess: LocationAccess {
    get {
      orEnd {
        let status = try library.read { try library.access.locationStatus(client, in: $0) }
        return LocationAccess(status)
      }
    }
    set { orEnd { try library.access.setLocation(newValue.status, client) } }
  }

  /// The questions that were put to the user, in order.
  public var prompts: [Prompt] {
    library.access.prompts.map { prompt in
      switch prompt {
      case .access(.addOnly): .addOnlyAccess
      case .access(.readWrite): .readWriteAccess
      case .location: .locationAccess
      case .deleteAssets(let count): .deleteAssets(count)
      case .deleteCollections(let count): .deleteCollections(count)
      case .editAssets(let count): .editAssets(count)
      }
    }
  }

  /// What the user will answer to the next questions, one answer a question. After these, and
  /// without any, the user says what ``access`` was given with ``Access/ask(_:)``, else what
  /// ``answersAlways(_:)`` was given, else allows everything.
  ///
  /// Ends the process when a photo that `.select` names is not there.
  public func answers(_ answers: Answer...) {
    orEnd { try script(answers) }
  }

  /// What the user answers to every question that ``answers(_:)`` left open, and of which
  /// ``access`` does not say it: what ``Access/ask(_:)`` says holds until another access is set.
  public func answersAlways(_ answer: Answer) {
    orEnd { library.access.setStanding(try engineAnswer(answer)) }
  }

  func set(_ access: Access) throws {
    let preset: AccessPreset =
      switch access {
      case .notDetermined, .ask: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .addOnly: .addOnly
      case .limited(let names): .limited(try names.map(assetUUID))
      case .authorized: .authorized
      }
    var asked: PromptAnswer?
    if case .ask(let answer) = access { asked = try engineAnswer(answer) }
    // The answer belongs to the access that came with it (decision 219).
    try library.access.set(preset, answering: asked, client)
  }

  func script(_ answers: [Answer]) throws {
    library.access.script(try answers.map(engineAnswer))
  }

  private func engineAnswer(_ answer: Answer) throws -> PromptAnswer {
    switch answer {
    case .allow: .allow
    case .refuse: .refuse
    case .select(let names): .select(try names.map(assetUUID))
    }
  }

  /// Local identifiers of the photos that a limited application may see, in order of arrival.
  private func selection(in transaction: ReadTransaction) throws -> [String] {
    try transaction.connection.all(
      """
      SELECT a.uuid FROM access_selection s JOIN assets a ON a.id = s.asset
      WHERE s.client = ? ORDER BY a.id
      """, [client]
    ) { Identifiers.asset($0.uuid(0)) }
  }

  /// Runs what can only fail when the test is wrong, and then ends the process with the reason.
  func orEnd<T>(_ body: () throws -> T) -> T {
    do {
      return try body()
    } catch {
      raise(
        "NSInvalidArgumentException", reason: "The test library cannot do this. \(error)",
        remedy: "Correct the test.")
    }
  }
}
