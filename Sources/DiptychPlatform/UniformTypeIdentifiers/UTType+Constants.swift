extension UTType {
  /// Anything that a file system holds.
  public static let item = UTType(known: "public.item")
  /// Any bytes.
  public static let data = UTType(known: "public.data")
  /// Anything that shows something.
  public static let content = UTType(known: "public.content")
  /// A folder.
  public static let folder = UTType(known: "public.folder")
  /// Any text.
  public static let text = UTType(known: "public.text")
  /// Text without markup.
  public static let plainText = UTType(known: "public.plain-text")
  /// JSON.
  public static let json = UTType(known: "public.json")
  /// XML.
  public static let xml = UTType(known: "public.xml")
  /// A property list.
  public static let propertyList = UTType(known: "com.apple.property-list")
  /// PDF.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// Any still picture.
  public static let image = UTType(known: "public.image")
  /// A JPEG picture.
  public static let jpeg = UTType(known: "public.jpeg")
  /// A PNG picture.
  public static let png = UTType(known: "public.png")
  /// A GIF picture, still or animated.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// A TIFF picture.
  public static let tiff = UTType(known: "public.tiff")
  /// A HEIF picture.
  public static let heif = UTType(known: "public.heif")
  /// A HEIC picture.
  public static let heic = UTType(known: "public.heic")
  /// A WebP picture.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// A BMP picture.
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// A Windows icon.
  public static let ico = UTType(known: "com.microsoft.ico")
  /// An Apple icon.
  public static let icns = UTType(known: "com.apple.icns")
  /// An SVG drawing.
  public static let svg = UTType(known: "public.svg-image")
  /// Any camera's RAW picture.
  public static let rawImage = UTType(known: "public.camera-raw-image")
  /// A RAW picture in Adobe's format.
  public static let dng = UTType(known: "com.adobe.raw-image")
  /// A Live Photo.
  public static let livePhoto = UTType(known: "com.apple.live-photo")
  /// Any sound or moving picture.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// Any moving picture, with or without sound.
  public static let movie = UTType(known: "public.movie")
  /// A moving picture without sound.
  public static let video = UTType(known: "public.video")
  /// A QuickTime movie.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// An MPEG-4 movie.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// An MPEG movie.
  public static let mpeg = UTType(known: "public.mpeg")
  /// An MPEG-2 video.
  public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
  /// An AVI movie.
  public static let avi = UTType(known: "public.avi")
  /// Any sound.
  public static let audio = UTType(known: "public.audio")
  /// An MP3 sound.
  public static let mp3 = UTType(known: "public.mp3")
  /// A WAVE sound.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// An AIFF sound.
  public static let aiff = UTType(known: "public.aiff-audio")
  /// An MPEG-4 sound.
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
}
