import DiptychAssetsLibrary
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// One way to save something, through either API. It gives the handle of its API: a URL or an
/// identifier.
struct CrossFacadeSave: Sendable {
  let name: String
  /// What both APIs have to say of it besides agreeing: the type identifier, and the date and
  /// place where they come from the file or the request.
  let type: String
  let save: @Sendable (ALAssetsLibrary) async throws -> String

  static let all = legacy + modern

  private static func picture(_ name: String) throws -> UIImage {
    try #require(UIImage(data: try TestMedia.data(name)))
  }

  // MARK: By the old API

  private static let legacy: [CrossFacadeSave] =
    (0..<8).map { number in
      CrossFacadeSave(name: "old: bitmap, orientation \(number)", type: "public.jpeg") { library in
        let image = try #require(picture("orientation/orientation-1.jpg").cgImage)
        let orientation = try #require(ALAssetOrientation(rawValue: number))
        return text(
          try await library.writeImage(toSavedPhotosAlbum: image, orientation: orientation))
      }
    } + [
      CrossFacadeSave(name: "old: bitmap with transparency", type: "public.png") { library in
        let image = try #require(picture("png/rgba.png").cgImage)
        return text(try await library.writeImage(toSavedPhotosAlbum: image, orientation: .up))
      },
      CrossFacadeSave(name: "old: bitmap with metadata", type: "public.jpeg") { library in
        let metadata: [AnyHashable: Any] = [
          "Orientation": 8,
          "{GPS}": [
            "Latitude": 48.5, "LatitudeRef": "N", "Longitude": 2.25, "LongitudeRef": "W",
            "Altitude": 35.0, "AltitudeRef": 0,
          ],
          "{Exif}": ["DateTimeOriginal": "2013:02:03 04:05:06"],
        ]
        let image = try #require(picture("orientation/orientation-1.jpg").cgImage)
        return text(try await library.writeImage(toSavedPhotosAlbum: image, metadata: metadata))
      },
    ]
    + [
      ("exif/gps-south-west-below-sea.jpg", "public.jpeg"),
      ("exif/date-subsec-offset-mm.jpg", "public.jpeg"),
      ("exif/real-iphone4s-gps-subsec-orientation6.jpg", "public.jpeg"),
      ("png/exif-gps.png", "public.png"), ("png/gray16.png", "public.png"),
    ].map { file, type in
      CrossFacadeSave(name: "old: bytes of \(file)", type: type) { library in
        let data = try TestMedia.data(file)
        return text(try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil))
      }
    }
    + [
      CrossFacadeSave(name: "old: bytes with metadata on top", type: "public.jpeg") { library in
        let data = try TestMedia.data("exif/date-plain.jpg")
        let metadata = ["{Exif}": ["DateTimeOriginal": "2001:02:03 04:05:06"]]
        return text(try await library.writeImageData(toSavedPhotosAlbum: data, metadata: metadata))
      }
    ]
    + [
      ("video/h264-high-faststart.mp4", "public.mpeg-4"),
      ("video/h264-rotated-creationdate.mov", "com.apple.quicktime-movie"),
    ].map { file, type in
      CrossFacadeSave(name: "old: \(file)", type: type) { library in
        text(try await library.writeVideoAtPath(toSavedPhotosAlbum: TestMedia.url(file)))
      }
    }

  private static func text(_ url: URL?) -> String { url?.absoluteString ?? "" }

  // MARK: By the new API

  /// Runs one change block, and gives the identifier of what its request makes.
  private static func create(
    _ request: @escaping @Sendable () throws -> PHAssetChangeRequest?
  ) async throws -> String {
    let handle = SavedHandle()
    try await PHPhotoLibrary.shared().performChanges {
      let made = try? request()
      handle.set(made?.placeholderForCreatedAsset?.localIdentifier)
    }
    return try #require(handle.value)
  }

  private static let modern: [CrossFacadeSave] =
    [
      ("orientation/orientation-1.jpg", "public.jpeg"),
      ("orientation/orientation-6.jpg", "public.jpeg"), ("png/rgba.png", "public.png"),
    ].map { file, type in
      CrossFacadeSave(name: "new: image of \(file)", type: type) { _ in
        let image = try picture(file)
        return try await create { PHAssetChangeRequest.creationRequestForAsset(from: image) }
      }
    } + [
      CrossFacadeSave(name: "new: image file", type: "public.jpeg") { _ in
        try await create {
          PHAssetChangeRequest.creationRequestForAssetFromImage(
            atFileURL: TestMedia.url("exif/date-plain.jpg"))
        }
      },
      CrossFacadeSave(name: "new: video file", type: "com.apple.quicktime-movie") { _ in
        try await create {
          PHAssetChangeRequest.creationRequestForAssetFromVideo(
            atFileURL: TestMedia.url("video/h264-rotated-creationdate.mov"))
        }
      },
      CrossFacadeSave(name: "new: bytes with a name of their own", type: "public.png") { _ in
        let data = try TestMedia.data("png/gray16.png")
        return try await create {
          let request = PHAssetCreationRequest.forAsset()
          let options = PHAssetResourceCreationOptions()
          options.originalFilename = "Mein Bild ä.png"
          request.addResource(with: .photo, data: data, options: options)
          return request
        }
      },
      CrossFacadeSave(name: "new: bytes with date, place and marks", type: "public.jpeg") { _ in
        let data = try TestMedia.data("exif/gps-south-west-below-sea.jpg")
        return try await create {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: data, options: nil)
          // D8: beside the file, whose bytes stay.
          request.creationDate = Date(timeIntervalSince1970: 1_234_567_890.123_456)
          request.location = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 35.25, longitude: 139.75), altitude: 12.5,
            horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: Date())
          request.isFavorite = true
          return request
        }
      },
    ]
}

/// An identifier that a change block leaves.
final class SavedHandle: Sendable {
  private let handle = Lock<String?>(nil)

  func set(_ value: String?) { handle.withLock { $0 = value } }

  var value: String? { handle.withLock { $0 } }
}
