import AssetsLibrary
import Foundation

/// Finds the album named after the application, or makes it.
public final class LegacyAppAlbum {
  let library: ALAssetsLibrary
  let title: String
  /// Tells the user something.
  let say: (String) -> Void

  /// Looks for the album of a title in `library`.
  public init(
    library: ALAssetsLibrary = ALAssetsLibrary(), title: String,
    say: @escaping (String) -> Void = { _ in }
  ) {
    self.library = library
    self.title = title
    self.say = say
  }

  // MARK: Find or make

  /// Makes the album; a nil group means that the name is taken, so the walk looks for it.
  public func find(_ completion: @escaping (ALAssetsGroup?, Error?) -> Void) {
    library.addAssetsGroupAlbum(
      withName: title,
      resultBlock: { group in
        if let group {
          self.say("album made")
          completion(group, nil)
        } else {
          self.walk(completion)
        }
      },
      failureBlock: { error in completion(nil, error) })
  }

  private func walk(_ completion: @escaping (ALAssetsGroup?, Error?) -> Void) {
    var found: ALAssetsGroup?
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
      using: { group, stop in
        if let group {
          let name = group.value(forProperty: ALAssetsGroupPropertyName) as? String
          if found == nil, name == self.title { found = group }
        } else {
          completion(found, nil)
        }
      },
      failureBlock: { error in completion(nil, error) })
  }
}
