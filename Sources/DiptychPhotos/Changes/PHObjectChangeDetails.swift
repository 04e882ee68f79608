import Foundation

/// What a change did to one object.
open class PHObjectChangeDetails<ObjectType>: NSObject where ObjectType: PHObject {
  /// The object as it was.
  public let objectBeforeChanges: ObjectType
  /// The object as it is; nil after it was deleted.
  public let objectAfterChanges: ObjectType?
  /// Whether the picture or video has changed, and not only properties (P152).
  public let assetContentChanged: Bool

  /// Whether the object is gone: deleted, or no longer among what the application may see.
  open var objectWasDeleted: Bool { objectAfterChanges == nil }

  init(before: ObjectType, after: ObjectType?, contentChanged: Bool) {
    objectBeforeChanges = before
    objectAfterChanges = after
    assetContentChanged = contentChanged
    super.init()
  }
}
