import Foundation
import Testing

@testable import DiptychEngine

/// What `DIPTYCH_ACCESS` gives a program, for good or for as long as it runs (decision 232).
struct SelectionInForceTests {
  private let library: Library

  init() throws {
    library = try Fixtures.library()
  }

  private func seen(by client: String) throws -> [UUID] {
    try library.assets(library.fetchAssets(AssetQuery(.library), as: client)).map(\.uuid)
  }

  /// P177: a selection that is set anew does not take away what the application has added.
  @Test func ownAssetsStay() throws {
    let theirs = try (1...2).map {
      try library.user.save(try Fixtures.picture($0), named: "\($0).png")
    }
    let own = try library.seedPictures(1, from: 3)
    for (selection, isSeen) in [([theirs[0]], [theirs[0]] + own), (own, own), ([], own)] {
      try library.access.setKeepingOwn(.limited(selection), "App")
      #expect(library.access.status(.readWrite, "App") == .limited)
      #expect(try seen(by: "App") == isSeen)
    }
    for (preset, status) in [
      (AccessPreset.authorized, AccessStatus.authorized), (.denied, .denied),
      (.addOnly, .notDetermined), (.notDetermined, .notDetermined),
    ] {
      try library.access.setKeepingOwn(preset, "App")
      #expect(library.access.status(.readWrite, "App") == status)
    }
  }

  /// A setting in force holds for reading and writing, and leaves the library's own as it is.
  @Test func inForceForThisProcess() throws {
    let theirs = try (1...2).map {
      try library.user.save(try Fixtures.picture($0), named: "\($0).png")
    }
    let album = try library.user.make(titled: "Secret")
    try library.access.set(.denied, "Tool")
    #expect(try seen(by: "Tool") == [])
    library.access.setInForce(.limited([theirs[0]]), for: "Tool")
    #expect(library.access.status(.readWrite, "Tool") == .limited)
    #expect(try seen(by: "Tool") == [theirs[0]])
    #expect(try seen(by: "App") == theirs)
    let hand = library.confinedApp("Tool")
    #expect(errorCode { try hand.add([theirs[0]], to: album) } == .objectGone)
    try hand.delete([theirs[1]])
    #expect(try seen(by: "App") == theirs)
    // P177: what it adds it sees, although nothing of the selection is written.
    let own = try hand.save(try Fixtures.picture(3), named: "3.png")
    #expect(try seen(by: "Tool") == [theirs[0], own])
    #expect(try library.number("SELECT count(*) FROM access_selection") == 0)
    library.access.setInForce(.authorized, for: "Tool")
    #expect(try seen(by: "Tool") == theirs + [own])
  }
}
