import DiptychCodecs
import Foundation

/// The names by which the outside knows an object, all made from one identifier, in this one file.
package enum Identifiers {
  /// `UUID/L0/001` (P57).
  package static func asset(_ uuid: UUID) -> String { uuid.text(ending: "/L0/001") }
  /// `UUID/L0/040` (P58).
  package static func album(_ uuid: UUID) -> String { uuid.text(ending: "/L0/040") }
  /// `UUID/L0/020` (P59).
  package static func folder(_ uuid: UUID) -> String { uuid.text(ending: "/L0/020") }

  /// `UUID/L0/060`, for a moment, which lists of albums never hold.
  package static func moment(_ uuid: UUID) -> String { uuid.text(ending: "/L0/060") }

  /// The identifier inside a local identifier with the given ending; nil for any other text (C26).
  package static func uuid(of text: String, ending: String) -> UUID? {
    guard text.utf8.count == 43, text.hasSuffix("/L0/" + ending) else { return nil }
    return UUID(canonical: text.prefix(36).utf8)
  }

  package static func assetUUID(_ text: String) -> UUID? { uuid(of: text, ending: "001") }
  package static func albumUUID(_ text: String) -> UUID? { uuid(of: text, ending: "040") }
  package static func folderUUID(_ text: String) -> UUID? { uuid(of: text, ending: "020") }

  package static func momentUUID(_ text: String) -> UUID? { uuid(of: text, ending: "060") }

  /// The URL of an asset that was saved as a file of this type (decision 30).
  package static func assetURL(_ uuid: UUID, typeIdentifier: String) -> URL? {
    let format = MediaFormat.named(typeIdentifier: typeIdentifier)
    return assetURL(uuid, fileExtension: format?.fileExtension ?? "DAT")
  }

  /// `assets-library://asset/asset.JPG?id=UUID&ext=JPG` (L103).
  /// - Parameters:
  ///   - uuid: The asset.
  ///   - fileExtension: That of the file, which stays when another file comes in its place
  ///     (decision 252).
  package static func assetURL(_ uuid: UUID, fileExtension: String) -> URL? {
    // Nearly all are of a known type, and a walk over a large library asks for one URL an asset.
    let ext = extensions[fileExtension] ?? fileExtension.uppercased()
    var text = "assets-library://asset/asset."
    text.reserveCapacity(96)
    text += ext
    text += "?id="
    text += uuid.text()
    text += "&ext="
    text += ext
    return URL(string: text)
  }

  private static let extensions = Dictionary(
    MediaFormat.all.map { ($0.fileExtension, $0.fileExtension.uppercased()) },
    uniquingKeysWith: { first, _ in first })

  /// `assets-library://group/?id=UUID` (L88).
  package static func groupURL(_ uuid: UUID) -> URL? {
    URL(string: "assets-library://group/?id=\(uuid.text())")
  }

  /// The identifier in an old URL; the query counts, not the path (L104, L169).
  package static func uuid(of url: URL?) -> UUID? {
    guard let url, url.scheme?.lowercased() == "assets-library",
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems,
      let text = items.first(where: { $0.name == "id" })?.value
    else { return nil }
    return UUID(written: text)
  }
}
