import DiptychCodecs
import Foundation

/// The code that `body` fails with; nil if it succeeds.
func errorCode<Result>(_ body: () throws -> Result) -> CodecError.Code? {
  do {
    _ = try body()
    return nil
  } catch let error as CodecError {
    return error.code
  } catch {
    return .unreadable
  }
}
