import AssetsLibrary
import Foundation
import Testing

/// The symbol index, `Sources/DiptychScanner/Data/symbols.tsv`, against the legacy facade.
@Suite struct SymbolSpellingTests {
  /// The repository, seen from this file.
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every spelling of today that the index gives; that each compiles is the test. Takes no call:
  /// `everySpellingCompiles` reads these lines.
  private func spellings() {
    _ = UIImageWriteToSavedPhotosAlbum(_:_:_:_:)
    _ = ALAssetsLibrary.writeImage(toSavedPhotosAlbum:orientation:completionBlock:)
    _ = ALAssetsLibrary.writeImage(toSavedPhotosAlbum:metadata:completionBlock:)
    _ = ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:completionBlock:)
    _ = ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:completionBlock:)
    _ = ALAssetsLibrary.videoAtPathIs(compatibleWithSavedPhotosAlbum:)
    _ = UISaveVideoAtPathToSavedPhotosAlbum(_:_:_:_:)
    _ = ALAssetsLibraryWriteImageCompletionBlock.self
    _ = ALAssetsLibrary.addAssetsGroupAlbum(withName:resultBlock:failureBlock:)
    _ = ALAssetsLibrary.enumerateGroups(withTypes:using:failureBlock:)
    _ = ALAssetsLibrary.group(for:resultBlock:failureBlock:)
    _ = ALAssetsGroupPropertyName
    _ = ALAssetsGroupPropertyPersistentID
    _ = ALAssetsGroup.add(_:)
    _ = ALAssetsGroupAll
    _ = ALAssetsLibrary.asset(for:resultBlock:failureBlock:)
    _ = ALAssetsGroup.enumerateAssets(options:using:)
    _ = ALAssetPropertyAssetURL
    _ = ALAssetRepresentation.getBytes(_:fromOffset:length:error:)
    _ = ALAssetsLibrary.authorizationStatus
    _ = ALAssetsLibraryAccessFailureBlock.self
    _ = ALAssetsLibraryDataUnavailableError
    _ = ALAssetsLibrary.self
    _ = ALAssetsGroup.self
    _ = ALAsset.self
    _ = ALAssetRepresentation.self
    _ = ALAssetsFilter.self
    _ = ALAssetsLibrary.init
    _ = ALAssetsGroup.init
    _ = ALAsset.init
    _ = ALAssetRepresentation.init
    _ = ALAssetsFilter.init
    _ = ALAssetsLibrary.enumerateGroupsWithTypes(_:usingBlock:failureBlock:)
    _ = ALAssetsLibrary.writeImage(toSavedPhotosAlbum:orientation:)
    _ = ALAssetsLibrary.writeImage(toSavedPhotosAlbum:metadata:)
    _ = ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:)
    _ = ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:)
    _ = ALAssetsGroup.value(forProperty:)
    _ = ALAssetsGroup.posterImage
    _ = ALAssetsGroup.setAssetsFilter(_:)
    _ = ALAssetsGroup.numberOfAssets
    _ = ALAssetsGroup.enumerateAssets(_:)
    _ = ALAssetsGroup.enumerateAssets(at:options:using:)
    _ = \ALAssetsGroup.isEditable
    _ = ALAsset.value(forProperty:)
    _ = ALAsset.defaultRepresentation
    _ = ALAsset.representation(forUTI:)
    _ = ALAsset.thumbnail
    _ = ALAsset.aspectRatioThumbnail
    _ = ALAsset.writeModifiedImageData(toSavedPhotosAlbum:metadata:completionBlock:)
    _ = ALAsset.writeModifiedVideoAtPath(toSavedPhotosAlbum:completionBlock:)
    _ = \ALAsset.original
    _ = \ALAsset.isEditable
    _ = ALAsset.setImageData(_:metadata:completionBlock:)
    _ = ALAsset.setVideoAtPath(_:completionBlock:)
    _ = ALAsset.writeModifiedImageData(toSavedPhotosAlbum:metadata:)
    _ = ALAsset.writeModifiedVideoAtPath(toSavedPhotosAlbum:)
    _ = ALAsset.setImageData(_:metadata:)
    _ = ALAsset.setVideoAtPath(_:)
    _ = ALAssetRepresentation.uti
    _ = ALAssetRepresentation.dimensions
    _ = ALAssetRepresentation.size
    _ = ALAssetRepresentation.fullResolutionImage
    _ = ALAssetRepresentation.cgImage(options:)
    _ = ALAssetRepresentation.fullScreenImage
    _ = ALAssetRepresentation.url
    _ = ALAssetRepresentation.metadata
    _ = ALAssetRepresentation.orientation
    _ = ALAssetRepresentation.scale
    _ = ALAssetRepresentation.filename
    _ = ALAssetsFilter.allPhotos
    _ = ALAssetsFilter.allVideos
    _ = ALAssetsFilter.allAssets
    _ = ALAssetsGroupType.self
    _ = ALAssetsLibraryGroupsEnumerationResultsBlock.self
    _ = ALAssetsLibraryAssetForURLResultBlock.self
    _ = ALAssetsLibraryGroupResultBlock.self
    _ = ALAssetsLibraryWriteVideoCompletionBlock.self
    _ = ALAssetsGroupEnumerationResultsBlock.self
    _ = ALAssetOrientation.self
    _ = ALAssetOrientation.up
    _ = ALAssetOrientation.down
    _ = ALAssetOrientation.left
    _ = ALAssetOrientation.right
    _ = ALAssetOrientation.upMirrored
    _ = ALAssetOrientation.downMirrored
    _ = ALAssetOrientation.leftMirrored
    _ = ALAssetOrientation.rightMirrored
    _ = ALAuthorizationStatus.self
    _ = ALAuthorizationStatus.notDetermined
    _ = ALAuthorizationStatus.restricted
    _ = ALAuthorizationStatus.denied
    _ = ALAuthorizationStatus.authorized
    _ = ALAssetsGroupLibrary
    _ = ALAssetsGroupAlbum
    _ = ALAssetsGroupEvent
    _ = ALAssetsGroupFaces
    _ = ALAssetsGroupSavedPhotos
    _ = ALAssetsGroupPhotoStream
    _ = ALErrorInvalidProperty
    _ = ALAssetPropertyType
    _ = ALAssetPropertyLocation
    _ = ALAssetPropertyDuration
    _ = ALAssetPropertyOrientation
    _ = ALAssetPropertyDate
    _ = ALAssetPropertyRepresentations
    _ = ALAssetPropertyURLs
    _ = ALAssetTypePhoto
    _ = ALAssetTypeVideo
    _ = ALAssetTypeUnknown
    _ = ALAssetsGroupPropertyType
    _ = ALAssetsGroupPropertyURL
    _ = ALAssetsLibraryErrorDomain
    _ = ALAssetsLibraryUnknownError
    _ = ALAssetsLibraryWriteFailedError
    _ = ALAssetsLibraryWriteBusyError
    _ = ALAssetsLibraryWriteInvalidDataError
    _ = ALAssetsLibraryWriteIncompatibleDataError
    _ = ALAssetsLibraryWriteDataEncodingError
    _ = ALAssetsLibraryWriteDiskSpaceError
    _ = ALAssetsLibraryAccessUserDeniedError
    _ = ALAssetsLibraryAccessGloballyDeniedError
    _ = UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_:)
    _ = ALAssetsLibrary.disableSharedPhotoStreamsSupport
    _ = NSNotification.Name.ALAssetsLibraryChanged
    _ = ALAssetLibraryUpdatedAssetsKey
    _ = ALAssetLibraryInsertedAssetGroupsKey
    _ = ALAssetLibraryUpdatedAssetGroupsKey
    _ = ALAssetLibraryDeletedAssetGroupsKey
  }

  /// The index: column names and rows.
  private func index() throws -> [[String: String]] {
    let url = Self.root.appendingPathComponent("Sources/DiptychScanner/Data/symbols.tsv")
    var lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let names = lines.removeFirst().split(separator: "\t").map(String.init)
    return lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(zip(names, cells)) { first, _ in first }
    }
  }

  /// A row's symbol as the lines above write it; nil for what is no symbol of the facade.
  private func spelling(_ row: [String: String]) -> String? {
    guard let kind = row["kind"], let owner = row["owner"], var name = row["swift"],
      !["string", "import", "linkFlag"].contains(kind), !owner.hasPrefix("UIImagePicker")
    else { return nil }
    if name.hasSuffix("()") { name.removeLast(2) }
    switch kind {
    case "class", "typealias", "enum": return name + ".self"
    case "property": return "\\" + owner + "." + name
    default: return owner.isEmpty ? name : owner + "." + name
    }
  }

  @Test func everySpellingCompiles() throws {
    let prefix = "    _ = "
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let written = source.split(separator: "\n").filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    let rows = try index()
    #expect(rows.count >= 133)
    #expect(Set(written) == Set(rows.compactMap(spelling)))
    #expect(Set(written).count == written.count)
  }

  /// Every row names a test that proves its symbol; none is left out.
  @Test func noSymbolIsAbsent() throws {
    let folder = Self.root.appendingPathComponent("Sources/DiptychAssetsLibrary")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    let source = try files.map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }.joined(separator: "\n")
    for name in [
      "disableSharedPhotoStreamsSupport", "ALAssetsLibraryChanged",
      "ALAssetLibraryUpdatedAssetsKey", "ALAssetLibraryInsertedAssetGroupsKey",
      "ALAssetLibraryUpdatedAssetGroupsKey", "ALAssetLibraryDeletedAssetGroupsKey",
    ] {
      #expect(source.contains(name), "\(name)")
    }
    #expect(try index().allSatisfy { $0["test"]?.isEmpty == false })
  }

  /// What replaces the link flag of an application here: products of the package.
  @Test func products() throws {
    let manifest = try String(
      contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    for name in ["AssetsLibrary", "Photos", "UIKit"] {
      #expect(manifest.contains(".library(name: \"\(name)\""), "\(name)")
    }
  }
}
