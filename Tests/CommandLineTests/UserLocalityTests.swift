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

  /// The files play the copy in the cloud: a backup has them, and what is damaged is not said to be
  /// here (decision 223).
  @Test func backupsAndDamage() throws {
    let place = try Place()
    _ = try place.run(["import", "$MEDIA/exif/real-canon.jpg"], environment)
    _ = try place.run(["user", "offload", "real-canon.jpg"], environment)
    let copy = ["DIPTYCH_LIBRARY": "$PLACE/B.diptych"]
    try place.walk([
      Expected(
        "backup B.diptych", environment,
        out: "Made the backup B.diptych: 1 asset, 1 original, 21703 bytes.\n"),
      Expected("verify", copy, out: "Nothing is wrong.\n"),
      Expected(
        "user download real-canon.jpg", copy,
        out: "The original of \"real-canon.jpg\" is on this machine.\n"),
      Expected("export Out", copy, out: "Out/real-canon.jpg\n"),
    ])
    let original = try place.originals()[0]
    try FileManager.default.removeItem(atPath: place.path + "/A.diptych/" + original)
    let issue =
      "The original of \"real-canon.jpg\" is missing. Put it back at \(place.normalized(original)), "
      + "or give the photo up with `diptych user delete` and `diptych user purge`."
    try place.walk([
      Expected("verify", environment, status: 65, out: "\(issue)\n1 issue.\n"),
      user("download real-canon.jpg", status: 65, err: "diptych: \(issue)\n"),
      // The remedy works.
      user("delete real-canon.jpg", "Moved \"real-canon.jpg\" to Recently Deleted.\n"),
      Expected("verify", environment, status: 65, out: "\(issue)\n1 issue.\n"),
      user("purge real-canon.jpg", "Removed \"real-canon.jpg\" for ever.\n"),
      Expected("verify", environment, out: "Nothing is wrong.\n"),
    ])
  }
}
