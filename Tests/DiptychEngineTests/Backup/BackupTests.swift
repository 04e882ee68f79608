import DiptychCodecs
import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Backups of a library that is in use.
@Suite("Backup") struct BackupTests {
  private func open(_ path: String) throws -> Library {
    var configuration = LibraryConfiguration(folder: path)
    configuration.createsIfMissing = false
    configuration.isDurable = false
    configuration.systemCalls = RealSystemCalls(durable: false)
    // Decades later, what was in the trash would be purged at the opening (decision 14).
    configuration.clock = VirtualClock(Fixtures.start)
    return try Library.open(configuration)
  }

  @Test("a backup is a library with the same rows, files and identifiers")
  func same() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    let photos = try library.seedPictures(5)
    let trip = try library.user.make(titled: "Trip")
    try library.user.add(photos, to: trip)
    try library.user.delete([photos[4]])
    let copy = folder.path + "/Copy.diptych"
    var steps: [Int] = []
    let report = try library.backup(to: copy) { done, _ in steps.append(done) }
    #expect(report.assets == 5 && report.files == 5 && report.linked == 0)
    #expect(report.damaged.isEmpty && steps == [1, 2, 3, 4, 5])
    let backup = try open(copy)
    defer { backup.close() }
    #expect(try backup.verify() == [])
    #expect(backup.uuid == library.uuid)
    #expect(try backup.rawDump() == library.rawDump())
    #expect(try backup.files(in: "originals") == library.files(in: "originals"))
    // The copies are apart: what happens to one leaves the other alone.
    try backup.user.rename(trip, to: "Other")
    #expect(try library.user.collections(titled: "Trip").count == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "Copy.diptych", "Test.diptych",
      ])
  }

  @Test("hard links share the bytes, and a purge of one leaves the other's")
  func linked() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    let photos = try library.seedPictures(3)
    let copy = folder.path + "/Copy.diptych"
    let report = try library.backup(to: copy, links: true)
    #expect(report.files == 3 && report.linked == 3)
    try library.user.delete(photos)
    try library.user.purge(photos)
    #expect(try library.files(in: "originals") == [])
    let backup = try open(copy)
    defer { backup.close() }
    #expect(try backup.verify() == [] && backup.files(in: "originals").count == 3)
  }

  @Test("writers go on: saving and purging while the backup runs leaves a library that is whole")
  func inUse() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    var photos = try library.seedPictures(20)
    var next = 21
    for round in 0..<4 {
      let copy = "\(folder.path)/Copy\(round).diptych"
      var purged: UUID?
      let report = try library.backup(to: copy) { done, _ in
        // Once for each backup, the last photo goes for ever before it is copied.
        guard purged == nil, done == 3, let last = photos.popLast() else { return }
        purged = last
        #expect(throws: Never.self) {
          try library.user.delete([last])
          try library.user.purge([last])
          photos.insert(contentsOf: try library.seedPictures(1, from: next), at: 0)
        }
        next += 1
      }
      #expect(report.damaged.isEmpty && report.files == 20)
      let backup = try open(copy)
      defer { backup.close() }
      #expect(try backup.verify() == [])
      let gone = try #require(purged)
      #expect(try backup.read { try $0.asset(gone) } == nil)
    }
  }

  @Test("a damaged and a missing original are named, and the rest is copied")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    _ = try library.seedPictures(3)
    let files = try library.files(in: "originals").map { library.path + "/originals/" + $0 }
    try Data("other".utf8).write(to: URL(fileURLWithPath: files[0]))
    try FileManager.default.removeItem(atPath: files[1])
    for links in [false, true] {
      let copy = "\(folder.path)/Copy\(links).diptych"
      let report = try library.backup(to: copy, links: links)
      #expect(report.files == 2)
      #expect(Set(report.damaged.map(\.kind)) == [.truncatedOriginal, .missingOriginal])
    }
  }

  @Test("paths that are taken or inside of the library are refused")
  func refused() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    for path in [folder.path, library.path, library.path + "/originals/copy"] {
      #expect(throws: LibraryError.self) { try library.backup(to: path) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Test.diptych"])
  }

  @Test("a path into the library is refused, however it is written")
  func refusedInside() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    _ = try library.seedPictures(1)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: library.path + "/originals")
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let relative = Array(repeating: "..", count: depth).joined(separator: "/") + library.path
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    for path in [
      library.path + "/copy", library.path + "//copy", library.path + "/./new/copy",
      library.path + "/../Test.diptych/copy", folder.path + "/./Test.diptych/copy", link + "/copy",
      link + "/new/deeper/copy", relative + "/copy", relative + "/new/copy", library.path + "/",
    ] {
      let message = #expect(throws: LibraryError.self, "\(path)") {
        try library.backup(to: path)
      }?.message
      #expect(message?.hasPrefix("A backup cannot be inside of its library.") == true, "\(path)")
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == names,
        "\(path)")
    }
    // Through folders that are not there yet.
    #expect(throws: LibraryError.self) {
      try library.backup(to: folder.path + "/new/../Test.diptych/copy")
    }
    #expect(try library.verify() == [])
    #expect(!FileManager.default.fileExists(atPath: library.path + "/copy"))
    // A name that only begins like the library's.
    #expect(try library.backup(to: library.path + "2").files == 1)
    #expect(try library.backup(to: relative + "3").files == 1)
  }

  @Test("a failure at any call leaves nothing behind")
  func failures() throws {
    let folder = try TemporaryFolder()
    let calls = FaultySystemCalls()
    var configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = calls.calls
    let library = try Library.open(configuration)
    defer { library.close() }
    _ = try library.seedPictures(2)
    var fault = 0
    var failed = 0
    while true {
      // The 256 folders are alike.
      fault += (20..<250).contains(fault) ? 17 : 1
      let copy = "\(folder.path)/Copy\(fault).diptych"
      calls.failCall(fault)
      let outcome = Result { try library.backup(to: copy) }
      let hasFired = calls.disarm()
      if case .failure = outcome {
        failed += 1
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Test.diptych"])
      } else {
        try FileManager.default.removeItem(atPath: copy)
      }
      guard hasFired else { break }
    }
    #expect(failed > 30)
    #expect(try library.verify() == [])
  }
}

