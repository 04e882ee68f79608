import DiptychAssetsLibrary
import DiptychPlatform
import Foundation

/// The legacy API as a backend.
public struct AssetsLibraryBackend: PhotoLibraryBackend {
  /// `AssetsLibrary`.
  public let name = "AssetsLibrary"
  /// Metadata only: the API can neither insert nor delete, rename, move or undo (D3, D4).
  public let capabilities: Set<Capability> = [.metadata]

  /// Objects of the old API live only as long as their library (L18).
  private let library: LegacyHandle

  /// Makes the backend; the library is the one in force at each call.
  public init() {
    library = LegacyHandle(ALAssetsLibrary())
  }

  /// Writes the bitmap with its orientation (L139).
  public func save(_ image: UIImage) async -> Outcome<String> {
    await write { library, completion in
      library.writeImage(
        toSavedPhotosAlbum: image.cgImage,
        orientation: ALAssetOrientation(rawValue: image.imageOrientation.rawValue) ?? .up,
        completionBlock: completion)
    }
  }

  /// Writes the bytes without metadata of its own (L143, L144).
  public func save(_ data: Data) async -> Outcome<String> {
    await write { library, completion in
      library.writeImageData(
        toSavedPhotosAlbum: data, metadata: nil, completionBlock: completion)
    }
  }

  /// Writes the bytes with the metadata merged into them (L142).
  public func save(_ data: Data, metadata: [String: any Sendable]) async -> Outcome<String> {
    await write { library, completion in
      library.writeImageData(
        toSavedPhotosAlbum: data, metadata: metadata, completionBlock: completion)
    }
  }

  /// Copies the video file (L146).
  public func saveVideo(at url: URL) async -> Outcome<String> {
    await write { library, completion in
      library.writeVideoAtPath(toSavedPhotosAlbum: url, completionBlock: completion)
    }
  }

  private func write(
    _ body: (ALAssetsLibrary, @escaping ALAssetsLibraryWriteImageCompletionBlock) -> Void
  ) async -> Outcome<String> {
    await withCheckedContinuation { continuation in
      body(library.object) { url, error in
        let identifier = url.flatMap { Self.identifier($0, ending: "001") }
        continuation.resume(returning: identifier.map { .done($0) } ?? .refused(error))
      }
    }
  }

  /// Makes a group; nil means that the title is in use (L47).
  public func makeAlbum(titled title: String) async -> Outcome<String> {
    await withCheckedContinuation { continuation in
      library.object.addAssetsGroupAlbum(
        withName: title,
        resultBlock: { group in
          let identifier = group.flatMap { Self.summary($0)?.identifier }
          continuation.resume(
            returning: identifier.map { .done($0) }
              ?? .refused(domain: ALAssetsLibraryErrorDomain, code: nil))
        },
        failureBlock: { continuation.resume(returning: .refused($0)) })
    }
  }

