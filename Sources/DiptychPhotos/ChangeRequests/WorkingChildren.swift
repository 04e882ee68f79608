import DiptychPlatform
import Foundation

/// The children of a folder, or of the root, as one request counts them: at first the fetch result
/// that it was made with, then what each method makes of it (decision 240, P90).
///
/// Indexes that do not fit are passed over here: the block fails for them.
final class WorkingChildren {
  private(set) var objects: [PHObject]
  /// What leaves the root becomes its last child.
  private let isRoot: Bool

  init(_ result: PHFetchResult<PHCollection>, isRoot: Bool) {
    objects = result.objects(at: IndexSet(0..<result.count))
    self.isRoot = isRoot
  }

  func add(_ list: any NSFastEnumeration) {
    let added = Self.objects(list)
    objects = objects.filter { !added.contains($0) } + added
  }

  func insert(_ list: any NSFastEnumeration, at indexes: IndexSet) {
    let added = Self.objects(list)
    objects.removeAll { added.contains($0) }
    for (index, object) in zip(indexes, added) where index <= objects.count {
      objects.insert(object, at: index)
    }
  }

  func remove(_ list: any NSFastEnumeration) {
    let removed = Self.objects(list)
    let rest = objects.filter { !removed.contains($0) }
    objects = rest + (isRoot ? objects.filter { removed.contains($0) } : [])
  }

  func replace(_ indexes: IndexSet, with list: any NSFastEnumeration) {
    let added = Self.objects(list)
    let before = objects
    for (index, object) in zip(indexes, added) where objects.indices.contains(index) {
      objects[index] = object
    }
    objects = objects.enumerated().filter { index, object in
      indexes.contains(index) || !added.contains(object)
    }.map(\.element)
    if isRoot { objects += before.filter { !objects.contains($0) } }
  }

  func move(_ indexes: IndexSet, to target: Int) {
    let moved = indexes.filter { objects.indices.contains($0) }.map { objects[$0] }
    objects = objects.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
    objects.insert(contentsOf: moved, at: min(max(target, 0), objects.count))
  }

  /// Each once; what is no library object is none of the children.
  private static func objects(_ list: any NSFastEnumeration) -> [PHObject] {
    var seen: Set<PHObject> = []
    return list.fastEnumerationElements.compactMap { $0 as? PHObject }
      .filter { seen.insert($0).inserted }
  }
}
