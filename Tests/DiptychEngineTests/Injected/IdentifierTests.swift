import DiptychEngine
import Foundation
import Testing

/// Identifiers depend on seed, step, kind and number, and on nothing else (design, "Exact").
struct IdentifierTests {
  @Test func failedStepShiftsNothing() {
    func run(failing: Bool) -> [UUID] {
      let source = SeededIdentifiers(seed: "seed")
      source.beginStep("1")
      if failing { _ = (0..<7).map { _ in source.next(.asset) } }
      source.beginStep("2")
      return [source.next(.asset), source.next(.collection), source.next(.asset)]
    }
    #expect(run(failing: true) == run(failing: false))
  }

  @Test func kindsAreCountedApart() {
    let one = SeededIdentifiers(seed: "seed")
    let two = SeededIdentifiers(seed: "seed")
    let album = one.next(.collection)
    let asset = one.next(.asset)
    #expect(two.next(.asset) == asset)
    #expect(two.next(.collection) == album)
    #expect(Set([album, asset, one.next(.asset), one.next(.library)]).count == 4)
    #expect(SeededIdentifiers(seed: "other").next(.asset) != asset)
  }

  /// A known value: it must not change from version to version, or stored goldens would.
  @Test func hashedIdentifierIsStable() {
    let uuid = UUID(hashing: "abc")
    // SHA-256("abc") begins BA7816BF 8F01CFEA 414140DE 5DAE2223; version 8, variant 10.
    #expect(uuid.uuidString == "BA7816BF-8F01-8FEA-8141-40DE5DAE2223")
  }

  /// P57–P59, L88, L103, C24, C26.
  @Test func outsideNames() throws {
    let uuid = UUID(hashing: "abc")
    let name = uuid.uuidString
    #expect(Identifiers.asset(uuid) == name + "/L0/001")
    #expect(Identifiers.album(uuid) == name + "/L0/040")
    #expect(Identifiers.folder(uuid) == name + "/L0/020")
    #expect(Identifiers.assetUUID(name + "/L0/001") == uuid)
    let wrong = [
      "", name, name + "/L0/040", name.lowercased() + "/L0/001", name + "/L0/001x",
      name.replacingOccurrences(of: "-", with: "0") + "/L0/001",
      name.replacingOccurrences(of: "B", with: "G") + "/L0/001",
      // As many bytes, of which some are no digits.
      "Ä" + name.dropFirst(2) + "/L0/001", name.dropLast() + "-/L0/001",
    ]
    for text in wrong {
      #expect(Identifiers.assetUUID(text) == nil, "\(text)")
    }
    let url = try #require(Identifiers.assetURL(uuid, typeIdentifier: "public.jpeg"))
    #expect(url.absoluteString == "assets-library://asset/asset.JPG?id=\(name)&ext=JPG")
    #expect(Identifiers.uuid(of: url) == uuid)
    #expect(Identifiers.uuid(of: Identifiers.groupURL(uuid)) == uuid)
    for text in ["file:///x?id=\(name)", "assets-library://asset/asset.JPG", "x"] {
      #expect(Identifiers.uuid(of: URL(string: text)) == nil, "\(text)")
    }
    #expect(Identifiers.uuid(of: nil) == nil)
  }
}
