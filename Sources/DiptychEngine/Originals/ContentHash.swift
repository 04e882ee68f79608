internal import CDiptychCrypto
import Foundation

/// SHA-256, computed as bytes pass by.
package final class ContentHash {
  private let context: OpaquePointer?

  package init() {
    context = EVP_MD_CTX_new()
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  package func update(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  /// The 32 bytes of the digest. Call it once, last.
  package func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    EVP_DigestFinal_ex(context, &digest, &length)
    return digest
  }

  /// Stands for the digest of bytes that nobody has seen; no file has it.
  package static let unknown = [UInt8](repeating: 0, count: 32)

  /// The digest of bytes at hand.
  package static func of(_ data: Data) -> [UInt8] {
    let hash = ContentHash()
    data.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }
}

extension Sequence<UInt8> {
  /// Lowercase hexadecimal digits, two a byte.
  package var hexadecimal: String {
    withContiguousStorageIfAvailable(Self.hexadecimal) ?? Array(self).hexadecimal
  }

  private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let digits: StaticString = "0123456789abcdef"
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      var place = 0
      for byte in bytes {
        text[place] = digits.utf8Start[Int(byte >> 4)]
        text[place + 1] = digits.utf8Start[Int(byte & 15)]
        place += 2
      }
      return place
    }
  }
}
