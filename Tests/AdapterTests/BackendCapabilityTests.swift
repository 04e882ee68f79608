import DiptychBackends
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Every job that only one API can do, through both backends: it does what is promised, or it says
/// which capability it lacks and leaves the library as it is.
@Suite("Capabilities of backends")
struct BackendCapabilityTests {
  /// What a job is given.
  struct Stage {
    let api: any PhotoLibraryBackend
    /// The first is in the album.
    let photos: [String]
    let album: String
  }

  /// A job, and the lines of the dump that tell of it when it was done.
  struct Job {
    let name: String
    let capability: Capability
    let expected: [String]
    let perform: @Sendable (Stage) async throws -> String

    init(
      _ name: String, _ capability: Capability, _ expected: String...,
      perform: @escaping @Sendable (Stage) async throws -> String
    ) {
      self.name = name
      self.capability = capability
      self.expected = expected
      self.perform = perform
    }
  }

  private static let jobs: [Job] = [
    Job("insertFirst", .insertion, "members a2 a1", "cover a2") {
      await $0.api.insertFirst($0.photos[1], intoAlbum: $0.album).text
    },
    Job("delete", .deletion, "trashed yes") { await $0.api.delete([$0.photos[1]]).text },
    Job("setFavorite", .properties, "favorite yes") {
      await $0.api.setFavorite(true, of: $0.photos[0]).text
    },
    Job("change hidden", .properties, "hidden yes", "cover none") {
      await $0.api.change(.hidden(true), of: $0.photos[0]).text
    },
    Job("change creationDate", .properties, "creation date 2001-09-09T01:46:40Z") {
      let date = Date(timeIntervalSince1970: 1_000_000_000)
      return await $0.api.change(.creationDate(date), of: $0.photos[0]).text
    },
    Job("change location", .properties, "location 48.5 -16.25") {
      await $0.api.change(.location(latitude: 48.5, longitude: -16.25), of: $0.photos[0]).text
    },
    Job("rename", .albumEditing, "c1 \"Journey\"") {
      await $0.api.rename($0.album, to: "Journey").text
    },
    Job("remove", .albumEditing, "members none") {
      await $0.api.remove($0.photos[0], fromAlbum: $0.album).text
    },
    Job("deleteAlbum", .albumEditing) { await $0.api.deleteAlbum($0.album).text },
    Job("makeFolder and move", .folders, "c1 \"2020\"", "place c1 1") { stage in
      let made = await stage.api.makeFolder(titled: "2020")
      guard let folder = made.value else { return made.text }
      return await stage.api.move(stage.album, intoFolder: folder).text
    },
    Job("move", .folders) { stage in
      guard stage.api.can(.folders) else {
        return await stage.api.move(stage.album, intoFolder: "none").text
      }
      // Into a folder that is not there: refused, and nothing is moved.
      let outcome = await stage.api.move(stage.album, intoFolder: "none").text
      return outcome == "refused" ? "done" : outcome
    },
    Job("edit", .reversibleEdits, "adjusted \"org.example.tint 1\"") {
      let bytes = try TestMedia.data("orientation/orientation-1.jpg")
      return await $0.api.edit($0.photos[0], to: bytes, by: "org.example.tint").text
    },
    Job("revert", .reversibleEdits) { await $0.api.revert($0.photos[0]).text },
    Job("save with metadata", .metadata, "a3") {
      let bytes = try TestMedia.data("exif/no-exif.jpg")
      return await $0.api.save(bytes, metadata: ["{TIFF}": ["Make": "Diptych"]]).text
    },
  ]

