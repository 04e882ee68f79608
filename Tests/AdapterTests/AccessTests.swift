import DiptychBackends
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Callers without access, at every call that the flows use.
@Suite("Access")
struct AccessTests {
  private typealias Job = @Sendable (any PhotoLibraryBackend, Existing) async throws -> String

  /// What is in the library before: one photo and one album, made by another application.
  private struct Existing: Sendable {
    let photo: String
    let album: String
  }

  private static let jobs: [(name: String, job: Job)] = [
    ("save data", { api, _ in await api.save(try TestMedia.data("png/rgba.png")).text }),
    (
      "save image",
      { api, _ in
        let image = try #require(UIImage(data: try TestMedia.data("png/rgba.png")))
        return await api.save(image).text
      }
    ),
    (
      "save video",
      { api, _ in await api.saveVideo(at: TestMedia.url("video/fragmented.mp4")).text }
    ),
    ("make album", { api, _ in await api.makeAlbum(titled: "New").text }),
    ("add", { api, old in await api.add(old.photo, toAlbum: old.album).text }),
    ("albums", { api, _ in await Self.count(api.albums()) }),
    ("assets", { api, _ in await Self.count(api.assets()) }),
    ("assets in album", { api, old in await Self.count(api.assets(inAlbum: old.album)) }),
    ("data", { api, old in await api.data(of: old.photo).text }),
  ]

  private static func count<Value: Sendable>(_ outcome: Outcome<[Value]>) -> String {
    outcome.value.map { "\($0.count) found" } ?? outcome.text
  }

  /// C78, L191–L194, P173, P174, decisions 22, 23 and 25. A fetch of the modern facade is empty;
  /// what needs an object that cannot be fetched has no code.
  private static let expected: [String: [String: [String]]] = [
    "denied": [
      "assetsLibrary": [
        "refused -3310", "refused -3310", "refused -3310", "refused -3311", "refused -3311",
        "refused -3311", "refused -3311", "refused -3311", "refused -3311",
      ],
      "photos": [
        "refused 3311", "refused 3311", "refused 3311", "refused 3311", "refused", "0 found",
        "0 found", "0 found", "refused",
      ],
    ],
    "restricted": [
      "assetsLibrary": [
        "refused -3310", "refused -3310", "refused -3310", "refused -3312", "refused -3312",
        "refused -3312", "refused -3312", "refused -3312", "refused -3312",
      ],
      "photos": [
        "refused 3310", "refused 3310", "refused 3310", "refused 3310", "refused", "0 found",
        "0 found", "0 found", "refused",
      ],
    ],
  ]

  @Test(
    "refused callers get each facade's code, and nothing changes",
    arguments: [
      "denied", "restricted",
    ])
  func refused(_ preset: String) async throws {
    for backend in Backend.allCases {
      let setting = try #require(AccessSetting(preset))
      for (index, job) in Self.jobs.enumerated() {
        let harness = try BackendHarness()
        let existing = try Self.fill(harness.library)
        try harness.library.access.set(setting.preset, "App")
        let before = try harness.library.dump(.exact).text
        try await harness.run {
          let text = try await job.job(backend.make(), existing)
          let row = Self.expected[preset]?[backend.rawValue]?[index]
          #expect(text == row, "\(job.name), \(preset), \(backend)")
          #expect(try harness.library.dump(.exact).text == before, "\(job.name)")
          #expect(harness.library.access.prompts == [], "\(job.name)")
        }
      }
    }
  }

  @Test("an undecided caller is asked once, at its first call, through either facade")
  func undecided() async throws {
    for backend in Backend.allCases {
      for job in Self.jobs {
        let harness = try BackendHarness(
          access: AccessSetting(preset: .notDetermined, answer: .refuse))
        let existing = try Self.fill(harness.library)
        let before = try harness.library.dump(.exact).text
        try await harness.run {
          _ = try await job.job(backend.make(), existing)
          #expect(await harness.library.activities.settled(within: 10) == [])
          #expect(harness.library.access.prompts.count == 1, "\(job.name), \(backend)")
          #expect(
            harness.library.access.status(.readWrite, "App") == .denied
              || harness.library.access.status(.addOnly, "App") == .denied, "\(job.name)")
          #expect(try harness.library.dump(.exact).text == before, "\(job.name)")
        }
      }
    }
  }

  private static func fill(_ library: Library) throws -> Existing {
    let camera = library.otherApp("Camera")
    let photo = try camera.save(try TestMedia.data("png/rgba.png"), named: "old.png")
    let album = try camera.make(titled: "Old")
    return Existing(photo: Identifiers.asset(photo), album: Identifiers.album(album))
  }
}
