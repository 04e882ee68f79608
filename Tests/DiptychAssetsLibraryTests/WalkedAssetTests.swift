import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// What a walk reads for its assets is what they would read themselves, and no longer than that
/// (L25, decisions 37 and 170).
@Suite struct WalkedAssetTests {
  private static let properties = [
    ALAssetPropertyType, ALAssetPropertyLocation, ALAssetPropertyDuration,
    ALAssetPropertyOrientation, ALAssetPropertyDate, ALAssetPropertyRepresentations,
    ALAssetPropertyURLs, ALAssetPropertyAssetURL, "Unknown",
  ]

  private func values(_ asset: ALAsset) -> [String] {
    Self.properties.map { property in
      switch asset.value(forProperty: property) as Any? {
      case nil: "nil"
      case let place as CLLocation:
        "\(place.coordinate.latitude) \(place.coordinate.longitude) \(place.altitude)"
          + " \(place.verticalAccuracy) \(place.timestamp.timeIntervalSince1970)"
      case let urls as [String: URL]:
        urls.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
      case let value?: "\(value)"
      }
    }
  }

  private func walked(_ library: ALAssetsLibrary) async throws -> [ALAsset] {
    var assets: [ALAsset] = []
    try await library.cameraRoll().enumerateAssets { asset, _, _ in
      if let asset { assets.append(asset) }
    }
    return assets
  }

  private func seed(_ scene: Scene) throws {
    func draft(_ files: [(ResourceRole, String)], _ change: (inout AssetDraft) -> Void = { _ in })
      throws -> ChangeOperation
    {
      var draft = AssetDraft(uuid: UUID())
      draft.resources = try files.map { role, name in
        ResourceDraft(
          role: role, content: .data(try TestMedia.data(name)),
          fileName: (name as NSString).lastPathComponent)
      }
      change(&draft)
      return .createAsset(draft)
    }
    let photo = "exif/date-plain.jpg"
    try scene.user(
      try draft([(.photo, photo)]),
      try draft([(.photo, "png/rgba.png"), (.alternatePhoto, photo)]),
      try draft([(.photo, photo), (.alternatePhoto, "png/rgba.png")]),
      try draft([(.photo, "png/rgba.png")]),
      try draft([(.video, "video/h264-high-faststart.mp4")]),
      try draft([(.photo, "orientation/photo-landscape-6.jpg")]) {
        $0.update.location = AssetLocation(latitude: 1, longitude: 2, altitude: 3)
      },
      try draft([(.photo, photo)]) { $0.update.creationDate = .some(nil) },
      try draft([(.photo, photo)]) {
        $0.update.location = AssetLocation(latitude: -1, longitude: -2)
        $0.update.isHidden = true
      })
  }

  @Test func sameAsLookedUp() async throws {
    let scene = try Scene()
    try seed(scene)
    try await scene.run { library in
      let assets = try await walked(library)
      #expect(assets.count >= 7)
      for asset in assets {
        let other = try #require(try await library.asset(at: asset.url))
        #expect(values(asset) == values(other))
      }
    }
  }

  /// A commit after the walk shows in the objects of the walk, as in any other.
  @Test func liveAfterTheWalk() async throws {
    let scene = try Scene()
    try seed(scene)
    try await scene.run { library in
      let assets = try await walked(library)
      let records = try scene.assets()
      var update = AssetUpdate()
      update.creationDate = Date(timeIntervalSince1970: 12_345)
      try scene.user(.updateAsset(records[0].uuid, update))
      #expect(
        assets[0].value(forProperty: ALAssetPropertyDate) as? Date
          == Date(timeIntervalSince1970: 12_345))
      try scene.user(.deleteAssets([records[1].uuid]))
      #expect(assets[1].value(forProperty: ALAssetPropertyAssetURL) == nil)
      #expect(assets[1].value(forProperty: ALAssetPropertyType) == nil)
      try scene.user(.restoreAssets([records[1].uuid]))
      #expect(assets[1].value(forProperty: ALAssetPropertyType) as? String == ALAssetTypePhoto)
    }
  }

  /// So does what the user decides about access, and a library that is closed.
  @Test func accessAfterTheWalk() async throws {
    let scene = try Scene()
    try seed(scene)
    try await scene.run { library in
      let assets = try await walked(library)
      let first = try scene.assets()[0].uuid
      try scene.engine.access.set(.limited([first]), "App")
      #expect(assets[0].value(forProperty: ALAssetPropertyDate) != nil)
      #expect(assets[1].value(forProperty: ALAssetPropertyDate) == nil)
      let limited = try await walked(library)
      #expect(limited.count == 1 && values(limited[0]) == values(assets[0]))
      try scene.engine.access.set(.denied, "App")
      #expect(assets[0].value(forProperty: ALAssetPropertyAssetURL) == nil)
      try scene.engine.access.set(.authorized, "App")
      #expect(assets[0].value(forProperty: ALAssetPropertyAssetURL) != nil)
      scene.engine.close()
      #expect(assets[0].value(forProperty: ALAssetPropertyAssetURL) == nil)
    }
  }

  /// What an object does inside its own walk counts too.
  @Test func changeInsideTheWalk() async throws {
    let scene = try Scene()
    try seed(scene)
    try await scene.run { library in
      let records = try scene.assets()
      var types: [String?] = []
      try await library.cameraRoll().enumerateAssets { asset, index, _ in
        guard let asset else { return }
        if index == 0 { try? scene.user(.deleteAssets([records[1].uuid])) }
        types.append(asset.value(forProperty: ALAssetPropertyType) as? String)
      }
      #expect(types.prefix(3) == [ALAssetTypePhoto, nil, ALAssetTypePhoto])
    }
  }

  /// A walk that asks for URL, date and type runs a few statements for each batch of 256.
  @Test func statements() async throws {
    let scene = try Scene()
    _ = try scene.bring(600, into: .imported, titled: "Card")
    try await scene.run { library in
      let group = try await library.cameraRoll()
      let before = scene.engine.statistics.statements
      var dates = 0
      group.enumerateAssets { asset, _, _ in
        guard let asset else { return }
        if asset.value(forProperty: ALAssetPropertyDate) is Date,
          asset.value(forProperty: ALAssetPropertyAssetURL) is URL,
          asset.value(forProperty: ALAssetPropertyType) is String
        {
          dates += 1
        }
      }
      #expect(dates == 600)
      #expect(scene.engine.statistics.statements - before <= 40)
    }
  }

  /// Once the `ALAssetsLibrary` is gone, nothing that was read is answered (L19).
  @Test func withoutTheLibrary() async throws {
    let scene = try Scene()
    try seed(scene)
    var assets: [ALAsset] = []
    var library: ALAssetsLibrary? = ALAssetsLibrary()
    try await scene.scope.runInTask {
      if let library { assets = try await walked(library) }
      await letGo(&library)
      #expect(assets[0].value(forProperty: ALAssetPropertyDate) == nil)
      #expect(assets[0].value(forProperty: ALAssetPropertyAssetURL) == nil)
    }
  }
}
