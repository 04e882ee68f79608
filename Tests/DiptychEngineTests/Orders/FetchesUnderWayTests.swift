import Foundation
import Testing

@testable import DiptychEngine

/// Fetches count from their beginning to their end (decision 263).
struct FetchesUnderWayTests {
  private struct Failure: Error {}

  @Test func fetchesThatFailAreForgotten() throws {
    let fetched = FetchedObjects()
    let library = AssetQuery(.library)
    #expect(throws: Failure.self) {
      try fetched.during(library) {
        #expect(Array(fetched.underWay.ofAssets.values) == [library])
        try fetched.during(CollectionQuery(.moments(nil))) {
          #expect(fetched.underWay.ofCollections.values.map(\.range) == [.moments(nil)])
          throw Failure()
        }
      }
    }
    #expect(fetched.underWay.isEmpty)
  }

  // The same query twice at a time: the one that ends does not end the other.
  @Test func equalQueries() throws {
    let fetched = FetchedObjects()
    fetched.during(AssetQuery(.library)) {
      fetched.during(AssetQuery(.library)) {
        #expect(fetched.underWay.ofAssets.count == 2)
      }
      #expect(fetched.underWay.ofAssets.count == 1)
    }
    #expect(fetched.underWay.isEmpty)
  }

  @Test func theLibraryNotesThem() throws {
    let library = try Fixtures.library()
    _ = try library.fetchOrder(AssetQuery(.library), as: "App")
    #expect(library.fetched(by: "App").underWay.isEmpty)
    var query = AssetQuery(.library)
    query.sort = [SortKey("nothing", ascending: true)]
    #expect(throws: LibraryError.self) { try library.fetchOrder(query, as: "App") }
    #expect(library.fetched(by: "App").underWay.isEmpty)
  }
}
