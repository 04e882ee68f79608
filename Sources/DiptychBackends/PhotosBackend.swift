import DiptychPhotos
import DiptychPlatform
import Foundation

/// The modern API as a backend.
public struct PhotosBackend: PhotoLibraryBackend {
  /// `Photos`.
  public let name = "Photos"
  /// Everything but metadata: the caller has to rewrite the file (D7).
  public let capabilities = Set(Capability.allCases).subtracting([.metadata])

  /// Makes the backend; the library is the one in force at each call.
  public init() {}

  /// Makes an asset by one creation request (P129).
  public func save(_ image: UIImage) async -> Outcome<String> {
    await create { PHAssetChangeRequest.creationRequestForAsset(from: image) }
  }

  /// Makes an asset from a photo resource (P131).
  public func save(_ data: Data) async -> Outcome<String> {
    await create {
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, data: data, options: nil)
      return request
    }
  }

  /// Makes an asset from a video file (P130).
  public func saveVideo(at url: URL) async -> Outcome<String> {
    await create { PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url) }
  }

  private func create(_ request: @escaping @Sendable () -> PHAssetChangeRequest?) async
    -> Outcome<String>
  {
    let outcome = await change { request()?.placeholderForCreatedAsset?.localIdentifier ?? "" }
    // No request, as for a URL that names no file: the empty block succeeds, but nothing was saved.
    return outcome.value == "" ? Self.nothing() : outcome
  }

  static func nothing<Value>() -> Outcome<Value> {
    .refused(domain: PHPhotosErrorDomain, code: nil)
  }

  /// Makes an album; a title may be used more than once (P75).
  public func makeAlbum(titled title: String) async -> Outcome<String> {
    await change {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
        .placeholderForCreatedAssetCollection.localIdentifier
    }
  }

  /// Fetches the albums of type `album` (P66).
  public func albums() async -> Outcome<[AlbumSummary]> {
    let result = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    return .done(
      (0..<result.count).map { index in
        AlbumSummary(
          identifier: result[index].localIdentifier, title: result[index].localizedTitle ?? "")
      })
  }

  /// Adds by `addAssets`.
  public func add(_ asset: String, toAlbum album: String) async -> Outcome<Void> {
    // Photos drops an asset that is gone (decision 41); a job that does nothing is not done.
    let assets = Self.fetch(asset)
    guard assets.count == 1 else { return Self.nothing() }
    return await edit(album) { $0.addAssets(assets) }
  }

  /// Runs one change block with a request for an album.
  func edit(
    _ album: String, _ body: @escaping @Sendable (PHAssetCollectionChangeRequest) -> Void
  ) async -> Outcome<Void> {
    guard let collection = Self.album(album) else {
      return .refused(domain: PHPhotosErrorDomain, code: nil)
    }
    let outcome = await change {
      if let request = PHAssetCollectionChangeRequest(for: collection) { body(request) }
      return ""
    }
    return outcome.done()
  }

  /// Fetches the members in the album's own order (P23).
  public func assets(inAlbum album: String) async -> Outcome<[String]> {
    guard let collection = Self.album(album) else { return .done([]) }
    return .done(Self.identifiers(PHAsset.fetchAssets(in: collection, options: nil)))
  }

  /// Fetches without sort keys: by arrival (P24, decision 2).
  public func assets() async -> Outcome<[String]> {
    .done(Self.identifiers(PHAsset.fetchAssets(with: nil)))
  }

  /// Reads the first resource that is a photo or a video.
  public func data(of asset: String) async -> Outcome<Data> {
    guard let object = Self.fetch(asset).firstObject,
      let resource = PHAssetResource.assetResources(for: object)
        .first(where: { $0.type == .photo || $0.type == .video })
    else { return .refused(domain: PHPhotosErrorDomain, code: nil) }
    let bytes = Lock(Data())
    return await withCheckedContinuation { continuation in
      PHAssetResourceManager.default().requestData(
        for: resource, options: nil,
        dataReceivedHandler: { piece in bytes.withLock { $0.append(piece) } },
        completionHandler: { error in
          if let error {
            continuation.resume(returning: .refused(error))
          } else {
            continuation.resume(returning: .done(bytes.withLock { $0 }))
          }
        })
    }
  }

  // MARK: Helpers

  static func fetch(_ asset: String) -> PHFetchResult<PHAsset> {
    PHAsset.fetchAssets(withLocalIdentifiers: [asset], options: nil)
  }

  static func album(_ identifier: String) -> PHAssetCollection? {
    PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil)
      .firstObject
  }

  static func identifiers(_ result: PHFetchResult<PHAsset>) -> [String] {
    (0..<result.count).map { result[$0].localIdentifier }
  }

  /// Runs one change block and gives what `body` returned inside it.
  func change(_ body: @escaping @Sendable () -> String) async -> Outcome<String> {
    let value = Lock("")
    do {
      try await PHPhotoLibrary.shared().performChanges {
        let result = body()
        value.withLock { $0 = result }
      }
      return .done(value.withLock { $0 })
    } catch {
      return .refused(error)
    }
  }
}

extension Outcome {
  /// The refusal that an error stands for.
  static func refused(_ error: (any Error)?) -> Outcome {
    guard let error else { return .refused(domain: "", code: nil) }
    let bridged = error as NSError
    return .refused(domain: bridged.domain, code: bridged.code)
  }

  /// The same outcome without its value.
  func done() -> Outcome<Void> {
    switch self {
    case .done: .done(())
    case .refused(let domain, let code): .refused(domain: domain, code: code)
    case .unsupported(let capability): .unsupported(capability)
    }
  }
}
