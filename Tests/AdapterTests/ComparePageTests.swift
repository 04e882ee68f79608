import DiptychEngine
import DiptychStories
import Foundation
import Testing

/// The page of `diptych compare --html`: what it says. How it looks and whether it fetches anything
/// is checked in a browser by `scripts/page-check`.
@Suite("Page", .serialized)
struct ComparePageTests {
  private func page(_ names: [String], settings: [String] = []) async throws -> String {
    var runner = FlowRunner()
    runner.isIllustrated = true
    var results: [RowResult] = []
    for name in names {
      results.append(try await runner.run(try #require(FlowRow.named(name))))
    }
    return ComparePage(results, settings: settings).html
  }

  @Test("a row shows verdict, what differs and why, both sources, calls and covers")
  func row() async throws {
    let html = try await page(["3-insert-second"])
    let parts = [
      "<p class=\"verdict\">Differs as declared</p>",
      "c1 &quot;Diptych&quot; <b>members</b>",
      "<dd>a1 a2</dd>", "<dd>a2 a1</dd>",
      "<strong>D3</strong> AssetsLibrary only appends; Photos inserts anywhere.",
      "<h5>Add to the album</h5>", "<u>PHAssetCollectionChangeRequest</u>",
      "<code>ALAssetsLibrary.writeImage</code>", "called on the caller's thread",
      "arrived on the main queue", "<code>commit: a1 made</code>",
      "<code>commit: c1 changed</code>",
      "<code>PHPhotoLibrary.performChangesAndWait</code>",
      "<mark>  members  a1 a2</mark>", "<mark>  members  a2 a1</mark>",
      "<figcaption>&quot;Diptych&quot;</figcaption>",
    ]
    for part in parts { #expect(html.contains(part), "\(part)") }
    // The covers: the first of the album, the last of the Camera Roll (decision 13).
    #expect(html.components(separatedBy: "class=\"cover\"").count == 5)
    // Two photos, each once, although they are shown eight times.
    #expect(html.components(separatedBy: "data:image/jpeg").count == 3)
    #expect(html.components(separatedBy: "<use ").count == 9)
  }

  @Test("rows of one lesson stand together, the same verdict has no differences")
  func chapters() async throws {
    let html = try await page(["1a", "2", "1c"], settings: ["Profile <iOS8> & more"])
    #expect(html.components(separatedBy: "<section class=\"chapter\"").count == 3)
    #expect(html.contains("id=\"lesson-2-save-one-photo\""))
    #expect(!html.contains("What differs"))
    #expect(html.contains("Profile &lt;iOS8&gt; &amp; more"))
    // 1a and 1c tell different steps of one lesson.
    #expect(html.contains("<h5>The UIKit function</h5>"))
    #expect(!html.contains("<h5>A video</h5>"))
  }

  @Test("a video is shown by its first frame")
  func video() async throws {
    let html = try await page(["1b-video"])
    #if AllMedia
      #expect(html.contains("aria-label=\"First frame of a1\""))
      #expect(!html.contains("class=\"film\""))
    #else
      #expect(html.contains("<span class=\"film\">video</span>"))
    #endif
    #expect(html.contains("<span class=\"tag\">a1 video cover</span>"))
  }

  @Test("hidden and deleted photos have sheets of their own")
  func hidden() async throws {
    let html = try await page(["lesson-11"])
    for title in ["Hidden", "Recently Deleted", "&quot;Journey&quot;", "Recents", "Camera Roll"] {
      #expect(html.contains("<figcaption>\(title)</figcaption>"), "\(title)")
    }
  }

  @Test("every lesson has a page, sources of both halves and rows that exist")
  func lessons() throws {
    for lesson in Lesson.all {
      #expect(!lesson.title.isEmpty && lesson.title != lesson.name, "\(lesson.name)")
      #expect(!lesson.summary.isEmpty, "\(lesson.name)")
      #expect(Lesson.named(lesson.folderName)?.number == lesson.number)
      for side in FlowSide.allCases {
        #expect(lesson.sources(side).contains { !$0.text.isEmpty }, "\(lesson.name) \(side)")
      }
      // Each step of the modern source has a name that the legacy one knows, or is Photos' own.
      #expect(AlignedSources(lesson).steps.count > 1, "\(lesson.name)")
    }
    #expect(Lesson.all.map(\.number) == Lesson.all.map(\.number).sorted())
    for row in FlowRow.withLessons { #expect(Lesson.telling(row.name) != nil, "\(row.name)") }
  }
}
