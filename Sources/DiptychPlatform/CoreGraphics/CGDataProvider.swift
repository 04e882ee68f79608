import Foundation

/// The bytes that an image is made from, or that it gives.
public final class CGDataProvider: Sendable {
  /// The bytes.
  let bytes: Data

  /// Makes a provider of bytes.
  init(bytes: Data) {
    self.bytes = bytes
  }

  /// Makes a provider of the given bytes; write `data as CFData`.
  ///
  /// Never `nil` here; the signature is Apple's.
  public convenience init?(data: CFData) {
    self.init(bytes: data as Data)
  }

  /// A copy of the bytes.
  public var data: CFData? { bytes as NSData }
}
