/// Probes MOV and MP4 files.
///
/// Without the package trait `AllMedia` there is no demuxer: a movie is recognized and checked for
/// its index, its size is 0 × 0 and its duration 0, which mean unknown.
enum MovieProbe {
  static func probe(_ source: ByteSource, format: MediaFormat) throws(CodecError) -> MediaProbe {
    let boxes = try MovieBoxes(of: source)
    guard boxes.hasIndex, !boxes.isBrokenOff else {
      throw CodecError(
        .damaged,
        "The movie breaks off or its index is missing; copy it again from where it came from.")
    }
    guard !boxes.hasImpossibleCounts else {
      throw CodecError(
        .damaged,
        "The movie's index claims more samples than the file can hold; copy it again from where it "
          + "came from.")
    }
    #if AllMedia
      return try MovieDemuxer(source).probe(format: format, trackSizes: boxes.trackSizes)
    #else
      return MediaProbe(format: format, storedSize: PixelSize(width: 0, height: 0))
    #endif
  }
}
