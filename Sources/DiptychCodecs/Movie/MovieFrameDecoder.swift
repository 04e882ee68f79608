#if AllMedia
  import CDiptychFFmpeg

  /// Decodes one frame of a movie.
  final class MovieFrameDecoder {
    /// What cameras, phones and the programs beside them write. FFmpeg knows hundreds more, which
    /// hostile files may pick from.
    private static let codings: Set<UInt32> = [
      AV_CODEC_ID_H264.rawValue, AV_CODEC_ID_HEVC.rawValue, AV_CODEC_ID_AV1.rawValue,
      AV_CODEC_ID_VP8.rawValue, AV_CODEC_ID_VP9.rawValue, AV_CODEC_ID_MPEG4.rawValue,
      AV_CODEC_ID_MPEG2VIDEO.rawValue, AV_CODEC_ID_MPEG1VIDEO.rawValue, AV_CODEC_ID_H263.rawValue,
      AV_CODEC_ID_MJPEG.rawValue, AV_CODEC_ID_PRORES.rawValue, AV_CODEC_ID_DVVIDEO.rawValue,
    ]
    /// A movie whose first packets give no frame is given up here.
    private static let mostPackets = 4_096
    private static let mostVideoPackets = 256

    private let ffmpeg: FFmpeg.Functions
    private let demuxer: MovieDemuxer
    private let limits: MediaLimits
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?

    /// Prepares a decoder for the movie's picture track. Throws `.tooLarge` before anything is
    /// allocated for frames with more pixels than allowed.
    init(_ demuxer: MovieDemuxer, _ limits: MediaLimits) throws(CodecError) {
      ffmpeg = demuxer.ffmpeg
      self.demuxer = demuxer
      self.limits = limits
      let track = try demuxer.videoTrack()
      guard let parameters = track.pointee.codecpar,
        Self.codings.contains(parameters.pointee.codec_id.rawValue),
        let codec = ffmpeg.pointee.avcodec_find_decoder(parameters.pointee.codec_id)
      else {
        throw CodecError(
          .unsupported,
          "The movie's pictures are in a coding that is not read; convert it to H.264 or HEVC.")
      }
      try limits.check(
        PixelSize(
          width: Int(parameters.pointee.width), height: Int(parameters.pointee.height)))
      decoder = ffmpeg.pointee.avcodec_alloc_context3(codec)
      packet = ffmpeg.pointee.av_packet_alloc()
      frame = ffmpeg.pointee.av_frame_alloc()
      guard let decoder, packet != nil, frame != nil else { throw MovieDemuxer.noMemory }
      guard ffmpeg.pointee.avcodec_parameters_to_context(decoder, parameters) >= 0 else {
        throw Self.damaged
      }
      decoder.pointee.thread_count = 1
      decoder.pointee.max_pixels = Int64(limits.maximumPixels)
      guard ffmpeg.pointee.avcodec_open2(decoder, codec, nil) == 0 else { throw Self.damaged }
    }

    deinit {
      ffmpeg.pointee.av_frame_free(&frame)
      ffmpeg.pointee.av_packet_free(&packet)
      ffmpeg.pointee.avcodec_free_context(&decoder)
    }

    /// The first frame that can be decoded, scaled to the shown size that fits and turned upright.
    func firstFrame(
      fitting: PixelSize, trackSizes: [Int: PixelSize]
    ) throws(CodecError) -> Bitmap {
      let track = try demuxer.videoTrack()
      let orientation = demuxer.orientation(of: track)
      let shown = try demuxer.shownSize(of: track, trackSizes)
      let target = shown.fitted(in: orientation.swapsAxes ? fitting.swapped : fitting)
      try limits.check(target)
      let frame = try decodeFirst(of: track.pointee.index)
      let size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
      try limits.check(size)
      // The scaler's filters reach only so far; averages of areas do the rest.
      let reach = 16
      let scaled = PixelSize(
        width: max(target.width, size.width / reach),
        height: max(target.height, size.height / reach))
      let bitmap = try bitmap(of: frame, in: scaled)
      return bitmap.averaged(to: target).oriented(orientation)
    }

    private func decodeFirst(
      of track: Int32
    ) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
      guard let decoder, let packet, let frame else { throw MovieDemuxer.noMemory }
      var given = 0
      for _ in 0..<Self.mostPackets where given < Self.mostVideoPackets {
        guard ffmpeg.pointee.av_read_frame(demuxer.context, packet) == 0 else { break }
        defer { ffmpeg.pointee.av_packet_unref(packet) }
        guard packet.pointee.stream_index == track else { continue }
        given += 1
        // A packet that cannot be decoded is passed over: a later one may.
        _ = ffmpeg.pointee.avcodec_send_packet(decoder, packet)
        if ffmpeg.pointee.avcodec_receive_frame(decoder, frame) == 0 { return frame }
      }
      // A decoder that waits for more frames before it shows one gives what it has.
      _ = ffmpeg.pointee.avcodec_send_packet(decoder, nil)
      guard ffmpeg.pointee.avcodec_receive_frame(decoder, frame) == 0 else {
        throw Self.damaged
      }
      return frame
    }

    private func bitmap(
      of frame: UnsafeMutablePointer<AVFrame>, in size: PixelSize
    ) throws(CodecError) -> Bitmap {
      let format = AVPixelFormat(rawValue: frame.pointee.format)
      guard let description = ffmpeg.pointee.av_pix_fmt_desc_get(format),
        let scaler = ffmpeg.pointee.sws_getContext(
          frame.pointee.width, frame.pointee.height, format, Int32(size.width),
          Int32(size.height), AV_PIX_FMT_RGBA, SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT,
          nil, nil, nil)
      else { throw Self.damaged }
      defer { ffmpeg.pointee.sws_freeContext(scaler) }
      diptych_sws_set_source(ffmpeg, scaler, frame)
      let hasAlpha = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
      // The scaler may write whole vectors, so that rows end a little later than their pixels.
      let stride = (size.width * 4 + 63) / 64 * 64
      var rows = [UInt8](repeating: 255, count: stride * size.height + 64)
      let written = rows.withUnsafeMutableBufferPointer { rows in
        scale(frame, scaler, into: rows.baseAddress, stride)
      }
      guard written == Int32(size.height) else { throw Self.damaged }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(size.area * 4)
      for start in Swift.stride(from: 0, to: stride * size.height, by: stride) {
        pixels += rows[start..<start + size.width * 4]
      }
      return Bitmap(checkedSize: size, pixels: pixels, hasAlpha: hasAlpha)
    }

    private func scale(
      _ frame: UnsafeMutablePointer<AVFrame>, _ scaler: OpaquePointer,
      into rows: UnsafeMutablePointer<UInt8>?, _ stride: Int
    ) -> Int32 {
      let planes = frame.pointee.data
      let source: [UnsafePointer<UInt8>?] = [
        UnsafePointer(planes.0), UnsafePointer(planes.1), UnsafePointer(planes.2),
        UnsafePointer(planes.3),
      ]
      let lines = frame.pointee.linesize
      let sourceStrides = [lines.0, lines.1, lines.2, lines.3]
      let target: [UnsafeMutablePointer<UInt8>?] = [rows, nil, nil, nil]
      let targetStrides: [Int32] = [Int32(stride), 0, 0, 0]
      return ffmpeg.pointee.sws_scale(
        scaler, source, sourceStrides, 0, frame.pointee.height, target, targetStrides)
    }

    private static var damaged: CodecError {
      CodecError(
        .damaged,
        "The movie's first frame cannot be decoded; copy the file again from where it came from.")
    }
  }
#endif
