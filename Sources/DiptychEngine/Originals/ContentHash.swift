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
    let digits: StaticString = "0123456789abcdef"
    let bytes = Array(self)
    return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      for (index, byte) in bytes.enumerated() {
        text[index * 2] = digits.utf8Start[Int(byte >> 4)]
        text[index * 2 + 1] = digits.utf8Start[Int(byte & 15)]
      }
      return bytes.count * 2
    }
  }
}
