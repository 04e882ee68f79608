import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

/// Flow 7: three ways to save, two to find or make the album, two to add: twelve runs, one end
/// state.
package struct Mix: Sendable, Hashable {
  package enum Saving: String, Sendable, CaseIterable {
    case uiKit = "UIKit"
    case legacy = "AssetsLibrary"
    case modern = "Photos"
  }

  package enum Generation: String, Sendable, CaseIterable {
    case legacy = "AssetsLibrary"
    case modern = "Photos"
  }

  package let saving: Saving
  package let finding: Generation
  package let adding: Generation

  /// The twelve runs.
  package static let all: [Mix] = Saving.allCases.flatMap { saving in
    Generation.allCases.flatMap { finding in
      Generation.allCases.map { Mix(saving: saving, finding: finding, adding: $0) }
    }
  }

  /// What the run does, in words.
  package var title: String {
    "\(saving.rawValue) saves, \(finding.rawValue) finds, \(adding.rawValue) adds"
  }

  /// The run as a half of a row.
  package var half: FlowHalf {
    { [self] context in
      let legacy = LegacySteps()
      let modern = ModernSteps()
      let title = FlowContext.albumTitle
      for (index, file) in context.media.three.prefix(2).enumerated() {
        let image = try context.image(file)
        let identifier = Lock<String?>(nil)
        try await context.step("save \(index + 1)") {
          switch saving {
          case .uiKit:
            await callback { done in
              legacy.saveWithUIKit(image) { id in
                identifier.withLock { $0 = id }
                done()
              }
            }
          case .legacy:
            await callback { done in
              legacy.save(image) { id in
                identifier.withLock { $0 = id }
                done()
              }
            }
          case .modern:
            let id = modern.save(image)
            identifier.withLock { $0 = id }
          }
        }
        try await context.step("album \(index + 1)") {
          switch finding {
          case .legacy: await callback { done in legacy.album(titled: title, completion: done) }
          case .modern: modern.album(titled: title)
          }
        }
        guard let id = identifier.withLock({ $0 }) else {
          return context.say("the saved photo was not found")
        }
        try await context.step("add \(index + 1)") {
          switch adding {
          case .legacy:
            await callback { done in
              legacy.add(id, toAlbumTitled: title) { added in
                context.say(added ? "saved" : "could not save")
                done()
              }
            }
          case .modern:
            context.say(modern.add(id, toAlbumTitled: title) ? "saved" : "could not save")
          }
        }
      }
    }
  }
}
