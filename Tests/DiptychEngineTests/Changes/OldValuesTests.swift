import Foundation
import Testing

@testable import DiptychEngine

/// Old values are read from the log as they were written.
struct OldValuesTests {
  @Test func roundTrips() {
    let texts = [
      "", "a b", "é 漢字 👩‍👩‍👧", "x=\"1\" y=2", "\\", "\"", "\n\r\t\0\u{7}\u{200E}", "trashed=1",
    ]
    for text in texts {
      let values: [String: Value] = [
        "creationDate": .integer(-5), "duration": .real(0.1 + 0.2), "half": .real(3),
        "nothing": .null, "title": .text(text), "z": .integer(.max),
      ]
      #expect(OldValues.values(OldValues.text(values)) == values)
    }
    #expect(OldValues.values("").isEmpty)
  }
}
