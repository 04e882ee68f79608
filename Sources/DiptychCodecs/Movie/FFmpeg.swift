#if AllMedia
  import CDiptychFFmpeg

  /// FFmpeg's functions. Its libraries are loaded when the first movie is opened, and stay.
  enum FFmpeg {
    typealias Functions = UnsafePointer<diptych_ffmpeg>

    /// - Throws: `.unsupported` where a library of FFmpeg is missing.
    static func functions() throws(CodecError) -> Functions { try loaded.get() }

    /// What FFmpeg may ask for at once, whatever a file claims; 2 GiB if nobody sets it.
    private static let mostBytesInOneBlock = 640 << 20

    private nonisolated(unsafe) static let loaded: Result<Functions, CodecError> = {
      // Written once, before anyone has it.
      guard let functions = diptych_ffmpeg_load() else {
        let reason = dlerror().map { String(cString: $0) } ?? "no reason is known"
        return .failure(
          CodecError(
            .unsupported,
            "FFmpeg, which reads movies, cannot be loaded (\(reason)); install its libraries."))
      }
      // The log is one for the process; damaged files would fill standard error.
      functions.pointee.av_log_set_level(AV_LOG_QUIET)
      // Likewise. A plane of the largest picture that is decoded has 268 million samples of two bytes.
      functions.pointee.av_max_alloc(mostBytesInOneBlock)
      return .success(functions)
    }()
  }
#endif
