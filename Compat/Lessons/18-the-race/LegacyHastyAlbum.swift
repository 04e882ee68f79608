import AssetsLibrary
import Foundation
import UIKit

/// An album that is made in the initializer. The initializer returns before the album is there.
public final class LegacyHastyAlbum {
  let library = ALAssetsLibrary()
  /// Tells the user something.
  let say: (String) -> Void
  private var group: ALAssetsGroup?
  private var isReady = false
  private var waiting: [() -> Void] = []

  // MARK: Begin to make the album

  /// Begins to make the album; the answer comes later, on the main queue.
  public init(title: String, say: @escaping (String) -> Void) {
    self.say = say
    library.addAssetsGroupAlbum(
      withName: title,
      resultBlock: { self.ready($0) }, failureBlock: { _ in self.ready(nil) })
  }

  private func ready(_ group: ALAssetsGroup?) {
    self.group = group
    isReady = true
    let actions = waiting
    waiting = []
    for action in actions { action() }
  }

  // MARK: Save at once

  /// Looks at the album as it is now. Right after the initializer there is none, so nothing is
  /// saved, and no call has failed.
  public func save(_ image: UIImage, completion: @escaping () -> Void) {
    guard let group else {
      say("no album")
      return completion()
    }
    library.writeImage(toSavedPhotosAlbum: image.cgImage, orientation: .up) { url, _ in
      self.library.asset(
        for: url,
        resultBlock: { asset in
          self.say(group.add(asset) ? "saved" : "could not save")
          completion()
        },
        failureBlock: { _ in completion() })
    }
  }

  // MARK: Save when the album is there

  /// Waits for the answer first. All of it is on the main queue, so there is nothing to lock.
  public func saveWhenReady(_ image: UIImage, completion: @escaping () -> Void) {
    guard isReady else {
      waiting.append { self.save(image, completion: completion) }
      return
    }
    save(image, completion: completion)
  }
}
