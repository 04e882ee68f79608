import DiptychPlatform
import Foundation

/// The library of a process that set up no scope: a fresh ephemeral one in a test process, else
/// the one that `DIPTYCH_LIBRARY` names, else the user's own.
package enum DefaultLibrary {
  private static let opened = Lock<LibraryScope?>(nil)

  /// Made once, by whoever comes first; others wait for it. A second making would leave another
  /// folder behind, and undo what the user was asked meanwhile.
  private static let process: LibraryScope = {
    let scope = make()
    opened.withLock { $0 = scope }
    if scope.library.configuration.removesOnClose { atexit { DefaultLibrary.remove() } }
    Notices.once("Diptych: using the photo library at \(scope.library.path).")
    return scope
  }()

  static func scope() -> LibraryScope { process }

  /// Removes the folder of an ephemeral library when the process ends. Nothing is closed: a thread
  /// may still be at work.
  private static func remove() {
    guard let path = opened.withLock({ $0?.library.path }) else { return }
    try? FileManager.default.removeItem(
      atPath: path.parentPath)
  }

  private static func make() -> LibraryScope {
    do {
      let library =
        isTestProcess ? try EphemeralLibrary.open() : try Library.open(configuration())
      if let setting = try accessSetting() {
        library.access.setStanding(setting.answer)
        try library.access.setKeepingOwn(setting.preset, library.configuration.client)
      }
      if let profile = try profileSetting() { library.profile = profile }
      return LibraryScope(library: library, name: "process")
    } catch {
      raise(
        "NSInternalInconsistencyException",
        reason: "The photo library cannot be opened. \(error)",
        remedy: "Set DIPTYCH_LIBRARY to the path of a library that can be written, and "
          + "DIPTYCH_ACCESS and DIPTYCH_PROFILE to values that there are.")
    }
  }

  /// The configuration of the process's own library.
  package static func configuration() -> LibraryConfiguration {
    var configuration = LibraryConfiguration(folder: path)
    configuration.client = clientName
    configuration.language = language
    configuration.isNetworkDown = isNetworkDown
    return configuration
  }

  /// `DIPTYCH_LIBRARY`, else a folder of the user.
  package static var path: String {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["DIPTYCH_LIBRARY"], !path.isEmpty { return path }
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share"
    return data + "/diptych/Photos.diptych"
  }

  /// `DIPTYCH_CLIENT`, else the bundle's identifier, else the program's name (decision 28).
  package static var clientName: String {
    let environment = ProcessInfo.processInfo.environment
    if let name = environment["DIPTYCH_CLIENT"], !name.isEmpty { return name }
    return Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  /// `DIPTYCH_LANGUAGE`, else English (decision 29).
  package static var language: String {
    ProcessInfo.processInfo.environment["DIPTYCH_LANGUAGE"] ?? "en"
  }

  /// Whether `DIPTYCH_NETWORK` is `down`.
  package static var isNetworkDown: Bool {
    ProcessInfo.processInfo.environment["DIPTYCH_NETWORK"] == "down"
  }

  /// What `DIPTYCH_ACCESS` says.
  package static func accessSetting() throws -> AccessSetting? {
    guard let text = ProcessInfo.processInfo.environment["DIPTYCH_ACCESS"], !text.isEmpty else {
      return nil
    }
    guard let setting = AccessSetting(text) else {
      throw LibraryError(
        .changeNotSupported,
        "DIPTYCH_ACCESS must be authorized, denied, restricted, add-only, limited:ID,ID, ask:allow "
          + "or ask:refuse.")
    }
    return setting
  }

  /// The profile that `DIPTYCH_PROFILE` names.
  package static func profileSetting() throws -> BehaviorProfile? {
    guard let text = ProcessInfo.processInfo.environment["DIPTYCH_PROFILE"], !text.isEmpty else {
      return nil
    }
    guard let profile = BehaviorProfile.named(text) else {
      let known = BehaviorProfile.all.map(\.name).joined(separator: ", ")
      throw LibraryError(
        .changeNotSupported,
        "DIPTYCH_PROFILE must be one of \(known), or such a name with +quirk behind it.")
    }
    return profile
  }

  /// Whether this process runs tests.
  private static var isTestProcess: Bool {
    let arguments = CommandLine.arguments
    return arguments[0].hasSuffix(".xctest") || arguments[0].hasSuffix("swiftpm-testing-helper")
      || arguments.contains("--test-bundle-path")
  }
}
