import DiptychCodecs
import Foundation

/// A library, or its history, as named objects with named fields: what comparing and snapshots
/// work on. Its text is canonical: equal libraries give equal text.
package struct Dump: Hashable, Sendable {
  /// How much a dump tells, and so how much has to agree.
  package enum Level: String, Sendable, CaseIterable {
    /// What a user could see, by canonical names. The default of every comparison.
    case state
    /// The same with identifiers and bookkeeping dates, objects sorted by identifier.
    case exact
    /// The net effect of each step on each object, with identifiers.
    case history
  }

  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package struct Object: Hashable, Sendable {
    /// `a1`, `c1`, or an identifier.
    package var name: String
    /// The title of a collection, in quotes.
    package var title: String?
    package var fields: [Field]
    /// What tells the object from others when names cannot: the hash of its content.
    package var content: String?

    package init(name: String, title: String? = nil, fields: [Field], content: String? = nil) {
      self.name = name
      self.title = title
      self.fields = fields
      self.content = content
    }

    /// The name and title as reports show them.
    package var heading: String { title.map { "\(name) \($0)" } ?? name }

    package func value(_ field: String) -> String? {
      fields.first { $0.name == field }?.value
    }
  }

  package var objects: [Object]

  package init(objects: [Object]) {
    self.objects = objects
  }

  /// One object a paragraph, one field a line.
  package var text: String {
    guard !objects.isEmpty else { return "empty library\n" }
    return objects.map { object in
      // Names of fields are ASCII.
      let width = object.fields.map(\.name.utf8.count).max() ?? 0
      var text = object.heading + "\n"
      for field in object.fields {
        text += "  "
        text += field.name
        text += String(repeating: " ", count: width + 2 - field.name.utf8.count)
        text += field.value
        text += "\n"
      }
      return text
    }.joined()
  }
}

/// Texts of values, the shortest that are exact.
package enum DumpText {
  package static func date(_ date: Date) -> String {
    let micros = date.microseconds
    var seconds = micros / 1_000_000
    var fraction = micros % 1_000_000
    if fraction < 0 {
      fraction += 1_000_000
      seconds -= 1
    }
    var parts = tm()
    var time = time_t(seconds)
    gmtime_r(&time, &parts)
    let day =
      "\((Int(parts.tm_year) + 1900).padded(to: 4))-\((Int(parts.tm_mon) + 1).padded(to: 2))-"
      + Int(parts.tm_mday).padded(to: 2)
    var text =
      "\(day)T\(Int(parts.tm_hour).padded(to: 2)):\(Int(parts.tm_min).padded(to: 2)):"
      + Int(parts.tm_sec).padded(to: 2)
    if fraction != 0 {
      var digits = Int(fraction).padded(to: 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  package static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }

  /// A text in quotes, with control characters and invisible differences made visible: a
  /// decomposed é does not read like a composed one.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
    }
    if isPlain { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        // Control characters would also let a title write to the terminal.
        let isInvisible =
          scalar.properties.generalCategory == .format
          || scalar.properties.generalCategory == .control
          || scalar.properties.canonicalCombiningClass != .notReordered
        result += isInvisible ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return result + "\""
  }

  package static func location(_ location: AssetLocation) -> String {
    var text = "\(number(location.latitude)) \(number(location.longitude))"
    if let altitude = location.altitude { text += " altitude \(number(altitude))" }
    return text
  }
}
