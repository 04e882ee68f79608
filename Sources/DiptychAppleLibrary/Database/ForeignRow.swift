import DiptychEngine
import Foundation

/// Values of a row that is not trusted: another type than expected reads as nothing.
extension Row {
  /// A number, whole or not, that is a number.
  func foreignReal(_ column: Int32) -> Double? {
    switch value(column) {
    case .integer(let number): Double(number)
    case .real(let number): number.isFinite ? number : nil
    default: nil
    }
  }

  /// A whole number.
  func foreignInteger(_ column: Int32) -> Int64? {
    switch value(column) {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// Whether a number is there that is not 0.
  func foreignFlag(_ column: Int32) -> Bool { (foreignInteger(column) ?? 0) != 0 }

  /// A text without NULs, cut behind its last whole character within `bytes`.
  func foreignText(_ column: Int32, bytes: Int = ChangeLimits.titleBytes) -> String? {
    guard case .text(let text) = value(column) else { return nil }
    return text.cut(toBytes: bytes)
  }

  /// An identifier in its usual text form.
  func foreignUUID(_ column: Int32) -> UUID? {
    guard case .text(let text) = value(column), text.utf8.count == 36 else { return nil }
    return UUID(written: text)
  }

  /// A date in Apple's count, seconds since 2001; nil for one that our store cannot keep.
  func foreignDate(_ column: Int32) -> Date? {
    guard let seconds = foreignReal(column) else { return nil }
    let date = Date(timeIntervalSince1970: seconds + Date.timeIntervalBetween1970AndReferenceDate)
    return date.isStorable ? date : nil
  }
}

extension String {
  /// The text without NULs, cut behind its last whole character within `bytes` of UTF-8.
  func cut(toBytes bytes: Int) -> String {
    let text =
      utf8.contains(0) ? String(unicodeScalars.filter { $0 != "\0" }.map(Character.init)) : self
    guard text.utf8.count > bytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: bytes)
    while end > text.startIndex, text.samePosition(end) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }

  private func samePosition(_ index: String.Index) -> String.Index? {
    index.samePosition(in: self)
  }
}
