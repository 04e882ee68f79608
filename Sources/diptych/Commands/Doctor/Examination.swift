import DiptychEngine
import Foundation

/// Everything that `doctor` looks at.
struct Examination {
  private(set) var findings: [Finding] = []

  init(_ arguments: ParsedArguments) throws {
    let configuration = try arguments.libraryConfiguration()
    let opened = Result { try Library.open(configuration) }
    let library = try? opened.get()
    defer { library?.close() }
    findings.append(Self.library(configuration.folder, opened))
    findings.append(VolumeCheck.finding(configuration.folder))
    findings.append(Self.client(configuration.client))
    findings.append(Self.language(configuration.language))
    findings.append(Self.access(library, configuration.client))
    findings.append(Self.profile())
    findings.append(Self.delivery())
    if let network = Self.network() { findings.append(network) }
    findings.append(SQLiteCheck.finding())
    findings += MediaCheck.findings()
  }

  private static func library(_ path: String, _ opened: Result<Library, any Error>) -> Finding {
    switch opened {
    case .success(let library):
      let count = (try? library.read { try $0.countAssets(.everything, as: nil) }) ?? 0
      return Finding("library", "\(path) (\(count == 1 ? "1 asset" : "\(count) assets"))")
    case .failure(let error):
      if (try? RealSystemCalls().status(path)) == nil, isAbsent(path) {
        return Finding(
          "library", "\(path) is not there yet. The first save through an API makes it.")
      }
      return Finding("library", CommandFailure(error).message, isProblem: true)
    }
  }

  private static func isAbsent(_ path: String) -> Bool {
    do {
      _ = try RealSystemCalls().status(path)
      return false
    } catch {
      return error.number == ENOENT
    }
  }

  private static func client(_ name: String) -> Finding {
    Finding(
      "client",
      "\(DumpText.quoted(name)). Other programs have names of their own; DIPTYCH_CLIENT sets it.")
  }

  private static func language(_ language: String) -> Finding {
    let name = SystemNames.cameraRoll(language)
    return Finding(
      "language", "\(language): the Camera Roll is called \(DumpText.quoted(name)).")
  }

  private static func access(_ library: Library?, _ client: String) -> Finding {
    do {
      if let text = ProcessInfo.processInfo.environment["DIPTYCH_ACCESS"],
        try DefaultLibrary.accessSetting() != nil
      {
        return Finding("access", "\(text), by DIPTYCH_ACCESS.")
      }
    } catch {
      return Finding("access", CommandFailure(error).message, isProblem: true)
    }
    guard let library else { return Finding("access", "authorized, by default.") }
    let levels = AccessLevel.allCases.reversed().map {
      UserAccessCommand.words(library.access.status($0, client))
    }
    return Finding("access", "read-write \(levels[0]), add-only \(levels[1]).")
  }

  private static func profile() -> Finding {
    do {
      guard let profile = try DefaultLibrary.profileSetting() else {
        return Finding("profile", "documented, by default.")
      }
      return Finding("profile", "\(profile.name), by DIPTYCH_PROFILE.")
    } catch {
      return Finding("profile", CommandFailure(error).message, isProblem: true)
    }
  }

  /// Nothing to say as long as nothing is set.
  private static func network() -> Finding? {
    guard let text = ProcessInfo.processInfo.environment["DIPTYCH_NETWORK"] else { return nil }
    guard DefaultLibrary.isNetworkDown else {
      return Finding(
        "network", "DIPTYCH_NETWORK is \(DumpText.quoted(text)). Set it to down, or unset it.",
        isProblem: true)
    }
    return Finding("network", "Down, by DIPTYCH_NETWORK: downloads of originals fail.")
  }

  private static func delivery() -> Finding {
    let text = ProcessInfo.processInfo.environment["DIPTYCH_DELIVERY"]
    if let text, DeliveryQueue(rawValue: text) == nil {
      return Finding(
        "delivery",
        "DIPTYCH_DELIVERY is \(DumpText.quoted(text)). Set it to main or private, or unset it.",
        isProblem: true)
    }
    switch DeliveryQueue.fromEnvironment {
    case .main: return Finding("delivery", "Legacy results come on the main queue.")
    case .private: return Finding("delivery", "Legacy results come on a queue of the library.")
    }
  }
}
