import Foundation

/// The lessons as text: the sources that the target `Lessons` compiles, and what stands beside them.
package enum LessonTexts {
  /// Where the folder of a lesson is, such as `06-list-albums`.
  package static func folder(_ name: String) -> URL {
    Bundle.module.bundleURL.appendingPathComponent(name, isDirectory: true)
  }
}
