import Foundation
import TestMedia
import Testing

/// `user offload` and `user download`.
@Suite struct UserLocalityTests {
  private let environment = ["DIPTYCH_LIBRARY": "$PLACE/A.diptych"]

  private func user(_ line: String, status: Int32 = 0, _ out: String = "", err: String = "")
    -> Expected
  {
    Expected("user \(line)", environment, status: status, out: out, err: err)
  }

  // C83, C84
  @Test func originals() throws {
    let place = try Place()
    _ = try place.run(["import", "$MEDIA/exif/real-canon.jpg"], environment)
    let before = try place.run(["dump"], environment).out
    try place.walk([
      user(
        "offload real-canon.jpg", "The original of \"real-canon.jpg\" is not on this machine.\n"),
      user("offload #1", "The original of \"real-canon.jpg\" is not on this machine.\n"),
      Expected("verify", environment, out: "Nothing is wrong.\n"),
    ])
    #expect(try place.run(["dump"], environment).out.contains("photo local"))
    try place.walk([
      user("download #1", "The original of \"real-canon.jpg\" is on this machine.\n")
    ])
    #expect(try place.run(["dump"], environment).out == before)
    let missing = try place.run(["user", "offload", "none.jpg"], environment)
    #expect(missing.status == 65)
    #expect(missing.err.contains("There is no asset \"none.jpg\"."))
  }
}
