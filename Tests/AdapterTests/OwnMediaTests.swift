import DiptychEngine
import DiptychStories
import Foundation
import TestMedia
import Testing

/// The flows on somebody's own photographs and videos.
@Suite("Own media", .serialized)
struct OwnMediaTests {
  /// Makes a folder of test files under names of their own, for the time of `body`.
  private func withFolder(
    _ files: [(name: String, sample: String)], _ body: (URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files {
      try FileManager.default.copyItem(
        at: TestMedia.url(file.sample), to: folder.appendingPathComponent(file.name))
    }
    try await body(folder)
  }

  @Test(
    "every row gives its verdict whatever the files are called and however they are turned",
    .enabled(if: TestMedia.hasAllMedia))
  func anyFolder() async throws {
    try await withFolder([
      ("a.png", "bad/text-named.jpg"), ("a.mp4", "video/audio-only.mp4"),
      // The name that the old API would make, so that D6 cannot show.
      ("IMG_0001.PNG", "png/gray16.png"), ("b.mp4", "video/h264-high-faststart.mp4"),
      // A square, so that losing the orientation leaves the size.
      ("turned.jpg", "exif/real-iphone4s-gps-subsec-orientation6.jpg"),
      ("upright.jpg", "exif/date-plain.jpg"),
    ]) { folder in
      var runner = FlowRunner()
      runner.media = try FlowMedia.from(folder: folder)
      #expect(runner.media.png.lastPathComponent == "IMG_0001.PNG")
      #expect(runner.media.mp4.lastPathComponent == "b.mp4")
      for row in FlowRow.all {
        let result = try await runner.run(row)
        #expect(
          result.verdict == (row.declared.isEmpty ? .same : .declared),
          "\(row.name): \(result.differences.map(\.description)) \(result.missing)")
      }
      let saved = try await runner.run(try #require(FlowRow.named("5")))
      let lists = [saved.legacy, saved.modern].map { half in
        half.state.objects.first { $0.name == "list" }?.value("IMG_0001.PNG")
      }
      #expect(lists == ["URL of a1", "identifier of a1"])
    }
  }

  @Test("the bundled files keep every declared line")
  func bundled() {
    for row in FlowRow.all { #expect(row.declared(for: .bundled) == row.declared, "\(row.name)") }
  }
}
