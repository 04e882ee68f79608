import DiptychStories
import FaultSweeping
import Foundation

/// Runs ``CodecVictim`` for each job of a sample, again behind each place where it ended.
struct CodecSweep {
  /// One a format.
  static let samples = [
    "exif/no-exif.jpg", "exif/date-subsec-offset-mm.jpg", "png/exif-gps.png", "png/gray16.png",
    "gif/animated-3.gif", "webp/lossy-exif.webp", "tiff/rgb-lzw-exif.tif",
    "heic/exif-orientation-6.heic", "avif/still.avif", "video/h264-rotated-creationdate.mov",
  ]

  private let program: String
  private let sampling: Sampling

  init(program: String, _ sampling: Sampling) {
    self.program = program
    self.sampling = sampling
  }

  func run(_ sample: String) throws -> SweepReport {
    var report = SweepReport()
    report.subjects = CodecJob.allCases.count
    for job in CodecJob.allCases {
      for kind in ["once", "lasting"] {
        try run(sample, job, kind, &report)
        report.kinds.insert("no memory for a codec \(kind == "once" ? "once" : "for good")")
      }
    }
    return report
  }

  private func run(
    _ sample: String, _ job: CodecJob, _ kind: String, _ report: inout SweepReport
  ) throws {
    var ended = 0
    var there = 0
    defer { report.there += there }
    while true {
      let victim = try VictimProcess(
        program, ["codec", sample, job.rawValue, kind, "\(ended)", "\(sampling)"])
      let lines = victim.readAll().split(separator: "\n")
      let end = victim.waitForEnd()
      let points = lines.filter { $0.hasPrefix("at ") }.compactMap { Int($0.dropFirst(3)) }
      let counts = lines.filter { $0.hasPrefix("there ") }.compactMap { Int($0.dropFirst(6)) }
      there = max(there, counts.last ?? points.last ?? 0)
      report.points += points.count
      report.runs += points.count
      let name = "\(sample), \(job.rawValue), \(kind)"
      report.violations += lines.filter { $0.hasPrefix("PROBLEM") }.map { "\(name): \($0)" }
      if lines.last == "done", end == .exited(0) { return }
      report.violations.append("\(name) ends the program at \(points.last ?? 0): \(end)")
      guard let last = points.last, last > ended else { return }
      ended = last
    }
  }
}
