import Foundation
import TestMedia
import Testing

/// `import` that is killed in the middle and run again.
@Suite struct ImportRestartTests {
  // What is in the library when the program dies is whole; the next run brings the rest, once.
  @Test(arguments: [false, true]) func killed(moves: Bool) throws {
    let place = try Place()
    try place.makeFolder("P/Rome")
    let count = 1_500
    for number in 0..<count {
      let folder = number % 2 == 0 ? "P" : "P/Rome"
      try place.copy("exif/no-exif.jpg", as: "\(folder)/\(number).jpg", comment: "\(number)")
    }
    #expect(try place.run(["library", "create", "A.diptych"]).status == 0)
    let words = ["import", "P", "--albums", "--library", "A.diptych"] + (moves ? ["--move"] : [])
    // In the first batch, and in the third when the first is there, each as its files get their names:
    // before the rows of the batch are committed (decision 181).
    for files in [100, 1_030, 20, 300] {
      let watch = try OriginalsWatch(place)
      let started = try place.start(words, pipe: watch.pipe)
      #expect(watch.wait(for: files))
      kill(started.identifier, SIGKILL)
      #expect(try place.finish(started).status == -1)
      #expect(try place.run(["verify", "--library", "A.diptych"]).status == 0)
      let here = try place.originals().count
      let there = try place.files("P").count - 1 + place.files("P/Rome").count
      // No photo is lost: it is in the library or where it was.
      #expect(moves ? here + there >= count : there == count, "\(here) \(there)")
    }
    #expect(try place.originals().count > 0)
    let last = try place.run(words)
    #expect(last.status == 0)
    #expect(try place.originals().count == count)
    let repair = try place.run(["verify", "--library", "A.diptych"])
    #expect(repair.out == "Nothing is wrong.\n")
    let list = try place.run(["album", "list", "--library", "A.diptych"]).out
    let albums = list.split(separator: "\n").map { $0.split(separator: " ").prefix(3) }
    #expect(albums == [["\"P\"", "album", "750"], ["\"Rome\"", "album", "750"]], "\(list)")
  }
}
