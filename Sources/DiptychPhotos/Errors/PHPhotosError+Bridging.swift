import Foundation

/// Errors stand in dictionaries as `NSError` and are thrown as ``PHPhotosError``; clients cast either
/// to either. On Linux the casts of a value are those that its type defines.
extension PHPhotosError: _ObjectiveCBridgeable {
  /// The error as an object.
  public func _bridgeToObjectiveC() -> NSError { NSError(self) }

  /// Reads an object as an error; leaves `result` nil where that cannot be.
  /// - Parameters:
  ///   - source: The object.
  ///   - result: The error.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  /// Reads an object as an error.
  /// - Parameters:
  ///   - source: The object.
  ///   - result: The error; nil for an object of another domain or of a code that has no name.
  /// - Returns: Whether the object is such an error.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout PHPhotosError?
  ) -> Bool {
    result =
      source.domain == PHPhotosErrorDomain
      ? Code(rawValue: source.code).map { PHPhotosError($0, userInfo: source.userInfo) } : nil
    return result != nil
  }

  /// Reads an object as an error, which is an internal error where it cannot be another.
  /// - Parameter source: The object.
  /// - Returns: The error.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PHPhotosError {
    var result: PHPhotosError?
    if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
    return result ?? PHPhotosError(.internalError)
  }
}
