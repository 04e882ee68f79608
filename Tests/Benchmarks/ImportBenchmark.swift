import CDiptychJPEG
import DiptychCodecs
import DiptychStories
import Foundation

/// `diptych import` against copying, its reading against ExifTool's, and thumbnails against the
/// decoder alone. Peers that are not installed are left out with a sentence.
struct ImportBenchmark {
  let workshop: Workshop

  func run(_ report: inout Report) throws {
    try importing(&report)
    try thumbnails(&report)
  }

  // MARK: Importing

  /// The program that the build put beside this one.
  private func program() throws -> String {
    let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = (here as NSString).deletingLastPathComponent + "/diptych"
    try check(access(path, X_OK) == 0, "\(path) is missing. Build the product diptych, too.")
    return path
  }

  private func importing(_ report: inout Report) throws {
    let count = workshop.isQuick ? 1_000 : 10_000
    let program = try program()
    // Photos of cameras differ in length. Those that do not are read twice, to find duplicates.
    try importing(
      try workshop.smallPhotos(count, filling: 5), "JPEGs of 22 to 72 kB", goal: 1.5, program,
      &report)
    let photos = try workshop.smallPhotos(count)
    try importing(photos, "JPEGs of 22 kB, all of one length", goal: nil, program, &report)
    try memory(program, report)
    try reading(
      of: photos[0].deletingLastPathComponent().path, count, program, &report)
  }

  private func importing(
    _ photos: [URL], _ what: String, goal: Double?, _ program: String, _ report: inout Report
  ) throws {
    let folder = photos[0].deletingLastPathComponent().path
    sync()
    let times = try Measure.medians(
      rounds: workshop.isQuick ? 1 : 5,
      [
        { try copy(folder) },
        { try bring(folder, photos.count, program).time },
      ])
    report.add(
      Figure(
        work: "diptych import of \(photos.count) \(what)", time: times[1],
        floor: "cp -r of the same folder, then sync -f", floorTime: times[0], goal: goal))
  }

  private func copy(_ folder: String) throws -> Double {
    let name = "copy-\(UUID().uuidString)"
    defer { workshop.remove(name) }
    return try ChildProcess.run(
      ["sh", "-c", "cp -r \"$0\" \"$1\" && sync -f \"$1\"", folder, workshop.path(name)]
    ).time
  }

  private func bring(_ folder: String, _ count: Int, _ program: String) throws -> ChildProcess {
    let name = "import-\(UUID().uuidString)"
    defer { workshop.remove(name) }
    let child = try ChildProcess.run(
      [program, "import", folder, "--library", workshop.path(name)])
    try workshop.verify(name, holds: count)
    return child
  }

  /// Memory has to stay what it is when there are ten times as many files, in folders of a thousand
  /// as cameras make them, and nearly so where one folder holds all.
  private func memory(_ program: String, _ report: Report) throws {
    let counts = workshop.isQuick ? [100, 1_000] : [1_000, 10_000, 100_000]
    for perFolder in [1_000, Int.max] {
      let peaks = try counts.map { count in
        let folder = try workshop.tinyPhotos(count, perFolder: perFolder)
        defer { workshop.remove(folder) }
        return try bring(workshop.path(folder), count, program).peakMemory
      }
      let texts = zip(counts, peaks).map { "\($1 >> 20) MiB for \($0) files" }
      let each = (peaks[peaks.count - 1] - peaks[0]) / (counts[counts.count - 1] - counts[0])
      report.note(
        "peak memory of the import, \(perFolder == .max ? "one folder" : "folders of \(perFolder)"): "
          + texts.joined(separator: ", ") + "; \(each) bytes for each more")
    }
  }

