#if AllMedia
  import CDiptychFFmpeg
  import Foundation

  /// A MOV or MP4 file opened by FFmpeg's demuxer. Nothing but the bytes at hand is opened.
  final class MovieDemuxer {
    private static let bufferSize = 32_768

    let ffmpeg: FFmpeg.Functions
    private let input: Input
    private var stream: UnsafeMutablePointer<AVIOContext>?
    private(set) var context: UnsafeMutablePointer<AVFormatContext>?

    /// Opens the movie and reads its index.
    init(_ source: ByteSource) throws(CodecError) {
      ffmpeg = try FFmpeg.functions()
      input = Input(source)
      guard let buffer = ffmpeg.pointee.av_malloc(Self.bufferSize) else { throw Self.noMemory }
      stream = ffmpeg.pointee.avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0,
        Unmanaged.passUnretained(input).toOpaque(),
        { opaque, buffer, size in Input.from(opaque)?.read(buffer, size) ?? -1 },
        nil,
        { opaque, offset, whence in Input.from(opaque)?.seek(offset, whence) ?? -1 })
      guard let stream else {
        ffmpeg.pointee.av_free(buffer)
        throw Self.noMemory
      }
      context = ffmpeg.pointee.avformat_alloc_context()
      guard let context else { throw Self.noMemory }
      context.pointee.pb = stream
      context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
      diptych_av_close_doors(context)
      try open()
    }

    deinit {
      ffmpeg.pointee.avformat_close_input(&context)
      // FFmpeg may have replaced the buffer that it was given.
      if let stream { ffmpeg.pointee.av_free(stream.pointee.buffer) }
      ffmpeg.pointee.avio_context_free(&stream)
    }

    private func open() throws(CodecError) {
      var options: OpaquePointer?
      // Edit lists repeat samples; a hostile one repeats them without end. Nothing here needs them.
      _ = ffmpeg.pointee.av_dict_set(&options, "ignore_editlist", "1", 0)
      _ = ffmpeg.pointee.av_dict_set(&options, "advanced_editlist", "0", 0)
      defer { ffmpeg.pointee.av_dict_free(&options) }
      let format = ffmpeg.pointee.av_find_input_format("mov")
      guard ffmpeg.pointee.avformat_open_input(&context, nil, format, &options) == 0 else {
        throw CodecError(
          .damaged, "The movie's index is damaged; copy the file again from where it came from.")
      }
    }

    /// What the movie says about itself.
    func probe(
      format: MediaFormat, trackSizes: [Int: PixelSize]
    ) throws(CodecError) -> MediaProbe {
      guard let context else { throw Self.noMemory }
      let track = try videoTrack()
      let average = track.pointee.avg_frame_rate
      let rate = average.den > 0 ? max(0, Double(average.num) / Double(average.den)) : 0
      return MediaProbe(
        format: format, storedSize: try shownSize(of: track, trackSizes),
        orientation: orientation(of: track),
        captureDate: captureDate, location: location, duration: duration(context, track),
        frameRate: rate, subtypes: rate >= MediaSubtypes.slowMotionRate ? .highFrameRate : [],
        contentIdentifier: value("com.apple.quicktime.content.identifier"))
    }

    /// How large the frames are shown, before they are turned.
    func shownSize(
      of track: UnsafeMutablePointer<AVStream>, _ trackSizes: [Int: PixelSize]
    ) throws(CodecError) -> PixelSize {
      // The track header says how the movie is shown; the sample entry how it is coded.
      if let shown = trackSizes[Int(track.pointee.id)], shown.area > 0 { return shown }
      let parameters = track.pointee.codecpar.pointee
      let size = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
      guard size.area > 0 else {
        throw CodecError(
          .damaged, "The movie states no frame size; copy the file again from where it came from.")
      }
      return size
    }

    /// The first track of moving pictures; cover art is none.
    func videoTrack() throws(CodecError) -> UnsafeMutablePointer<AVStream> {
      let count = Int(context?.pointee.nb_streams ?? 0)
      for index in 0..<count {
        guard let streams = context?.pointee.streams else { break }
        guard let track = streams[index], let parameters = track.pointee.codecpar else { continue }
        let isStill = track.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        if parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO && !isStill { return track }
      }
      throw CodecError(
        .unsupported, "The file has no picture track, so it is no video; give a video file.")
    }

    /// The movie header's duration; where that says nothing (a fragmented file), the track's.
    private func duration(
      _ context: UnsafeMutablePointer<AVFormatContext>, _ track: UnsafeMutablePointer<AVStream>
    ) -> Double {
      if context.pointee.duration > 0 {
        return Double(context.pointee.duration) / Double(AV_TIME_BASE)
      }
      let base = track.pointee.time_base
      guard track.pointee.duration > 0, base.num > 0, base.den > 0 else { return 0 }
      return Double(track.pointee.duration) * Double(base.num) / Double(base.den)
    }

    /// The display matrix as one of the eight orientations; other angles count as upright.
    func orientation(of track: UnsafeMutablePointer<AVStream>) -> ImageOrientation {
      guard let matrix = diptych_av_display_matrix(ffmpeg, track) else { return .up }
      // A point (x, y) is shown at (a x + c y, b x + d y).
      let signs = [0, 1, 3, 4].map { Int(matrix[$0].signum()) }
      return ImageTurns(right: (signs[0], signs[1]), down: (signs[2], signs[3])).orientation
    }

    /// QuickTime's dated key with its offset, else the movie header, which is in UTC (decision 21).
    private var captureDate: CaptureDate? {
      if let text = value("com.apple.quicktime.creationdate"), let date = CaptureDate(iso: text) {
        return date
      }
      guard let text = value("creation_time"), var date = CaptureDate(iso: text) else { return nil }
      date.utcOffset = 0
      return date
    }

    private var location: GeoPoint? {
      let text =
        value("com.apple.quicktime.location.ISO6709") ?? value("location") ?? value("location-eng")
      return text.flatMap { GeoPoint(iso6709: $0) }
    }

    private func value(_ key: String) -> String? {
      guard let context,
        let entry = ffmpeg.pointee.av_dict_get(context.pointee.metadata, key, nil, 0),
        let text = entry.pointee.value
      else { return nil }
      return String(cString: text)
    }

    static var noMemory: CodecError {
      CodecError(.unreadable, "The movie reader did not start; free some memory.")
    }
  }

  extension MovieDemuxer {
    /// Feeds FFmpeg from a byte source.
    private final class Input {
      private let source: ByteSource
      private var position = 0

      init(_ source: ByteSource) { self.source = source }

      static func from(_ opaque: UnsafeMutableRawPointer?) -> Input? {
        opaque.map { Unmanaged<Input>.fromOpaque($0).takeUnretainedValue() }
      }

      func read(_ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32) -> Int32 {
        guard let buffer, size > 0 else { return 0 }
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(size))
        guard let count = try? source.read(into: room, at: position) else {
          return diptych_av_input_error()
        }
        position += count
        return count == 0 ? diptych_av_end_of_file() : Int32(count)
      }

      func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return Int64(source.count) }
        let start: Int
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: start = 0
        case SEEK_CUR: start = position
        case SEEK_END: start = source.count
        default: return -1
        }
        let (target, overflow) = start.addingReportingOverflow(Int(offset))
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return Int64(target)
      }
    }
  }
#endif
