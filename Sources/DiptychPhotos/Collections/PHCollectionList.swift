import DiptychEngine
import Foundation

/// A folder of albums and folders as it was when it was fetched.
open class PHCollectionList: PHCollection, @unchecked Sendable {
  // Sendable for the reason that PHObject states.

  /// Makes a folder that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    super.init()
  }

  init(_ record: CollectionRecord, _ scope: LibraryScope) {
    super.init(
      record, reference: ObjectReference(scope: scope, kind: .folder, uuid: record.uuid))
  }

  /// Always true (P78).
  open override var canContainCollections: Bool { true }

  /// A folder.
  open var collectionListType: PHCollectionListType { .folder }

  /// A regular folder.
  open var collectionListSubtype: PHCollectionListSubtype { .regularFolder }
}
