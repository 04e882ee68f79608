import DiptychEngine
import Foundation

/// A seeded list of library operations, which both generations and a reference model carry out.
///
/// A story depends on nothing but its seed. It can also be written by hand, and a failing one is
/// printed as Swift source to paste into a test (`source`).
package struct Story: Hashable, Sendable {
  /// The seed that the story came from; identifiers follow from it.
  package var seed: UInt64
  package var steps: [Step]

  package init(seed: UInt64, steps: [Step]) {
    self.seed = seed
    self.steps = steps
  }

  /// What identifiers of the story's library follow from.
  package var identifierSeed: String { "story \(seed)" }
}

/// One step: an action, and what the user answers if the action makes the system ask.
///
/// The number stays with the step when a story is shortened, since identifiers follow from it.
package struct Step: Hashable, Sendable {
  package var number: Int
  package var action: Action
  package var answer: Answer

  package init(_ number: Int, _ action: Action, answer: Answer = .allow) {
    self.number = number
    self.action = action
    self.answer = answer
  }

  /// The label under which the step's identifiers are made.
  package var label: String { "step \(number)" }
}

/// What the user answers to every question of a step.
package enum Answer: Hashable, Sendable {
  case allow
  case refuse
  /// Gives access to these assets only.
  case select([Name])
}

/// An object by the step that made it: the `index`-th of its kind there, from 1.
package struct Name: Hashable, Sendable, Comparable {
  package var step: Int
  package var index: Int

  package init(_ step: Int, _ index: Int = 1) {
    self.step = step
    self.index = index
  }

  package static func < (left: Name, right: Name) -> Bool {
    (left.step, left.index) < (right.step, right.index)
  }

  /// The identifier that the object has in a story of this seed, by the rule of design section 5,
  /// worked out here and not asked for.
  package func uuid(_ kind: IdentifierKind, in story: String) -> UUID {
    UUID(hashing: "\(story)\u{0}step \(step)\u{0}\(kind.rawValue)\u{0}\(index)")
  }
}
