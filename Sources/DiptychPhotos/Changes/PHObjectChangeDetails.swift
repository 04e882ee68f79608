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
  open var objectWasDeleted: Bool { wasDeleted }

  private let wasDeleted: Bool

  /// - Parameters:
  ///   - before: The object that was asked about.
  ///   - after: The same object as it is, of whatever class; nil for one that is gone. A placeholder
  ///     stands for the same object as before (P61), so it stays itself.
  ///   - contentChanged: Whether the picture or video has changed.
  init(before: ObjectType, after: PHObject?, contentChanged: Bool) {
    objectBeforeChanges = before
    objectAfterChanges = after.flatMap { $0 as? ObjectType ?? before }
    wasDeleted = after == nil
    assetContentChanged = contentChanged
    super.init()
  }
}
