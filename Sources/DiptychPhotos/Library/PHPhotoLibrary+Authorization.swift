import DiptychEngine
import Foundation

extension PHPhotoLibrary {
  /// What was decided for an access level. Never asks (table in K of the facts).
  public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
    let scope = LibraryScope.resolve()
    return PHAuthorizationStatus(
      scope.library.access.status(AccessLevel(accessLevel), scope.client))
  }

  /// What was decided for reading and writing; limited access reads as authorized (P171), access
  /// for adding only as not determined (decision 23). Never asks.
  public class func authorizationStatus() -> PHAuthorizationStatus {
    let scope = LibraryScope.resolve()
    return PHAuthorizationStatus(scope.library.access.legacyStatus(scope.client))
  }

  /// Asks the user for an access level if nothing was decided, and tells the status that holds
  /// then. Asking again after a choice shows nothing (P170).
  /// - Parameters:
  ///   - accessLevel: What the application wants to do.
  ///   - handler: Called off the main thread, after this call has returned (P176). Never gets
  ///     `notDetermined`.
  public class func requestAuthorization(
    for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) {
    let scope = LibraryScope.resolve()
    ask(AccessLevel(accessLevel), in: scope) { handler(PHAuthorizationStatus($0)) }
  }

  /// Asks the user for an access level if nothing was decided, and returns the status that holds
  /// then.
  public class func requestAuthorization(
    for accessLevel: PHAccessLevel
  ) async -> PHAuthorizationStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
    }
  }

  /// Asks the user for reading and writing if nothing was decided; limited access is reported as
  /// authorized (P171).
  /// - Parameter handler: Called off the main thread, after this call has returned (P176). Never
  ///   gets `notDetermined`.
  public class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
    let scope = LibraryScope.resolve()
    let handler = Handover(value: handler)
    ask(.readWrite, in: scope) { _ in
      handler.value(PHAuthorizationStatus(scope.library.access.legacyStatus(scope.client)))
    }
  }

  private class func ask(
    _ level: AccessLevel, in scope: LibraryScope,
    _ handler: @escaping @Sendable (AccessStatus) -> Void
  ) {
    let library = scope.library
    LibraryScope.$current.withValue(scope) {
      library.queues.request("authorization") {
        let status = library.access.request(level, scope.client)
        library.queues.complete("authorization handler") { handler(status) }
      }
    }
  }
}

extension PHAuthorizationStatus {
  init(_ status: AccessStatus) {
    self =
      switch status {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorized: .authorized
      case .limited: .limited
      }
  }
}

extension AccessLevel {
  init(_ level: PHAccessLevel) {
    self =
      switch level {
      case .addOnly: .addOnly
      case .readWrite: .readWrite
      }
  }
}
