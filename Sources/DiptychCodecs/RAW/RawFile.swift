#if AllMedia
  import CDiptychRAW
  import Foundation

  /// One file in LibRaw's hands. Nothing of LibRaw is called after it refused to open a file: it
  /// does not bear that.
  final class RawFile {
    private let raw: UnsafeMutablePointer<libraw_data_t>
    /// LibRaw reads from these as long as the file is open.
    private let bytes: UnsafeMutableRawBufferPointer

    /// Opens the file and reads its tags. Throws `.damaged` for one that LibRaw does not know.
    init(_ source: ByteSource) throws(CodecError) {
      guard let made = libraw_init(0) else { throw RawCodec.unreadable }
      bytes = .allocate(byteCount: source.path == nil ? source.count : 0, alignment: 16)
      let status: Int32
      if let path = source.path {
        status = libraw_open_file(made, path)
      } else if (try? source.read(into: bytes, at: 0)) == bytes.count, let base = bytes.baseAddress
      {
        status = libraw_open_buffer(made, base, bytes.count)
      } else {
        status = -1
      }
      guard status == 0, libraw_get_iwidth(made) > 0, libraw_get_iheight(made) > 0 else {
        libraw_close(made)
        bytes.deallocate()
        throw RawCodec.unreadable
      }
      raw = made
      size = PixelSize(
        width: Int(libraw_get_iwidth(made)), height: Int(libraw_get_iheight(made)))
    }

    deinit {
      libraw_close(raw)
      bytes.deallocate()
    }

    /// Pixels of the developed picture, unturned.
    let size: PixelSize

    /// How the camera was held.
    var orientation: ImageOrientation {
      switch diptych_raw_flip(raw) {
      case 3: .down
      case 5: .left
      case 6: .right
      default: .up
      }
    }

    /// The embedded preview; nil if there is none, or none in JPEG.
    var preview: Data? {
      guard libraw_unpack_thumb(raw) == 0 else { return nil }
      var count = 0
      guard let start = diptych_raw_preview(raw, &count), count > 0 else { return nil }
      return Data(bytes: start, count: count)
    }

    /// Develops the picture, at half its size where that is large enough.
    func developed(covering target: PixelSize) throws(CodecError) -> Bitmap {
      let isHalf = size.width / 2 >= target.width && size.height / 2 >= target.height
      diptych_raw_prepare(raw, isHalf ? 1 : 0)
      guard libraw_unpack(raw) == 0, libraw_dcraw_process(raw) == 0 else {
        throw RawCodec.unreadable
      }
      var status: Int32 = 0
      guard let image = libraw_dcraw_make_mem_image(raw, &status) else {
        throw RawCodec.unreadable
      }
      defer { libraw_dcraw_clear_mem(image) }
      let size = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
      guard let samples = diptych_raw_pixels(image), size.area > 0 else {
        throw RawCodec.unreadable
      }
      let pixels = [UInt8](unsafeUninitializedCapacity: size.area * 4) { output, count in
        count = size.area * 4
        for index in 0..<size.area {
          for channel in 0..<3 { output[index * 4 + channel] = samples[index * 3 + channel] }
          output[index * 4 + 3] = 255
        }
      }
      return Bitmap(checkedSize: size, pixels: pixels, hasAlpha: false)
    }
  }
#endif
