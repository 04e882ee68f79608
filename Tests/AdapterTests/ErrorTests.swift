import DiptychBackends
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Bad input through both facades: each gives its own code, nothing is written, nothing is lost.
@Suite("Errors")
struct ErrorTests {
  private struct Row: Sendable {
    let name: String
    let legacy: String
    let modern: String
    let job: @Sendable (any PhotoLibraryBackend) async throws -> Outcome<String>
  }

  private static func data(_ file: String, _ legacy: String, _ modern: String) -> Row {
    Row(name: "data of \(file)", legacy: legacy, modern: modern) { backend in
      await backend.save(try TestMedia.data(file))
    }
  }

  private static func video(_ file: URL, _ legacy: String, _ modern: String) -> Row {
    Row(name: "video at \(file.lastPathComponent)", legacy: legacy, modern: modern) { backend in
      await backend.saveVideo(at: file)
    }
  }

  // Codes: L155 and P136–P139, P145.
  private static let rows: [Row] = [
    data("bad/truncated.jpg", "refused -3302", "refused 3302"),
    data("bad/zero-byte.jpg", "refused -3302", "refused 3302"),
    data("bad/text-named.jpg", "refused -3302", "refused 3302"),
    data("bad/huge-header-65500.jpg", "refused -3300", "refused 3302"),
    data("bad/bomb-30000x30000.png", "refused -3300", "refused 3302"),
    data("bad/exif-max-uint32.jpg", "refused -3302", "refused 3302"),
    data("video/h264-high-faststart.mp4", "refused -3303", "refused 3302"),
    video(TestMedia.url("png/rgba.png"), "refused -3303", "refused 3302"),
    video(TestMedia.url("bad/truncated-no-moov.mov"), "refused -3302", "refused 3302"),
    video(TestMedia.url("bad/text-named.jpg"), "refused -3302", "refused 3302"),
    video(URL(fileURLWithPath: "/nowhere/clip.mp4"), "refused -3300", "refused 3303"),
    video(TestMedia.url("video"), "refused -3300", "refused 3303"),
  ]

  @Test("bad files give each facade's own code and leave nothing")
  func files() async throws {
    for row in Self.rows {
      for backend in Backend.allCases {
        let harness = try BackendHarness()
        try await harness.run {
          let outcome = try await row.job(backend.make())
          let expected = backend == .assetsLibrary ? row.legacy : row.modern
          #expect(outcome.text == expected, "\(row.name) through \(backend)")
          #expect(try harness.library.dump().text == "empty library\n", "\(row.name)")
          #expect(harness.fileCount == 0, "\(row.name) through \(backend)")
        }
      }
    }
  }

  // L47–L50, decisions 7–9; P75, P76. The second title of a pair differs by composition only.
  private static let titles: [(title: String, legacy: String, modern: String)] = [
    ("", "refused", "done"),
    (String(repeating: "x", count: 10_000), "refused", "refused 3300"),
    ("a\u{0}b", "refused", "refused 3300"),
    ("🏖️", "done", "done"),
    ("Camera Roll", "refused", "done"),
    ("caf\u{E9}", "done", "done"),
    ("cafe\u{301}", "refused", "done"),
    (" caf\u{E9}", "done", "done"),
  ]

  @Test("titles: what the legacy facade refuses with nil, the modern one takes or refuses by code")
  func titles() async throws {
    for backend in Backend.allCases {
      let harness = try BackendHarness()
      try await harness.run {
        var made: [String] = []
        for row in Self.titles {
          let outcome = await backend.make().makeAlbum(titled: row.title)
          let expected = backend == .assetsLibrary ? row.legacy : row.modern
          #expect(outcome.text == expected, "\(row.title.prefix(20)) through \(backend)")
          if expected == "done" { made.append(row.title) }
        }
        let titles = try harness.library.read { try $0.collectionTree() }.map(\.title)
        #expect(titles.map { Array($0.utf8) } == made.map { Array($0.utf8) })
      }
    }
  }

  @Test("an album or asset that is gone is refused, and the rest stays")
  func gone() async throws {
    for backend in Backend.allCases {
      let harness = try BackendHarness()
      try await harness.run {
        let api = backend.make()
        let photo = try #require(await api.save(try TestMedia.data("png/rgba.png")).value)
        let album = try #require(await api.makeAlbum(titled: "Trip").value)
        let uuid = try #require(Identifiers.albumUUID(album))
        try harness.library.user.deleteCollection(uuid)
        #expect(await api.add(photo, toAlbum: album).value == nil)
        #expect(await api.assets().value == [photo])
        #expect(await api.albums().value == [])
      }
    }
  }
}
