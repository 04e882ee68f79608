import Foundation

/// Whether a file is a still picture or a movie.
package enum MediaKind: String, Sendable, Codable {
  case image
  case video
}

/// A type of media file that the product stores.
package struct MediaFormat: Hashable, Sendable {
  /// The uniform type identifier.
  package let typeIdentifier: String
  /// The usual name extension, lowercase, without a dot.
  package let fileExtension: String
  /// Still picture or movie.
  package let kind: MediaKind
  /// Other extensions in use, lowercase.
  package let otherExtensions: [String]

  package static let jpeg = MediaFormat(
    typeIdentifier: "public.jpeg", fileExtension: "jpg", kind: .image,
    otherExtensions: ["jpeg", "jpe", "jfif"])
  package static let png = MediaFormat(
    typeIdentifier: "public.png", fileExtension: "png", kind: .image, otherExtensions: [])
  package static let gif = MediaFormat(
    typeIdentifier: "com.compuserve.gif", fileExtension: "gif", kind: .image, otherExtensions: [])
  package static let heic = MediaFormat(
    typeIdentifier: "public.heic", fileExtension: "heic", kind: .image, otherExtensions: ["heics"])
  package static let heif = MediaFormat(
    typeIdentifier: "public.heif", fileExtension: "heif", kind: .image,
    otherExtensions: ["hif", "heifs"])
  package static let avif = MediaFormat(
    typeIdentifier: "public.avif", fileExtension: "avif", kind: .image, otherExtensions: ["avifs"])
  package static let webP = MediaFormat(
    typeIdentifier: "org.webmproject.webp", fileExtension: "webp", kind: .image,
    otherExtensions: [])
  package static let tiff = MediaFormat(
    typeIdentifier: "public.tiff", fileExtension: "tif", kind: .image, otherExtensions: ["tiff"])
  package static let bmp = MediaFormat(
    typeIdentifier: "com.microsoft.bmp", fileExtension: "bmp", kind: .image,
    otherExtensions: ["dib"])
  package static let quickTimeMovie = MediaFormat(
    typeIdentifier: "com.apple.quicktime-movie", fileExtension: "mov", kind: .video,
    otherExtensions: ["qt"])
  package static let mpeg4 = MediaFormat(
    typeIdentifier: "public.mpeg-4", fileExtension: "mp4", kind: .video,
    otherExtensions: ["m4v", "mpg4"])

  /// Every format.
  package static let all =
    [jpeg, png, gif, heic, heif, avif, webP, tiff, bmp] + raw + [quickTimeMovie, mpeg4]

  /// The format with this uniform type identifier, compared without case.
  package static func named(typeIdentifier: String) -> MediaFormat? {
    let wanted = typeIdentifier.lowercased()
    return all.first { $0.typeIdentifier == wanted }
  }

  /// The format with this name extension, compared without case; a leading dot is allowed.
  package static func named(fileExtension: String) -> MediaFormat? {
    var wanted = fileExtension.lowercased()
    if wanted.hasPrefix(".") { wanted.removeFirst() }
    return all.first { $0.fileExtension == wanted || $0.otherExtensions.contains(wanted) }
  }

  /// Whether a file of this format may bear the name of the other: names of one container pass for
  /// each other, as `mov` and `mp4`, `heic` and `heif`, and the makers' kinds of TIFF do.
  func passes(for other: MediaFormat) -> Bool {
    if self == other { return true }
    if kind == .video { return other.kind == .video }
    let heif: Set = [Self.heic, .heif]
    let tiff = Set(Self.raw + [.tiff])
    return [heif, tiff].contains { $0.contains(self) && $0.contains(other) }
  }
}
