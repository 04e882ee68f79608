/// Runs `body` and returns its result; there is no pool to drain on Linux.
///
/// Swift on Linux releases objects at once, so the call has no effect of its own. It exists so
/// that code written for Apple systems compiles.
public func autoreleasepool<Failure: Error, Result: ~Copyable>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
