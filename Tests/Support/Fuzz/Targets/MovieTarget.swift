import DiptychCodecs
import Foundation

/// The bytes of a movie: probed, and its first frame decoded small.
struct MovieTarget: FuzzTarget {
  let name = "movie"
  let maximumLength = 48 << 10
  let dictionary = [
    "ftyp", "qt  ", "isom", "moov", "mvhd", "trak", "tkhd", "mdia", "mdhd", "hdlr", "vide", "soun",
    "minf", "stbl", "stsd", "avc1", "hvc1", "avcC", "hvcC", "stts", "stsz", "stsc", "stco", "co64",
    "stss", "ctts", "elst", "edts", "udta", "meta", "keys", "ilst", "mdat", "moof", "traf", "trun",
    "tfhd", "mvex", "trex", "wide", "free", "dref", "url ", "com.apple.quicktime.creationdate",
  ]

  func seeds() throws -> [Data] {
    try samples("video/", "live/generated.mov", "bad/truncated-no-moov.mov", largest: 44 << 10)
  }

  func run(_ input: [UInt8]) {
    let data = Data(input)
    let limits = PictureTarget.limits
    let probe = answer { try MediaCodecs.probe(.data(data), nameExtension: nil, limits: limits) }
    let poster = answer {
      try MediaCodecs.thumbnail(
        of: .data(data), fitting: PixelSize(width: 24, height: 24), limits: limits)
    }
    if let probe {
      require(probe.duration.isFinite && probe.duration >= 0, "it lasts \(probe.duration)")
      require(probe.location?.isValid ?? true, "it is nowhere")
      require(probe.captureDate.map { $0.date(in: .gmt) != nil } ?? true, "it has no date")
    }
    if let poster {
      require(poster.size.width <= 24 && poster.size.height <= 24, "\(poster.size) is not small")
      require(poster.pixels.count == poster.size.area * 4, "\(poster.size) has other pixels")
    }
  }
}
