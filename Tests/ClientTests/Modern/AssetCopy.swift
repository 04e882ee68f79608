import Foundation
import Photos

/// A copy of an asset that keeps nothing of the framework.
public struct AssetCopy: Sendable, Equatable {
  public enum Part: Int, Sendable {
    case photo = 1
    case video, sound, otherPhoto, edited, editedVideo, edit, base, pairedVideo, editedPaired
    case basePaired, baseVideo
    case proxy = 19
    case unknown = -1

    init(_ type: PHAssetResourceType) {
      switch type {
      case .photo: self = .photo
      case .video: self = .video
      case .audio: self = .sound
      case .alternatePhoto: self = .otherPhoto
      case .fullSizePhoto: self = .edited
      case .fullSizeVideo: self = .editedVideo
      case .adjustmentData: self = .edit
      case .adjustmentBasePhoto: self = .base
      case .pairedVideo: self = .pairedVideo
      case .fullSizePairedVideo: self = .editedPaired
      case .adjustmentBasePairedVideo: self = .basePaired
      case .adjustmentBaseVideo: self = .baseVideo
      case .photoProxy: self = .proxy
      @unknown default: self = .unknown
      }
    }
  }

  public let id: String
  public let isVideo: Bool
  public let taken: Date?
  public let changed: Date?
  public let size: CGSize
  public let seconds: TimeInterval
  public let latitude: Double?
  public let isFavorite: Bool
  public let parts: [Part]
  public let name: String?
  public let bytes: Int

  public init(_ asset: PHAsset) {
    let resources = PHAssetResource.assetResources(for: asset)
    id = String(asset.localIdentifier.split(separator: "/").first ?? "")
    isVideo = asset.mediaType == .video
    taken = asset.creationDate
    changed = asset.modificationDate
    size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
    seconds = asset.duration
    latitude = asset.location?.coordinate.latitude
    isFavorite = asset.isFavorite
    parts = resources.map { Part($0.type) }
    name = asset.value(forKey: "filename") as? String
    bytes = resources.compactMap { $0.value(forKey: "fileSize") as? Int }.reduce(0, +)
  }
}
