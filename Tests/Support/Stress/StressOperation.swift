/// One kind of call, by name. A program chooses among lists of these, so that the calls of another
/// API are one more list.
struct StressOperation: Sendable {
  let name: String
  /// How often it is chosen, against the others.
  var weight = 1
  let run: @Sendable (StressWorker) throws -> Void
}
