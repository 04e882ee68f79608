import DiptychEngine
import Foundation
import Testing

/// Each system call of a job fails once, one after the other, until a run meets no fault.
///
/// After each: the library verifies clean, holds what it held before or what the job makes, gives
/// up every descriptor, and after the next opening nothing is left in staging.
struct FaultSweepTests {
  private struct Job: Sendable {
    let name: String
    let run: @Sendable (Library, [UUID]) throws -> Void
  }

  @Test func saves() throws {
    try sweep(
      Job(name: "save") { library, _ in
        try library.user.save(try Fixtures.picture(9), named: "9.png")
      })
  }

  @Test func savesOfFiles() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Fixtures.picture(9), "9.png")
    try sweep(
      Job(name: "save a file") { library, _ in try library.user.save(path, as: .photo) })
  }

  /// More than sixteen files are synced by the volume.
  @Test func savesOfMany() throws {
    try sweep(Job(name: "save many") { library, _ in _ = try library.seedPictures(18, from: 20) })
  }

  @Test func purges() throws {
    try sweep(Job(name: "purge") { library, assets in try library.user.purge([assets[0]]) })
  }

  @Test func replacements() throws {
    try sweep(
      Job(name: "replace") { library, assets in
        let resource = ResourceDraft(role: .photo, content: .data(try Fixtures.picture(9)))
        try library.commit(.replaceOriginal(assets[0], resource))
      })
  }

  @Test func edits() throws {
    try sweep(
      Job(name: "edit") { library, assets in
        try library.user.edit(assets[0], try Self.edit(9))
      })
  }

  @Test func reverts() throws {
    try sweep(
      Job(name: "edit and revert") { library, assets in
        try library.commit(
          .editContent(assets[0], try Self.edit(9)), .revertContent(assets[0]))
      })
  }

  private static func edit(_ number: Int) throws -> ContentEdit {
    ContentEdit(
      formatIdentifier: "com.example.edit", formatVersion: "1", data: Data(),
      rendering: ResourceDraft(
        role: .fullSizePhoto, content: .data(try Fixtures.picture(number))))
  }

  /// The first opening makes the folder; a fault there leaves what the next can finish.
  @Test func openings() throws {
    for call in 1...10_000 {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let system = FaultySystemCalls()
      var configuration = Fixtures.configuration(in: folder)
      configuration.systemCalls = system.calls
      // Folders are alike, and there are 256 of them.
      let step = call > 20 ? (call - 20) * 17 + 20 : call
      system.failCall(step)
      let library = try? Library.open(configuration)
      let hasFailed = system.disarm()
      library?.close()
      #expect(system.openCount == 0, "call \(step)")
      let next = try Library.open(configuration)
      #expect(try next.verify() == [], "call \(step)")
      next.close()
      if !hasFailed { return }
    }
    Issue.record("The sweep does not end.")
  }

  private func prepare(_ folder: TemporaryFolder, _ system: FaultySystemCalls) throws -> (
    Library, LibraryConfiguration, [UUID]
  ) {
    var configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = system.calls
    let library = try Library.open(configuration)
    let assets = try library.seedPictures(2)
    try library.user.add(assets, to: try library.user.make(titled: "Trip"))
    library.close()
    (configuration.identifiers as? SeededIdentifiers)?.beginStep("job")
    // Opened anew, so that the job has to make and lock its staging folder.
    return (try Library.open(configuration), configuration, assets)
  }

  private func sweep(_ job: Job) throws {
    var legal: [Dump] = []
    do {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let (library, _, assets) = try prepare(folder, FaultySystemCalls())
      legal.append(try library.dump(.exact))
      try job.run(library, assets)
      legal.append(try library.dump(.exact))
      library.close()
    }
    #expect(legal[0] != legal[1])
    var outcomes: Set<Int> = []
    for call in 1...2_000 {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let system = FaultySystemCalls()
      let (library, configuration, assets) = try prepare(folder, system)
      system.failCall(call)
      let code = errorCode { try job.run(library, assets) }
      let hasFailed = system.disarm()
      let context = "\(job.name), call \(call)"
      let state = legal.firstIndex(of: try library.dump(.exact))
      #expect(state == (code == nil ? 1 : 0), "\(context)")
      // What is not on the disk was not saved, so these may never fail in silence.
      if let failed = system.failedCall, ["write", "fsync", "syncfs", "link"].contains(failed) {
        #expect(code != nil, "\(context): \(failed)")
      }
      #expect(try library.verify() == [], "\(context)")
      library.close()
      #expect(system.openCount == 0, "\(context)")
      #expect(Descriptors.open(below: configuration.folder) == [], "\(context)")
      try expectSound(configuration, state.map { legal[$0] }, context)
      outcomes.insert(state ?? -1)
      if !hasFailed {
        #expect(code == nil)
        #expect(outcomes == [0, 1])
        return
      }
    }
    Issue.record("The sweep of \(job.name) does not end.")
  }

  private func expectSound(
    _ configuration: LibraryConfiguration, _ dump: Dump?, _ context: String
  ) throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    #expect(try library.dump(.exact) == dump, "\(context), opened again")
    #expect(try library.verify() == [], "\(context), opened again")
    #expect(try library.files(in: "staging") == [], "\(context), opened again")
    #expect(
      try library.files(in: "originals").count == library.number("SELECT count(*) FROM resources"),
      "\(context), opened again")
  }
}
