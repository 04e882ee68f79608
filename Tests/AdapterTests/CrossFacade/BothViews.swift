import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// One asset as both APIs show it at one moment.
struct BothViews {
  let old: ALAsset
  let new: PHAsset
  /// What the old API's object lives as long as (L18).
  let library: ALAssetsLibrary

  /// Finds the asset that the old API gave a URL, or that the new one gave an identifier, through
  /// both.
  init(_ handle: String, _ library: ALAssetsLibrary) async throws {
    self.library = library
    let identifier = String(handle.prefix { $0 != "/" })
    let url =
      handle.hasPrefix("assets-library")
      ? URL(string: handle) : URL(string: "assets-library://asset/asset.JPG?id=\(identifier)")
    old = try #require(await library.found(at: url))
    let link = try #require(old.value(forProperty: ALAssetPropertyAssetURL) as? URL)
    new = try #require(
      PHAsset.fetchAssets(withALAssetURLs: [link], options: nil).firstObject)
  }

  /// The file that the new API calls the photo or video.
  var resource: PHAssetResource {
    get throws {
      try #require(
        PHAssetResource.assetResources(for: new).first { [.photo, .video].contains($0.type) })
    }
  }

  /// The bytes as the new API gives them.
  func newBytes() async throws -> Data {
    let resource = try resource
    let bytes = Lock(Data())
    let error: (any Error)? = await withCheckedContinuation { continuation in
      PHAssetResourceManager.default().requestData(for: resource, options: nil) { part in
        bytes.withLock { $0.append(part) }
      } completionHandler: {
        continuation.resume(returning: $0)
      }
    }
    if let error { throw error }
    return bytes.withLock { $0 }
  }

  /// The bytes as the old API gives them, in two reads.
  func oldBytes() throws -> Data {
    let file = try #require(old.defaultRepresentation())
    let size = Int(file.size())
    var bytes = [UInt8](repeating: 0, count: size)
    var error: NSError?
    let half = size / 2
    let count = bytes.withUnsafeMutableBufferPointer { buffer -> Int in
      guard let start = buffer.baseAddress else { return 0 }
      return file.getBytes(start, fromOffset: 0, length: half, error: &error)
        + file.getBytes(start + half, fromOffset: Int64(half), length: size, error: &error)
    }
    #expect(count == size)
    #expect(error == nil)
    return Data(bytes)
  }
}

extension ALAssetsLibrary {
  func found(at url: URL?) async -> ALAsset? {
    await withCheckedContinuation { continuation in
      asset(for: url) {
        continuation.resume(returning: $0)
      } failureBlock: { error in
        Issue.record("The look-up failed: \(String(describing: error))")
        continuation.resume(returning: nil)
      }
    }
  }

  func foundGroup(at url: URL?) async -> ALAssetsGroup? {
    await withCheckedContinuation { continuation in
      group(for: url) {
        continuation.resume(returning: $0)
      } failureBlock: { error in
        Issue.record("The look-up failed: \(String(describing: error))")
        continuation.resume(returning: nil)
      }
    }
  }

  /// The groups of some types, in order.
  func listed(_ types: UInt32 = ALAssetsGroupAll) async -> [ALAssetsGroup] {
    await withCheckedContinuation { continuation in
      var groups: [ALAssetsGroup] = []
      enumerateGroups(withTypes: ALAssetsGroupType(types)) { group, _ in
        guard let group else { return continuation.resume(returning: groups) }
        groups.append(group)
      } failureBlock: { error in
        Issue.record("The walk failed: \(String(describing: error))")
        continuation.resume(returning: [])
      }
    }
  }

  func made(_ title: String) async -> ALAssetsGroup? {
    await withCheckedContinuation { continuation in
      addAssetsGroupAlbum(withName: title) {
        continuation.resume(returning: $0)
      } failureBlock: { error in
        Issue.record("No album was made: \(String(describing: error))")
        continuation.resume(returning: nil)
      }
    }
  }
}

extension ALAssetsGroup {
  var name: String? { value(forProperty: ALAssetsGroupPropertyName) as? String }
  var url: URL? { value(forProperty: ALAssetsGroupPropertyURL) as? URL }

  /// The identifiers of what a walk gives, in order.
  func identifiers(
    _ options: NSEnumerationOptions = [], at indexes: IndexSet? = nil
  ) -> [String] {
    var found: [String] = []
    let block: ALAssetsGroupEnumerationResultsBlock = { asset, _, _ in
      if let asset { found.append(asset.identifier) }
    }
    if let indexes {
      enumerateAssets(at: indexes, options: options, using: block)
    } else {
      enumerateAssets(options: options, using: block)
    }
    return found
  }
}

extension ALAsset {
  /// The id of the asset's URL, which the new API's identifier begins with (C24).
  var identifier: String {
    let url = value(forProperty: ALAssetPropertyAssetURL) as? URL
    return Identifiers.uuid(of: url)?.uuidString ?? "gone"
  }
}

extension PHObject {
  /// The part of the identifier that both APIs share.
  var sharedIdentifier: String { String(localIdentifier.prefix(36)) }
}

extension PHFetchResult where ObjectType == PHAsset {
  /// The identifiers in order, without what only the new API appends.
  var identifiers: [String] { (0..<count).map { object(at: $0).sharedIdentifier } }
}
