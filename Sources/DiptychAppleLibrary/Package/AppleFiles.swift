import DiptychEngine
import Foundation

/// Finds the files of assets inside a package. Folders are listed once.
package final class AppleFiles {
  let package: ApplePackage

  package init(_ package: ApplePackage) {
    self.package = package
  }

  /// Where the original of an asset must be, below the package; nil for one that is outside, or whose
  /// row names no place inside.
  func originalPath(_ asset: AppleAsset) -> String? {
    guard case .inside(let folder, let name) = asset.place, ApplePackage.isName(folder),
      ApplePackage.isName(name)
    else { return nil }
    return "originals/\(folder)/\(name)"
  }

  /// The original; nil when it is not there.
  func original(_ asset: AppleAsset) -> String? { originalPath(asset).flatMap(package.file) }

  /// The movie of a Live Photo; nil when it is not there.
  func pairedVideo(_ asset: AppleAsset) -> String? { companion(asset, "_3.", ["mov"]) }

  /// The other half of a pair of a raw and a developed file; nil when it is not there.
  func alternate(_ asset: AppleAsset) -> String? { companion(asset, "_4.", nil) }

  /// The edited version; nil when it is not there.
  func rendering(_ asset: AppleAsset) -> String? {
    let folder = ApplePackage.renders(asset.digit)
    let names =
      asset.isVideo
      ? ["_2_0_a.mov"] : ["_1_201_a.heic", "_1_201_a.jpeg", "_1_201_a.jpg", "_1_201_a.png"]
    return names.lazy.map { "\(folder)/\(asset.uuid.uuidString)\($0)" }
      .compactMap(self.package.file).first
  }

  /// The edited movie of a Live Photo; nil when it is not there.
  func editedPairedVideo(_ asset: AppleAsset) -> String? {
    package.file("\(ApplePackage.renders(asset.digit))/\(asset.uuid.uuidString)_2_100_a.mov")
  }

  /// How the edit was made; nil when nothing says so.
  func edit(_ asset: AppleAsset) -> AppleEdit? {
    package.file("\(ApplePackage.renders(asset.digit))/\(asset.uuid.uuidString).plist")
      .flatMap(AppleEdit.init)
  }

  /// The first file of the asset's folder whose name goes on in this way behind the identifier.
  private func companion(_ asset: AppleAsset, _ mark: String, _ endings: [String]?) -> String? {
    let folder = ApplePackage.originals(asset.digit)
    let beginning = asset.uuid.uuidString + mark
    return names(in: folder, beginning: asset.uuid.uuidString)
      .filter { $0.hasPrefix(beginning) && ApplePackage.isName($0) }
      .filter { name in
        endings?.contains(name.nameExtension.lowercased()) ?? true
      }
      .sorted().lazy.compactMap { self.package.file("\(folder)/\($0)") }.first
  }

  /// The names of companions in a folder, by the identifier that they begin with.
  private func names(in folder: String, beginning: String) -> [String] {
    if companions[folder] == nil {
      let names = (try? RealSystemCalls().list(package.path + "/" + folder)) ?? []
      var found: [String: [String]] = [:]
      for name in names where name.utf8.count > 38 {
        let marked = name.dropFirst(36).first == "_"
        if marked { found[String(name.prefix(36)), default: []].append(name) }
      }
      companions[folder] = found
    }
    return companions[folder]?[beginning] ?? []
  }

  private var companions: [String: [String: [String]]] = [:]
}
