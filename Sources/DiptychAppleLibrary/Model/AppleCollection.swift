import DiptychEngine
import Foundation

/// An album or folder that the user made.
package struct AppleCollection: Sendable {
  package let uuid: UUID
  /// An album or a folder.
  package let kind: CollectionKind
  package let title: String
  /// The folder that holds it; nil at the top.
  package internal(set) var parent: UUID?
  package let created: Date?
  /// Of an album, the assets in the order in which the user sees them.
  package internal(set) var members: [UUID] = []
}
