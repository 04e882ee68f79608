/// Probes MOV and MP4 files, and decodes their posters.
///
/// Without the package trait `AllMedia` there is no demuxer: a movie is recognized and checked for
/// its index, its size is 0 × 0 and its duration 0, which mean unknown.
enum MovieProbe {
  static func probe(_ source: ByteSource, format: MediaFormat) throws(CodecError) -> MediaProbe {
    let boxes = try checkedBoxes(of: source)
    #if AllMedia
      return try MovieDemuxer(source).probe(format: format, trackSizes: boxes.trackSizes)
    #else
      return MediaProbe(format: format, storedSize: PixelSize(width: 0, height: 0))
    #endif
  }

  /// The first frame, turned upright, in a size that fits.
  static func poster(
    _ source: ByteSource, fitting: PixelSize, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    #if AllMedia
      let boxes = try checkedBoxes(of: source)
      let decoder = try MovieFrameDecoder(MovieDemuxer(source), limits)
      return try decoder.firstFrame(fitting: fitting, trackSizes: boxes.trackSizes)
    #else
      throw withoutTrait
    #endif
  }

  /// Loads FFmpeg, if no movie has been opened yet.
  static func load() throws(CodecError) {
    #if AllMedia
      _ = try FFmpeg.functions()
    #else
      throw withoutTrait
    #endif
  }

  #if !AllMedia
    private static var withoutTrait: CodecError {
      CodecError(
        .unsupported,
        "This build reads no pictures of movies; build it with the package trait AllMedia.")
    }
  #endif

  private static func checkedBoxes(of source: ByteSource) throws(CodecError) -> MovieBoxes {
    let boxes = try MovieBoxes(of: source)
    guard boxes.hasIndex, !boxes.isBrokenOff else {
      throw CodecError(
        .damaged,
        "The movie breaks off or its index is missing; copy it again from where it came from.")
    }
    guard !boxes.claims.hasCompressedIndex else {
      throw CodecError(
        .unsupported,
        "The movie's index is compressed, which is not read; write the movie anew, for example with "
          + "ffmpeg -i OLD -c copy NEW.")
    }
    guard !boxes.claims.areImpossible else {
      throw CodecError(
        .damaged,
        "The movie's index claims more than the file can hold; copy it again from where it came "
          + "from.")
    }
    return boxes
  }
}
