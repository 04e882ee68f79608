import DiptychEngine
import DiptychPlatform
import Foundation

/// Which test libraries are in force, so that a test can ask for its own.
enum InForce {
  @TaskLocal private static var carried: TestPhotoLibrary?
  /// What was put in force and not taken out yet: scopes name libraries of the engine.
  private static let entered = Lock<[TestPhotoLibrary]>([])

  /// The library that the task carries, else the one of the scope that it carries, as results do, else
  /// the only one in force.
  static var current: TestPhotoLibrary? {
    if let carried { return carried }
    guard let library = LibraryScope.inForce?.library else { return nil }
    return entered.withLock { $0.last { $0.library === library } }
  }

  /// Notes a library whose scope is put in force until `leave(_:)`.
  static func enter(_ library: TestPhotoLibrary) {
    entered.withLock { $0.append(library) }
  }

  /// Ends what `enter(_:)` began.
  static func leave(_ library: TestPhotoLibrary) {
    entered.withLock { libraries in
      if let index = libraries.lastIndex(where: { $0 === library }) {
        libraries.remove(at: index)
      }
    }
  }

  /// Forgets libraries that are left in force by tasks that stand still for ever.
  static func abandon(_ scopes: [LibraryScope]) {
    entered.withLock { libraries in
      libraries.removeAll { library in scopes.contains { $0 === library.scope } }
    }
  }

  /// Runs `body` in a task that carries a library and its scope; in force they are already.
  static func carry<T>(
    isolation: isolated (any Actor)? = #isolation, _ library: TestPhotoLibrary,
    in scope: LibraryScope, _ body: () async throws -> T
  ) async rethrows -> T {
    try await $carried.withValue(library) { try await scope.runInTask { try await body() } }
  }

  /// Puts a library in force while `body` runs, in place of the one that the task carries.
  static func put<T>(_ library: TestPhotoLibrary, _ body: () throws -> T) rethrows -> T {
    try LibraryScope.suspendingCurrent {
      enter(library)
      defer { leave(library) }
      return try $carried.withValue(library) { try library.scope.run(body) }
    }
  }

  /// The form of ``put(_:_:)`` that may wait.
  static func put<T>(
    isolation: isolated (any Actor)? = #isolation, _ library: TestPhotoLibrary,
    _ body: () async throws -> T
  ) async rethrows -> T {
    try await LibraryScope.suspendingCurrent {
      enter(library)
      defer { leave(library) }
      return try await $carried.withValue(library) {
        try await library.scope.run { try await body() }
      }
    }
  }
}
