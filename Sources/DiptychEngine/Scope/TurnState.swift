/// Who has turns, and who waits for one.
struct TurnState {
  /// Somebody who waits.
  struct Waiter {
    let mode: Turn.Mode
    let scope: LibraryScope?
    /// Whether a turn that somebody takes for the library will do.
    let joins: Bool
    let continuation: CheckedContinuation<TurnHolding.Entry, Never>
  }

  /// Who may go on.
  typealias Admitted = [(waiter: Waiter, entry: TurnHolding.Entry)]

  /// The turns taken inside of one turn, or of none, and who waits for one there.
  private struct Queue {
    var isHeldAlone = false
    var sharers = 0
    /// First come, first served, so that nobody starves.
    var waiting: [Waiter] = []

    func admits(_ mode: Turn.Mode) -> Bool {
      !isHeldAlone && (mode == .parallel || sharers == 0)
    }

    mutating func admit(_ mode: Turn.Mode) {
      switch mode {
      case .oneAtATime: isHeldAlone = true
      case .parallel: sharers += 1
      }
    }

    mutating func release(_ mode: Turn.Mode) {
      switch mode {
      case .oneAtATime: isHeldAlone = false
      case .parallel: sharers -= 1
      }
    }
  }

  /// What is taken inside of no turn.
  private var outermost = Queue()
  /// What is taken inside of each turn that is not over, oldest first.
  private var inside: [(holding: TurnHolding, queue: Queue)] = []

  /// Who has the turn for a library: the last to take one, for it is the innermost.
  func holder(of library: Library) -> TurnHolding? {
    inside.last { $0.holding.scope?.library === library }?.holding
  }

  // MARK: Coming and going

  /// Adds somebody who wants a turn.
  /// - Parameters:
  ///   - held: The turn that the task carries.
  ///   - carried: The scope that the task carries, which it may have without the turn: blocks on a
  ///     library's queues do.
  mutating func add(
    _ waiter: Waiter, inside held: TurnHolding?, carrying carried: LibraryScope?
  ) -> Admitted {
    let own = living(held) ?? carried.flatMap { holder(of: $0.library) }
    if let found = joined(by: waiter, inside: own) { return [(waiter, (found, true))] }
    // Who lost its turn waits inside of it, not for its end.
    let place = own ?? waiter.scope.flatMap { holder(of: $0.library) }
    update(place) { $0.waiting.append(waiter) }
    return admitted()
  }

  /// Ends a turn. Who still waits inside of it waits around it now.
  mutating func end(_ holding: TurnHolding) -> Admitted {
    guard let index = index(of: holding) else { return [] }
    let left = inside.remove(at: index).queue.waiting
    if let parent = holding.parent {
      if self.index(of: parent) != nil { update(parent) { $0.release(holding.mode) } }
    } else {
      outermost.release(holding.mode)
    }
    update(living(holding.parent)) { $0.waiting += left }
    return admitted()
  }

  /// Ends all turns inside of the one that was taken for `scope`.
  mutating func abandon(inside scope: LibraryScope) -> ([LibraryScope], Admitted) {
    let lost = inside.map(\.holding).filter { holding in
      holding.parent.map { parent in
        sequence(first: parent, next: \.parent).contains { $0.scope === scope }
      } ?? false
    }
    var result: Admitted = []
    for holding in lost { result += end(holding) }
    return (lost.compactMap(\.scope), result)
  }

  /// The innermost of a turn and those around it that is not over.
  private func living(_ holding: TurnHolding?) -> TurnHolding? {
    guard let holding else { return nil }
    return sequence(first: holding, next: \.parent).first { index(of: $0) != nil }
  }

  /// The turn that somebody else has for the waiter's library, if the waiter may join it. A turn
  /// that it is inside of already is its own.
  private func joined(by waiter: Waiter, inside own: TurnHolding?) -> TurnHolding? {
    guard waiter.joins, let library = waiter.scope?.library, let holder = holder(of: library)
    else { return nil }
    let around = own.map { Array(sequence(first: $0, next: \.parent)) } ?? []
    return around.contains { $0 === holder } ? nil : holder
  }

  // MARK: Admitting

  /// Admits whom it can, until nobody is left who may go on.
  private mutating func admitted() -> Admitted {
    var result: Admitted = []
    while let (holding, waiter) = admitNext() {
      result.append((waiter, (holding, false)))
      result += takeJoiners(of: holding).map { ($0, (holding, true)) }
    }
    return result
  }

  private mutating func admitNext() -> (TurnHolding, Waiter)? {
    let places: [TurnHolding?] = [nil] + inside.map(\.holding)
    for place in places {
      let next = update(place) { queue -> Waiter? in
        guard let first = queue.waiting.first, queue.admits(first.mode) else { return nil }
        queue.admit(first.mode)
        return queue.waiting.removeFirst()
      }
      guard let next else { continue }
      let holding = TurnHolding(inside: place, next.mode, for: next.scope)
      inside.append((holding, Queue()))
      return (holding, next)
    }
    return nil
  }

  /// Takes those out who wait anywhere for a turn for the same library: who has it now may be waiting
  /// for one of them.
  private mutating func takeJoiners(of holding: TurnHolding) -> [Waiter] {
    guard let library = holding.scope?.library else { return [] }
    var joiners: [Waiter] = []
    for place in [nil] + inside.map(\.holding) {
      update(place) { queue in
        joiners += queue.waiting.filter { $0.joins && $0.scope?.library === library }
        queue.waiting.removeAll { $0.joins && $0.scope?.library === library }
      }
    }
    return joiners
  }

  private func index(of holding: TurnHolding) -> Int? {
    inside.firstIndex { $0.holding === holding }
  }

  /// Changes what is taken inside of a turn that is not over; of none when nil.
  @discardableResult
  private mutating func update<R>(_ place: TurnHolding?, _ body: (inout Queue) -> R) -> R {
    guard let place, let index = index(of: place) else { return body(&outermost) }
    return body(&inside[index].queue)
  }
}