  /// Enumerates the album groups until the closing nil (L28).
  public func albums() async -> Outcome<[AlbumSummary]> {
    await withCheckedContinuation { continuation in
      var albums: [AlbumSummary] = []
      library.object.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
        using: { group, _ in
          guard let group else { return continuation.resume(returning: .done(albums)) }
          if let summary = Self.summary(group) { albums.append(summary) }
        },
        failureBlock: { continuation.resume(returning: .refused($0)) })
    }
  }

  /// Adds by `add(_:)`, which reports no error (L58).
  public func add(_ asset: String, toAlbum album: String) async -> Outcome<Void> {
    await withGroup(album) { group in
      await withCheckedContinuation { continuation in
        library.object.asset(
          for: Self.assetURL(asset),
          resultBlock: { asset in
            continuation.resume(
              returning: group.object.add(asset)
                ? .done(()) : .refused(domain: ALAssetsLibraryErrorDomain, code: nil))
          },
          failureBlock: { continuation.resume(returning: .refused($0)) })
      }
    }
  }

  /// Enumerates a group.
  public func assets(inAlbum album: String) async -> Outcome<[String]> {
    await withGroup(album) { .done(Self.identifiers($0.object)) }
  }

  /// Enumerates the saved-photos group.
  public func assets() async -> Outcome<[String]> {
    await withCheckedContinuation { continuation in
      var identifiers: [String] = []
      library.object.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
        using: { group, _ in
          if let group {
            identifiers = Self.identifiers(group)
          } else {
            continuation.resume(returning: .done(identifiers))
          }
        },
        failureBlock: { continuation.resume(returning: .refused($0)) })
    }
  }

  /// Reads the default representation to its end (L118).
  public func data(of asset: String) async -> Outcome<Data> {
    await withCheckedContinuation { continuation in
      library.object.asset(
        for: Self.assetURL(asset),
        resultBlock: { asset in
          continuation.resume(returning: Self.data(asset?.defaultRepresentation()))
        },
        failureBlock: { continuation.resume(returning: .refused($0)) })
    }
  }

  // MARK: Helpers

  private func withGroup<Value: Sendable>(
    _ album: String, _ body: (GroupHandle) async -> Outcome<Value>
  ) async -> Outcome<Value> {
    let found: Outcome<GroupHandle> = await withCheckedContinuation { continuation in
      library.object.group(
        for: Self.groupURL(album),
        resultBlock: { group in
          continuation.resume(
            returning: group.map { .done(GroupHandle($0)) }
              ?? .refused(domain: ALAssetsLibraryErrorDomain, code: nil))
        },
        failureBlock: { continuation.resume(returning: .refused($0)) })
    }
    switch found {
    case .done(let group): return await body(group)
    case .refused(let domain, let code): return .refused(domain: domain, code: code)
    case .unsupported(let capability): return .unsupported(capability)
    }
  }

  private static func data(_ representation: ALAssetRepresentation?) -> Outcome<Data> {
    guard let representation else {
      return .refused(domain: ALAssetsLibraryErrorDomain, code: nil)
    }
    var bytes = [UInt8](repeating: 0, count: Int(representation.size()))
    var failure: NSError?
    let count = representation.getBytes(
      &bytes, fromOffset: 0, length: bytes.count, error: &failure)
    return count == bytes.count ? .done(Data(bytes)) : .refused(failure)
  }

  private static func identifiers(_ group: ALAssetsGroup) -> [String] {
    var identifiers: [String] = []
    group.enumerateAssets { asset, _, _ in
      let url = asset?.value(forProperty: ALAssetPropertyAssetURL) as? URL
      if let identifier = url.flatMap({ identifier($0, ending: "001") }) {
        identifiers.append(identifier)
      }
    }
    return identifiers
  }

  private static func summary(_ group: ALAssetsGroup) -> AlbumSummary? {
    guard let title = group.value(forProperty: ALAssetsGroupPropertyName) as? String,
      let id = group.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String
    else { return nil }
    return AlbumSummary(identifier: id + "/L0/040", title: title)
  }

  private static func identifier(_ url: URL, ending: String) -> String? {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    return items?.first { $0.name == "id" }?.value.map { "\($0)/L0/\(ending)" }
  }

  private static func assetURL(_ identifier: String) -> URL? {
    URL(string: "assets-library://asset/asset.JPG?id=\(identifier.prefix { $0 != "/" })&ext=JPG")
  }

  private static func groupURL(_ identifier: String) -> URL? {
    URL(string: "assets-library://group/?id=\(identifier.prefix { $0 != "/" })")
  }
}

/// The library object, which every call may use from any thread.
private struct LegacyHandle: @unchecked Sendable {
  // Sendable because an ALAssetsLibrary holds no state of its own: each call goes to the engine.
  let object: ALAssetsLibrary
  init(_ object: ALAssetsLibrary) { self.object = object }
}

/// A group on its way from a result block to the caller.
private struct GroupHandle: @unchecked Sendable {
  // Sendable because a group may be used from any thread (L25) and has one user here.
  let object: ALAssetsGroup
  init(_ object: ALAssetsGroup) { self.object = object }
}
