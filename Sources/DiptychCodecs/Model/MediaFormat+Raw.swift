extension MediaFormat {
  package static let dng = MediaFormat(
    typeIdentifier: "com.adobe.raw-image", fileExtension: "dng", kind: .image, otherExtensions: [])
  package static let canonCR2 = rawFormat("com.canon.cr2-raw-image", "cr2")
  package static let canonCR3 = rawFormat("com.canon.cr3-raw-image", "cr3")
  package static let nikonNEF = rawFormat("com.nikon.raw-image", "nef", "nrw")
  package static let sonyARW = rawFormat("com.sony.arw-raw-image", "arw", "sr2")
  package static let fujiRAF = rawFormat("com.fuji.raw-image", "raf")
  package static let olympusORF = rawFormat("com.olympus.or-raw-image", "orf")
  package static let panasonicRW2 = rawFormat("com.panasonic.rw2-raw-image", "rw2")
  package static let pentaxPEF = rawFormat("com.pentax.raw-image", "pef")

  /// The formats of undeveloped pictures.
  package static let raw = [
    dng, canonCR2, canonCR3, nikonNEF, sonyARW, fujiRAF, olympusORF, panasonicRW2, pentaxPEF,
  ]

  /// Whether the picture is undeveloped.
  package var isRaw: Bool { Self.raw.contains(self) }

  private static func rawFormat(
    _ typeIdentifier: String, _ fileExtension: String, _ other: String...
  ) -> MediaFormat {
    MediaFormat(
      typeIdentifier: typeIdentifier, fileExtension: fileExtension, kind: .image,
      otherExtensions: other)
  }
}
