import AssetsLibrary
import Foundation

/// Reads the file behind a photo, and what is known about it, as an upload does.
public final class LegacyFileReader {
  /// What was read.
  public struct File {
    /// The bytes of the file.
    public var data = Data()
    /// When the picture was taken.
    public var date: Date?
    /// Degrees north and east.
    public var place: (latitude: Double, longitude: Double)?
  }

  let library = ALAssetsLibrary()

  /// Makes a reader, with a library object that lives as long as it does.
  public init() {}

  // MARK: Find the photo

  /// Reads the photo behind a stored URL; nil when it is gone.
  public func read(_ url: URL, completion: @escaping (File?) -> Void) {
    library.asset(
      for: url,
      resultBlock: { asset in completion(asset.flatMap(self.read)) },
      failureBlock: { _ in completion(nil) })
  }

  // MARK: Bytes

  /// Any range can be read, at once. A short count means that the file ended or the object died.
  private func bytes(_ representation: ALAssetRepresentation) -> Data {
    var buffer = [UInt8](repeating: 0, count: Int(representation.size()))
    let count = representation.getBytes(
      &buffer, fromOffset: 0, length: buffer.count, error: nil)
    return Data(buffer[..<count])
  }

  // MARK: Date and place

  /// A value that is not there is a string, so each cast has to be checked. The metadata of the
  /// file come parsed: `representation.metadata()`.
  private func read(_ asset: ALAsset) -> File? {
    guard let representation = asset.defaultRepresentation() else { return nil }
    var file = File(data: bytes(representation))
    file.date = asset.value(forProperty: ALAssetPropertyDate) as? Date
    if let location = asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation {
      file.place = (location.coordinate.latitude, location.coordinate.longitude)
    }
    return file
  }
}
