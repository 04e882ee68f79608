import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

extension FlowRow {
  /// Flow 6: the legacy way, with its famous trap.
  static let reservedName: [FlowRow] = [
    FlowRow(
      name: "6", title: "make or walk / look by title, else make; documented profile",
      legacy: saveTwiceLegacy, modern: saveTwiceModern),
    FlowRow(
      name: "6-quirk", title: "the same after the user deleted the album; iOS 8 profile",
      declared: [DeclaredDifference("c1", "title", .reservedNames)],
      profile: .iOS8,
      given: { context in
        let album = try context.library.otherApp(context.scope.client).make(
          titled: NameStore().name)
        try context.library.user.deleteCollection(album)
      },
      legacy: saveTwiceLegacy, modern: saveTwiceModern),
  ]

  private static let saveTwiceLegacy: FlowHalf = { context in
    let saver = LegacyReservedNameSaver(store: NameStore(), say: context.say)
    for (index, file) in context.media.three.prefix(2).enumerated() {
      let image = try context.image(file)
      try await context.step("save \(index + 1)") {
        await callback { done in saver.save(image, completion: done) }
      }
    }
  }

  private static let saveTwiceModern: FlowHalf = { context in
    let saver = ModernReservedNameSaver(store: NameStore(), say: context.say)
    for (index, file) in context.media.three.prefix(2).enumerated() {
      let image = try context.image(file)
      try await context.step("save \(index + 1)") { saver.save(image) }
    }
  }
}
