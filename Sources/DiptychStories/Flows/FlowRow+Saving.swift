import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

extension FlowRow {
  /// Flow 1: one photo or video into the library.
  static let saving: [FlowRow] = [
    FlowRow(
      name: "1a", title: "UIKit function / block with the image",
      legacy: { context in
        let image = try context.image(context.media.turnedPhoto)
        try await context.step("save") {
          await callback { done in
            LegacySaver().saveWithUIKit(image) { _ in done() }
          }
        }
      },
      modern: saveImage(\.turnedPhoto)),
    FlowRow(
      name: "1b-orientation", title: "bitmap with orientation / the image",
      legacy: { context in
        let image = try context.image(context.media.turnedPhoto)
        let saver = LegacySaver()
        try await context.step("save") {
          await callback { done in saver.save(image) { _, _ in done() } }
        }
      },
      modern: saveImage(\.turnedPhoto)),
    FlowRow(
      name: "1b-no-metadata", title: "bitmap without metadata, not upright / the image",
      declared: [
        DeclaredDifference("a1", "pixel size", .bitmapWithoutMetadata),
        DeclaredDifference("a1", "photo content", .bitmapWithoutMetadata),
      ],
      legacy: { context in
        let image = try context.image(context.media.turnedPhoto)
        let saver = LegacySaver()
        try await context.step("save") {
          await callback { done in saver.saveWithoutMetadata(image) { _, _ in done() } }
        }
      },
      modern: saveImage(\.turnedPhoto)),
    FlowRow(
      name: "1b-data", title: "data without metadata / photo resource",
      legacy: saveLegacyData(metadata: nil),
      modern: { context in
        let data = try Data(contentsOf: context.media.placedPhoto)
        try await saveModern(data, context)
      }),
    FlowRow(
      name: "1b-data-metadata", title: "data with metadata / data rewritten by the caller",
      legacy: saveLegacyData(metadata: metadata),
      modern: { context in
        let data = try Data(contentsOf: context.media.placedPhoto)
        let merged = metadata.compactMapValues(MetadataValue.init)
        try await saveModern(
          try MediaCodecs.rewritingMetadata(of: data, merging: merged), context)
      }),
    FlowRow(
      name: "1b-video", title: "video at path / video at file URL",
      declared: [DeclaredDifference("a1", "video name", .fileName)],
      legacy: { context in
        let saver = LegacySaver()
        let file = context.media.mov
        try await context.step("save") {
          await callback { done in saver.saveVideo(at: file) { _, _ in done() } }
        }
      },
      modern: { context in
        let file = context.media.mov
        try await context.step("save") {
          await callback { done in ModernSaver().saveVideo(at: file) { _, _ in done() } }
        }
      }),
    FlowRow(
      name: "1c", title: "callback, awaited / asynchronous block",
      legacy: saveLegacyImageNotingThreads,
      modern: { context in
        let image = try context.image(context.media.uprightPhoto)
        try await context.step("save") {
          await callback { done in
            ModernSaver().save(image) { _, _ in
              context.noteThread(of: "completion")
              done()
            }
          }
        }
      }),
    FlowRow(
      name: "1d", title: "callback, awaited / waiting block",
      legacy: saveLegacyImageNotingThreads,
      modern: { context in
        let image = try context.image(context.media.uprightPhoto)
        try await context.step("save") {
          let isFound = ModernSaver.isFound(ModernSaver().saveAndWait(image))
          context.noteThread(of: "after the block")
          if !isFound { context.say("the saved photo was not found") }
        }
      }),
  ]

  /// Metadata that wins over the file's own.
  private static var metadata: [String: Any] {
    [
      "{Exif}": ["DateTimeOriginal": "2013:05:06 07:08:09", "UserComment": "Diptych"],
      "{TIFF}": ["Artist": "Diptych"],
    ]
  }

  private static func saveImage(_ file: any KeyPath<FlowMedia, URL> & Sendable) -> FlowHalf {
    { context in
      let image = try context.image(context.media[keyPath: file])
      try await context.step("save") {
        await callback { done in ModernSaver().save(image) { _, _ in done() } }
      }
    }
  }

  private static let saveLegacyImageNotingThreads: FlowHalf = { context in
    let image = try context.image(context.media.uprightPhoto)
    let saver = LegacySaver()
    try await context.step("save") {
      await callback { done in
        saver.save(image) { _, _ in
          context.noteThread(of: "completion")
          done()
        }
      }
    }
  }

  private static func saveLegacyData(
    metadata: @autoclosure @escaping @Sendable () -> [String: Any]?
  )
    -> FlowHalf
  {
    { context in
      let data = try Data(contentsOf: context.media.placedPhoto)
      let saver = LegacySaver()
      try await context.step("save") {
        await callback { done in
          saver.save(data, metadata: metadata()) { _, _ in done() }
        }
      }
    }
  }

  private static func saveModern(_ data: Data, _ context: FlowContext) async throws {
    try await context.step("save") {
      await callback { done in ModernSaver().save(data) { _, _ in done() } }
    }
  }
}
