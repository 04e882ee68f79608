import Foundation
import Testing

/// `doctor`: what is in force.
@Suite struct DoctorTests {
  private func findings(
    _ place: Place, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> (status: Int32, [String: (text: String, isProblem: Bool)]) {
    struct Finding: Decodable {
      let subject: String
      let text: String
      let isProblem: Bool
    }
    let run = try place.run(["doctor", "--json"] + arguments, environment)
    #expect(run.err == "")
    let list = try JSONDecoder().decode([Finding].self, from: Data(run.out.utf8))
    let pairs = list.map { ($0.subject, (text: $0.text, isProblem: $0.isProblem)) }
    return (run.status, Dictionary(uniqueKeysWithValues: pairs))
  }

  @Test func healthy() throws {
    let place = try Place()
    _ = try place.run(["import", "$MEDIA/exif/real-canon.jpg", "--library", "A.diptych"])
    let before = try place.files("A.diptych")
    let (status, found) = try findings(place, ["--library", "A.diptych"])
    #expect(status == 0)
    #expect(found.values.allSatisfy { !$0.isProblem })
    #expect(found["library"]?.text == "A.diptych (1 asset)")
    #expect(
      found["volume"]?.text == "$PLACE/A.diptych is on a disk of this machine that has hard links.")
    #expect(found["access"]?.text == "read-write authorized, add-only authorized.")
    #expect(found["delivery"]?.text == "Legacy results come on the main queue.")
    #expect(found["JPEG"]?.text == "reads and writes.")
    #expect(found["PNG"]?.text == "reads and writes.")
    #expect(found["libraries"]?.text.contains("libsqlite3.so") == true)
    #expect(found["SQLite"]?.text.hasPrefix("3.") == true)
    #expect(try place.files("A.diptych") == before)
  }

  /// A library that is not there yet is no problem, and is not made.
  @Test func nothingThere() throws {
    let place = try Place()
    let (status, found) = try findings(place, [])
    #expect(status == 0)
    #expect(
      found["library"]?.text
        == "$PLACE/.local/share/diptych/Photos.diptych is not there yet. The first save through an "
        + "API makes it.")
    #expect(try place.files() == [])
  }

  /// The settings in force are shown, and wrong ones are problems.
  @Test func settings() throws {
    let place = try Place()
    let (status, found) = try findings(
      place, [],
      [
        "DIPTYCH_CLIENT": "Saver", "DIPTYCH_LANGUAGE": "de", "DIPTYCH_ACCESS": "denied",
        "DIPTYCH_DELIVERY": "private", "DIPTYCH_PROFILE": "iOS8+callsNilAfterStop",
      ])
    #expect(status == 0)
    #expect(found["client"]?.text.hasPrefix("\"Saver\".") == true)
    #expect(found["language"]?.text == "de: the Camera Roll is called \"Aufnahmen\".")
    #expect(found["access"]?.text == "denied, by DIPTYCH_ACCESS.")
    #expect(found["delivery"]?.text == "Legacy results come on a queue of the library.")
    #expect(found["profile"]?.text == "iOS8 + callsNilAfterStop, by DIPTYCH_PROFILE.")
    let wrong = try findings(
      place, [],
      ["DIPTYCH_ACCESS": "maybe", "DIPTYCH_DELIVERY": "never", "DIPTYCH_PROFILE": "iOS55"])
    #expect(wrong.1["profile"]?.isProblem == true)
    #expect(wrong.status == 69)
    #expect(wrong.1["access"]?.isProblem == true)
    #expect(wrong.1["delivery"]?.isProblem == true)
  }

  /// A path that cannot be a library is named as the problem, in text as well.
  @Test func badPath() throws {
    let place = try Place()
    try place.write("text", to: "file.diptych")
    let run = try place.run(["doctor", "--library", "file.diptych"])
    #expect(run.status == 69)
    #expect(
      run.out.hasPrefix(
        "!  library      The path file.diptych is a file. Give the path of a library folder, or of a "
          + "new one.\n"))
  }
}
