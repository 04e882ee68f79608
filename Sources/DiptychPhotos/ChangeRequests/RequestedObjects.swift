import DiptychEngine
import DiptychPlatform
import Foundation

/// The library objects in something that a request was given: a fetch result, an array of objects
/// and placeholders, or an `NSArray` (P53, P91, P232).
enum RequestedObjects {
  /// The identifiers of the objects, in order.
  /// - Throws: `changeNotSupported` for an element that is no object of a wanted kind.
  static func uuids(
    _ list: any NSFastEnumeration, _ kinds: Set<ObjectReference.Kind>, in library: Library
  ) throws(LibraryError) -> [UUID] {
    if let contents = (list as? any FetchResultContents)?.plainContents,
      kinds.contains(.asset), let uuids = contents.uuids()
    {
      guard contents.rows(in: library) != nil else { throw foreign }
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
      guard reference.scope.library === library else { throw foreign }
      uuids.append(reference.uuid)
    }
    return uuids
  }

  /// Identifiers say nothing about another library: two of one seed even share them.
  private static var foreign: LibraryError {
    LibraryError(
      .objectGone, "A change request was given an object of another library. Fetch it from this.")
  }

  private static func name(_ kinds: Set<ObjectReference.Kind>) -> String {
    if kinds.contains(.asset) { return "asset" }
    if kinds == [.album] { return "album" }
    return kinds == [.folder] ? "folder" : "album or folder"
  }
}
