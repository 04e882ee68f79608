import DiptychAssetsLibrary
import DiptychCodecs
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Takes apart what a call gave, down to texts, numbers, dates, bytes and colors, errors and their
/// user info among them.
final class Witness: Sendable {
  enum Atom: Hashable, Sendable {
    case text(String)
    /// The identifier of a library object.
    case identifier(String)
    case number(Double)
    case date(Date)
    case bytes(Data)

    /// Whether it says nothing.
    var isBlank: Bool {
      switch self {
      case .text(let text), .identifier(let text): text.isEmpty
      case .number(let number): number == 0 || number == Double(NSNotFound)
      case .date: false
      case .bytes(let data): data.isEmpty
      }
    }
  }

  struct Failure: Hashable, Sendable {
    let domain: String
    let code: Int
  }

  private struct State {
    var atoms: [Atom] = []
    var errorAtoms: [Atom] = []
    var failures: [Failure] = []
  }

  private let state = Lock(State())

  /// What calls gave, without what errors said.
  var atoms: [Atom] { state.withLock { $0.atoms } }
  /// Everything, errors included.
  var allAtoms: [Atom] { state.withLock { $0.atoms + $0.errorAtoms } }
  var failures: [Failure] { state.withLock { $0.failures } }

  /// Notes what a call gave, of whatever type.
  func note(_ value: Any?) {
    guard let value, let value = Self.unwrapped(value) else { return }
    if let error = value as? any Error { return note(error: error) }
    let atoms = Self.atoms(of: value)
    state.withLock { $0.atoms += atoms }
  }

  private func note(error: any Error) {
    let failure = error as NSError
    var atoms: [Atom] = [.text(failure.domain), .text(failure.localizedDescription)]
    for (key, value) in failure.userInfo {
      atoms += [.text(key)] + Self.atoms(of: value)
    }
    atoms.append(.text("\(error)"))
    state.withLock { state in
      state.errorAtoms += atoms
      state.failures.append(Failure(domain: failure.domain, code: failure.code))
    }
  }

  /// A whole value as text, for comparing two of them.
  static func text(_ value: Any?) -> String {
    guard let value, let value = unwrapped(value) else { return "nil" }
    return "\(atoms(of: value))"
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  // MARK: Taking apart

  private static func atoms(of value: Any) -> [Atom] {
    guard let value = unwrapped(value) else { return [] }
    return plain(value) ?? media(value) ?? objects(value) ?? containers(value) ?? [
      .text("\(value)")
    ]
  }

  private static func plain(_ value: Any) -> [Atom]? {
    switch value {
    case let text as String: [.text(text)]
    case let flag as Bool: [.number(flag ? 1 : 0)]
    case let number as Int: [.number(Double(number))]
    case let number as Int64: [.number(Double(number))]
    case let number as Int32: [.number(Double(number))]
    case let number as UInt: [.number(Double(number))]
    case let number as Double: [.number(number)]
    case let number as Float: [.number(Double(number))]
    case let number as NSNumber: [.number(number.doubleValue)]
    case let date as Date: [.date(date)]
    case let data as Data: [.bytes(data)]
    case let url as URL: [.text(url.absoluteString)]
    case let uuid as UUID: [.text(uuid.uuidString)]
    case let size as CGSize: [.number(Double(size.width)), .number(Double(size.height))]
    case let error as any Error: [.text("\(error)")]
    default: nil
    }
  }

  private static func media(_ value: Any) -> [Atom]? {
    switch value {
    case let image as UIImage: image.cgImage.map(picture) ?? []
    case let image as CGImage: picture(image)
    case let image as Unmanaged<CGImage>: picture(image.takeUnretainedValue())
    case let place as CLLocation:
      [.number(place.coordinate.latitude), .number(place.coordinate.longitude)]
        + (place.timestamp.timeIntervalSince1970 == 0 ? [] : [.date(place.timestamp)])
    case let type as UTType: [.text(type.identifier)]
    case let video as AVURLAsset: [.text(video.url.path)]
    case let live as PHLivePhoto: [.text("a Live Photo")] + atoms(of: live.size)
    default: nil
    }
  }

  /// The size and the color of a picture's middle: the pictures of unseen assets are red, those of
  /// the selection green.
  private static func picture(_ image: CGImage) -> [Atom] {
    let place = (image.height / 2 * image.width + image.width / 2) * 4
    let pixels = image.bitmap.pixels[place..<place + 3].map { Int($0) }
    let redness = pixels[0] - pixels[1]
    let color = redness > 60 ? "reddish" : redness < -60 ? "greenish" : ""
    return [.number(Double(image.width)), .number(Double(image.height)), .text(color)]
  }

  private static func objects(_ value: Any) -> [Atom]? {
    switch value {
    case let asset as PHAsset:
      identity(asset)
        + all(
          asset.creationDate, asset.modificationDate, asset.addedDate, asset.location,
          asset.pixelWidth, asset.pixelHeight, asset.duration, asset.isFavorite, asset.isHidden,
          asset.adjustmentFormatIdentifier, asset.burstIdentifier, asset.value(forKey: "filename"))
    case let album as PHAssetCollection:
      identity(album)
        + all(
          album.localizedTitle, album.startDate, album.endDate, album.modificationDate,
          album.estimatedAssetCount, album.approximateLocation)
    case let list as PHCollectionList:
      identity(list) + all(list.localizedTitle, list.startDate, list.endDate, list.modificationDate)
    case let object as PHObject: identity(object)
    case let resource as PHAssetResource:
      all(resource.originalFilename, resource.dataSize, resource.assetLocalIdentifier)
    case let asset as ALAsset:
      all(
        asset.value(forProperty: ALAssetPropertyAssetURL),
        asset.value(forProperty: ALAssetPropertyDate), asset.defaultRepresentation()?.filename())
    case let group as ALAssetsGroup:
      all(
        group.value(forProperty: ALAssetsGroupPropertyName),
        group.value(forProperty: ALAssetsGroupPropertyURL), group.numberOfAssets())
    default: nil
    }
  }

  private static func identity(_ object: PHObject) -> [Atom] {
    [.identifier(object.localIdentifier), .identifier(object.description)]
  }

  private static func all(_ values: Any?...) -> [Atom] {
    values.flatMap { $0.map { atoms(of: $0) } ?? [] }
  }

  private static func containers(_ value: Any) -> [Atom]? {
    switch value {
    case let result as PHFetchResult<PHAsset>: fetched(result)
    case let result as PHFetchResult<PHAssetCollection>: fetched(result)
    case let result as PHFetchResult<PHCollectionList>: fetched(result)
    case let result as PHFetchResult<PHCollection>: fetched(result)
    case let indexes as IndexSet: [.number(Double(indexes.count))]
    case let list as [Any]: list.flatMap { atoms(of: $0) }
    case let set as Set<AnyHashable>: set.flatMap { atoms(of: $0.base) }
    case let values as [AnyHashable: Any]:
      values.flatMap { atoms(of: $0.key.base) + atoms(of: $0.value) }
    default: nil
    }
  }

  private static func fetched<Kind: PHObject>(_ result: PHFetchResult<Kind>) -> [Atom] {
    [.number(Double(result.count))] + (0..<result.count).flatMap { atoms(of: result[$0]) }
  }
}
