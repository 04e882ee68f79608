import DiptychBackends
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// A fresh library in force for one task, and the means to look at it from outside.
struct BackendHarness {
  let library: Library

  init(
    access: AccessSetting = AccessSetting(preset: .authorized),
    profile: BehaviorProfile = .documented
  ) throws {
    library = try EphemeralLibrary.open { configuration in
      configuration.clock = VirtualClock()
      configuration.identifiers = SeededIdentifiers(seed: "backends")
      configuration.client = "App"
      configuration.profile = profile
    }
    library.access.setStanding(access.answer)
    try library.access.set(access.preset, "App")
  }

  /// Runs `body` with the library in force, lets everything end, and closes the library.
  func run(_ body: () async throws -> Void) async throws {
    let scope = LibraryScope(library: library, client: "App", delivery: .private)
    try await scope.runInTask { try await body() }
    #expect(await library.activities.settled(within: 10) == [])
    #expect(try library.verify().map(\.description) == [])
    library.close()
  }

  /// The number of files in `originals/` and `staging/`.
  var fileCount: Int {
    let files = FileManager.default
    return ["originals", "staging"].reduce(0) { count, folder in
      let path = library.path + "/" + folder
      let names = files.enumerator(atPath: path)?.allObjects as? [String] ?? []
      return count
        + names.filter { name in
          var isFolder: ObjCBool = false
          return files.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            && !isFolder.boolValue
        }.count
    }
  }
}

extension Outcome {
  /// The outcome as a short text: `done`, `refused -3302`, `refused` or `unsupported insertion`.
  var text: String {
    switch self {
    case .done: "done"
    case .refused(_, let code): code.map { "refused \($0)" } ?? "refused"
    case .unsupported(let capability): "unsupported \(capability)"
    }
  }
}
