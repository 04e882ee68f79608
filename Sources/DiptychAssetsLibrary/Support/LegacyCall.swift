import DiptychEngine
import Foundation

/// One asynchronous call: the library that it means, and how its work and its result travel.
///
/// The work runs on the library's request queue, one call at a time (decision 26); the result
/// arrives on the delivery queue, in the scope of the call (decision 39).
struct LegacyCall: Sendable {
  let label: String
  let scope: LibraryScope

  /// A call of an entry point: which library it means is looked up now (decision 42).
  init(_ label: String) {
    self.init(label, in: LibraryScope.resolve())
  }

  /// A call of an object that belongs to a library already.
  init(_ label: String, in scope: LibraryScope) {
    self.label = label
    self.scope = scope
  }

  var library: Library { scope.library }
  var client: String { scope.client }

  /// Runs `work` off the caller's stack.
  func perform(_ work: @escaping @Sendable () -> Void) {
    LibraryScope.$current.withValue(scope) {
      library.queues.request(label, work)
    }
  }

  /// Runs `result` where results arrive.
  func deliver(_ result: @escaping @Sendable () -> Void) {
    LibraryScope.$current.withValue(scope) {
      library.queues.deliver(label, result)
    }
  }

  /// Runs `read` once the client may read, asking the user if nothing was decided (L188); gives
  /// what it returns to `result`, and any failure to `failure`.
  func read<Value: Sendable>(
    _ read: @escaping @Sendable () throws -> Value,
    _ result: @escaping @Sendable (Value) -> Void,
    failure: Callback<ALAssetsLibraryAccessFailureBlock?>
  ) {
    perform {
      do {
        try requireAccess(try library.access.requestStatus(.readWrite, client))
        let value = try read()
        deliver { result(value) }
      } catch {
        let error = AssetsLibraryError.read(error)
        deliver { failure.block?(error) }
      }
    }
  }

  /// Runs `write` once the client may add to the library, asking the user if nothing was decided
  /// (L154, decision 23); gives its URL or error to `completion`. Writes follow one another, or,
  /// under the quirk `busyWrites`, fail while one is running (L149, decision 26).
  func write(
    _ write: @escaping @Sendable () throws -> URL?,
    _ completion: Callback<((URL?, (any Error)?) -> Void)?>
  ) {
    guard library.queues.beginWrite(alone: library.profile.busyWrites) else {
      let busy = LibraryError(
        .busy, "Another save is running. Start each save from the completion of the one before.")
      let error = AssetsLibraryError.write(busy, profile: library.profile)
      return perform { deliver { completion.block?(nil, error) } }
    }
    perform {
      let outcome = Result { try writeIfAllowed(write) }
      // Before the completion is called, which may start the next write.
      library.queues.endWrite()
      switch outcome {
      case .success(let url): deliver { completion.block?(url, nil) }
      case .failure(let error):
        let error = AssetsLibraryError.write(error, profile: library.profile)
        deliver { completion.block?(nil, error) }
      }
    }
  }

  private func writeIfAllowed(_ write: () throws -> URL?) throws -> URL? {
    var status = try library.access.readAddStatus(client)
    if status == .notDetermined {
      status = try library.access.requestStatus(.readWrite, client)
    }
    try requireAccess(status)
    return try write()
  }

  private func requireAccess(_ status: AccessStatus) throws(LibraryError) {
    switch status {
    case .authorized, .limited: return
    case .restricted:
      throw LibraryError(
        .accessRestricted,
        "A policy of this device keeps applications from its photos. Ask whoever set it.")
    case .denied, .notDetermined:
      throw LibraryError(
        .accessDenied,
        "This application has no access to photos. Open the switch in Settings, Privacy, Photos.")
    }
  }
}
