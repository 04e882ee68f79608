import Foundation

/// A time as a whole number of parts of a second.
public struct CMTime: Sendable {
  /// What a time is besides its value.
  public struct Flags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Makes flags of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is one; without it nothing else counts.
    public static let valid = Flags(rawValue: 1)
    /// The value was rounded.
    public static let hasBeenRounded = Flags(rawValue: 2)
    /// Later than every other.
    public static let positiveInfinity = Flags(rawValue: 4)
    /// Earlier than every other.
    public static let negativeInfinity = Flags(rawValue: 8)
    /// Not known.
    public static let indefinite = Flags(rawValue: 16)
  }

  /// The number of parts.
  public var value: Int64
  /// How many parts make a second.
  public var timescale: Int32
  /// What the time is besides its value.
  public var flags: Flags
  /// Which time line is meant; 0 for all times that are made here.
  public var epoch: Int64

  /// Makes an invalid time.
  public init() {
    (value, timescale, flags, epoch) = (0, 0, [], 0)
  }

  /// Makes a time of its parts.
  public init(value: Int64, timescale: Int32, flags: Flags, epoch: Int64) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Makes a time of `value` parts of which `timescale` make a second.
  public init(value: Int64, timescale: Int32) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// Makes the time nearest to `seconds` in parts of which `preferredTimescale` make a second;
  /// infinite for a number that is too large, invalid for one that is none or for a timescale
  /// below 1.
  public init(seconds: Double, preferredTimescale: Int32) {
    guard !seconds.isNaN, preferredTimescale > 0 else {
      self.init()
      return
    }
    let parts = (seconds * Double(preferredTimescale)).rounded()
    guard let value = Int64(exactly: parts) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    self.init(value: value, timescale: preferredTimescale)
  }

  /// The start of the time line.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// No time.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// Later than every other.
  public static let positiveInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Earlier than every other.
  public static let negativeInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Whether it is a time at all.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether it is known and finite.
  public var isNumeric: Bool { flags.intersection(Self.kinds) == .valid && timescale != 0 }
  /// Whether it is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether it is later than every other.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether it is earlier than every other.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }

  /// The time in seconds: not a number for one that is invalid or not known.
  public var seconds: Double {
    if isPositiveInfinity { return .infinity }
    if isNegativeInfinity { return -.infinity }
    return isNumeric ? Double(value) / Double(timescale) : .nan
  }

  private static let kinds: Flags = [.valid, .positiveInfinity, .negativeInfinity, .indefinite]
}

/// The time in seconds, as ``CMTime/seconds``.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// The time nearest to `seconds`, as `CMTime(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
