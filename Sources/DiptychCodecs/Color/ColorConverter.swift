#if AllMedia
  import CDiptychColor
  import Foundation

  /// Turns samples of another color space into sRGB, through Little CMS.
  enum ColorConverter {
    /// The bitmap in sRGB. The same one when the profile is sRGB itself, is of another color model
    /// than the file's samples (decision 236), is of inks, which the decoders turn into RGB, or is damaged.
    /// - Parameter model: What the file's samples mean.
    static func sRGB(
      _ bitmap: Bitmap, from profile: [UInt8], model: ImageHeader.ColorModel
    ) -> Bitmap {
      guard let context = cmsCreateContext(nil, nil) else { return bitmap }
      defer { cmsDeleteContext(context) }
      guard let source = cmsOpenProfileFromMemTHR(context, profile, UInt32(clamping: profile.count))
      else { return bitmap }
      defer { cmsCloseProfile(source) }
      guard let target = cmsCreate_sRGBProfileTHR(context) else { return bitmap }
      defer { cmsCloseProfile(target) }
      func transform(from samples: UInt32, flags: UInt32) -> cmsHTRANSFORM? {
        cmsCreateTransformTHR(
          context, source, samples, target, diptych_color_rgba(),
          UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
      }
      switch (model, cmsGetColorSpace(source)) {
      case (.rgb, cmsSigRgbData):
        guard !name(of: source).hasPrefix("sRGB"),
          let transform = transform(from: diptych_color_rgba(), flags: diptych_color_flags())
        else { return bitmap }
        defer { cmsDeleteTransform(transform) }
        return colors(of: bitmap, through: transform)
      case (.gray, cmsSigGrayData):
        guard let transform = transform(from: diptych_color_gray(), flags: 0) else { return bitmap }
        defer { cmsDeleteTransform(transform) }
        return grays(of: bitmap, through: transform)
      default: return bitmap
      }
    }

    private static func colors(of bitmap: Bitmap, through transform: cmsHTRANSFORM) -> Bitmap {
      var pixels = bitmap.pixels
      let width = UInt32(bitmap.size.width)
      pixels.withUnsafeMutableBytes { pixels in
        for row in stride(from: 0, to: pixels.count, by: bitmap.size.width * 4) {
          guard let start = pixels.baseAddress.map({ $0 + row }) else { return }
          cmsDoTransform(transform, start, start, width)
        }
      }
      return Bitmap(checkedSize: bitmap.size, pixels: pixels, hasAlpha: bitmap.hasAlpha)
    }

    /// Red, green and blue of a gray are the same, and there are 256 of them.
    private static func grays(of bitmap: Bitmap, through transform: cmsHTRANSFORM) -> Bitmap {
      let levels = (0...255).map { UInt8($0) }
      var table = [UInt8](repeating: 0, count: levels.count * 4)
      cmsDoTransform(transform, levels, &table, UInt32(levels.count))
      var pixels = bitmap.pixels
      pixels.withUnsafeMutableBufferPointer { pixels in
        for place in stride(from: 0, to: pixels.count, by: 4) {
          let level = Int(pixels[place]) * 4
          for channel in 0..<3 { pixels[place + channel] = table[level + channel] }
        }
      }
      return Bitmap(checkedSize: bitmap.size, pixels: pixels, hasAlpha: bitmap.hasAlpha)
    }

    private static func name(of profile: cmsHPROFILE) -> String {
      var text = [CChar](repeating: 0, count: 256)
      cmsGetProfileInfoASCII(
        profile, cmsInfoDescription, "en", "US", &text, UInt32(text.count - 1))
      return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
  }
#endif
