import DiptychEngine
import DiptychPlatform
import Foundation

/// What requests for albums and for folders share: the object, its placeholder and its title.
final class CollectionRequest {
  private enum Target {
    case created(ObjectReference, Int)
    case existing(ObjectReference, title: String, isEditable: Bool)
    case root
  }

  let context: ChangeContext
  private let target: Target
  /// The place of the renaming of an existing collection, once there is one.
  private var renameIndex: Int?

  private init(_ target: Target, in context: ChangeContext) {
    self.target = target
    self.context = context
  }

  static func create(_ kind: CollectionKind, title: String) -> CollectionRequest {
    let context = ChangeContext.require()
    let uuid = context.library.configuration.identifiers.next(.collection)
    let reference = ObjectReference(
      scope: context.scope, kind: kind.isFolder ? .folder : .album, uuid: uuid)
    let index = context.append(.createCollection(uuid, kind, title: title))
    return CollectionRequest(.created(reference, index), in: context)
  }

  /// Nil for a collection that is in no library, or in another one.
  static func change(_ collection: PHCollection) -> CollectionRequest? {
    let context = ChangeContext.require()
    guard let reference = collection.reference, reference.scope.library === context.library else {
      return nil
    }
    return CollectionRequest(
      .existing(
        reference, title: collection.localizedTitle ?? "", isEditable: collection.isEditable),
      in: context)
  }

  static func root() -> CollectionRequest {
    CollectionRequest(.root, in: ChangeContext.require())
  }

  /// Requests that the user is asked and the collections deleted.
  static func delete(_ collections: any NSFastEnumeration, _ kind: ObjectReference.Kind) {
    let context = ChangeContext.require()
    do throws(LibraryError) {
      let uuids = try RequestedObjects.uuids(collections, [kind], in: context.library)
      for case let collection as PHCollection in collections.fastEnumerationElements
      where !collection.isEditable {
        throw notEditable
      }
      _ = context.append(.deleteCollections(uuids))
    } catch {
      _ = context.append(.refused(error))
    }
  }

  static var notEditable: LibraryError {
    LibraryError(
      .changeNotSupported, "This collection cannot be changed. Ask canPerform(_:) first.")
  }

  var placeholder: PHObjectPlaceholder {
    context.use { _ in
      switch target {
      case .created(let reference, _), .existing(let reference, _, _):
        PHObjectPlaceholder(reference: reference)
      case .root: PHObjectPlaceholder()
      }
    }
  }

  /// The identifier for edits of members or children; nil for what cannot be edited, and for the
  /// root.
  var editableUUID: UUID? {
    switch target {
    case .created(let reference, _), .existing(let reference, _, isEditable: true): reference.uuid
    case .existing, .root: nil
    }
  }

  var isRoot: Bool {
    if case .root = target { return true }
    return false
  }

  var title: String {
    context.use { operations in
      switch target {
      case .created(_, let index):
        if case .createCollection(_, _, let title) = operations[index] { return title }
      case .existing(_, let title, _):
        if let renameIndex, case .renameCollection(_, let newTitle) = operations[renameIndex] {
          return newTitle
        }
        return title
      case .root: break
      }
      return ""
    }
  }

  func rename(_ title: String) {
    context.use { operations in
      switch target {
      case .created(let reference, let index):
        if case .createCollection(_, let kind, _) = operations[index] {
          operations[index] = .createCollection(reference.uuid, kind, title: title)
        }
      case .existing(let reference, _, isEditable: true):
        #if DIPTYCH_PLANTED_FAULTS
          if isPlanted("modern-lost-rename"), title.isEmpty { return }
        #endif
        let operation = ChangeOperation.renameCollection(reference.uuid, title: title)
        if let renameIndex {
          operations[renameIndex] = operation
        } else {
          operations.append(operation)
          renameIndex = operations.count - 1
        }
      case .existing, .root:
        operations.append(.refused(Self.notEditable))
      }
    }
  }
}
