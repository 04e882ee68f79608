import DiptychBackends
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Every damaged sample, and every whole one cut short: the error that each API promises, and a
/// library as it was.
@Suite("Damaged files")
struct DamagedMediaTests {
  /// A file to save, and the codes of both APIs; nil where it is saved.
  private struct Row {
    let label: String
    let data: Data
    let ending: String
    var codes: (legacy: Int, modern: Int)? = (-3302, 3302)

    var isVideo: Bool { ["mov", "mp4"].contains(ending) }
  }

  // L155, P135, P136; the bounds of pixels are the system's failure in the old API.
  private static func bad() throws -> [Row] {
    let codes: [(name: String, codes: (legacy: Int, modern: Int)?)] = [
      ("bad/bomb-30000x30000.png", (-3300, 3302)), ("bad/exif-ifd-loop.jpg", nil),
      ("bad/exif-max-uint32.jpg", (-3302, 3302)), ("bad/huge-header-65500.jpg", (-3300, 3302)),
      ("bad/text-named.jpg", (-3302, 3302)), ("bad/truncated-no-moov.mov", (-3302, 3302)),
      ("bad/truncated.heic", (-3302, 3302)), ("bad/truncated.jpg", (-3302, 3302)),
      ("bad/zero-byte.jpg", (-3302, 3302)), ("video/audio-only.mp4", (-3302, 3302)),
      // Bytes have no name that could be wrong; P135 and the import say what a file gets.
      ("bad/png-named.jpg", nil),
    ]
    let names = try FileManager.default.contentsOfDirectory(atPath: TestMedia.url("bad").path)
    #expect(
      Set(names.map { "bad/" + $0 }) == Set(codes.map(\.name)).subtracting(["video/audio-only.mp4"])
    )
    return try codes.map { row in
      let ending = (row.name as NSString).pathExtension
      return Row(
        label: row.name, data: try TestMedia.data(row.name), ending: ending, codes: row.codes)
    }
  }

  /// Each whole sample without its second half, without its last quarter, and as its first bytes.
  private static func cut() throws -> [Row] {
    try SampleFacts.all().flatMap { sample -> [Row] in
      let data = try TestMedia.data(sample.name)
      let ending = (sample.name as NSString).pathExtension.lowercased()
      return [data.count * 3 / 4, data.count / 2, 40].map { count in
        Row(
          label: "\(sample.name), \(count) of \(data.count) bytes", data: data.prefix(count),
          ending: ending,
          // Of this one the pixels were cut out before; decision 112.
          codes: ending == "cr2" && count > 40 ? nil : (-3302, 3302))
      }
    }
  }

  @Test("each gives its code through both, and the library is as it was")
  func damaged() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-damaged-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #if AllMedia
      let rows = try Self.bad() + Self.cut()
    #else
      // What is not read is not found to be damaged.
      let rows = try (Self.bad() + Self.cut()).filter { ["jpg", "png"].contains($0.ending) }
    #endif
    for backend in Backend.allCases {
      let harness = try BackendHarness()
      try await harness.run {
        let api = backend.make()
        // What is there stays.
        _ = await api.save(try TestMedia.data("png/rgba.png"))
        for (index, row) in rows.enumerated() {
          let before = try harness.library.dump().text
          let token = try harness.library.read { try $0.token() }
          let files = harness.fileCount
          let outcome: Outcome<String>
          if row.isVideo {
            let file = folder.appendingPathComponent("\(index).\(row.ending)")
            try row.data.write(to: file)
            outcome = await api.saveVideo(at: file)
          } else {
            outcome = await api.save(row.data)
          }
          guard let codes = row.codes else {
            #expect(outcome.text == "done", "\(row.label) through \(backend)")
            continue
          }
          let code = backend == .assetsLibrary ? codes.legacy : codes.modern
          #expect(outcome.text == "refused \(code)", "\(row.label) through \(backend)")
          #expect(try harness.library.dump().text == before, "\(row.label) through \(backend)")
          #expect(try harness.library.read { try $0.token() } == token, "\(row.label)")
          #expect(harness.fileCount == files, "\(row.label) through \(backend)")
        }
      }
    }
  }
}
