import DiptychPlatform
import Foundation
import Lessons

/// Rows of lessons about threads.
extension FlowRow {
  /// Lesson 17: a button that does not wait.
  static let button = FlowRow(
    name: "lesson-17", title: "callback / asynchronous block, from the main queue",
    legacy: tapped { image, done in LegacyButton().tapped(image, completion: done) },
    modern: tapped { image, done in ModernButton().tapped(image, completion: done) })

  /// Lesson 17: a button that waits.
  static let waitingButton = FlowRow(
    name: "lesson-17-waiting", title: "callback / waiting block, from the main queue",
    declared: [DeclaredDifference("interface", "worked meanwhile", .threads)],
    legacy: tapped { image, done in LegacyButton().tapped(image, completion: done) },
    modern: tapped { image, done in done(ModernButton().tappedAndWaits(image)) })

  /// Lesson 18: a save right after the initializer.
  static let hasty = FlowRow(
    name: "lesson-18", title: "a save before the album is there",
    legacy: { context in
      let image = try context.image(context.media.uprightPhoto)
      try await context.step("make and save at once") {
        await callback { done in
          let release = context.holdQueues()
          LegacyHastyAlbum(title: FlowContext.albumTitle, say: context.say)
            .save(image, completion: done)
          release()
        }
      }
    },
    modern: { context in
      let image = try context.image(context.media.uprightPhoto)
      try await context.step("make and save at once") {
        await callback { done in
          let release = context.holdQueues()
          ModernHastyAlbum(title: FlowContext.albumTitle, say: context.say)
            .save(image, completion: done)
          release()
        }
      }
    })

  /// Lesson 18: a save that waits for the album.
  static let ready = FlowRow(
    name: "lesson-18-ready", title: "a save that waits for the album",
    legacy: { context in
      let image = try context.image(context.media.uprightPhoto)
      try await context.step("make and save") {
        await callback { done in
          DispatchQueue.main.async {
            LegacyHastyAlbum(title: FlowContext.albumTitle, say: context.say)
              .saveWhenReady(image, completion: done)
          }
        }
      }
    },
    modern: { context in
      let image = try context.image(context.media.uprightPhoto)
      try await context.step("make and save") {
        await callback { done in
          DispatchQueue.main.async {
            ModernHastyAlbum(title: FlowContext.albumTitle, say: context.say)
              .saveWhenReady(image, completion: done)
          }
        }
      }
    })

  /// Taps on the main queue, behind which something else waits for its turn there.
  private static func tapped(
    _ action: @escaping @Sendable (UIImage, @escaping (Bool) -> Void) -> Void
  ) -> FlowHalf {
    { context in
      let image = try context.image(context.media.uprightPhoto)
      try await context.step("tap") {
        await callback { done in
          DispatchQueue.main.async {
            let worked = Lock(false)
            DispatchQueue.main.async { worked.withLock { $0 = true } }
            action(image) { success in
              context.say(success ? "saved" : "could not save")
              context.report(
                "interface",
                [(name: "worked meanwhile", value: worked.withLock { $0 } ? "yes" : "no")])
              done()
            }
          }
        }
      }
    }
  }
}
