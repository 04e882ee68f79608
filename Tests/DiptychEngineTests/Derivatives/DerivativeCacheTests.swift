import DiptychCodecs
import DiptychEngine
import Foundation
import Testing

/// Small pictures that are kept beside the originals (design, section 3: `derivatives/`).
@Suite struct DerivativeCacheTests {
  private let fitting = PixelSize(width: 8, height: 8)

  private func names(_ library: Library) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: library.path + "/derivatives").sorted()
  }

  /// A library with pictures of 40 × 40 pixels, and their files.
  private func scene(
    _ count: Int = 1, _ configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws -> (Library, [ResourceRecord]) {
    let library = try Fixtures.library { configure(&$0) }
    var changes = ChangeSet()
    for number in 1...count {
      let data = try Fixtures.picture(number * 1_000, width: 40, height: 40)
      changes.operations.append(.createAsset(Fixtures.draft(data, name: "\(number).png")))
    }
    try library.commit(changes)
    let files = try library.read { transaction in
      try transaction.fetchAssets(AssetQuery(.library), as: nil).compactMap {
        try transaction.currentFile(of: $0)
      }
    }
    return (library, files)
  }

  /// The second time the picture comes from the cache, equal in every byte; the file's name tells
  /// the resource and the size.
  @Test func keptAndEqual() throws {
    let (library, files) = try scene()
    defer { library.close() }
    let first = try library.thumbnail(of: files[0], fitting: fitting)
    #expect(first.size == fitting)
    #expect(try names(library) == ["\(files[0].uuid.uuidString)-8x8"])
    // What is not an original any more can only come from the cache.
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: library.filePath(of: files[0])))
    #expect(try library.thumbnail(of: files[0], fitting: fitting) == first)
    #expect(try library.smallVersion(of: files[0], fitting: fitting) == first)
    #expect(throws: LibraryError.self) {
      try library.thumbnail(of: files[0], fitting: PixelSize(width: 9, height: 9))
    }
  }

  /// Lost or damaged in any way, a picture is made again, and the file is whole afterwards.
  @Test func lostAndDamaged() throws {
    let (library, files) = try scene()
    defer { library.close() }
    let picture = try library.thumbnail(of: files[0], fitting: fitting)
    let url = URL(fileURLWithPath: library.path + "/derivatives/" + (try names(library)[0]))
    let whole = try Data(contentsOf: url)
    var damages: [Data?] = [nil, Data(), whole.dropLast(), whole + [0], Data("x".utf8)]
    for place in [0, 4, 8, 12, 20, 48, whole.count - 1] {
      var bytes = whole
      bytes[place] ^= 0x40
      damages.append(bytes)
    }
    for damage in damages {
      if let damage {
        try damage.write(to: url)
      } else {
        try FileManager.default.removeItem(at: url)
      }
      #expect(try library.thumbnail(of: files[0], fitting: fitting) == picture)
      #expect(try Data(contentsOf: url) == whole)
    }
    // The whole folder may go.
    try FileManager.default.removeItem(atPath: library.path + "/derivatives")
    #expect(try library.thumbnail(of: files[0], fitting: fitting) == picture)
    #expect(try Data(contentsOf: url) == whole)
  }

  /// Past the bound, what was not used for longest goes, down to three quarters.
  @Test func bound() throws {
    // A file has 48 bytes and 8 × 8 pixels of 4.
    let one: Int64 = 48 + 8 * 8 * 4
    let (library, files) = try scene(9) { $0.derivativesBound = 8 * one }
    defer { library.close() }
    for file in files.prefix(8) { _ = try library.thumbnail(of: file, fitting: fitting) }
    #expect(try names(library).count == 8)
    _ = try library.thumbnail(of: files[0], fitting: fitting)
    _ = try library.thumbnail(of: files[8], fitting: fitting)
    let kept = Set(try names(library))
    let expected = [files[0]] + files[4...]
    #expect(kept == Set(expected.map { "\($0.uuid.uuidString)-8x8" }))
    // No bound, no files.
    let (other, others) = try scene { $0.derivativesBound = 0 }
    defer { other.close() }
    _ = try other.thumbnail(of: others[0], fitting: fitting)
    #expect(try names(other).isEmpty)
  }

  /// A folder that cannot be written costs a decoding each time and nothing else.
  @Test func unwritable() throws {
    for number in [EROFS, EACCES, ENOSPC, EIO] {
      for call in ["write", "rename"] {
        let system = FaultySystemCalls()
        let (library, files) = try scene { $0.systemCalls = system.calls }
        defer { library.close() }
        let open = system.openCount
        system.fail(call, number)
        #expect(try library.thumbnail(of: files[0], fitting: fitting).size == fitting)
        system.fail(call, nil)
        #expect(try names(library).isEmpty)
        #expect(system.openCount == open)
        _ = try library.thumbnail(of: files[0], fitting: fitting)
        #expect(try names(library).count == 1)
      }
    }
    // A file where the folder should be.
    let (library, files) = try scene()
    defer { library.close() }
    try FileManager.default.removeItem(atPath: library.path + "/derivatives")
    try Data().write(to: URL(fileURLWithPath: library.path + "/derivatives"))
    #expect(try library.thumbnail(of: files[0], fitting: fitting).size == fitting)
  }

  /// The small pictures of an asset that is gone for ever go with its original.
  @Test func removedWithTheOriginal() throws {
    let (library, files) = try scene(2)
    defer { library.close() }
    for file in files {
      _ = try library.thumbnail(of: file, fitting: fitting)
      _ = try library.thumbnail(of: file, fitting: PixelSize(width: 4, height: 4))
    }
    #expect(try names(library).count == 4)
    let first = try library.read { try $0.asset(row: files[0].asset)?.uuid }
    var changes = ChangeSet()
    changes.operations = [.purgeAssets([try #require(first)])]
    try library.commit(changes)
    #expect(try names(library).allSatisfy { $0.hasPrefix(files[1].uuid.uuidString) })
    #expect(try names(library).count == 2)
    #expect(throws: LibraryError.self) {
      try library.thumbnail(of: files[0], fitting: fitting)
    }
  }

  /// What a process that ended left half-written is removed, and does not stand in the way for long.
  @Test func leftovers() throws {
    let (library, files) = try scene(2)
    defer { library.close() }
    let part = library.path + "/derivatives/\(files[0].uuid.uuidString)-8x8.part"
    try Data("half".utf8).write(to: URL(fileURLWithPath: part))
    for file in [files[0], files[1], files[0]] {
      _ = try library.thumbnail(of: file, fitting: fitting)
    }
    #expect(
      try names(library) == files.map { "\($0.uuid.uuidString)-8x8" }.sorted())
  }

  /// A picture that is hardly larger than its small version is not kept twice.
  @Test func notWorthIt() throws {
    let (library, files) = try scene()
    defer { library.close() }
    _ = try library.thumbnail(of: files[0], fitting: PixelSize(width: 30, height: 30))
    #expect(try names(library).isEmpty)
  }
}
