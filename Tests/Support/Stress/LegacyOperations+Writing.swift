import DiptychAssetsLibrary
import DiptychPlatform
import Foundation

extension LegacyOperations {
  static let writes: [StressOperation] = [
    StressOperation(name: "writeImage(orientation:)", weight: 2) { worker in
      _ = try worker.save()
    },
    StressOperation(name: "writeImage(metadata:)") { worker in
      let image = StressMedia.image(7)
      _ = try worker.saved("writeImage(metadata:)") { done in
        worker.library.writeImage(
          toSavedPhotosAlbum: image, metadata: ["Orientation": 6], completionBlock: done)
      }
    },
    StressOperation(name: "writeImageData") { worker in
      let data = try StressMedia.data(UInt8.random(in: 0...255, using: &worker.random))
      _ = try worker.saved("writeImageData") { done in
        worker.library.writeImageData(
          toSavedPhotosAlbum: data, metadata: nil, completionBlock: done)
      }
    },
    StressOperation(name: "writeVideoAtPath") { worker in
      _ = try worker.saved("writeVideoAtPath") { done in
        worker.library.writeVideoAtPath(
          toSavedPhotosAlbum: StressMedia.video, completionBlock: done)
      }
    },
    StressOperation(name: "a write that fails") { worker in
      let code: Int? = try worker.wait(for: "a write that fails") { done in
        worker.library.writeImageData(toSavedPhotosAlbum: Data("text".utf8), metadata: nil) {
          done(($1 as NSError?)?.code)
        }
      }
      guard code == ALAssetsLibraryWriteInvalidDataError else {
        throw StressFailure("Text was refused with \(String(describing: code)).")
      }
    },
    StressOperation(name: "writeModifiedImageData") { worker in
      guard let original = try worker.asset(at: worker.pick(worker.world.fixed.assets)) else {
        throw StressFailure("A fixed asset is gone.")
      }
      let data = try StressMedia.data(3)
      let url = try worker.saved("writeModifiedImageData") { done in
        original.writeModifiedImageData(
          toSavedPhotosAlbum: data, metadata: nil, completionBlock: done)
      }
      // Somebody may have deleted the copy since.
      if let copy = try worker.asset(at: url), let found = copy.original {
        guard found.isSame(as: original) else { throw StressFailure("Another original.") }
      }
    },
    StressOperation(name: "writeModifiedVideoAtPath") { worker in
      guard let original = try worker.asset(at: worker.pick(worker.world.fixed.assets)) else {
        throw StressFailure("A fixed asset is gone.")
      }
      _ = try worker.saved("writeModifiedVideoAtPath") { done in
        original.writeModifiedVideoAtPath(
          toSavedPhotosAlbum: StressMedia.video, completionBlock: done)
      }
    },
    StressOperation(name: "setImageData") { worker in
      let data = try StressMedia.data(UInt8.random(in: 0...255, using: &worker.random))
      try worker.replace { $0.setImageData(data, metadata: nil, completionBlock: $1) }
    },
    StressOperation(name: "setVideoAtPath") { worker in
      try worker.replace { $0.setVideoAtPath(StressMedia.video, completionBlock: $1) }
    },
  ]

  /// The forms that Swift makes of methods with a completion block (L14).
  static let asynchronous: [StressOperation] = [
    StressOperation(name: "async writes") { worker in
      let library = worker.library
      let data = try StressMedia.data(5)
      let urls: [URL?] = try worker.wait(forAsync: "async writes") {
        [
          try? await library.writeImage(
            toSavedPhotosAlbum: StressMedia.image(9), orientation: .left),
          try? await library.writeImage(toSavedPhotosAlbum: StressMedia.image(9), metadata: nil),
          try? await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil),
          try? await library.writeVideoAtPath(toSavedPhotosAlbum: StressMedia.video),
        ]
      }
      try worker.noteSaved(urls)
    },
    StressOperation(name: "async changes") { worker in
      let url = try worker.save()
      guard let asset = try worker.asset(at: url) else { return }
      let data = try StressMedia.data(5)
      let copies: [URL?] = try worker.wait(forAsync: "async changes") {
        _ = try? await asset.setImageData(data, metadata: nil)
        _ = try? await asset.setVideoAtPath(StressMedia.video)
        return [
          try? await asset.writeModifiedImageData(toSavedPhotosAlbum: data, metadata: nil),
          try? await asset.writeModifiedVideoAtPath(toSavedPhotosAlbum: StressMedia.video),
        ]
      }
      // The original may have been deleted meanwhile, and then there is no copy.
      try worker.noteSaved(copies.filter { $0 != nil })
    },
  ]
}

/// UIKit's functions, which save to the same library.
enum UIKitCalls {
  static let all: [StressOperation] = [
    StressOperation(name: "UIImageWriteToSavedPhotosAlbum") { worker in
      let hasFailed: Bool = try worker.wait(for: "UIImageWriteToSavedPhotosAlbum") { done in
        UIImageWriteToSavedPhotosAlbum(UIImage(cgImage: StressMedia.image(1))) {
          done($1 != nil)
        }
      }
      if hasFailed { throw StressFailure("UIKit saved no image.") }
      worker.world.count { $0.saved += 1 }
    },
    StressOperation(name: "UISaveVideoAtPathToSavedPhotosAlbum") { worker in
      let path = StressMedia.video.path
      guard UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(path) else {
        throw StressFailure("UIKit calls the video unfit.")
      }
      let hasFailed: Bool = try worker.wait(for: "UISaveVideoAtPathToSavedPhotosAlbum") { done in
        UISaveVideoAtPathToSavedPhotosAlbum(path) { done($1 != nil) }
      }
      if hasFailed { throw StressFailure("UIKit saved no video.") }
      worker.world.count { $0.saved += 1 }
    },
  ]
}

extension StressWorker {
  /// Replaces the content of some asset. Which of the codes comes depends on what other threads
  /// did to it; the URL is the same or there is an error (L157, L158).
  func replace(
    _ call: (ALAsset, @escaping @Sendable (URL?, (any Error)?) -> Void) -> Void
  ) throws {
    guard let asset = pick(world.assets) else { return }
    let before = asset.value(forProperty: ALAssetPropertyAssetURL) as? URL
    let answer: StressReplacement = try wait(for: "replace") { done in
      call(asset) { done(StressReplacement(url: $0, code: ($1 as NSError?)?.code)) }
    }
    guard (answer.url == nil) != (answer.code == nil) else {
      throw StressFailure("A replacement gave neither URL nor error, or both.")
    }
    if let url = answer.url, let before, url.query?.prefix(39) != before.query?.prefix(39) {
      throw StressFailure("\(before) became \(url).")
    }
    let expected = [
      nil, ALAssetsLibraryWriteFailedError, ALAssetsLibraryWriteIncompatibleDataError,
    ]
    guard expected.contains(answer.code) else {
      throw StressFailure("A replacement failed with \(String(describing: answer.code)).")
    }
  }

  /// Notes assets that an asynchronous form saved.
  func noteSaved(_ urls: [URL?]) throws {
    for url in urls {
      guard let url else { throw StressFailure("An asynchronous write gave no URL.") }
      world.count { $0.saved += 1 }
      world.share(asset: url)
    }
  }
}

private struct StressReplacement: Sendable {
  let url: URL?
  let code: Int?
}

extension ALAsset {
  /// Whether two objects stand for the same asset (L106); also when either is gone.
  func isSame(as other: ALAsset) -> Bool {
    let urls = [self, other].map { $0.value(forProperty: ALAssetPropertyAssetURL) as? URL }
    return urls.contains(nil) || urls[0] == urls[1]
  }
}
