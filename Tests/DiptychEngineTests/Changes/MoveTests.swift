import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Files that are moved into a library (P140): what is removed is what was copied, and nothing else.
struct MoveTests {
  private let folder: TemporaryFolder
  private let hook = Lock<(@Sendable (SystemCall) -> InterceptedSystemCalls.Verdict?)?>(nil)
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    var configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = InterceptedSystemCalls(RealSystemCalls(durable: true)) {
      [hook] call in
      hook.withLock { $0 }?(call) ?? .proceed
    }
    library = try Library.open(configuration)
  }

  private func move(_ path: String) throws -> UUID {
    let uuid = UUID()
    var draft = AssetDraft(uuid: uuid)
    var resource = ResourceDraft(role: .photo, content: .file(path))
    resource.movesFile = true
    draft.resources = [resource]
    try library.commit(.createAsset(draft))
    return uuid
  }

  private func original(_ asset: UUID) throws -> String {
    let resources = try library.read { try $0.resources(of: $0.asset(asset)?.row ?? 0) }
    return library.path + "/" + (try #require(resources.first).path)
  }

  @Test func whatWasMovedIsGone() throws {
    defer { library.close() }
    let path = try folder.write(Fixtures.picture(1), "a.png")
    let asset = try move(path)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: original(asset))) == Fixtures.picture(1))
  }

  /// Decision 206. Another file gets the name while the first is copied, or the first is written to.
  @Test(arguments: [true, false])
  func whatIsAnotherFileByThenStays(_ isOther: Bool) throws {
    defer { library.close() }
    let path = try folder.write(Fixtures.picture(1), "a.png")
    let other = try folder.write(Fixtures.picture(2), "b.png")
    let happened = Lock(false)
    hook.withLock { hook in
      hook = { call in
        guard case .link = call,
          happened.withLock({ happened in
            defer { happened = true }
            return !happened
          })
        else { return nil }
        if isOther {
          rename(other, path)
        } else if let file = FileHandle(forWritingAtPath: path) {
          file.seekToEndOfFile()
          file.write(Data("more".utf8))
        }
        return nil
      }
    }
    let asset = try move(path)
    #expect(happened.withLock { $0 })
    let left = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try left == (isOther ? Fixtures.picture(2) : Fixtures.picture(1) + Data("more".utf8)))
    #expect(try Data(contentsOf: URL(fileURLWithPath: original(asset))) == Fixtures.picture(1))
  }

  /// Decision 206. The facades hand out paths of originals.
  @Test func originalsOfALibraryStay() throws {
    defer { library.close() }
    let first = try library.seedPictures(1)[0]
    let path = try original(first)
    let second = try move(path)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try original(second) != path)
    #expect(try library.verify() == [])
  }

  /// On volumes that share blocks a copy takes no time, and the file may be written to right after it.
  @Test func aCopyThatSharesBlocksIsWhatCounts() throws {
    defer { library.close() }
    let path = try folder.write(Fixtures.picture(1), "a.png")
    hook.withLock { hook in
      hook = { call in
        guard case .clone(_, let target) = call else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { return .fail(EIO) }
        _ = data.withUnsafeBytes { Foundation.write(target, $0.baseAddress, $0.count) }
        try? (data + Data("more".utf8)).write(to: URL(fileURLWithPath: path))
        return .refuse
      }
    }
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [ResourceDraft(role: .photo, content: .file(path))]
    try library.commit(.createAsset(draft))
    #expect(try library.verify() == [])
    #expect(try Data(contentsOf: URL(fileURLWithPath: original(draft.uuid))) == Fixtures.picture(1))
  }
}
