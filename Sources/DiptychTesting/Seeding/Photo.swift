import DiptychEngine
import Foundation

/// A photo that a library holds at the start, or that the user or another application saves.
///
/// The same value used twice, such as in two albums, is the same photo. A library refuses to start with
/// a value and a changed copy of it.
///
///     let beach = Photo(.jpeg(width: 40, height: 30), named: "beach.jpg").favorite()
///     Album("Trip") { beach }
///     Album("Best") { beach }
public struct Photo: MediaContent {
  var media: MediaSeed

  /// A picture made by code.
  /// - Parameters:
  ///   - picture: The picture.
  ///   - name: The name of its file; `picture-` and the seed when nil.
  ///   - date: When it was taken; when the library got it if nil.
  ///   - place: Where it was taken, in degrees, north and east positive.
  public init(
    _ picture: TestPicture, named name: String? = nil, taken date: Date? = nil,
    at place: (latitude: Double, longitude: Double)? = nil
  ) {
    self.init(data: picture.data, named: name ?? picture.defaultName, taken: date, at: place)
  }

  /// The bytes of a picture file.
  /// - Parameters:
  ///   - data: The bytes, of a format that the library stores.
  ///   - name: The name of the file. Its extension has to be that of the format.
  ///   - date: When it was taken, if the file is not to say.
  ///   - place: Where it was taken, if the file is not to say.
  public init(
    data: Data, named name: String, taken date: Date? = nil,
    at place: (latitude: Double, longitude: Double)? = nil
  ) {
    media = MediaSeed(.data(data, name: name), isVideo: false)
    media.taken = date
    media.latitude = place?.latitude
    media.longitude = place?.longitude
  }

  /// A picture file, which is copied.
  /// - Parameters:
  ///   - file: Where the file is.
  ///   - name: The name that the library keeps; that of the file when nil.
  ///   - date: When it was taken, if the file is not to say.
  ///   - place: Where it was taken, if the file is not to say.
  public init(
    file: URL, named name: String? = nil, taken date: Date? = nil,
    at place: (latitude: Double, longitude: Double)? = nil
  ) {
    media = MediaSeed(.file(file, name: name), isVideo: false)
    media.taken = date
    media.latitude = place?.latitude
    media.longitude = place?.longitude
  }

  /// The photo as one that the user likes.
  public func favorite() -> Photo { changed { $0.isFavorite = true } }

  /// The photo as one that the user has hidden.
  public func hidden() -> Photo { changed { $0.isHidden = true } }

  /// The photo as one that lies in Recently Deleted. Its albums keep its place (decision 14).
  public func deleted() -> Photo { changed { $0.isTrashed = true } }

  /// The photo as one that an application has added; without this, "Camera".
  public func by(_ client: String) -> Photo { changed { $0.client = client } }

  /// The photo as one synced from a computer, which the Camera Roll does not show.
  public func synced() -> Photo { changed { $0.source = .synced } }

  /// The photo as one whose file is not on this machine; see ``TestHand/download(_:)``.
  public func notLocal() -> Photo { changed { $0.isLocal = false } }

  /// The photo with a second file, as of a camera that stores RAW and JPEG (P144).
  /// - Parameters:
  ///   - data: The bytes, of a picture format that the library stores.
  ///   - name: The name of the file. Its extension has to be that of the format.
  public func withAlternate(data: Data, named name: String) -> Photo {
    changed { $0.alternate = .data(data, name: name) }
  }

  /// The photo as one of a burst. Lists show the representative and the user's picks only (P41).
  /// - Parameters:
  ///   - burst: A name for the burst; photos with the same name belong together.
  ///   - role: What the photo is to it.
  public func inBurst(_ burst: String, as role: BurstRole = .member) -> Photo {
    changed { $0.burst = (burst, role.mark) }
  }

  /// The photo with these marks of its kind, beside those that its bytes tell: what a camera
  /// knows and a small test file does not say.
  public func marked(_ marks: MediaMark...) -> Photo {
    changed { media in for mark in marks { media.traits |= mark.bit } }
  }

  private func changed(_ change: (inout MediaSeed) -> Void) -> Photo {
    var photo = self
    change(&photo.media)
    return photo
  }

  /// The photo in the form that a library takes.
  public var seed: LibrarySeed { LibrarySeed(kind: .media(media)) }
}

/// A video that a library holds at the start, or that the user or another application saves.
///
/// The same value used twice is the same video. A library refuses to start with a value and a changed
/// copy of it.
public struct Video: MediaContent {
  var media: MediaSeed

  /// A movie file, which is copied.
  /// - Parameters:
  ///   - file: Where the file is.
  ///   - name: The name that the library keeps; that of the file when nil.
  ///   - date: When it was taken, if the file is not to say.
  ///   - place: Where it was taken, if the file is not to say.
  public init(
    file: URL, named name: String? = nil, taken date: Date? = nil,
    at place: (latitude: Double, longitude: Double)? = nil
  ) {
    media = MediaSeed(.file(file, name: name), isVideo: true)
    media.taken = date
    media.latitude = place?.latitude
    media.longitude = place?.longitude
  }

  /// The video as one that the user likes.
  public func favorite() -> Video { changed { $0.isFavorite = true } }

  /// The video as one that the user has hidden.
  public func hidden() -> Video { changed { $0.isHidden = true } }

  /// The video as one that lies in Recently Deleted.
  public func deleted() -> Video { changed { $0.isTrashed = true } }

  /// The video as one that an application has added; without this, "Camera".
  public func by(_ client: String) -> Video { changed { $0.client = client } }

  /// The video as one synced from a computer, which the Camera Roll does not show.
  public func synced() -> Video { changed { $0.source = .synced } }

  /// The video as one whose file is not on this machine; see ``TestHand/download(_:)``.
  public func notLocal() -> Video { changed { $0.isLocal = false } }

  /// The video with these marks of its kind, beside those that its bytes tell: what a camera
  /// knows and a small test file does not say.
  public func marked(_ marks: MediaMark...) -> Video {
    changed { media in for mark in marks { media.traits |= mark.bit } }
  }

  private func changed(_ change: (inout MediaSeed) -> Void) -> Video {
    var video = self
    change(&video.media)
    return video
  }

  /// The video in the form that a library takes.
  public var seed: LibrarySeed { LibrarySeed(kind: .media(media)) }
}
