import DiptychCodecs
import DiptychEngine
import Foundation

/// A photo or a video as the library holds it at one moment: plain values, read past both APIs.
public struct TestAsset: Hashable, Sendable {
  /// What an asset is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A still picture.
    case photo
    /// A movie.
    case video
    /// Anything else.
    case other
  }

  /// A place on Earth.
  public struct Location: Hashable, Sendable {
    /// Degrees, south negative.
    public let latitude: Double
    /// Degrees, west negative.
    public let longitude: Double
    /// Meters above sea level, when known.
    public let altitude: Double?
  }

  /// The identifier that the modern API gives it (P57).
  public let localIdentifier: String
  /// The address that the old API gives it (L103).
  public let assetURL: URL?
  /// Photo or video.
  public let kind: Kind
  /// Pixels of the upright picture.
  public let pixelWidth: Int
  /// Pixels of the upright picture.
  public let pixelHeight: Int
  /// How the stored picture has to be turned, as EXIF counts: 1 is upright.
  public let orientation: Int
  /// Seconds; 0 for photos.
  public let duration: TimeInterval
  /// When it was taken, or saved if it does not say (decision 21).
  public let creationDate: Date?
  /// Where it was taken.
  public let location: Location?
  /// Whether the user likes it.
  public let isFavorite: Bool
  /// Whether the user hid it.
  public let isHidden: Bool
  /// Whether it lies in Recently Deleted.
  public let isTrashed: Bool
  /// Whether its original is on this machine.
  public let isLocal: Bool
  /// Who edited the content, in reverse domain form; nil when it is the original's.
  public let editedBy: String?
  /// The name of the original file.
  public let fileName: String
  /// The uniform type identifier of the original, such as `public.jpeg`.
  public let typeIdentifier: String
  /// The application that added it (decision 28).
  public let client: String
  /// The length of the original, in bytes.
  public let byteCount: Int
  private let original: Original

  /// The bytes of the original file.
  /// - Throws: An error that says so when the library was closed or the photo was removed since.
  public var data: Data {
    get throws { try original.library.data(of: original.record) }
  }

  /// The original; equal when the bytes are.
  private struct Original: Hashable, Sendable {
    let library: Library
    let record: ResourceRecord

    static func == (left: Original, right: Original) -> Bool {
      left.record.sha256 == right.record.sha256
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(record.sha256)
    }
  }

  init?(_ record: AssetRecord, in transaction: ReadTransaction) throws {
    guard let resource = try transaction.resources(of: record.row).first else { return nil }
    localIdentifier = Identifiers.asset(record.uuid)
    assetURL = try transaction.representations(of: record).first.flatMap {
      Identifiers.assetURL(record.uuid, fileExtension: $0.fileExtension)
    }
    kind =
      switch record.kind {
      case .image: .photo
      case .video: .video
      case .audio, .unknown: .other
      }
    pixelWidth = record.pixelSize.width
    pixelHeight = record.pixelSize.height
    orientation = record.orientation.rawValue
    duration = record.duration
    creationDate = record.creationDate
    location = record.location.map {
      Location(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
    }
    isFavorite = record.isFavorite
    isHidden = record.isHidden
    isTrashed = record.trashedDate != nil
    isLocal = resource.isLocal
    editedBy = record.adjustmentFormat
    fileName = resource.fileName
    typeIdentifier = resource.typeIdentifier
    client = record.creator
    byteCount = Int(resource.byteCount)
    original = Original(library: transaction.library, record: resource)
  }
}
