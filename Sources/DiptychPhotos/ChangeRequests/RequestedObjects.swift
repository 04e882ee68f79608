import DiptychEngine
import DiptychPlatform
import Foundation

/// The library objects in something that a request was given: a fetch result, an array of objects
/// and placeholders, or an `NSArray` (P53, P91, P232).
enum RequestedObjects {
  /// The identifiers of the objects, in order.
  /// - Throws: `changeNotSupported` for an element that is no object of a wanted kind.
  static func uuids(
    _ list: any NSFastEnumeration, _ kinds: Set<ObjectReference.Kind>
  ) throws(LibraryError) -> [UUID] {
    if let result = list as? any FetchResultContents, let uuids = result.plainContents?.uuids(),
      kinds.contains(.asset)
    {
      return uuids
    }
    var uuids: [UUID] = []
    for element in list.fastEnumerationElements {
      guard let reference = (element as? PHObject)?.reference, kinds.contains(reference.kind) else {
        throw LibraryError(
          .changeNotSupported,
          "A change request was given something that is no \(name(kinds)). Pass fetched objects "
            + "or placeholders.")
      }
      uuids.append(reference.uuid)
    }
    return uuids
  }

  private static func name(_ kinds: Set<ObjectReference.Kind>) -> String {
    if kinds.contains(.asset) { return "asset" }
    if kinds == [.album] { return "album" }
    return kinds == [.folder] ? "folder" : "album or folder"
  }
}
