import Foundation
import Photos

/// A copy of an asset that keeps nothing of the framework.
package struct AssetCopy: Sendable, Equatable {
  package enum Part: Int, Sendable {
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

  package let id: String
  package let isVideo: Bool
  package let taken: Date?
  package let changed: Date?
  package let size: CGSize
  package let seconds: TimeInterval
  package let latitude: Double?
  package let isFavorite: Bool
  package let parts: [Part]
  package let name: String?
  package let bytes: Int

  package init(_ asset: PHAsset) {
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
