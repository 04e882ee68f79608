import Foundation

/// One line on which two dumps disagree.
package struct DumpDifference: Hashable, Sendable, CustomStringConvertible {
  /// The object's name and title.
  package let object: String
  package let field: String
  /// Nil where the object or field is missing.
  package let left: String?
  package let right: String?

  package var description: String {
    "\(object) \(field)   legacy: \(left ?? "–")   modern: \(right ?? "–")"
  }
}

extension Dump {
  /// The lines on which this dump and another disagree, in order.
  ///
  /// When the photos are the same but arrived in another order, that is one difference, and the
  /// rest is compared with photos matched by content.
  package func differences(from other: Dump) -> [DumpDifference] {
    guard self != other else { return [] }
    var other = other
    var result: [DumpDifference] = []
    if let renamed = other.matched(to: self) {
      let order = renamed.objects.filter { $0.content != nil }.map(\.name)
      result.append(
        DumpDifference(
          object: "library", field: "order of arrival",
          left: objects.filter { $0.content != nil }.map(\.name).joined(separator: " "),
          right: order.joined(separator: " ")))
      other = renamed
    }
    let theirs = Dictionary(other.objects.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for object in objects {
      result += Self.differences(object, theirs[object.name])
    }
    let ours = Set(objects.map(\.name))
    for object in other.objects where !ours.contains(object.name) {
      result += Self.differences(nil, object)
    }
    return result
  }

  private static func differences(_ left: Object?, _ right: Object?) -> [DumpDifference] {
    guard let left, let right else {
      guard let present = left ?? right else { return [] }
      let summary =
        present.fields.first {
          ["members", "photo content", "video content"]
            .contains($0.name)
        }?.value ?? "present"
      return [
        DumpDifference(
          object: present.heading, field: "exists", left: left == nil ? nil : summary,
          right: right == nil ? nil : summary)
      ]
    }
    var result: [DumpDifference] = []
    if left.title != right.title {
      result.append(
        DumpDifference(object: left.name, field: "title", left: left.title, right: right.title))
    }
    var names = left.fields.map(\.name)
    names += right.fields.map(\.name).filter { !names.contains($0) }
    for name in names where left.value(name) != right.value(name) {
      result.append(
        DumpDifference(
          object: left.heading, field: name, left: left.value(name), right: right.value(name)))
    }
    return result
  }

  /// This dump with its assets renamed after the assets of `other` that have the same content, or
  /// nil when the order of arrival is the same or the photos are not.
  private func matched(to other: Dump) -> Dump? {
    let ours = objects.compactMap(\.content)
    let theirs = other.objects.compactMap(\.content)
    guard ours != theirs, ours.sorted() == theirs.sorted() else { return nil }
    var free = Dictionary(
      grouping: other.objects.filter { $0.content != nil }, by: { $0.content ?? "" })
    var names: [String: String] = [:]
    for object in objects {
      guard let content = object.content, let match = free[content]?.first else { continue }
      free[content]?.removeFirst()
      names[object.name] = match.name
    }
    var renamed = self
    for index in renamed.objects.indices {
      let object = renamed.objects[index]
      renamed.objects[index].name = names[object.name] ?? object.name
      renamed.objects[index].fields = object.fields.map { field in
        guard ["members", "cover", "derived from"].contains(field.name) else { return field }
        let value = field.value.split(separator: " ").map { names[String($0)] ?? String($0) }
        return Field(name: field.name, value: value.joined(separator: " "))
      }
    }
    return renamed
  }
}
