import Foundation
import Photos

/// Reads the file behind a photo, and what is known about it, as an upload does.
public final class ModernFileReader {
  /// What was read.
  public struct File {
    /// The bytes of the file.
    public var data = Data()
    /// When the picture was taken.
    public var date: Date?
    /// Degrees north and east.
    public var place: (latitude: Double, longitude: Double)?
  }

  /// Makes a reader.
  public init() {}

  // MARK: Find the photo

  /// Reads the photo of a local identifier; nil when it is gone.
  public func read(_ identifier: String, completion: @escaping (File?) -> Void) {
    let assets = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
    guard let asset = assets.firstObject else { return completion(nil) }
    bytes(asset) { data in completion(data.map { self.file($0, asset) }) }
  }

  // MARK: Bytes

  /// The pieces come in order, later, on another queue; the file may have to be downloaded first.
  private func bytes(_ asset: PHAsset, completion: @escaping (Data?) -> Void) {
    let resources = PHAssetResource.assetResources(for: asset)
    guard let photo = resources.first(where: { $0.type == .photo }) else { return completion(nil) }
    let options = PHAssetResourceRequestOptions()
    options.isNetworkAccessAllowed = true
    var data = Data()
    PHAssetResourceManager.default().requestData(
      for: photo, options: options,
      dataReceivedHandler: { data += $0 },
      completionHandler: { error in completion(error == nil ? data : nil) })
  }

  // MARK: Date and place

  /// The properties are typed, and nil where there is no value. There is no metadata call: give
  /// the bytes to ImageIO.
  private func file(_ data: Data, _ asset: PHAsset) -> File {
    var file = File(data: data)
    file.date = asset.creationDate
    if let coordinate = asset.location?.coordinate {
      file.place = (coordinate.latitude, coordinate.longitude)
    }
    return file
  }
}
