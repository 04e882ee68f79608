#if AllMedia
  import CDiptychColor
  import Foundation

  /// Turns samples of another color space into sRGB, through Little CMS.
  enum ColorConverter {
    /// The bitmap in sRGB. The same one when the profile is sRGB itself, is of grays or inks, which
    /// the decoders turn into RGB, or is damaged.
    static func sRGB(_ bitmap: Bitmap, from profile: [UInt8]) -> Bitmap {
      guard let context = cmsCreateContext(nil, nil) else { return bitmap }
      defer { cmsDeleteContext(context) }
      guard let source = cmsOpenProfileFromMemTHR(context, profile, UInt32(clamping: profile.count))
      else { return bitmap }
      defer { cmsCloseProfile(source) }
      guard cmsGetColorSpace(source) == cmsSigRgbData, !name(of: source).hasPrefix("sRGB"),
        let target = cmsCreate_sRGBProfileTHR(context)
      else { return bitmap }
      defer { cmsCloseProfile(target) }
      let samples = diptych_color_rgba()
      guard
        let transform = cmsCreateTransformTHR(
          context, source, samples, target, samples, UInt32(INTENT_RELATIVE_COLORIMETRIC),
          diptych_color_flags())
      else { return bitmap }
      defer { cmsDeleteTransform(transform) }
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

    private static func name(of profile: cmsHPROFILE) -> String {
      var text = [CChar](repeating: 0, count: 256)
      cmsGetProfileInfoASCII(
        profile, cmsInfoDescription, "en", "US", &text, UInt32(text.count - 1))
      return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
  }
#endif
