import DiptychEngine
import Foundation

extension AppleLibrary {
  /// The requests that make the albums and folders and fill the albums.
  ///
  /// What is there already keeps its title and its place; an album gets the members that it lacks,
  /// each behind the one before it.
  /// - Parameter present: The albums and folders that the library has, with their kinds.
  package func collectionOperations(
    present: [UUID: CollectionKind]
  ) -> (operations: [ChangeOperation], leftOut: [Remark]) {
    var made: [ChangeOperation] = []
    var filled: [ChangeOperation] = []
    var leftOut: [Remark] = []
    var children: [UUID: [UUID]] = [:]
    var parents: [UUID] = []
    for collection in collections {
      let uuid = collection.uuid
      if let kind = present[uuid] {
        guard kind == collection.kind else {
          leftOut.append(
            .init(
              subject: collection.title,
              reason: "The library has something else of the same identifier."))
          continue
        }
      } else {
        made.append(.createCollection(uuid, collection.kind, title: collection.title))
        if let created = collection.created { made.append(.importCreation(uuid, created)) }
        if let parent = collection.parent, present[parent] ?? .folder == .folder {
          if children[parent] == nil { parents.append(parent) }
          children[parent, default: []].append(uuid)
        }
      }
      if collection.kind == .album, !collection.members.isEmpty {
        filled.append(.importMembers(uuid, collection.members))
      }
    }
    // From the top down: a folder is in its place before anything is put into it.
    let nested = parents.map { ChangeOperation.editFolder($0, .add(children[$0] ?? [])) }
    return (made + nested + filled, leftOut)
  }
}
