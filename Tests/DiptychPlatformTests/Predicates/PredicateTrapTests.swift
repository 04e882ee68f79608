import DiptychPlatform
import Foundation
import Testing

/// What ends the process where Apple raises an exception that Swift cannot catch (decision 40).
@Suite struct PredicateTrapTests {
  // P7, P239
  @Test func aMalformedFormatNamesItselfAndTheRemedy() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSPredicate(format: "title == %@ AND isFavorite", "Trip")
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "NSInvalidArgumentException: Unable to parse the format string "
          + "\"title == %@ AND isFavorite\"."))
    #expect(text.contains("isFavorite == YES"))
  }

  @Test func anUnknownKeyNamesItself() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSPredicate(format: "title == 'x'").evaluate(with: NSObject())
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("NSUnknownKeyException"))
    #expect(text.contains("for the key title"))
  }
}