/// A backup while others write, with the interleaving drawn from a seed:
///
///     backup                          writers
///     rows of one snapshot
///     original 1 …                    save, edit, move, delete, purge
///     … original n                    save, edit, move, delete, purge
///     again where one was purged
///     rename
@Suite("Backup beside writers") struct BackupBesideWritersTests {
  /// Does what applications and the user do, and notes the state after each commit.
  private struct Scribbler {
    let library: Library
    var random: SeededNumbers
    var photos: [UUID]
    let albums: [UUID]
    var next = 100
    var states: Set<String> = []

    init(_ library: Library, seed: UInt64) throws {
      self.library = library
      random = SeededNumbers(seed)
      photos = try library.seedPictures(12)
      albums = [try library.user.make(titled: "A"), try library.user.make(titled: "B")]
      try library.user.add(photos, to: albums[0])
      try note()
    }

    mutating func note() throws { states.insert(try library.dump(.exact).text) }

    mutating func write() throws {
      let photo = photos[random.below(photos.count)]
      switch random.below(7) {
      case 0:
        photos += try library.seedPictures(1, from: next)
        next += 1
      case 1:
        var update = AssetUpdate()
        update.isFavorite = random.below(2) == 0
        update.creationDate = Date(timeIntervalSince1970: Double(random.below(1_000_000)))
        try library.user.update(photo, update)
      case 2: try library.user.add([photo], to: albums[1])
      case 3: try library.user.remove([photo], from: albums[0])
      case 4: try library.user.rename(albums[0], to: "A\(random.below(100))")
      case 5 where photos.count > 6:
        try library.user.delete([photo])
        try note()
        try library.user.purge([photo])
        photos.removeAll { $0 == photo }
      default: try library.user.place(albums[1], at: random.below(2))
      }
      try note()
    }
  }

  /// Numbers that follow from a seed (SplitMix64).
  private struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((value ^ (value >> 31)) % UInt64(bound))
    }
  }

  private func check(_ path: String, _ states: Set<String>, _ seed: UInt64) throws {
    var configuration = LibraryConfiguration(folder: path)
    configuration.createsIfMissing = false
    configuration.isDurable = false
    configuration.systemCalls = RealSystemCalls(durable: false)
    configuration.clock = VirtualClock(Fixtures.start)
    let backup = try Library.open(configuration)
    defer { backup.close() }
    #expect(try backup.verify() == [], "seed \(seed)")
    let text = try backup.dump(.exact).text
    #expect(
      states.contains(text), "The backup is no state that the library was in, seed \(seed).")
  }

  @Test("the copy is one of the states that the library was in", arguments: UInt64(1)...20)
  func drawn(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    var scribbler = try Scribbler(library, seed: seed)
    let copy = folder.path + "/Copy.diptych"
    // A purge makes the backup begin anew, so there is an end to the writing.
    var rest = 25
    let report = try library.backup(to: copy, links: seed % 2 == 0) { _, _ in
      guard rest > 0, scribbler.random.below(3) == 0 else { return }
      rest -= 1
      #expect(throws: Never.self) { try scribbler.write() }
    }
    #expect(report.damaged == [], "seed \(seed)")
    try check(copy, scribbler.states, seed)
    #expect(try library.verify() == [])
  }

  @Test("also beside a thread that never stops", arguments: UInt64(1)...4)
  func threads(_ seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    let scribbler = Lock(try Scribbler(library, seed: seed))
    let isOver = Lock(false)
    let writer = Task.detached {
      while !isOver.withLock({ $0 }) {
        var one = scribbler.withLock { $0 }
        try one.write()
        scribbler.withLock { [one] in $0 = one }
        await Task.yield()
      }
    }
    let copies = (0..<3).map { "\(folder.path)/Copy\($0).diptych" }
    var made: [String] = []
    for copy in copies {
      // Photos may be purged faster than they are copied, which the backup says.
      if errorCode({ try library.backup(to: copy) }) == nil { made.append(copy) }
    }
    isOver.withLock { $0 = true }
    try await writer.value
    let states = scribbler.withLock { $0.states }
    for copy in made { try check(copy, states, seed) }
    #expect(try library.verify() == [])
    #expect(!made.isEmpty, "seed \(seed)")
  }
}
