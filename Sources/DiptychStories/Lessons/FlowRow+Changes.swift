import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

/// Rows of lessons about changes.
extension FlowRow {
  /// Lesson 10: a list that follows what the user does.
  static let liveList = FlowRow(
    name: "lesson-10", title: "the notification / an observer",
    given: { context in _ = try context.saveThree() },
    legacy: { context in
      let list = LegacyLiveList()
      let counts = Lock<[Int]>([])
      try await context.step("start") {
        await callback { done in
          list.start { count in
            counts.withLock { $0.append(count) }
            done()
          }
        }
      }
      list.changed = { count in
        context.noteThread(of: "change")
        counts.withLock { $0.append(count) }
      }
      try await context.userChanges()
      context.reportCounts(counts.withLock { $0 })
      withExtendedLifetime(list) {}
    },
    modern: { context in
      let list = ModernLiveList()
      let counts = Lock<[Int]>([])
      try await context.step("start") {
        let count = list.start()
        counts.withLock { $0.append(count) }
      }
      list.changed = { count in
        context.noteThread(of: "change")
        counts.withLock { $0.append(count) }
      }
      try await context.userChanges()
      context.reportCounts(counts.withLock { $0 })
      withExtendedLifetime(list) {}
    })
}

extension FlowContext {
  /// The user saves a photo, hides one and deletes one.
  fileprivate func userChanges() async throws {
    try await step("the user saves") {
      try library.user.save(media.png.path, as: .photo)
    }
    try await step("the user hides") { try library.user.hide(try assetUUID(0)) }
    try await step("the user deletes") { try library.user.delete([try assetUUID(1)]) }
  }

  fileprivate func reportCounts(_ counts: [Int]) {
    reportList("photos in the list", counts.map(String.init))
  }
}
