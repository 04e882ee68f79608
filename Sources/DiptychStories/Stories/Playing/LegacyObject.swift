import DiptychPlatform

/// An object of the old API on its way from a block to the caller.
struct LegacyObject<Object: AnyObject>: @unchecked Sendable {
  // Sendable because assets and groups may be used from any thread (L25) and have one user here.
  let object: Object

  init(_ object: Object) {
    self.object = object
  }

  /// Waits for the object that a call gives to a block.
  ///
  /// It is left where the waiting code has put a lock: a continuation that is resumed before it is
  /// awaited hands over without a trace, which the thread sanitizer takes for a race.
  /// - Parameter start: Makes the call; its block gets the object, or nil.
  static func handedOver(
    _ start: (_ hand: @escaping (Object?) -> Void) -> Void
  ) async -> LegacyObject? {
    let place = Lock<LegacyObject?>(nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      start { object in
        place.withLock { $0 = object.map(LegacyObject.init) }
        continuation.resume()
      }
    }
    return place.withLock { $0 }
  }
}
