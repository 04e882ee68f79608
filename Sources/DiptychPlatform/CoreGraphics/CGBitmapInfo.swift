/// What the sample besides red, green and blue is, and where it lies.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// There is none.
  case none = 0
  /// Alpha last; colors are multiplied by it.
  case premultipliedLast = 1
  /// Alpha first; colors are multiplied by it.
  case premultipliedFirst = 2
  /// Alpha last; colors are as they are.
  case last = 3
  /// Alpha first; colors are as they are.
  case first = 4
  /// An unused byte last.
  case noneSkipLast = 5
  /// An unused byte first.
  case noneSkipFirst = 6
  /// Alpha and no color.
  case alphaOnly = 7
}

/// The layout of a pixel: a ``CGImageAlphaInfo`` and the order of its bytes.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The bits.
  public var rawValue: UInt32

  /// Makes a layout from bits, such as `CGImageAlphaInfo.premultipliedLast.rawValue`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The bits that hold a ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Samples are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
  /// The bits that hold the order of bytes.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// 16-bit units, the low byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
  /// 32-bit units, the low byte first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
  /// 16-bit units, the high byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
  /// 32-bit units, the high byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}

/// How colors outside a device's range are shown. It has no effect here: nothing is drawn.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The usual choice.
  case defaultIntent = 0
  /// Colors in range are kept, others clipped.
  case absoluteColorimetric = 1
  /// As absolute, adapted to white.
  case relativeColorimetric = 2
  /// All colors shift to keep their relations.
  case perceptual = 3
  /// Saturation is kept before accuracy.
  case saturation = 4
}
