import Photos

public protocol FetchedModel {
  associatedtype Object: PHObject
  init(_: Object)
}

/// A fetch result as a Swift collection of models.
public struct FetchedCollection<Model: FetchedModel>: RandomAccessCollection, Hashable {
  var result: PHFetchResult<Model.Object>

  public init(_ result: PHFetchResult<Model.Object>) { self.result = result }

  public static func == (left: Self, right: Self) -> Bool { left.result === right.result }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(result)) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { result.count }
  public func index(after i: Int) -> Int { i + 1 }
  public subscript(position: Int) -> Model { Model(result.object(at: position)) }
}

// Clients name the parameter as Apple does.
extension PHFetchResult where ObjectType == PHAsset {
  public func everyOther() -> [ObjectType] {
    objects(at: IndexSet(stride(from: 0, to: count, by: 2)))
  }
}

/// Walks a result one object at a time, turning each into something else.
public final class LazyWalk<In: AnyObject, Out> {
  private let result: PHFetchResult<In>
  private let make: (In) async throws -> Out?
  private var next = 0

  public init(_ result: PHFetchResult<In>, _ make: @escaping (In) async throws -> Out?) {
    self.result = result
    self.make = make
  }

  public func step() async throws -> Out? {
    while next < result.count {
      defer { next += 1 }
      if let out = try await make(result.object(at: next)) { return out }
    }
    return nil
  }
}