  /// What both read: size, orientation, date with fraction and offset, place.
  private func reading(
    of folder: String, _ count: Int, _ program: String, _ report: inout Report
  ) throws {
    guard let exiftool = ChildProcess.find("exiftool") else {
      return report.note("ExifTool is not installed, so reading is not compared with it.")
    }
    let tags = [
      "ImageSize", "Orientation", "DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal",
      "GPSLatitude", "GPSLongitude", "GPSAltitude",
    ]
    let library = workshop.path("none.diptych")
    // One round takes a minute, and its result is far from the goal.
    let times = try Measure.medians(
      rounds: 1,
      [
        {
          try ChildProcess.run([exiftool, "-n", "-j"] + tags.map { "-" + $0 } + ["-r", folder]).time
        },
        {
          try ChildProcess.run([program, "import", folder, "--dry-run", "--library", library]).time
        },
      ])
    report.add(
      Figure(
        work: "diptych import --dry-run of \(count) JPEGs, which reads all of them", time: times[1],
        floor: "exiftool reading the same tags", floorTime: times[0], goal: 0.05))
  }

  // MARK: Thumbnails

  private func thumbnails(_ report: inout Report) throws {
    let photo = try largePhoto()
    let data = try Data(contentsOf: photo)
    let rounds = workshop.isQuick ? 5 : 41
    let fitting = PixelSize(width: 256, height: 256)
    let times = try Measure.medians(
      rounds: rounds,
      [
        { try Measure.time { try decodePlainly(data) } },
        { try Measure.time { _ = try MediaCodecs.thumbnail(data, fitting: fitting) } },
        {
          try Measure.time {
            let small = try MediaCodecs.thumbnail(Data(contentsOf: photo), fitting: fitting)
            try MediaCodecs.encode(small, as: .jpeg)
              .write(to: workshop.folder.appendingPathComponent("small.jpg"))
          }
        },
      ])
    report.add(
      Figure(
        work: "256-pixel thumbnail of a JPEG of 4032 × 3024", time: times[1],
        floor: "libjpeg-turbo's decode at 1/8", floorTime: times[0], goal: 1.1))
    guard let vips = ChildProcess.find("vipsthumbnail") else {
      return report.note("vipsthumbnail is not installed, so thumbnails are not compared with it.")
    }
    let output = workshop.path("vips.jpg")
    let peer = try Measure.medians(
      rounds: rounds,
      [{ try ChildProcess.run([vips, photo.path, "-s", "256", "-o", output]).time }])
    report.add(
      Figure(
        work: "The same from file to file", time: times[2],
        floor: "vipsthumbnail, with the start of its process", floorTime: peer[0], goal: nil))
  }

  /// A photograph of 12 megapixels: copies of a smaller one, mirrored beside each other.
  private func largePhoto() throws -> URL {
    let small = try MediaCodecs.decode(Data(contentsOf: FlowMedia.bundled.secondPhoto))
    let size = PixelSize(width: 4_032, height: 3_024)
    var pixels = [UInt8](repeating: 255, count: size.area * 4)
    func folded(_ place: Int, _ side: Int) -> Int {
      let rest = place % (side * 2)
      return rest < side ? rest : side * 2 - 1 - rest
    }
    for y in 0..<size.height {
      let row = folded(y, small.size.height) * small.size.width
      for x in 0..<size.width {
        let from = (row + folded(x, small.size.width)) * 4
        let to = (y * size.width + x) * 4
        for channel in 0..<3 { pixels[to + channel] = small.pixels[from + channel] }
      }
    }
    let large = Bitmap(size: size, pixels: pixels, hasAlpha: false)
    guard let large else { throw WrongResult(description: "The large photo cannot be made.") }
    let file = workshop.folder.appendingPathComponent("large.jpg")
    try MediaCodecs.encode(large, as: .jpeg).write(to: file)
    return file
  }

  /// The decoder alone, into memory that is made for it.
  private func decodePlainly(_ data: Data) throws {
    guard let decoder = tjInitDecompress() else {
      throw WrongResult(description: "The decoder did not start.")
    }
    defer { tjDestroy(decoder) }
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: 504 * 378 * 4)
    defer { pixels.deallocate() }
    let status = data.withUnsafeBytes { bytes in
      tjDecompress2(
        decoder, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), pixels, 504, 0,
        378,
        TJPF_RGBA.rawValue, TJFLAG_ACCURATEDCT)
    }
    try check(status == 0, "The decoder failed.")
  }
}
