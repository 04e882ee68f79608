import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

extension FlowRow {
  private static let folderTitle = "LOVE"
  private static let listName = "Asset"

  /// Flow 5: an operator bound to one album name, with a property list.
  static let namedFolder: [FlowRow] = [
    FlowRow(
      name: "5", title: "save a PNG and an MP4, delete the video",
      declared: [
        DeclaredDifference("a1", "photo name", .fileName),
        DeclaredDifference("a2", "video name", .fileName),
        DeclaredDifference("list", "rgba.png", .handle),
      ],
      legacy: legacyOperator { run in try await run.saveBothAndDelete() },
      modern: modernOperator { run in try await run.saveBothAndDelete() }),
    FlowRow(
      name: "5-refused", title: "the same, the user refuses the deletion",
      declared: [
        DeclaredDifference("a1", "photo name", .fileName),
        DeclaredDifference("a2", "video name", .fileName),
        DeclaredDifference("list", "rgba.png", .handle),
        DeclaredDifference("list", "h264-high-faststart.mp4", .handle),
      ],
      access: AccessSetting(preset: .authorized, answer: .refuse),
      legacy: legacyOperator { run in try await run.saveBothAndDelete() },
      modern: modernOperator { run in try await run.saveBothAndDelete() }),
    FlowRow(
      name: "5-race", title: "a save before the album is there",
      legacy: { context in
        var made: LegacyFolderOperator?
        try await context.step("make and save at once") {
          await callback { done in
            let release = context.holdQueues()
            made = LegacyFolderOperator(
              title: folderTitle, listName: listName, documents: context.documents,
              say: context.say, ready: {})
            made?.save(context.media.png, completion: done)
            release()
          }
        }
        context.reportList(made?.entries ?? [:])
      },
      modern: { context in
        var made: ModernFolderOperator?
        try await context.step("make and save at once") {
          await callback { done in
            let release = context.holdQueues()
            made = ModernFolderOperator(
              title: folderTitle, listName: listName, documents: context.documents,
              say: context.say, ready: {})
            made?.save(context.media.png, completion: done)
            release()
          }
        }
        context.reportList(made?.entries ?? [:])
      }),
    FlowRow(
      name: "5b", title: "two albums of the name",
      declared: [
        DeclaredDifference("a1", "photo name", .fileName),
        DeclaredDifference("a2", "photo name", .fileName),
        DeclaredDifference("list", "rgba.png", .handle),
      ],
      given: { context in
        try context.library.user.make(titled: folderTitle)
        try context.library.user.make(titled: folderTitle)
      },
      legacy: legacyOperator { run in try await run.save("save", \.png) },
      modern: modernOperator { run in try await run.save("save", \.png) }),
    FlowRow(
      name: "5c", title: "the same file saved twice",
      declared: [
        DeclaredDifference("a1", "photo name", .fileName),
        DeclaredDifference("a2", "photo name", .fileName),
        DeclaredDifference("list", "rgba.png", .handle),
      ],
      legacy: legacyOperator { run in
        try await run.save("save", \.png)
        try await run.save("save again", \.png)
      },
      modern: modernOperator { run in
        try await run.save("save", \.png)
        try await run.save("save again", \.png)
      }),
    FlowRow(
      name: "5d", title: "the album is inside a folder",
      declared: [
        DeclaredDifference("a1", "photo name", .fileName),
        DeclaredDifference("list", "rgba.png", .handle),
        DeclaredDifference("c2 \"LOVE\"", "members", .flatFolders),
        DeclaredDifference("c2 \"LOVE\"", "cover", .flatFolders),
        DeclaredDifference("c3 \"LOVE\"", "exists", .flatFolders),
      ],
      given: { context in
        let folder = try context.library.user.make(.folder, titled: "Trips")
        try context.library.user.make(titled: folderTitle, in: folder)
      },
      legacy: legacyOperator { run in try await run.save("save", \.png) },
      modern: modernOperator { run in try await run.save("save", \.png) }),
    FlowRow(
      name: "5d-folder", title: "a folder has the name",
      declared: [
        DeclaredDifference("a1", "exists", .flatFolders),
        DeclaredDifference("c2 \"LOVE\"", "exists", .flatFolders),
        DeclaredDifference("list", "rgba.png", .flatFolders),
      ],
      given: { context in try context.library.user.make(.folder, titled: folderTitle) },
      legacy: legacyOperator { run in try await run.save("save", \.png) },
      modern: modernOperator { run in try await run.save("save", \.png) }),
  ]

