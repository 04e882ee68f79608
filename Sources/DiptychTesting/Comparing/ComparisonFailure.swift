import Foundation

/// Why two halves could not be compared.
public struct ComparisonFailure: Error, CustomStringConvertible {
  /// One side of a comparison.
  public enum Half: String, Sendable, CaseIterable {
    /// The code for AssetsLibrary.
    case legacy
    /// The code for Photos.
    case modern
  }

  /// What happened.
  public enum Reason: Sendable {
    /// The half threw this error.
    case threw(any Error)
    /// Work was left when the time was up: labels, oldest first, and the limit in seconds.
    case unsettled([String], limit: Double)
    /// The library is damaged: what is wrong, a sentence each.
    case damaged([String])
    /// The library could not be made.
    case notMade(any Error)
  }

  /// Whose failure it is.
  public let half: Half
  /// What happened.
  public let reason: Reason

  /// What happened and what to do, in a sentence or two.
  public var description: String {
    switch reason {
    case .threw(let error):
      return "The \(half) half threw an error: \(Self.text(error))"
    case .unsettled(let labels, let limit):
      return "The \(half) half is not done \(limit) seconds after it returned. Still waiting: "
        + labels.joined(separator: ", ")
        + ". Let the main queue run, answer what asks, or give more time with settlingWithin:."
    case .damaged(let issues):
      return "The \(half) half left a damaged library: " + issues.joined(separator: " ")
    case .notMade(let error):
      return "The library of the \(half) half could not be made: \(error)"
    }
  }

  /// Of the errors of both APIs the domain, the code, Apple's text and what to do; of others all.
  private static func text(_ error: any Error) -> String {
    let bridged = error as NSError
    guard type(of: error) is NSError.Type || bridged.domain == "PHPhotosErrorDomain" else {
      return "\(error)"
    }
    let parts = ["\(bridged.domain) \(bridged.code): \(bridged.localizedDescription)"]
    return (parts + [bridged.localizedRecoverySuggestion].compactMap { $0 }).joined(separator: ". ")
  }
}
