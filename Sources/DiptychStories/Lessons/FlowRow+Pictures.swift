import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

/// Rows of lessons about pictures.
extension FlowRow {
  /// Lesson 9: one picture at once, against a rough and a real one.
  static let thumbnail = FlowRow(
    name: "lesson-9", title: "the thumbnail / an opportunistic request",
    given: { context in
      try context.library.user.save(context.media.turnedPhoto.path, as: .photo)
    },
    legacy: { context in
      let loader = LegacyThumbnail()
      guard let url = try context.assetURL(0) else { return }
      try await context.step("load") {
        await callback { done in
          loader.load(url) { picture in
            context.noteThread(of: "picture")
            context.report(picture)
            done()
          }
        }
      }
    },
    modern: { context in
      let loader = ModernThumbnail()
      let identifier = try context.assetIdentifier(0)
      try await context.step("load") {
        await callback { done in
          loader.load(identifier) { picture, isLast in
            context.noteThread(of: isLast ? "picture" : "rough picture")
            guard isLast else { return }
            context.report(picture)
            done()
          }
        }
      }
    })
}

extension FlowContext {
  fileprivate func report(_ picture: UIImage?) {
    let size = picture.map { "\(Int($0.size.width))×\(Int($0.size.height))" }
    report("picture", [(name: "size", value: size ?? "none")])
  }
}
