/// The types that are known, with what they conform to (Apple's list of system-declared types).
enum UTTypeTable {
  struct Entry: Sendable {
    let identifier: String
    let parents: [String]
    let extensions: [String]
    let mimeTypes: [String]
  }

  static func entry(_ identifier: String) -> Entry? { byIdentifier[identifier.lowercased()] }

  static func entry(fileExtension: String) -> Entry? { byExtension[fileExtension.lowercased()] }

  static func entry(mimeType: String) -> Entry? { byMIMEType[mimeType.lowercased()] }

  private static let byIdentifier = index { [$0.identifier] }
  private static let byExtension = index(\.extensions)
  private static let byMIMEType = index(\.mimeTypes)

  /// Of two entries with one key the first counts.
  private static func index(_ keys: (Entry) -> [String]) -> [String: Entry] {
    var index: [String: Entry] = [:]
    for entry in entries {
      for key in keys(entry) where index[key.lowercased()] == nil {
        index[key.lowercased()] = entry
      }
    }
    return index
  }

  private static func type(
    _ identifier: String, _ parents: [String], _ extensions: [String] = [],
    _ mimeTypes: [String] = []
  ) -> Entry {
    Entry(
      identifier: identifier, parents: parents, extensions: extensions, mimeTypes: mimeTypes)
  }

  private static let image = "public.image"
  private static let raw = "public.camera-raw-image"
  private static let movie = "public.movie"
  private static let audio = "public.audio"

  private static let entries: [Entry] = [
    type("public.item", []),
    type("public.data", ["public.item"]),
    type("public.content", []),
    type("public.folder", ["public.item"]),
    type("public.text", ["public.data", "public.content"]),
    type("public.plain-text", ["public.text"], ["txt", "text"], ["text/plain"]),
    type("public.json", ["public.text"], ["json"], ["application/json"]),
    type("public.xml", ["public.text"], ["xml"], ["application/xml", "text/xml"]),
    type("com.apple.property-list", ["public.data"], ["plist"]),
    type("com.adobe.pdf", ["public.data", "public.content"], ["pdf"], ["application/pdf"]),

    type(image, ["public.data", "public.content"]),
    type("public.jpeg", [image], ["jpeg", "jpg", "jpe", "jfif"], ["image/jpeg", "image/jpg"]),
    type("public.png", [image], ["png"], ["image/png"]),
    type("com.compuserve.gif", [image], ["gif"], ["image/gif"]),
    type("public.tiff", [image], ["tiff", "tif"], ["image/tiff"]),
    type("public.heif-standard", [image]),
    type("public.heif", ["public.heif-standard"], ["heif"], ["image/heif"]),
    type("public.heic", ["public.heif-standard"], ["heic"], ["image/heic"]),
    type("public.avif", [image], ["avif"], ["image/avif"]),
    type("org.webmproject.webp", [image], ["webp"], ["image/webp"]),
    type("com.microsoft.bmp", [image], ["bmp", "dib"], ["image/bmp"]),
    type("com.microsoft.ico", [image], ["ico"], ["image/vnd.microsoft.icon"]),
    type("com.apple.icns", [image], ["icns"]),
    type("public.svg-image", [image], ["svg"], ["image/svg+xml"]),
    type("public.jpeg-2000", [image], ["jp2", "j2k"], ["image/jp2"]),
    type(raw, [image]),
    type("com.adobe.raw-image", [raw], ["dng"], ["image/x-adobe-dng"]),
    type("com.canon.cr2-raw-image", [raw], ["cr2"], ["image/x-canon-cr2"]),
    type("com.canon.cr3-raw-image", [raw], ["cr3"], ["image/x-canon-cr3"]),
    type("com.nikon.raw-image", [raw], ["nef"], ["image/x-nikon-nef"]),
    type("com.sony.arw-raw-image", [raw], ["arw"], ["image/x-sony-arw"]),
    type("com.fuji.raw-image", [raw], ["raf"], ["image/x-fuji-raf"]),
    type("com.olympus.raw-image", [raw], ["orf"], ["image/x-olympus-orf"]),
    type("com.panasonic.rw2-raw-image", [raw], ["rw2"], ["image/x-panasonic-rw2"]),
    type("com.pentax.raw-image", [raw], ["pef"], ["image/x-pentax-pef"]),
    type("com.apple.live-photo", [image]),

    type("public.audiovisual-content", ["public.data", "public.content"]),
    type(movie, ["public.audiovisual-content"]),
    type("public.video", [movie]),
    type("com.apple.quicktime-movie", [movie], ["mov", "qt"], ["video/quicktime"]),
    type("public.mpeg-4", [movie], ["mp4", "mpg4"], ["video/mp4"]),
    type("com.apple.m4v-video", ["public.mpeg-4"], ["m4v"], ["video/x-m4v"]),
    type("public.mpeg", [movie], ["mpg", "mpeg"], ["video/mpeg"]),
    type("public.mpeg-2-video", ["public.video"], ["m2v"], ["video/mpeg2"]),
    type("public.avi", [movie], ["avi"], ["video/avi", "video/x-msvideo"]),
    type("public.3gpp", [movie], ["3gp", "3gpp"], ["video/3gpp"]),
    type(audio, ["public.audiovisual-content"]),
    type("public.mp3", [audio], ["mp3"], ["audio/mpeg"]),
    type("com.microsoft.waveform-audio", [audio], ["wav"], ["audio/vnd.wave", "audio/wav"]),
    type("public.aiff-audio", [audio], ["aiff", "aif"], ["audio/aiff"]),
    type("public.mpeg-4-audio", [audio], ["m4a"], ["audio/mp4", "audio/x-m4a"]),
  ]
}
