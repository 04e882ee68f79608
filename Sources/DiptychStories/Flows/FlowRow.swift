import DiptychEngine
import DiptychPlatform
import Foundation

/// One half of a row: the job done through one generation.
package typealias FlowHalf = @Sendable (FlowContext) async throws -> Void

/// A row of the table: the same job through both generations, and what comparing must give.
package struct FlowRow: Sendable {
  /// The name by which `diptych compare` takes it, such as `3-insert-second`.
  package let name: String
  /// What is done.
  package let title: String
  /// The lines on which the halves must disagree; empty means the same state.
  package var declared: Set<DeclaredDifference> = []
  package var access = AccessSetting(preset: .authorized)
  package var profile = BehaviorProfile.documented
  /// What is there before either half starts.
  package var given: @Sendable (FlowContext) throws -> Void = { _ in }
  package let legacy: FlowHalf
  package let modern: FlowHalf

  package init(
    name: String, title: String, declared: Set<DeclaredDifference> = [],
    access: AccessSetting = AccessSetting(preset: .authorized),
    profile: BehaviorProfile = .documented,
    given: @escaping @Sendable (FlowContext) throws -> Void = { _ in },
    legacy: @escaping FlowHalf, modern: @escaping FlowHalf
  ) {
    self.name = name
    self.title = title
    self.declared = declared
    self.access = access
    self.profile = profile
    self.given = given
    self.legacy = legacy
    self.modern = modern
  }

  /// Every row, in the order of the table. Row 7 stands for twelve runs; see `Mix`.
  package static let all: [FlowRow] =
    saving + albums + intoAlbums + permission + namedFolder + reservedName

  /// Every row, and those that only lessons have.
  package static let withLessons: [FlowRow] =
    all
    + Lesson.all.flatMap { $0.rows }.filter { row in !all.contains { $0.name == row.name } }

  /// The row called `name`, of the table or of a lesson.
  package static func named(_ name: String) -> FlowRow? {
    withLessons.first { $0.name == name }
  }
}

extension FlowContext {
  /// The title that the album flows use.
  package static let albumTitle = "Diptych"

  func image(_ file: URL) throws -> UIImage {
    guard let image = UIImage(contentsOfFile: file.path) else {
      throw LibraryError(
        .invalidMedia, "The picture \(file.lastPathComponent) cannot be decoded. Choose another.")
    }
    return image
  }
}
