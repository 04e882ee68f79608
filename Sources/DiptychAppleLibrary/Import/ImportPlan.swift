import DiptychCodecs
import DiptychEngine
import Foundation

/// What an asset of a library of Apple's Photos becomes, once its files have been looked at.
package struct ImportPlan: Sendable {
  /// A file that could not be brought, or a value that was changed on the way.
  package struct Shortfall: Sendable {
    /// The file, or where it should be.
    package let file: String
    package let error: LibraryError
  }

  package let asset: AppleAsset
  /// The file that stands for the asset, or where it should be.
  package internal(set) var mainFile: String
  /// The files that are brought, the original first when it is there.
  package internal(set) var files: [String] = []
  package internal(set) var kind: MediaKind
  /// Pixels of the upright picture.
  package internal(set) var size: PixelSize
  /// The requests that make the asset; none where it cannot be brought at all.
  package internal(set) var operations: [ChangeOperation] = []
  /// The requests that give its original to an asset that came without it; nil when it is not there.
  package internal(set) var filling: [ChangeOperation]?
  /// Whether the original is among the files.
  package internal(set) var hasOriginal = false
  /// What could not be brought.
  package internal(set) var shortfalls: [Shortfall] = []
  /// What came with a change, in sentences.
  package internal(set) var notes: [String] = []

  /// Why nothing can be brought; nil where something can.
  package var refusal: Shortfall? { operations.isEmpty ? shortfalls.first : nil }
}
