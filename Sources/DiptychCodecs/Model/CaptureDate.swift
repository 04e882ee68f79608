import Foundation

/// A date as a camera writes it: wall-clock fields, and the offset from UTC where the file has one.
package struct CaptureDate: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// Microseconds of the second, 0 … 999,999.
  package var microseconds: Int
  /// Seconds east of UTC; nil when the file does not say.
  package var utcOffset: Int?

  /// Makes a date; nothing is checked.
  package init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    microseconds: Int = 0, utcOffset: Int? = nil
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.microseconds = microseconds
    self.utcOffset = utcOffset
  }

  /// Whether the fields name a moment of the proleptic Gregorian calendar, years 1 … 9999.
  package var isValid: Bool {
    (1...9999).contains(year) && (1...12).contains(month)
      && (1...Self.days(inMonth: month, of: year)).contains(day) && (0...23).contains(hour)
      && (0...59).contains(minute) && (0...59).contains(second)
      && (0...999_999).contains(microseconds) && abs(utcOffset ?? 0) <= 18 * 3600
  }

  /// The moment meant; nil when the fields name none.
  ///
  /// The file's own offset wins; without one the fields are read in `zone` (decision 21). A wall
  /// time that a zone skips is read with the offset before the change, one that it repeats as the
  /// zone's rules give it.
  package func date(in zone: TimeZone) -> Date? {
    guard isValid else { return nil }
    let wall =
      Self.daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60
      + second
    let offset = utcOffset ?? Self.offset(ofWallTime: wall, in: zone)
    // Whole seconds and microseconds are joined last, so that no digit is lost on the way.
    return Date(
      timeIntervalSince1970: Double(wall - offset) + Double(microseconds) / 1_000_000)
  }

  private static func offset(ofWallTime wall: Int, in zone: TimeZone) -> Int {
    func offset(at seconds: Int) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
    // Offsets a day before and after bracket any change; the one that maps back to itself holds.
    let before = offset(at: wall - 86_400)
    if offset(at: wall - before) == before { return before }
    let after = offset(at: wall + 86_400)
    return offset(at: wall - after) == after ? after : before
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: leap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 to a Gregorian date. Years are counted from March, so that the leap day
  /// is the last of its year.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let leaps = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leaps + dayOfYear - 719_468
  }
}
