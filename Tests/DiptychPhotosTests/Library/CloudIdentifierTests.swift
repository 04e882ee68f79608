import DiptychEngine
import DiptychPhotos
import Foundation
import TestMedia
import Testing

/// C33: names of objects across copies of a library.
@Suite struct CloudIdentifierTests {
  // C33: a result for each identifier: good, gone, ambiguous.
  @Test func mappings() async throws {
    try await Scene.run { scene in
      let good = try scene.save("exif/date-plain.jpg")
      let gone = try scene.save("exif/real-canon.jpg")
      let twins = [try scene.save(), try scene.save()]
      let album = try scene.album("Trip")
      let folder = try scene.folder("Trips")
      let library = PHPhotoLibrary.shared()
      let names = [good, gone, twins[0], album.localIdentifier, folder.localIdentifier]
      let forward = library.cloudIdentifierMappings(forLocalIdentifiers: names + ["nonsense"])
      #expect(forward.count == 6)
      #expect(code(forward["nonsense"]) == .identifierNotFound)
      let cloud = try names.map { try #require(try forward[$0]?.get()) }
      let back = library.localIdentifierMappings(for: cloud)
      #expect(try cloud.map { try back[$0]?.get() } == names)

      for asset in [gone, twins[0]] {
        let uuid = try #require(Identifiers.assetUUID(asset))
        try scene.engine.user.delete([uuid])
        try scene.engine.user.purge([uuid])
      }
      let third = try scene.save()
      let later = library.localIdentifierMappings(for: cloud)
      #expect(try later[cloud[0]]?.get() == good)
      #expect(code(later[cloud[1]]) == .identifierNotFound)
      // The one that was named is gone, and two others have its content.
      #expect(code(later[cloud[2]]) == .multipleIdentifiersFound)
      #expect(listed(later[cloud[2]]) == [twins[1], third])
      let forwardLater = library.cloudIdentifierMappings(forLocalIdentifiers: [gone])
      #expect(code(forwardLater[gone]) == .identifierNotFound)
    }
  }

  // C33, P58, P59: an identifier says what it is of; nothing has the identifier of another kind.
  @Test func kindsCount() async throws {
    try await Scene.run { scene in
      let asset = try scene.save()
      let album = try scene.album("Trip").localIdentifier
      let folder = try scene.folder("Trips").localIdentifier
      func other(_ identifier: String, _ ending: String) -> String {
        identifier.prefix(36) + "/L0/" + ending
      }
      let wrong = [
        other(album, "020"), other(folder, "040"), other(asset, "040"), other(album, "001"),
      ]
      let library = PHPhotoLibrary.shared()
      let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: wrong)
      #expect(wrong.map { code(mappings[$0]) } == wrong.map { _ in .identifierNotFound })
      let texts = [album.prefix(36) + ":020:", folder.prefix(36) + ":040:"]
      let cloud = texts.map { PHCloudIdentifier(stringValue: String($0)) }
      let back = library.localIdentifierMappings(for: cloud)
      #expect(cloud.map { code(back[$0]) } == [.identifierNotFound, .identifierNotFound])
    }
  }

  // Another copy of the library finds an asset by its content.
  @Test func anotherCopy() async throws {
    var cloud: PHCloudIdentifier?
    try await Scene.run { scene in
      let name = try scene.save()
      cloud = try PHPhotoLibrary.shared()
        .cloudIdentifierMappings(forLocalIdentifiers: [name])[name]?.get()
    }
    try await Scene.run { scene in
      let identifier = try #require(cloud)
      let copy = try scene.save()
      #expect(
        try PHPhotoLibrary.shared().localIdentifierMappings(for: [identifier])[identifier]?.get()
          == copy)
      // P173: who may not read finds nothing.
      try scene.engine.access.set(.denied, "App")
      #expect(
        code(PHPhotoLibrary.shared().localIdentifierMappings(for: [identifier])[identifier])
          == .identifierNotFound)
    }
  }

  @Test func archives() throws {
    let text = "\(UUID().uuidString):040:"
    let identifier = PHCloudIdentifier(stringValue: text)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: identifier, requiringSecureCoding: true)
    let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHCloudIdentifier.self, from: data)
    #expect(again == identifier && again?.hash == identifier.hash)
    #expect(PHCloudIdentifier(archivalStringValue: text) == identifier)
    #expect(identifier.archivalStringValue == text && identifier.stringValue == text)
    for text in ["", "a:b:c", "\(UUID().uuidString):999:", UUID().uuidString] {
      #expect(PHCloudIdentifier(archivalStringValue: text) == nil)
    }
  }

  private func code<Value>(_ result: Result<Value, any Error>?) -> PHPhotosError.Code? {
    guard case .failure(let error)? = result else { return nil }
    return (error as? PHPhotosError)?.code
  }

  private func listed<Value>(_ result: Result<Value, any Error>?) -> [String]? {
    guard case .failure(let error)? = result else { return nil }
    return (error as? PHPhotosError)?.userInfo[PHLocalIdentifiersErrorKey] as? [String]
  }
}
