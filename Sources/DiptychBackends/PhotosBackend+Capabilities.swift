import DiptychPhotos
import DiptychPlatform
import Foundation

/// What the modern API alone can do (D3, D4, D12), and the one thing that it cannot (D7).
extension PhotosBackend {
  /// Inserts at index 0 by `insertAssets` (P111).
  public func insertFirst(_ asset: String, intoAlbum album: String) async -> Outcome<Void> {
    let assets = Self.fetch(asset)
    guard assets.count == 1 else { return Self.nothing() }
    return await edit(album) { $0.insertAssets(assets, at: IndexSet(integer: 0)) }
  }

  /// Deletes by `deleteAssets`; the user is asked (P101).
  public func delete(_ assets: [String]) async -> Outcome<Void> {
    let result = PHAsset.fetchAssets(withLocalIdentifiers: assets, options: nil)
    return await change {
      PHAssetChangeRequest.deleteAssets(result)
      return ""
    }.done()
  }

  /// Sets the property of a change request (P122 to P127).
  public func change(_ property: PropertyChange, of asset: String) async -> Outcome<Void> {
    await change(asset) { request in
      switch property {
      case .favorite(let isFavorite): request.isFavorite = isFavorite
      case .hidden(let isHidden): request.isHidden = isHidden
      case .creationDate(let date): request.creationDate = date
      case .location(let latitude, let longitude):
        request.location = CLLocation(latitude: latitude, longitude: longitude)
      }
    }
  }

  /// Sets the title of a change request.
  public func rename(_ album: String, to title: String) async -> Outcome<Void> {
    await edit(album) { $0.title = title }
  }

  /// Removes by `removeAssets`.
  public func remove(_ asset: String, fromAlbum album: String) async -> Outcome<Void> {
    let assets = Self.fetch(asset)
    guard assets.count == 1 else { return Self.nothing() }
    return await edit(album) { $0.removeAssets(assets) }
  }

  /// Deletes by `deleteAssetCollections`; the user is asked (P107).
  public func deleteAlbum(_ album: String) async -> Outcome<Void> {
    guard let collection = Self.album(album) else { return Self.nothing() }
    return await change {
      PHAssetCollectionChangeRequest.deleteAssetCollections([collection] as NSArray)
      return ""
    }.done()
  }

  /// Makes a collection list.
  public func makeFolder(titled title: String) async -> Outcome<String> {
    await change {
      PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
        .placeholderForCreatedCollectionList.localIdentifier
    }
  }

  /// Adds the album to the children of the collection list.
  public func move(_ album: String, intoFolder folder: String) async -> Outcome<Void> {
    let folders = PHCollectionList.fetchCollectionLists(
      withLocalIdentifiers: [folder], options: nil)
    guard let collection = Self.album(album), let list = folders.firstObject else {
      return Self.nothing()
    }
    return await change {
      PHCollectionListChangeRequest(for: list)?.addChildCollections([collection] as NSArray)
      return ""
    }.done()
  }

  /// Makes a content editing output from an input, as an editor does (P217).
  public func edit(
    _ asset: String, to rendering: Data, by format: String
  ) async -> Outcome<Void> {
    guard let object = Self.fetch(asset).firstObject else { return Self.nothing() }
    let input: PHContentEditingInput? = await withCheckedContinuation { continuation in
      object.requestContentEditingInput(with: nil) { input, _ in
        continuation.resume(returning: input)
      }
    }
    guard let input else { return Self.nothing() }
    let output = PHContentEditingOutput(contentEditingInput: input)
    output.adjustmentData = PHAdjustmentData(
      formatIdentifier: format, formatVersion: "1", data: Data(format.utf8))
    do {
      try rendering.write(to: output.renderedContentURL)
    } catch {
      return .refused(error)
    }
    return await change(asset) { $0.contentEditingOutput = output }
  }

  /// Reverts by `revertAssetContentToOriginal` (P220).
  public func revert(_ asset: String) async -> Outcome<Void> {
    await change(asset) { $0.revertAssetContentToOriginal() }
  }

  /// Unsupported: the modern API keeps bytes as they are (P131).
  public func save(_ data: Data, metadata: [String: any Sendable]) async -> Outcome<String> {
    .unsupported(.metadata)
  }

  /// Runs one change block with a request for an asset.
  private func change(
    _ asset: String, _ body: @escaping @Sendable (PHAssetChangeRequest) -> Void
  ) async -> Outcome<Void> {
    guard let object = Self.fetch(asset).firstObject else { return Self.nothing() }
    return await change {
      body(PHAssetChangeRequest(for: object))
      return ""
    }.done()
  }
}
