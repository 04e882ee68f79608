import DiptychEngine
import DiptychPlatform
import Foundation

/// Which test libraries are in force, so that a test can ask for its own.
enum InForce {
  @TaskLocal private static var carried: TestPhotoLibrary?
  private static let active = Lock<[TestPhotoLibrary]>([])

  /// The library that the task carries, else the only one in force.
  static var current: TestPhotoLibrary? {
    if let carried { return carried }
    let libraries = active.withLock { $0 }
    guard let first = libraries.first, libraries.allSatisfy({ $0 === first }) else { return nil }
    return first
  }

  /// Puts a library in force for the process until `leave(_:)`.
  static func enter(_ library: TestPhotoLibrary) { add(library) }

  /// Ends what `enter(_:)` began.
  static func leave(_ library: TestPhotoLibrary) { remove(library) }

  /// Runs `body` in a task that carries a library which is in force already.
  static func carry<T>(
    isolation: isolated (any Actor)? = #isolation, _ library: TestPhotoLibrary,
    _ body: () async throws -> T
  ) async rethrows -> T {
    try await $carried.withValue(library) { try await body() }
  }

  static func with<T>(_ library: TestPhotoLibrary, _ body: () throws -> T) rethrows -> T {
    add(library)
    defer { remove(library) }
    return try $carried.withValue(library) { try body() }
  }

  static func with<T>(
    isolation: isolated (any Actor)? = #isolation, _ library: TestPhotoLibrary,
    _ body: () async throws -> T
  ) async rethrows -> T {
    add(library)
    defer { remove(library) }
    return try await $carried.withValue(library) { try await body() }
  }

  /// Takes the library that the task carries out of force while `body` runs, so that the libraries
  /// that `body` puts in force are alone, also behind a hop.
  static func suspendingCurrent<T>(_ body: () throws -> T) rethrows -> T {
    guard let library = carried, contains(library) else { return try body() }
    library.scope.leave()
    remove(library)
    defer {
      add(library)
      library.scope.enter()
    }
    return try body()
  }

  /// The form of ``suspendingCurrent(_:)`` that may wait.
  static func suspendingCurrent<T>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    guard let library = carried, contains(library) else { return try await body() }
    library.scope.leave()
    remove(library)
    defer {
      add(library)
      library.scope.enter()
    }
    return try await body()
  }

  private static func add(_ library: TestPhotoLibrary) {
    active.withLock { $0.append(library) }
  }

  private static func remove(_ library: TestPhotoLibrary) {
    active.withLock { libraries in
      if let index = libraries.firstIndex(where: { $0 === library }) {
        libraries.remove(at: index)
      }
    }
  }

  private static func contains(_ library: TestPhotoLibrary) -> Bool {
    active.withLock { $0.contains { $0 === library } }
  }
}
