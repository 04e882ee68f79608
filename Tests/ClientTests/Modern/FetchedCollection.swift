import Photos

package protocol FetchedModel {
  associatedtype Object: PHObject
  init(_: Object)
}

/// A fetch result as a Swift collection of models.
package struct FetchedCollection<Model: FetchedModel>: RandomAccessCollection, Hashable {
  var result: PHFetchResult<Model.Object>

  package init(_ result: PHFetchResult<Model.Object>) { self.result = result }

  package static func == (left: Self, right: Self) -> Bool { left.result === right.result }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(result)) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { result.count }
  package func index(after i: Int) -> Int { i + 1 }
  package subscript(position: Int) -> Model { Model(result.object(at: position)) }
}

// Clients name the parameter as Apple does.
extension PHFetchResult where ObjectType == PHAsset {
  package func everyOther() -> [ObjectType] {
    objects(at: IndexSet(stride(from: 0, to: count, by: 2)))
  }
}

/// Walks a result one object at a time, turning each into something else.
package final class LazyWalk<In: AnyObject, Out> {
  private let result: PHFetchResult<In>
  private let make: (In) async throws -> Out?
  private var next = 0

  package init(_ result: PHFetchResult<In>, _ make: @escaping (In) async throws -> Out?) {
    self.result = result
    self.make = make
  }

  package func step() async throws -> Out? {
    while next < result.count {
      defer { next += 1 }
      if let out = try await make(result.object(at: next)) { return out }
    }
    return nil
  }
}
