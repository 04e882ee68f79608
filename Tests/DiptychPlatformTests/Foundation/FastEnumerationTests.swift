import DiptychPlatform
import Foundation
import Testing

private final class Photo: NSObject {}

@Suite struct FastEnumerationTests {
  // P232, P233
  @Test func castsOfArraysEnumerate() {
    let photos = [Photo(), Photo()]
    let lists: [any NSFastEnumeration] = [
      photos, photos as any NSFastEnumeration, photos as NSArray, NSArray(array: photos),
      NSMutableArray(array: photos), NSOrderedSet(array: photos),
    ]
    for list in lists {
      let elements = list.fastEnumerationElements.compactMap { $0 as? Photo }
      #expect(elements == photos, "\(type(of: list))")
    }
    #expect(NSArray(object: photos[0]).fastEnumerationElements.first as? Photo === photos[0])
    #expect(Set(photos).fastEnumerationElements.count == 2)
    #expect(NSSet(array: photos).fastEnumerationElements.count == 2)
    #expect([Photo]().fastEnumerationElements.isEmpty)
  }

  @Test func theIteratorEndsWithNil() {
    var iterator = NSFastEnumerationIterator([1, 2])
    #expect(iterator.next() as? Int == 1)
    #expect(iterator.next() as? Int == 2)
    #expect(iterator.next() == nil)
    #expect(iterator.next() == nil)
  }

  @Test func theIteratorIsASequence() {
    var sum = 0
    for case let number as Int in NSFastEnumerationIterator([1, 2, 3] as NSArray) { sum += number }
    #expect(sum == 6)
  }
}
