import Foundation

/// A change set whose files are in place under their final names, durably, and whose rows are not
/// written yet. What becomes of it decides `commit` or `discard`, once; a process that dies before
/// leaves it to recovery.
package struct StagedChanges: Sendable {
  let changes: ChangeSet
  let preparation: Library.Preparation
  let edits: PreparedEdits

  var files: [StagedFile] { preparation.files + edits.staged }
}

// A commit in two steps. The first takes no lock and most of the time, so that the files of a set can
// be put in place while another's rows are written.
extension Library {
  /// Puts the files of a change set in place. Nothing is left behind when it fails.
  /// - Throws: A `LibraryError`; its code says which request could not be met.
  package func stage(_ changes: ChangeSet) throws -> StagedChanges {
    // Two writers that replace one content at the same moment choose one name for its new file. Who
    // comes second chooses again.
    for attempt in 0..<Self.nameAttempts {
      do {
        return try stage(changes, attempt)
      } catch is OriginalStore.NameTaken {
        continue
      }
    }
    throw LibraryError(
      .busy, "Others replace the content of the same asset all the time. Try again later.")
  }

  /// More writers than will ever replace one content at the same moment.
  private static let nameAttempts = 32

  private func stage(_ changes: ChangeSet, _ attempt: Int) throws -> StagedChanges {
    for case .refused(let error) in changes.operations { throw error }
    for draft in changes.operations.compactMap(\.draft) { try check(draft) }
    for case .editContent(_, let edit) in changes.operations { try edit.check() }
    let preparation = try prepare(changes.operations, attempt)
    do {
      let edits = try prepareEdits(changes.operations, attempt)
      return StagedChanges(changes: changes, preparation: preparation, edits: edits)
    } catch {
      originals.discard(preparation.files)
      throw error
    }
  }

  /// Writes the rows of staged changes, in one transaction. Nothing is left behind when it fails.
  /// - Parameters:
  ///   - staged: What to write.
  ///   - first: Requests without files that are met before.
  ///   - last: Requests without files that are met after.
  /// - Throws: A `LibraryError`; its code says which request could not be met.
  @discardableResult
  package func commit(
    _ staged: StagedChanges, first: [ChangeOperation] = [], last: [ChangeOperation] = []
  ) throws -> CommitResult {
    let changes = staged.changes
    let result: CommitResult
    do {
      result = try write(client: changes.client, origin: changes.origin) { transaction in
        transaction.isConfined = changes.isConfined
        for operation in first { try transaction.apply(operation, nil) }
        var prepared = staged.preparation.assets[...]
        for (index, operation) in changes.operations.enumerated() {
          switch operation {
          case .editContent(let uuid, let edit):
            try transaction.edit(uuid, edit, staged.edits.files[index] ?? [])
          case .revertContent(let uuid):
            try transaction.revert(uuid, to: staged.edits.originals[index])
          default:
            try transaction.apply(operation, operation.draft == nil ? nil : prepared.popFirst())
          }
        }
        for operation in last { try transaction.apply(operation, nil) }
        // It may be what makes this a commit, so it comes before the token is asked for.
        try transaction.settleMembers()
        return CommitResult(
          token: try transaction.nextToken ?? transaction.token(),
          fileExtensions: staged.preparation.fileExtensions)
      }
    } catch {
      let error = LibraryError.wrapping(error)
      // Rows in doubt may come back with the log, so their files stay staged: recovery, at the next
      // opening, keeps or removes them by what the database says then.
      if !error.isInDoubt { discard(staged) }
      throw error
    }
    originals.settle(staged.files)
    removeMoved(staged.preparation.moved)
    try? removePending()
    return result
  }

  /// Removes the files of staged changes that are not to be written.
  package func discard(_ staged: StagedChanges) {
    originals.discard(staged.files)
  }
}
