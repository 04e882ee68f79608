import DiptychCommands
import DiptychEngine
import DiptychPhotos
import DiptychScanner
import Foundation

/// Short texts that name objects, settings and keys (local and cloud identifiers, URLs, access
/// presets, profiles, sort keys), and text files that commands read (URLs, tables, baselines).
final class TextTarget: FuzzTarget {
  let name = "text"
  let maximumLength = 2_048
  let dictionary = [
    "assets-library://", "asset", "group", "/?id=", "&ext=JPG", "/L0/001", "/L0/040", "/L0/020",
    "/L0/060", "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E", ":001:", ":040:", "limited:", "ask:allow",
    "iOS8", "iOS9+busyWrites", "documented", "creationDate", "localIdentifier", "%00",
    "%2F", "#", "?", "\"", "\"\"", ",", ";", "\t", "\r\n", "url", "# diptych scan baseline 1\n",
    "\\t",
  ]
  private static let uuid = "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E"
  private static let url = "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG"

  private let library = Lazy<Library> { try EphemeralLibrary.open() }

  func seeds() -> [Data] {
    let texts = [
      Self.url,
      "assets-library://group/?id=\(Self.uuid)", "\(Self.uuid)/L0/001", "\(Self.uuid)/L0/040",
      "\(Self.uuid):001:00ff", "limited:\(Self.uuid),\(Self.uuid)", "ask:refuse",
      "iOS8+callsNilAfterStop", "creationDate", "\(Self.url)\n\n\(Self.url)\n",
      "name,url\n\"a,b\",\(Self.url)\n", "name;url\r\n\"a\"\"b\";\"\(Self.url)\"\r\n",
      "name\turl\nx\t\(Self.url)\n", "# diptych scan baseline 1\na.m\tALAsset\t1\tALAsset\n",
    ]
    return texts.map { Data($0.utf8) }
  }

  func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    checkLocalIdentifiers(text)
    checkURLs(text)
    checkSettings(text)
    checkTables(text)
    var query = AssetQuery(.library)
    query.sort = [SortKey(text, ascending: input.count % 2 == 0)]
    _ = try? library.value().fetchAssets(query, as: nil)
  }

  private func checkLocalIdentifiers(_ text: String) {
    let readers: [((String) -> UUID?, (UUID) -> String)] = [
      (Identifiers.assetUUID, Identifiers.asset), (Identifiers.albumUUID, Identifiers.album),
      (Identifiers.folderUUID, Identifiers.folder), (Identifiers.momentUUID, Identifiers.moment),
    ]
    for (read, write) in readers {
      if let uuid = read(text) { require(write(uuid) == text, "\(text) names \(uuid)") }
    }
    if let cloud = PHCloudIdentifier(archivalStringValue: text) {
      require(cloud.archivalStringValue == text, "\(text) is another cloud identifier")
    }
  }

  private func checkURLs(_ text: String) {
    guard let url = URL(string: text), let uuid = Identifiers.uuid(of: url) else { return }
    require(
      url.absoluteString.uppercased().contains(uuid.uuidString) || text.contains("%"),
      "\(text) holds no \(uuid)")
    let again = Identifiers.uuid(of: Identifiers.assetURL(uuid, typeIdentifier: text))
    require(again == uuid, "the URL of \(uuid) names \(String(describing: again))")
  }

  private func checkSettings(_ text: String) {
    _ = AccessSetting(text)
    if let profile = BehaviorProfile.named(text) {
      require(BehaviorProfile.named(profile.name) == profile, "\(text) is \(profile.name)")
    }
  }

  private func checkTables(_ text: String) {
    for column in [nil, "url", "2"] {
      do {
        for entry in try CommandLineProgram.storedURLTexts(in: text, column: column) {
          require(!entry.isEmpty, "an empty entry in column \(column ?? "none")")
          _ = CommandLineProgram.identifier(inStoredURL: entry)
        }
      } catch {
        require(!"\(error)".isEmpty, "an error without a sentence")
      }
    }
    _ = try? Baseline(text: text)
    _ = StoredAdjustment(propertyList: Data(text.utf8))
  }
}
