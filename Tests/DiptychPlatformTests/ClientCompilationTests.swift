import DiptychPlatform
import Foundation
import Testing

/// What clients write, word for word; that it compiles beside `import Foundation` is the test.
@Suite struct ClientCompilationTests {
  // P234: the initializers win over Foundation's unavailable ones.
  @Test func predicatesOfClientsCompile() {
    let name = "Trip"
    let date = Date(timeIntervalSince1970: 0)
    let identifiers = ["a", "b"]
    let predicates: [NSPredicate] = [
      NSPredicate(format: "title = %@", name),
      NSPredicate(format: "title = %@", argumentArray: [name]),
      NSPredicate(format: "title == 'Trip'", argumentArray: nil),
      NSPredicate(format: "mediaType == %d", 1),
      NSPredicate(
        format: "creationDate > %@ AND creationDate < %@", date as NSDate, date as NSDate),
      NSPredicate(format: "creationDate > %@", date as any CVarArg),
      NSPredicate(format: "localIdentifier IN %@", identifiers),
      NSPredicate(format: "localIdentifier IN %@", identifiers as any CVarArg),
      NSPredicate(format: "isFavorite == %@", NSNumber(value: true)),
      .init(format: "isFavorite == YES"),
    ]
    #expect(predicates.allSatisfy { $0.syntaxTree != nil })
  }

  @Test func sortDescriptorsOfClientsCompile() {
    let descriptors = [
      NSSortDescriptor(key: "creationDate", ascending: false),
      .init(key: "modificationDate", ascending: true),
    ]
    #expect(descriptors.map(\.sortKey) == ["creationDate", "modificationDate"])
  }
}