  // D3, D4, D7, D12; L53–L55, L62, L162.
  @Test("each job is done, or is unsupported and changes nothing")
  func table() async throws {
    #expect(Set(Self.jobs.map(\.capability)) == Set(Capability.allCases))
    for backend in Backend.allCases {
      for job in Self.jobs {
        let harness = try BackendHarness()
        try await harness.run {
          let stage = try await Self.stage(backend.make())
          let before = try harness.library.dump().text
          let outcome = try await job.perform(stage)
          let after = try harness.library.dump().text
          let name = "\(backend) \(job.name)"
          if stage.api.can(job.capability) {
            #expect(outcome == "done", "\(name)")
            let lines = Set(after.split(separator: "\n").map(Self.oneSpace))
            for line in job.expected { #expect(lines.contains(line), "\(name): \(after)") }
          } else {
            #expect(outcome == "unsupported \(job.capability)", "\(name)")
            #expect(after == before, "\(name)")
          }
        }
      }
    }
  }

  @Test("each backend declares what it can do")
  func declared() {
    #expect(Backend.assetsLibrary.make().capabilities == [.metadata])
    #expect(
      Backend.photos.make().capabilities == Set(Capability.allCases).subtracting([.metadata]))
  }

  // L142: what the capability promises is in the file.
  @Test("metadata is merged into the file")
  func metadata() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let api = Backend.assetsLibrary.make()
      let bytes = try TestMedia.data("exif/no-exif.jpg")
      let photo = try #require(
        await api.save(bytes, metadata: ["{TIFF}": ["Make": "Diptych"]]).value)
      let stored = try #require(await api.data(of: photo).value)
      #expect(stored != bytes)
      #expect(stored.range(of: Data("Diptych".utf8)) != nil)
    }
  }

  // P217, P220: an edit is undone.
  @Test("a revert brings the original back")
  func revert() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let stage = try await Self.stage(Backend.photos.make())
      let before = try harness.library.dump().text
      let bytes = try TestMedia.data("orientation/orientation-1.jpg")
      #expect(
        await stage.api.edit(stage.photos[0], to: bytes, by: "org.example.tint").text == "done")
      #expect(try harness.library.dump().text != before)
      #expect(await stage.api.revert(stage.photos[0]).text == "done")
      #expect(try harness.library.dump().text == before)
    }
  }

  // P101, P107: whoever deletes asks; a refusal is an outcome with its code.
  @Test("the user is asked, and a refusal is told")
  func refusals() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let stage = try await Self.stage(Backend.photos.make())
      harness.library.access.script([.refuse, .refuse])
      #expect(await stage.api.delete([stage.photos[0]]).text == "refused 3072")
      #expect(await stage.api.deleteAlbum(stage.album).text == "refused 3072")
      #expect(harness.library.access.prompts == [.deleteAssets(1), .deleteCollections(1)])
      #expect(await stage.api.assets().value?.count == 2)
    }
  }

  // Decision 41: what is gone is no success.
  @Test("jobs on what is not there are refused")
  func gone() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let stage = try await Self.stage(Backend.photos.make())
      let none = "none"
      let outcomes = [
        await stage.api.insertFirst(none, intoAlbum: stage.album).text,
        await stage.api.insertFirst(stage.photos[0], intoAlbum: none).text,
        await stage.api.change(.favorite(true), of: none).text,
        await stage.api.rename(none, to: "A").text,
        await stage.api.remove(none, fromAlbum: stage.album).text,
        await stage.api.deleteAlbum(none).text,
        await stage.api.move(none, intoFolder: none).text,
        await stage.api.edit(none, to: Data(), by: "a").text,
        await stage.api.revert(none).text,
      ]
      #expect(outcomes == Array(repeating: "refused", count: outcomes.count))
    }
  }

  private static func stage(_ api: any PhotoLibraryBackend) async throws -> Stage {
    var photos: [String] = []
    for file in ["orientation/orientation-1.jpg", "png/gray16.png"] {
      photos.append(try #require(await api.save(try TestMedia.data(file)).value))
    }
    let album = try #require(await api.makeAlbum(titled: "Trip").value)
    #expect(await api.add(photos[0], toAlbum: album).text == "done")
    return Stage(api: api, photos: photos, album: album)
  }

  private static func oneSpace(_ line: Substring) -> String {
    line.split(separator: " ").joined(separator: " ")
  }
}
