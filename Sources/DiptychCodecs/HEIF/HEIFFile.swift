#if AllMedia
  import CDiptychHEIF
  import Foundation

  /// One HEIC, HEIF or AVIF file in libheif's hands: its first picture.
  final class HEIFFile {
    /// The first version that reads the photos of current iPhones.
    private static let wantedVersion: UInt32 = 0x0112_0000
    private static let mostMetadata = 64
    private static let longestMetadata = 16_777_216

    private let context: OpaquePointer
    private let handle: OpaquePointer
    private let source: ByteSource
    private let input: UnsafeMutablePointer<diptych_heif_input>
    private let reader: UnsafeMutablePointer<heif_reader>

    /// Opens the file and reads its boxes; no pixel is decoded.
    init(_ source: ByteSource) throws(CodecError) {
      guard let made = heif_context_alloc() else {
        throw CodecError(.unreadable, "The HEIF reader did not start; free some memory.")
      }
      self.source = source
      reader = .allocate(capacity: 1)
      reader.initialize(to: diptych_heif_reader())
      input = .allocate(capacity: 1)
      input.initialize(
        to: diptych_heif_input(
          count: Int64(source.count), position: 0,
          context: Unmanaged.passUnretained(source).toOpaque(), read: Self.read))
      let status = heif_context_read_from_reader(made, reader, input, nil)
      var primary: OpaquePointer?
      let found =
        status.code == heif_error_Ok
        ? heif_context_get_primary_image_handle(made, &primary) : status
      guard found.code == heif_error_Ok, let primary else {
        // The error's text belongs to the context.
        let failure = Self.failure(found)
        heif_context_free(made)
        reader.deallocate()
        input.deallocate()
        throw failure
      }
      context = made
      handle = primary
    }

    deinit {
      heif_image_handle_release(handle)
      heif_context_free(context)
      reader.deallocate()
      input.deallocate()
    }

    /// Fills a buffer from the byte source, or fails.
    private static let read:
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int, Int64) -> Int32 = {
        context, buffer, count, offset in
        // Nothing is read into no buffer.
        guard count > 0 else { return 0 }
        guard let context, let buffer, offset >= 0 else { return 1 }
        let source = Unmanaged<ByteSource>.fromOpaque(context).takeUnretainedValue()
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        return (try? source.read(into: room, at: Int(offset))) == count ? 0 : 1
      }

    /// Pixels as stored that are shown, before the container's rotation: without what its clean
    /// aperture leaves out.
    var size: PixelSize { shape.size }

    /// Pixels as stored, those among them that are not shown.
    var storedSize: PixelSize { shape.storedSize }

    var hasAlpha: Bool { heif_image_handle_has_alpha_channel(handle) != 0 }

    /// Bits of a sample; 8 where the file does not say.
    var depth: Int { max(1, Int(heif_image_handle_get_luma_bits_per_pixel(handle))) }

    /// The container's rotation and mirroring. EXIF's orientation says nothing here: the container's
    /// rotation has been applied, or the pixels stand upright.
    var orientation: ImageOrientation { shape.orientation }

    private var shape: HEIFShape { HEIFShape(of: handle, in: context) }

    /// The EXIF block, from its byte-order mark on; nil if there is none.
    var exif: [UInt8]? {
      guard let block = metadata(type: "Exif"), block.count > 4 else { return nil }
      // The first number says how many bytes stand before the block's mark.
      let skipped = block[0..<4].reduce(0) { $0 << 8 | Int($1) }
      guard skipped <= block.count - 4 else { return nil }
      return Array(block[(4 + skipped)...])
    }

    /// The XMP packet; nil if there is none.
    var xmp: [UInt8]? { metadata(type: "mime", contentType: "application/rdf+xml") }

    /// The ICC profile; nil if there is none.
    var profile: [UInt8]? {
      let count = heif_image_handle_get_raw_color_profile_size(handle)
      guard count > 0, count <= Self.longestMetadata else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      let status = heif_image_handle_get_raw_color_profile(handle, &bytes)
      return status.code == heif_error_Ok ? bytes : nil
    }

    private func metadata(type: String, contentType: String? = nil) -> [UInt8]? {
      var ids = [heif_item_id](repeating: 0, count: Self.mostMetadata)
      let count = heif_image_handle_get_list_of_metadata_block_IDs(
        handle, type, &ids, Int32(ids.count))
      for id in ids.prefix(max(0, Int(count))) {
        if let contentType {
          guard let text = heif_image_handle_get_metadata_content_type(handle, id),
            String(cString: text) == contentType
          else { continue }
        }
        let size = heif_image_handle_get_metadata_size(handle, id)
        guard size > 0, size <= Self.longestMetadata else { continue }
        var bytes = [UInt8](repeating: 0, count: size)
        guard heif_image_handle_get_metadata(handle, id, &bytes).code == heif_error_Ok else {
          continue
        }
        return bytes
      }
      return nil
    }

    /// Decodes the picture, or its embedded thumbnail where that covers `target`.
    func decoded(covering target: PixelSize?, _ limits: MediaLimits) throws(CodecError) -> Bitmap {
      if let target, target != size, let small = thumbnail(covering: target) {
        defer { heif_image_handle_release(small) }
        if let bitmap = try? Self.bitmap(of: small, HEIFShape(of: small, in: context), limits) {
          return bitmap
        }
      }
      return try Self.bitmap(of: handle, shape, limits)
    }

    /// The smallest embedded thumbnail that covers `target` and has the picture's shape.
    private func thumbnail(covering target: PixelSize) -> OpaquePointer? {
      var ids = [heif_item_id](repeating: 0, count: 16)
      let count = heif_image_handle_get_list_of_thumbnail_IDs(handle, &ids, Int32(ids.count))
      let size = size
      var best: (handle: OpaquePointer, size: PixelSize)?
      for id in ids.prefix(max(0, Int(count))) {
        var small: OpaquePointer?
        guard heif_image_handle_get_thumbnail(handle, id, &small).code == heif_error_Ok, let small
        else { continue }
        let found = HEIFShape(of: small, in: context).size
        let shape =
          Double(found.width * size.height) / Double(max(1, found.height * size.width))
        let isBetter =
          found.width >= target.width && found.height >= target.height && abs(shape - 1) < 0.02
          && best.map { found.area < $0.size.area } ?? true
        if isBetter {
          if let best { heif_image_handle_release(best.handle) }
          best = (small, found)
        } else {
          heif_image_handle_release(small)
        }
      }
      return best?.handle
    }

    private static func bitmap(
      of handle: OpaquePointer, _ shape: HEIFShape, _ limits: MediaLimits
    ) throws(CodecError) -> Bitmap {
      try limits.check(shape.storedSize)
      guard let options = heif_decoding_options_alloc() else { throw damaged("no memory") }
      defer { heif_decoding_options_free(options) }
      options.pointee.ignore_transformations = 1
      options.pointee.convert_hdr_to_8bit = 1
      var decoded: OpaquePointer?
      let status = diptych_heif_decode(
        handle, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options)
      guard status.code == heif_error_Ok, let image = decoded else { throw failure(status) }
      defer { heif_image_release(image) }
      var stride: Int32 = 0
      let found = PixelSize(
        width: Int(heif_image_get_width(image, heif_channel_interleaved)),
        height: Int(heif_image_get_height(image, heif_channel_interleaved)))
      guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
        found.area > 0, Int(stride) >= found.width * 4
      else { throw damaged("it has no pixels") }
      try limits.check(found)
      // The borders were worked out for the size that the file states.
      guard found == shape.storedSize || shape.borders == ImageBorders() else {
        throw damaged("it has another size than it states")
      }
      let shown = shape.borders.inside(found) ?? found
      let corner = shape.borders.top * Int(stride) + shape.borders.left * 4
      let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
      let pixels = [UInt8](unsafeUninitializedCapacity: shown.area * 4) { output, count in
        count = shown.area * 4
        for y in 0..<shown.height {
          let row = UnsafeBufferPointer(
            start: plane + corner + y * Int(stride), count: shown.width * 4)
          _ = UnsafeMutableBufferPointer(rebasing: output[(y * shown.width * 4)...])
            .initialize(from: row)
        }
        if !hasAlpha {
          for offset in Swift.stride(from: 3, to: count, by: 4) { output[offset] = 255 }
        }
      }
      return Bitmap(checkedSize: shown, pixels: pixels, hasAlpha: hasAlpha)
    }

    private static func failure(_ status: heif_error) -> CodecError {
      let text = status.message.map { String(cString: $0) } ?? "no reason given"
      if heif_get_version_number() < wantedVersion {
        return CodecError(
          .unsupported,
          "The installed libheif \(String(cString: heif_get_version())) cannot read this picture "
            + "(\(text)); photos of iPhones with iOS 18 and later need libheif 1.18 or later.")
      }
      return switch status.code {
      case heif_error_Unsupported_feature, heif_error_Unsupported_filetype,
        heif_error_Decoder_plugin_error:
        CodecError(
          .unsupported,
          "The picture cannot be decoded (\(text)); install libheif's decoder plugins, or convert "
            + "it to JPEG.")
      default: damaged(text)
      }
    }

    private static func damaged(_ text: String) -> CodecError {
      CodecError(
        .damaged,
        "The HEIF data cannot be read (\(text)); copy the file again from where it came from.")
    }
  }
#endif
