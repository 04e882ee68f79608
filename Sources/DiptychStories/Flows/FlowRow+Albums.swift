import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

extension FlowRow {
  /// Flow 2: the album of the application, found or made.
  static let albums: [FlowRow] = [
    FlowRow(
      name: "2", title: "make, on nil look by name / look by title, else make",
      legacy: { context in
        for step in ["make", "find"] {
          try await context.step(step) {
            let album = LegacyAppAlbum(title: FlowContext.albumTitle, say: context.say)
            await callback { done in album.find { _, _ in done() } }
          }
        }
      },
      modern: { context in
        for step in ["make", "find"] {
          try await context.step(step) {
            _ = ModernAppAlbum(title: FlowContext.albumTitle, say: context.say).find()
          }
        }
      }),
    FlowRow(
      name: "2b", title: "three saves, identifier compared with the title",
      declared: [
        DeclaredDifference("c2 \"Diptych\"", "exists", .equalTitles),
        DeclaredDifference("c3 \"Diptych\"", "exists", .equalTitles),
        DeclaredDifference("messages", "3", .equalTitles),
        DeclaredDifference("messages", "4", .equalTitles),
        DeclaredDifference("messages", "5", .equalTitles),
        DeclaredDifference("messages", "6", .equalTitles),
      ],
      legacy: { context in
        let saver = LegacyAlbumSaver(title: FlowContext.albumTitle, say: context.say)
        for (index, file) in context.media.three.enumerated() {
          let image = try context.image(file)
          try await context.step("save \(index + 1)") {
            await callback { done in saver.saveByMistake(image, completion: done) }
          }
        }
      },
      modern: { context in
        let saver = ModernAlbumSaver(
          title: FlowContext.albumTitle, place: .append, say: context.say)
        for (index, file) in context.media.three.enumerated() {
          let image = try context.image(file)
          try await context.step("save \(index + 1)") { saver.saveByMistake(image) }
        }
      }),
  ]

  /// Flow 3: save, then put into the album.
  static let intoAlbums: [FlowRow] = [
    FlowRow(
      name: "3-append", title: "add / addAssets, two saves",
      legacy: saveLegacy(count: 2), modern: saveModern(.append, count: 2)),
    FlowRow(
      name: "3-insert", title: "add / insertAssets at 0, empty album",
      legacy: saveLegacy(count: 1), modern: saveModern(.insert, count: 1)),
    FlowRow(
      name: "3-insert-second", title: "add / insertAssets at 0, second save",
      declared: [
        DeclaredDifference("c1 \"Diptych\"", "members", .insertion),
        DeclaredDifference("c1 \"Diptych\"", "cover", .insertion),
      ],
      legacy: saveLegacy(count: 2), modern: saveModern(.insert, count: 2)),
    FlowRow(
      name: "3p", title: "fetch result (modern) / placeholder of a committed block",
      legacy: saveModern(.insert, count: 2), modern: saveModern(.insertPlaceholder, count: 2)),
  ]

  private static func saveLegacy(count: Int) -> FlowHalf {
    { context in
      let saver = LegacyAlbumSaver(title: FlowContext.albumTitle, say: context.say)
      for (index, file) in context.media.three.prefix(count).enumerated() {
        let image = try context.image(file)
        try await context.step("save \(index + 1)") {
          await callback { done in saver.save(image, completion: done) }
        }
      }
    }
  }

  private static func saveModern(_ place: ModernAlbumSaver.Place, count: Int) -> FlowHalf {
    { context in
      let saver = ModernAlbumSaver(
        title: FlowContext.albumTitle, place: place, say: context.say)
      for (index, file) in context.media.three.prefix(count).enumerated() {
        let image = try context.image(file)
        try await context.step("save \(index + 1)") { saver.save(image) }
      }
    }
  }
}

extension FlowMedia {
  var three: [URL] { [uprightPhoto, secondPhoto, thirdPhoto] }
}