  private static func legacyOperator(
    _ body: @escaping @Sendable (FolderRun) async throws -> Void
  ) -> FlowHalf {
    half(body) { context, ready in
      let made = LegacyFolderOperator(
        title: folderTitle, listName: listName, documents: context.documents, say: context.say,
        ready: ready)
      return FolderRun(
        context: context, saveFile: { made.save($0, completion: $1) },
        deleteFile: { made.delete(named: $0, completion: $1) }, entries: { made.entries })
    }
  }

  private static func modernOperator(
    _ body: @escaping @Sendable (FolderRun) async throws -> Void
  ) -> FlowHalf {
    half(body) { context, ready in
      let made = ModernFolderOperator(
        title: folderTitle, listName: listName, documents: context.documents, say: context.say,
        ready: ready)
      return FolderRun(
        context: context, saveFile: { made.save($0, completion: $1) },
        deleteFile: { made.delete(named: $0, completion: $1) }, entries: { made.entries })
    }
  }

  /// Makes an operator, waits until it is ready, runs the steps on it and reports its list.
  private static func half(
    _ body: @escaping @Sendable (FolderRun) async throws -> Void,
    making make: @escaping @Sendable (FlowContext, @escaping @Sendable () -> Void) -> FolderRun
  ) -> FlowHalf {
    { context in
      var made: FolderRun?
      try await context.step("make the operator") {
        await callback { ready in made = make(context, ready) }
      }
      guard let made else { return }
      try await body(made)
      context.reportList(made.entries())
    }
  }
}

/// The steps of flow 5 on an operator of either generation.
private struct FolderRun {
  let context: FlowContext
  let saveFile: (URL, @escaping @Sendable () -> Void) -> Void
  let deleteFile: (String, @escaping @Sendable ((any Error)?) -> Void) -> Void
  /// The operator's property list as it is.
  let entries: () -> [String: String]

  func save(_ name: String, _ file: KeyPath<FlowMedia, URL>) async throws {
    try await context.step(name) {
      await callback { done in saveFile(context.media[keyPath: file], done) }
    }
  }

  /// Starts two saves at once, waits for both, then deletes the video.
  func saveBothAndDelete() async throws {
    try await context.step("save both") {
      await callback { done in
        let both = Countdown(2, done)
        let release = context.holdQueues()
        saveFile(context.media.png) { both.count() }
        saveFile(context.media.mp4) { both.count() }
        release()
      }
    }
    try await context.step("delete the video") {
      await callback { [context] done in
        deleteFile(context.media.mp4.lastPathComponent) { error in
          context.reportError(error)
          done()
        }
      }
    }
  }
}

/// Calls a function after a number of events.
private final class Countdown: Sendable {
  private let left: Lock<Int>
  private let done: @Sendable () -> Void

  init(_ count: Int, _ done: @escaping @Sendable () -> Void) {
    left = Lock(count)
    self.done = done
  }

  func count() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { done() }
  }
}

extension FlowContext {
  /// Reports a property list: file names, and what each handle names.
  fileprivate func reportList(_ entries: [String: String]) {
    let names = (try? assetNames()) ?? [:]
    let fields = entries.sorted { $0.key < $1.key }.map { file, handle in
      let isURL = handle.hasPrefix("assets-library:")
      let uuid = isURL ? Identifiers.uuid(of: URL(string: handle)) : Identifiers.assetUUID(handle)
      let name = uuid.flatMap { names[$0] } ?? "nothing"
      return (name: file, value: "\(isURL ? "URL" : "identifier") of \(name)")
    }
    report("list", fields)
  }

  /// The canonical names of the assets, such as `a1`, by identifier.
  func assetNames() throws -> [UUID: String] {
    var query = AssetQuery(.library)
    query.includesHidden = true
    query.includesTrashed = true
    query.includesAllBursts = true
    let assets = try library.assets(try library.fetchAssets(query, as: nil))
    return Dictionary(
      uniqueKeysWithValues: assets.enumerated().map { ($1.uuid, "a\($0 + 1)") })
  }

  fileprivate func reportError(_ error: (any Error)?) {
    guard let error = error as NSError? else { return }
    report("deletion", [(name: "error", value: "\(error.domain) \(error.code)")])
  }
}
