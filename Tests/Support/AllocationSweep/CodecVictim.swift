import CFaultAllocator
import DiptychCodecs
import DiptychEngine
import FaultSweeping
import Foundation
import TestMedia

/// What is asked of the codecs for each sample.
enum CodecJob: String, CaseIterable {
  case probe, metadata, decode, thumbnail

  /// Gives a digest of the result. Throws ``CodecError`` when the codec cannot.
  func run(_ data: Data) throws -> [UInt8] {
    let small = PixelSize(width: 16, height: 16)
    switch self {
    case .probe: return Array("\(try MediaCodecs.probe(.data(data), nameExtension: nil))".utf8)
    case .metadata: return Array("\(try MediaCodecs.metadata(of: data).count)".utf8)
    case .decode: return ContentHash.of(Data(try MediaCodecs.decode(data).pixels))
    case .thumbnail:
      return ContentHash.of(
        Data(try MediaCodecs.thumbnail(of: .data(data), fitting: small).pixels))
    }
  }
}

/// Refuses memory to the codecs' libraries from the n-th allocation of one job on, then from the
/// next one that is to be tried, until a run asks for no more. It says each number before it is tried, so that whoever
/// started it knows where it ended.
struct CodecVictim {
  /// Libraries in C. Those in C++ take memory through the runtime, which ends the program. libtiff 4.5
  /// is left out: it goes on with a table that it was not given (TIFFReadDirectory) and crashes.
  private static let libraries = [
    "libturbojpeg", "libjpeg", "libpng", "libexif", "libgif", "libwebp", "liblcms2", "libavformat",
    "libavcodec", "libavutil", "libswscale", "libz.", "libdav1d", "libaom", "libsharpyuv",
  ]

  private let sample: String
  private let job: CodecJob
  private let isLasting: Bool
  /// The last point that was tried by another process.
  private let ended: Int
  private let sampling: Sampling

  init(_ arguments: [String]) throws {
    guard arguments.count == 6, let job = CodecJob(rawValue: arguments[2]),
      let ended = Int(arguments[4]), let sampling = Sampling(arguments[5])
    else { throw SweepArgumentError() }
    sample = arguments[1]
    self.job = job
    isLasting = arguments[3] == "lasting"
    self.ended = ended
    self.sampling = sampling
  }

  struct SweepArgumentError: Error {}

  func run() throws {
    let data = try TestMedia.data(sample)
    // Once undisturbed: what is made and loaded once for the process is made and loaded here.
    let expected = try? job.run(data)
    for library in Self.libraries { _ = diptych_allocator_watch(library) }
    // libexif leaves its allocations to the C library by a jump, so that our callback seems to ask.
    _ = diptych_allocator_watch("")
    diptych_allocator_arm(DIPTYCH_MEMORY_OF_CODECS, .max, 0)
    _ = try? job.run(data)
    _ = diptych_allocator_disarm()
    let count = diptych_allocator_count()
    say("there \(count)")
    var last = ended
    while let point = sampling.next(after: last, of: count) {
      say("at \(point)")
      diptych_allocator_arm(DIPTYCH_MEMORY_OF_CODECS, point, isLasting ? 1 : 0)
      var result: [UInt8]?
      var other: String?
      do {
        result = try job.run(data)
      } catch is CodecError {
        result = nil
      } catch {
        other = "\(error)"
      }
      let isHit = diptych_allocator_disarm() != 0
      if let other { say("PROBLEM \(other)") }
      if !isHit, result != expected { say("PROBLEM another result without a fault") }
      guard isHit else { break }
      // A job fails or does all of its work: an orientation, a date or pixels that are given up in
      // silence for want of memory would be saved so. Of movies that cannot be asked: libavformat
      // leaves out the metadata, and the parts of a picture, that it was given no memory for.
      if !sample.hasPrefix("video/"), let result, result != expected {
        say("PROBLEM another result at \(point)")
      }
      last = point
    }
    say("done")
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
