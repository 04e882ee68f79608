import DiptychAssetsLibrary
import Foundation
import Testing

/// Forms that applications write. Most of the proof is that they compile.
@Suite struct SpellingTests {
  /// A hand-written stand-in, as tests of applications have them.
  private final class FakeGroup: ALAssetsGroup, @unchecked Sendable {
    // Sendable because it has no state.
    override func numberOfAssets() -> Int { 1 }
    override func value(forProperty property: String!) -> Any! { "Fake" }
    override func enumerateAssets(_ enumerationBlock: ALAssetsGroupEnumerationResultsBlock!) {
      var stop: ObjCBool = false
      enumerationBlock(FakeAsset(), 0, &stop)
    }
  }

  private final class FakeAsset: ALAsset, @unchecked Sendable {
    // Sendable because it has no state.
    override var isEditable: Bool { true }
    override func defaultRepresentation() -> ALAssetRepresentation! { ALAssetRepresentation() }
  }

  private final class FakeLibrary: ALAssetsLibrary, @unchecked Sendable {
    // Sendable because it has no state.
    override func enumerateGroups(
      withTypes types: ALAssetsGroupType,
      using enumerationBlock: ALAssetsLibraryGroupsEnumerationResultsBlock!,
      failureBlock: ALAssetsLibraryAccessFailureBlock!
    ) {
      var stop: ObjCBool = false
      enumerationBlock(FakeGroup(), &stop)
    }
  }

  // The classes can be subclassed and their methods replaced, as on Apple's systems.
  @Test func subclasses() {
    let library: ALAssetsLibrary = FakeLibrary()
    var names: [String] = []
    var editable: [Bool] = []
    // L4: the overload goes through the method that a subclass replaces.
    library.enumerateGroupsWithTypes(
      ALAssetsGroupAll,
      usingBlock: { group, _ in
        names.append(group?.value(forProperty: ALAssetsGroupPropertyName) as? String ?? "")
        group?.enumerateAssets { asset, _, _ in editable.append(asset?.isEditable ?? false) }
      }, failureBlock: nil)
    #expect(names == ["Fake"])
    #expect(editable == [true])
  }

  // L3, L11: closures annotated with implicitly unwrapped optionals, masks with a conversion.
  @Test func annotatedClosures() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.saved()
      let names: [String] = await withCheckedContinuation { continuation in
        var names: [String] = []
        library.enumerateGroups(
          withTypes: ALAssetsGroupType(ALAssetsGroupAll),
          using: { (group: ALAssetsGroup!, stop: UnsafeMutablePointer<ObjCBool>!) in
            if group == nil { return continuation.resume(returning: names) }
            group.setAssetsFilter(ALAssetsFilter.allPhotos())
            group.enumerateAssets(options: .reverse) { (asset, index, stop) in
              if let asset = asset {
                names.append(asset.value(forProperty: ALAssetPropertyType) as? String ?? "")
                let file = asset.defaultRepresentation()
                let image = file?.fullResolutionImage().takeUnretainedValue()
                names.append("\(image?.width ?? 0) \(file?.scale() ?? 0) \(index)")
              }
            }
          },
          failureBlock: { (error: (any Error)!) in
            continuation.resume(returning: [error.localizedDescription])
          })
      }
      #expect(names == [ALAssetTypePhoto, "8 1.0 0"])
      let urls: [String: Any] = ["Orientation": 1]
      let url: URL? = await withCheckedContinuation { continuation in
        library.writeImage(
          toSavedPhotosAlbum: Pictures.solid(1), metadata: urls,
          completionBlock: { (url: URL!, error: (any Error)!) in
            continuation.resume(returning: url)
          })
      }
      #expect(url != nil)
    }
  }

  // L12: numbers and dates are found by the casts that old code writes.
  @Test func casts() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let orientation = asset.value(forProperty: ALAssetPropertyOrientation)
      #expect((orientation as? NSNumber)?.intValue == 0)
      #expect(orientation as? Int == 0)
      let date = asset.value(forProperty: ALAssetPropertyDate)
      #expect(date as? Date == Scene.now)
      #expect((date as? NSDate)?.timeIntervalSince1970 == Scene.now.timeIntervalSince1970)
      let url = asset.value(forProperty: ALAssetPropertyAssetURL)
      #expect((url as? NSURL)?.absoluteString == asset.url.absoluteString)
      let roll = try await library.cameraRoll()
      let type = roll.value(forProperty: ALAssetsGroupPropertyType)
      #expect((type as? NSNumber)?.uint32Value == ALAssetsGroupSavedPhotos)
      #expect(type as? Int == Int(ALAssetsGroupSavedPhotos))
      let urls = asset.value(forProperty: ALAssetPropertyURLs)
      #expect((urls as? NSDictionary)?.count == 1)
    }
  }
}
