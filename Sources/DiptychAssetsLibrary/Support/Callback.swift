/// Carries a client's block to the queue that calls it.
struct Callback<Block>: @unchecked Sendable {
  // Sendable because the block is only called on the delivery queue, one call after another, and
  // the caller has handed it over. Old code cannot mark its blocks as Sendable (L13).
  let block: Block

  init(_ block: Block) {
    self.block = block
  }
}
