import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// A property of the old API with its counterpart in the new one, both told as text. The names are
/// those of the table that maps one API to the other.
struct AssetProperty: Sendable {
  let name: String
  let old: @Sendable (BothViews) async throws -> String
  let new: @Sendable (BothViews) async throws -> String

  /// Every property of `ALAsset` and `ALAssetRepresentation` that has a counterpart. `original` has
  /// none (D11), `scale()` neither.
  static let all: [AssetProperty] = identities + values + files + pictures

  private static let identities: [AssetProperty] = [
    AssetProperty(name: "ALAssetPropertyAssetURL") {
      $0.old.identifier
    } new: {
      $0.new.sharedIdentifier
    },
    AssetProperty(name: "ALAssetPropertyURLs") {
      let urls = try #require($0.old.value(forProperty: ALAssetPropertyURLs) as? [String: URL])
      return urls.map { "\($0.key) \(Identifiers.uuid(of: $0.value)?.uuidString ?? "")" }.sorted()
        .joined(separator: ", ")
    } new: { views in
      PHAssetResource.assetResources(for: views.new).map {
        "\($0.uniformTypeIdentifier) \($0.assetLocalIdentifier.prefix(36))"
      }.sorted().joined(separator: ", ")
    },
    AssetProperty(name: "url()") {
      let url = try #require($0.old.defaultRepresentation()?.url())
      return "\(PHAsset.fetchAssets(withALAssetURLs: [url], options: nil).identifiers)"
    } new: {
      let asset = [$0.new.localIdentifier]
      return "\(PHAsset.fetchAssets(withLocalIdentifiers: asset, options: nil).identifiers)"
    },
    AssetProperty(name: "ALAsset.isEditable") {
      "\($0.old.isEditable)"
    } new: {
      // Both are asked by the application that saved the asset; anybody else differs (D13).
      "\($0.new.canPerform(.content))"
    },
  ]

  private static let values: [AssetProperty] = [
    AssetProperty(name: "ALAssetPropertyType") {
      switch $0.old.value(forProperty: ALAssetPropertyType) as? String {
      case ALAssetTypePhoto: "image"
      case ALAssetTypeVideo: "video"
      default: "unknown"
      }
    } new: {
      switch $0.new.mediaType {
      case .image: "image"
      case .video: "video"
      default: "unknown"
      }
    },
    AssetProperty(name: "ALAssetPropertyLocation") {
      text($0.old.value(forProperty: ALAssetPropertyLocation) as? CLLocation)
    } new: {
      text($0.new.location)
    },
    AssetProperty(name: "ALAssetPropertyDuration") {
      let value = $0.old.value(forProperty: ALAssetPropertyDuration)
      // D22: a photo's is the invalid-property string here, 0 there.
      return value as? String == ALErrorInvalidProperty ? "0.0" : "\(value as? Double ?? -1)"
    } new: {
      "\($0.new.duration)"
    },
    AssetProperty(name: "ALAssetPropertyDate") {
      text($0.old.value(forProperty: ALAssetPropertyDate) as? Date)
    } new: {
      text($0.new.creationDate)
    },
    AssetProperty(name: "ALAssetPropertyOrientation") {
      guard $0.new.mediaType == .image else { return "of a video" }
      return "\($0.old.value(forProperty: ALAssetPropertyOrientation) as? Int ?? -1)"
    } new: {
      guard $0.new.mediaType == .image else { return "of a video" }
      // L133: the numbers are UIKit's.
      return "\(try #require(UIImage(data: try await $0.newBytes())).imageOrientation.rawValue)"
    },
    AssetProperty(name: "orientation()") {
      guard $0.new.mediaType == .image else { return "of a video" }
      return "\($0.old.defaultRepresentation()?.orientation().rawValue ?? -1)"
    } new: {
      guard $0.new.mediaType == .image else { return "of a video" }
      return "\(try await $0.requestedData().orientation.rawValue)"
    },
  ]

  private static let files: [AssetProperty] = [
    AssetProperty(name: "ALAssetPropertyRepresentations") {
      "\(($0.old.value(forProperty: ALAssetPropertyRepresentations) as? [String] ?? []).sorted())"
    } new: { views in
      "\(PHAssetResource.assetResources(for: views.new).map(\.uniformTypeIdentifier).sorted())"
    },
    AssetProperty(name: "defaultRepresentation()") {
      $0.old.defaultRepresentation()?.uti() ?? ""
    } new: {
      try $0.resource.uniformTypeIdentifier
    },
    AssetProperty(name: "representation(forUTI:)") {
      let type = try $0.resource.uniformTypeIdentifier
      return "\($0.old.representation(forUTI: type)?.size() ?? -1)"
    } new: {
      "\(try $0.resource.dataSize ?? -1)"
    },
    AssetProperty(name: "uti()") {
      $0.old.defaultRepresentation()?.uti() ?? ""
    } new: {
      try await $0.requestedData().type
    },
    AssetProperty(name: "size()") {
      "\($0.old.defaultRepresentation()?.size() ?? -1)"
    } new: {
      "\(try await $0.newBytes().count)"
    },
    AssetProperty(name: "getBytes(_:fromOffset:length:error:)") {
      text(try $0.oldBytes())
    } new: {
      text(try await $0.newBytes())
    },
    AssetProperty(name: "filename()") {
      $0.old.defaultRepresentation()?.filename() ?? ""
    } new: {
      try $0.resource.originalFilename
    },
    AssetProperty(name: "metadata()") {
      guard $0.new.mediaType == .image else { return "of a video" }
      return text(try #require($0.old.defaultRepresentation()?.metadata()))
    } new: {
      guard $0.new.mediaType == .image else { return "of a video" }
      let values = try MediaCodecs.metadata(of: try await $0.newBytes())
      return text(values.reduce(into: [:]) { $0[$1.key] = $1.value.foundationValue })
    },
  ]

  // MARK: As text

  private static func text(_ place: CLLocation?) -> String {
    guard let place else { return "nowhere" }
    return "\(place.coordinate.latitude) \(place.coordinate.longitude) \(place.altitude) "
      + "\(place.verticalAccuracy)"
  }

  private static func text(_ date: Date?) -> String {
    date.map { "\($0.timeIntervalSinceReferenceDate)" } ?? "no date"
  }

  private static func text(_ data: Data) -> String { "\(data.count) \(data.base64EncodedString())" }

  private static func text(_ metadata: [AnyHashable: Any]) -> String {
    metadata.map { "\($0.key): \(($0.value as? [AnyHashable: Any]).map(text) ?? "\($0.value)")" }
      .sorted().joined(separator: "\n")
  }
}
