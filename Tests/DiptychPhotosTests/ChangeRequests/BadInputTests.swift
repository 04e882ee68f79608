import DiptychEngine
import DiptychPhotos
import Foundation
import TestMedia
import Testing

/// Bad files: Apple's own code, nothing written, no file left behind.
@Suite struct BadInputTests {
  private enum Call {
    case image, video, photoResource
  }

  private static let rows: [(sample: String, call: Call, code: PHPhotosError.Code)] = [
    // P136: damaged or no media.
    ("bad/truncated.jpg", .image, .invalidResource),
    ("bad/zero-byte.jpg", .image, .invalidResource),
    ("bad/text-named.jpg", .image, .invalidResource),
    ("bad/exif-max-uint32.jpg", .image, .invalidResource),
    ("bad/truncated-no-moov.mov", .video, .invalidResource),
    // P135: bytes of another type than the name says.
    ("bad/png-named.jpg", .image, .invalidResource),
    ("bad/png-named.jpg", .photoResource, .invalidResource),
    // P138: a video given to the image call, and the reverse.
    ("video/h264-high-faststart.mp4", .image, .invalidResource),
    ("exif/no-exif.jpg", .video, .invalidResource),
    // Bounds: more pixels than are decoded, in a few kilobytes.
    ("bad/bomb-30000x30000.png", .image, .invalidResource),
    ("bad/huge-header-65500.jpg", .photoResource, .invalidResource),
    // P137: no usable file.
    ("bad/there-is-none.jpg", .image, .missingResource),
    ("bad/there-is-none.mov", .video, .missingResource),
    ("bad", .image, .missingResource),
    ("bad", .photoResource, .missingResource),
  ]

  // P135, P136, P137, C52.
  @Test func badFiles() async throws {
    try await Scene.run { scene in
      for row in Self.rows {
        let url = TestMedia.url(row.sample)
        let code = scene.failure {
          switch row.call {
          case .image: PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
          case .video: PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
          case .photoResource:
            PHAssetCreationRequest.forAsset()
              .addResource(with: .photo, fileURL: url, options: nil)
          }
        }
        #expect(code == row.code, "\(row)")
        #expect(scene.fileCount == 0, "\(row)")
      }
      #expect(scene.assets == [])
      let token = try scene.token()
      #expect(token == 0)
    }
  }

  // The same bytes without a name, as data.
  @Test func badData() async throws {
    try await Scene.run { scene in
      for sample in ["truncated.jpg", "zero-byte.jpg", "text-named.jpg"] {
        let data = try TestMedia.data("bad/\(sample)")
        let code = scene.failure {
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
        }
        #expect(code == .invalidResource, "\(sample)")
      }
      let png = try TestMedia.data("png/rgba.png")
      let options = PHAssetResourceCreationOptions()
      options.uniformTypeIdentifier = "public.jpeg"
      let code = scene.failure {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, data: png, options: options)
      }
      #expect(code == .invalidResource)  // P135
      #expect(scene.fileCount == 0)
      #expect(try scene.token() == 0)
    }
  }

  // P145. The superuser may read everything, so there the file is just saved.
  @Test func aFileWithoutReadPermission() async throws {
    try await Scene.run { scene in
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-secret-\(UUID().uuidString).jpg")
      try TestMedia.data("exif/no-exif.jpg").write(to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
      let code = scene.failure {
        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
      }
      #expect(code == (getuid() == 0 ? nil : .missingResource))
    }
  }

  // What a request cannot store: no number, no place on the globe.
  @Test func badValues() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let token = try scene.token()
      let nowhere = CLLocation(latitude: 91, longitude: 0)
      let never = Date(timeIntervalSinceReferenceDate: .nan)
      let image = try Pictures.solid()
      let codes = [
        scene.failure { PHAssetChangeRequest(for: asset).location = nowhere },
        scene.failure { PHAssetChangeRequest(for: asset).creationDate = never },
        scene.failure {
          PHAssetChangeRequest.creationRequestForAsset(from: image).location = nowhere
        },
        scene.failure {
          PHAssetChangeRequest.creationRequestForAsset(from: image).creationDate = never
        },
      ]
      #expect(codes == Array(repeating: .changeNotSupported, count: 4))
      #expect(try scene.token() == token)
    }
  }
}
