import DiptychEngine
import DiptychPlatform
import Foundation

/// The requests that one change block gathers.
///
/// It belongs to the thread that runs the block: work that the block starts elsewhere is outside
/// the block, also where a task inherits the task-local value.
final class ChangeContext: Sendable {
  private struct State {
    var operations: [ChangeOperation] = []
    /// Requests that are known only when the block has returned, by their places.
    var deferred: [Int: () -> ChangeOperation?] = [:]
    var isOpen = true
  }

  @TaskLocal private static var carried: ChangeContext?

  let scope: LibraryScope
  private let thread = pthread_self()
  private let state = Lock(State())

  private init(scope: LibraryScope) {
    self.scope = scope
  }

  var library: Library { scope.library }

  /// Runs a change block and returns what it asked for, in the order written (P90).
  static func gather(in scope: LibraryScope, _ block: () -> Void) -> [ChangeOperation] {
    let context = ChangeContext(scope: scope)
    $carried.withValue(context) { block() }
    let (operations, deferred) = context.state.withLock { state in
      state.isOpen = false
      defer { state.deferred = [:] }
      return (state.operations, state.deferred)
    }
    guard !deferred.isEmpty else { return operations }
    return operations.enumerated().compactMap { index, operation in
      guard let make = deferred[index] else { return operation }
      return make()
    }
  }

  /// The block that this thread is inside of.
  private static var current: ChangeContext? {
    guard let carried, pthread_equal(carried.thread, pthread_self()) != 0,
      carried.state.withLock({ $0.isOpen })
    else { return nil }
    return carried
  }

  /// The block that this thread is inside of; ends the process outside one, where Apple raises
  /// (P87).
  static func require() -> ChangeContext {
    guard let current else { refuse() }
    return current
  }

  /// Ends the process inside a change block, where Apple raises (P86).
  static func refuseNesting() {
    guard current != nil else { return }
    raise(
      "NSInternalInconsistencyException",
      reason: "A change block was started inside a change block.",
      remedy: "Put all requests into one block, or start the second block from the completion "
        + "handler of the first.")
  }

  /// Adds a request and returns its place.
  func append(_ operation: ChangeOperation) -> Int {
    use { operations in
      operations.append(operation)
      return operations.count - 1
    }
  }

  /// Adds a request that is known when the block has returned, and returns its place; nil takes it
  /// back.
  func append(_ make: @escaping () -> ChangeOperation?) -> Int {
    let place = append(.deleteAssets([]))
    state.withLock { $0.deferred[place] = make }
    return place
  }

  /// The new assets of the block so far.
  var drafts: [UUID?: AssetDraft] {
    use { operations in
      operations.reduce(into: [:]) { drafts, operation in
        if case .createAsset(let draft) = operation { drafts[draft.uuid] = draft }
      }
    }
  }

  /// Reads or changes the requests; ends the process when the block has returned, where Apple
  /// raises (P88).
  func use<Result>(_ body: (inout [ChangeOperation]) -> Result) -> Result {
    let result = state.withLock { state -> Result? in
      state.isOpen ? body(&state.operations) : nil
    }
    guard let result else { Self.refuse() }
    return result
  }

  private static func refuse() -> Never {
    raise(
      "NSInternalInconsistencyException",
      reason: "This method can only be called from inside of -[PHPhotoLibrary "
        + "performChanges:completionHandler:] or -[PHPhotoLibrary performChangesAndWait:error:]",
      remedy: "(in Swift: performChanges(_:completionHandler:) or performChangesAndWait(_:)). Make "
        + "and use change requests inside the block, and keep the placeholder or its identifier "
        + "for later.")
  }
}
