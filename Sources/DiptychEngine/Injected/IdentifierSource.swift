internal import CDiptychCrypto
import DiptychPlatform
import Foundation

/// What an identifier is for. Kinds are counted apart, so that one facade's extra album does not
/// shift the identifiers of assets.
package enum IdentifierKind: String, Sendable {
  case library, asset, collection, owner
}

/// Where the engine gets new identifiers from. Nothing else in the engine makes one.
package protocol IdentifierSource: Sendable {
  /// An identifier that was not handed out before.
  func next(_ kind: IdentifierKind) -> UUID
}

/// Random identifiers.
package struct RandomIdentifiers: IdentifierSource {
  package init() {}
  package func next(_ kind: IdentifierKind) -> UUID { UUID() }
}

/// Identifiers that depend on nothing but a seed, the present step and a count within the step.
///
/// A step that fails shifts nothing in later ones, and the order in which two kinds are made
/// within a step does not matter (design, "Exact").
package final class SeededIdentifiers: IdentifierSource {
  private struct State {
    var step = "start"
    var counts: [IdentifierKind: Int] = [:]
  }

  private let seed: String
  private let state: Lock<State>

  package init(seed: String) {
    self.seed = seed
    state = Lock(State())
  }

  /// Starts a step: counts begin again under a new label.
  package func beginStep(_ label: String) {
    state.withLock { $0 = State(step: label) }
  }

  package func next(_ kind: IdentifierKind) -> UUID {
    // A staging folder's name leaves no trace in the library, and two processes may share a seed.
    if kind == .owner { return UUID() }
    return state.withLock { state in
      let count = (state.counts[kind] ?? 0) + 1
      state.counts[kind] = count
      return UUID(hashing: "\(seed)\u{0}\(state.step)\u{0}\(kind.rawValue)\u{0}\(count)")
    }
  }
}

extension UUID {
  /// An identifier derived from a text alone: the first 16 bytes of its SHA-256, marked as
  /// version 8 (RFC 9562).
  package init(hashing text: String) {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    EVP_Digest(text, text.utf8.count, &digest, &length, EVP_sha256(), nil)
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    self.init(bytes: digest)
  }

  /// The identifier whose 16 bytes these are; missing bytes count as zero. Of more than 16 no other is
  /// looked at: a damaged row may hold megabytes.
  package init(bytes: some Sequence<UInt8>) {
    var raw: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &raw) { buffer in
      for (place, byte) in bytes.prefix(16).enumerated() { buffer[place] = byte }
    }
    self.init(uuid: raw)
  }

  /// The 16 bytes of the identifier.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: uuid) { Array($0) }
  }
}
