import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia

/// Calls of `ALAssetsLibrary` and of UIKit (L191–L195, decisions 23 to 25).
enum LegacyLibraryRows {
  static let all: [AccessRow] = reading + writing + uikit

  private static func groups(_ scene: AccessScene, _ out: Witness) async {
    await reply { done in
      scene.legacy.library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) {
        group, _ in
        out.note(group)
        if group == nil { done() }
      } failureBlock: { error in
        out.note(error)
        done()
      }
    }
  }

  private static let reading: [AccessRow] = [
    AccessRow(
      "ALAssetsLibrary.enumerateGroups(withTypes:using:failureBlock:)", kind: .legacyRead
    ) { scene, out in
      await groups(scene, out)
    },
    AccessRow(
      "ALAssetsLibrary.enumerateGroupsWithTypes(_:usingBlock:failureBlock:)", kind: .legacyRead
    ) { scene, out in
      await reply { done in
        scene.legacy.library.enumerateGroupsWithTypes(
          ALAssetsGroupAll,
          usingBlock: { group, _ in
            out.note(group)
            if group == nil { done() }
          },
          failureBlock: { error in
            out.note(error)
            done()
          })
      }
    },
    AccessRow("ALAssetsLibrary.asset(for:resultBlock:failureBlock:)", kind: .legacyRead) {
      scene, out in
      let library = scene.library
      for uuid in library.secrets + library.selection {
        await reply { done in
          scene.legacy.library.asset(for: HeldLegacyObjects.url(uuid, "png")) { asset in
            out.note(asset)
            done()
          } failureBlock: { error in
            out.note(error)
            done()
          }
        }
      }
    },
    AccessRow("ALAssetsLibrary.group(for:resultBlock:failureBlock:)", kind: .legacyRead) {
      scene, out in
      let library = scene.library
      for uuid in [library.theirAlbum, library.ownAlbum] {
        await reply { done in
          scene.legacy.library.group(for: Identifiers.groupURL(uuid)) { group in
            out.note(group)
            done()
          } failureBlock: { error in
            out.note(error)
            done()
          }
        }
      }
    },
    AccessRow(
      "ALAssetsLibrary.init()", "ALAssetsLibrary.authorizationStatus()",
      "ALAssetsLibrary.disableSharedPhotoStreamsSupport()",
      "ALAssetsLibrary.videoAtPathIs(compatibleWithSavedPhotosAlbum:)",
      "UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_:)", kind: .quiet
    ) { _, out in
      out.note(ALAssetsLibrary.authorizationStatus().rawValue)
      ALAssetsLibrary.disableSharedPhotoStreamsSupport()
      let url = TestMedia.url("video/fragmented.mp4")
      out.note(ALAssetsLibrary().videoAtPathIs(compatibleWithSavedPhotosAlbum: url))
      out.note(UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(url.path))
    },
    AccessRow("NSNotification.Name.ALAssetsLibraryChanged", kind: .notice) { scene, out in
      // The change of the access itself is told first.
      _ = await scene.library.engine.activities.settled(within: 10)
      let count = Lock(0)
      let observer = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: scene.legacy.library, queue: nil
      ) { notification in
        count.withLock { $0 += 1 }
        out.note(notification.userInfo)
      }
      try await scene.library.changeSecrets(of: scene, told: { count.withLock { $0 } }, out)
      try await scene.library.changeSelection()
      NotificationCenter.default.removeObserver(observer)
    },
  ]

  /// Runs a call that throws the error of its completion.
  private static func noting(
    _ out: Witness, _ call: () async throws -> URL?
  ) async {
    do {
      out.note(try await call())
    } catch {
      out.note(error)
    }
  }

  /// Runs the same call in its form that takes a completion.
  static func replying(
    _ out: Witness, _ call: (@escaping @Sendable (URL?, (any Error)?) -> Void) -> Void
  ) async {
    await reply { done in
      call { url, error in
        out.note(url)
        out.note(error)
        done()
      }
    }
  }

  private static let writing: [AccessRow] = [
    AccessRow(
      "ALAssetsLibrary.addAssetsGroupAlbum(withName:resultBlock:failureBlock:)",
      kind: .legacyAlbum
    ) { scene, out in
      await reply { done in
        scene.legacy.library.addAssetsGroupAlbum(withName: "Trip") { group in
          out.note(group)
          done()
        } failureBlock: { error in
          out.note(error)
          done()
        }
      }
    },
    AccessRow(
      "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:orientation:)",
      "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:orientation:completionBlock:)",
      kind: .legacyWrite
    ) { scene, out in
      let image = try picture()
      await noting(out) {
        try await scene.legacy.library.writeImage(toSavedPhotosAlbum: image, orientation: .up)
      }
      await replying(out) {
        scene.legacy.library.writeImage(
          toSavedPhotosAlbum: image, orientation: .up, completionBlock: $0)
      }
    },
    AccessRow(
      "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:metadata:)",
      "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:metadata:completionBlock:)",
      kind: .legacyWrite
    ) { scene, out in
      let image = try picture()
      await noting(out) {
        try await scene.legacy.library.writeImage(toSavedPhotosAlbum: image, metadata: [:])
      }
      await replying(out) {
        scene.legacy.library.writeImage(
          toSavedPhotosAlbum: image, metadata: [:], completionBlock: $0)
      }
    },
    AccessRow(
      "ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:)",
      "ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:completionBlock:)",
      kind: .legacyWrite
    ) { scene, out in
      let data = try TestMedia.data("png/rgba.png")
      await noting(out) {
        try await scene.legacy.library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
      }
      await replying(out) {
        scene.legacy.library.writeImageData(
          toSavedPhotosAlbum: data, metadata: nil, completionBlock: $0)
      }
    },
    AccessRow(
      "ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:)",
      "ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:completionBlock:)", kind: .legacyWrite
    ) { scene, out in
      let url = TestMedia.url("video/fragmented.mp4")
      await noting(out) {
        try await scene.legacy.library.writeVideoAtPath(toSavedPhotosAlbum: url)
      }
      await replying(out) {
        scene.legacy.library.writeVideoAtPath(toSavedPhotosAlbum: url, completionBlock: $0)
      }
    },
  ]

  private static let uikit: [AccessRow] = [
    AccessRow("UIImageWriteToSavedPhotosAlbum(_:completion:)", kind: .legacyWrite) { _, out in
      let image = UIImage(cgImage: try picture())
      await reply { done in
        UIImageWriteToSavedPhotosAlbum(image) { _, error in
          out.note(error)
          done()
        }
      }
    },
    AccessRow("UISaveVideoAtPathToSavedPhotosAlbum(_:completion:)", kind: .legacyWrite) {
      _, out in
      await reply { done in
        UISaveVideoAtPathToSavedPhotosAlbum(TestMedia.url("video/fragmented.mp4").path) {
          _, error in
          out.note(error)
          done()
        }
      }
    },
    AccessRow("UIImageWriteToSavedPhotosAlbum(_:_:_:_:)", kind: .legacySilentWrite) { _, _ in
      UIImageWriteToSavedPhotosAlbum(UIImage(cgImage: try picture()), nil, nil, nil)
    },
    AccessRow("UISaveVideoAtPathToSavedPhotosAlbum(_:_:_:_:)", kind: .legacySilentWrite) { _, _ in
      UISaveVideoAtPathToSavedPhotosAlbum(
        TestMedia.url("video/fragmented.mp4").path, nil, nil, nil)
    },
  ]

  static func picture() throws -> CGImage {
    guard let image = UIImage(data: try TestMedia.data("png/rgba.png"))?.cgImage else {
      throw HeldObjects.Missing()
    }
    return image
  }
}
