import Foundation

extension Story {
  /// The story as Swift source, to paste into a test: `try await StoryRunner().run(story)`.
  package var source: String {
    var lines = ["let story = Story(", "  seed: \(seed),", "  steps: ["]
    lines += steps.map { "    \($0.source)," }
    return (lines + ["  ])"]).joined(separator: "\n") + "\n"
  }
}

extension Step {
  fileprivate var source: String {
    let action = Self.shortened(String(reflecting: action))
    guard answer != .allow else { return "Step(\(number), \(action))" }
    return "Step(\(number), \(action), answer: \(Self.shortened(String(reflecting: answer))))"
  }

  /// Swift knows the types of the payloads.
  private static func shortened(_ text: String) -> String {
    let types = [
      "Action.Edit", "Action.Hand", "Action.Basis", "Action.Order", "Action.Access",
      "Action.Rendering", "Action", "Answer", "Picture", "Sketch", "Values.Moment",
      "Values.Place",
    ]
    return types.reduce(text) { text, type in
      text.replacingOccurrences(of: "DiptychStories.\(type).", with: ".")
    }
  }
}

extension Name: CustomStringConvertible {
  package var description: String { index == 1 ? "Name(\(step))" : "Name(\(step), \(index))" }
}

extension Values: CustomStringConvertible {
  package var description: String {
    let parts = [
      favorite.map { "favorite: \($0)" }, hidden.map { "hidden: \($0)" },
      date.map { "date: \(Self.source($0))" }, place.map { "place: \(Self.source($0))" },
    ]
    return "Values(\(parts.compactMap { $0 }.joined(separator: ", ")))"
  }

  /// An optional's own `none` is not meant.
  private static func source<Value>(_ value: Value) -> String {
    String(reflecting: value).replacingOccurrences(of: "DiptychStories.", with: "")
  }
}
