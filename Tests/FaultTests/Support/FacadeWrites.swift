import FacadeReading

/// Which swept operations call each public symbol of the facades that writes.
enum FacadeWrites {
  /// Whether a symbol is to be named here: all that a change request can do, and every call whose name
  /// says that it writes.
  static func isWriting(_ symbol: FacadeSymbols.Symbol) -> Bool {
    let parts = symbol.path.split(separator: ".").map(String.init)
    guard let name = parts.last, let owner = parts.first else { return false }
    if owner.hasSuffix("ChangeRequest") || owner == "PHAssetCreationRequest" { return true }
    guard ["func", "method", "type.method"].contains(symbol.kind) else { return false }
    return verbs.contains { name.hasPrefix($0) }
  }

  private static let verbs = [
    "add", "create", "creation", "delete", "insert", "move", "perform", "remove", "replace",
    "requestAuthorization", "revert", "save", "set", "write", "UIImageWrite", "UISave",
  ]

  /// The operations of the modern facade, by the symbols that they call.
  static let modern: [String: [String]] = [
    "PHPhotoLibrary.performChanges(_:)": ["contentEditingOutput"],
    "PHPhotoLibrary.performChanges(_:completionHandler:)": [
      "performChanges with a completion handler"
    ],
    "PHPhotoLibrary.performChangesAndWait(_:)": ["properties"],
    "PHPhotoLibrary.requestAuthorization(_:)": ["requestAuthorization"],
    "PHPhotoLibrary.requestAuthorization(for:)": ["requestAuthorization for a level"],
    "PHPhotoLibrary.requestAuthorization(for:handler:)": ["requestAuthorization for a level"],
    "PHAssetResourceManager.writeData(for:toFile:options:)": [
      "writeData", "writeData of a file that is elsewhere",
    ],
    "PHAssetResourceManager.writeData(for:toFile:options:completionHandler:)": ["writeData"],
    "PHAssetChangeRequest.creationRequestForAsset(from:)": [
      "creationRequestForAsset from an image"
    ],
    "PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL:)": [
      "creationRequestForAssetFromImage"
    ],
    "PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL:)": [
      "creationRequestForAssetFromVideo"
    ],
    "PHAssetChangeRequest.placeholderForCreatedAsset": [
      "addResource with a file into an album", "contentEditingOutput of a new asset",
    ],
    "PHAssetChangeRequest.deleteAssets(_:)": ["deleteAssets"],
    "PHAssetChangeRequest.init(for:)": ["properties"],
    "PHAssetChangeRequest.creationDate": ["properties"],
    "PHAssetChangeRequest.location": ["properties"],
    "PHAssetChangeRequest.isFavorite": ["properties"],
    "PHAssetChangeRequest.isHidden": ["properties"],
    "PHAssetChangeRequest.contentEditingOutput": [
      "contentEditingOutput", "contentEditingOutput of a new asset",
    ],
    "PHAssetChangeRequest.revertAssetContentToOriginal()": ["revertAssetContentToOriginal"],
    "PHAssetCreationRequest.forAsset()": ["addResource with data"],
    "PHAssetCreationRequest.addResource(with:data:options:)": ["addResource with data"],
    "PHAssetCreationRequest.addResource(with:fileURL:options:)": [
      "addResource with a file into an album", "addResource with a file that moves",
      "addResource with a paired video", "addResource with an alternate photo",
    ],
    "PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle:)": [
      "creationRequestForAssetCollection"
    ],
    "PHAssetCollectionChangeRequest.deleteAssetCollections(_:)": ["deleteAssetCollections"],
    "PHAssetCollectionChangeRequest.init(for:)": ["title"],
    "PHAssetCollectionChangeRequest.init(for:assets:)": ["removeAssets at places of a fetch"],
    "PHAssetCollectionChangeRequest.title": ["title"],
    "PHAssetCollectionChangeRequest.addAssets(_:)": ["addAssets"],
    "PHAssetCollectionChangeRequest.insertAssets(_:at:)": ["insertAssets"],
    "PHAssetCollectionChangeRequest.removeAssets(_:)": ["removeAssets"],
    "PHAssetCollectionChangeRequest.removeAssets(at:)": ["removeAssets at places of a fetch"],
    "PHAssetCollectionChangeRequest.replaceAssets(at:withAssets:)": ["replaceAssets"],
    "PHAssetCollectionChangeRequest.moveAssets(at:to:)": ["moveAssets"],
    "PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle:)": [
      "creationRequestForCollectionList with an album"
    ],
    "PHCollectionListChangeRequest.deleteCollectionLists(_:)": ["deleteCollectionLists"],
    "PHCollectionListChangeRequest.init(for:)": ["title of a list"],
    "PHCollectionListChangeRequest.init(for:childCollections:)": [
      "removeChildCollections at places of a fetch"
    ],
    "PHCollectionListChangeRequest.init(forTopLevelCollectionListUserCollections:)": [
      "moveChildCollections of the root"
    ],
    "PHCollectionListChangeRequest.title": ["title of a list"],
    "PHCollectionListChangeRequest.addChildCollections(_:)": [
      "creationRequestForCollectionList with an album"
    ],
    "PHCollectionListChangeRequest.insertChildCollections(_:at:)": ["insertChildCollections"],
    "PHCollectionListChangeRequest.removeChildCollections(_:)": ["removeChildCollections"],
    "PHCollectionListChangeRequest.removeChildCollections(at:)": [
      "removeChildCollections at places of a fetch"
    ],
    "PHCollectionListChangeRequest.replaceChildCollections(at:withChildCollections:)": [
      "replaceChildCollections"
    ],
    "PHCollectionListChangeRequest.moveChildCollections(at:to:)": [
      "moveChildCollections of the root"
    ],
  ]

  /// The operations of the legacy facade. The form with a block is what the other one calls.
  static let legacy: [String: [String]] = [
    "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:orientation:)": ["writeImage with orientation"],
    "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:orientation:completionBlock:)": [
      "writeImage with orientation"
    ],
    "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:metadata:)": ["writeImage with metadata"],
    "ALAssetsLibrary.writeImage(toSavedPhotosAlbum:metadata:completionBlock:)": [
      "writeImage with metadata"
    ],
    "ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:)": [
      "writeImageData", "writeImageData with metadata",
    ],
    "ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:completionBlock:)": [
      "writeImageData"
    ],
    "ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:)": ["writeVideoAtPath"],
    "ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:completionBlock:)": ["writeVideoAtPath"],
    "ALAssetsLibrary.addAssetsGroupAlbum(withName:resultBlock:failureBlock:)": [
      "addAssetsGroupAlbum"
    ],
    "ALAssetsGroup.add(_:)": ["add"],
    "ALAsset.writeModifiedImageData(toSavedPhotosAlbum:metadata:)": ["writeModifiedImageData"],
    "ALAsset.writeModifiedImageData(toSavedPhotosAlbum:metadata:completionBlock:)": [
      "writeModifiedImageData"
    ],
    "ALAsset.writeModifiedVideoAtPath(toSavedPhotosAlbum:)": ["writeModifiedVideoAtPath"],
    "ALAsset.writeModifiedVideoAtPath(toSavedPhotosAlbum:completionBlock:)": [
      "writeModifiedVideoAtPath"
    ],
    "ALAsset.setImageData(_:metadata:)": [
      "setImageData", "setImageData with nothing, which deletes",
    ],
    "ALAsset.setImageData(_:metadata:completionBlock:)": ["setImageData"],
    "ALAsset.setVideoAtPath(_:)": ["setVideoAtPath"],
    "ALAsset.setVideoAtPath(_:completionBlock:)": ["setVideoAtPath"],
    "UIImageWriteToSavedPhotosAlbum(_:completion:)": ["UIImageWriteToSavedPhotosAlbum"],
    "UISaveVideoAtPathToSavedPhotosAlbum(_:completion:)": [
      "UISaveVideoAtPathToSavedPhotosAlbum"
    ],
  ]

  /// Symbols that are swept by no operation, each with its reason.
  static let reasons: [String: String] = [
    "ALAssetsGroup.setAssetsFilter(_:)": "what one object shows; nothing is written",
    "PHAssetCreationRequest.supportsAssetResourceTypes(_:)": "looks at its arguments only",
    "PHAssetCollectionChangeRequest.placeholderForCreatedAssetCollection": "a name, no request",
    "PHCollectionListChangeRequest.placeholderForCreatedCollectionList": "a name, no request",
    "UIImageWriteToSavedPhotosAlbum(_:_:_:_:)": "saves as the form with a completion block",
    "UISaveVideoAtPathToSavedPhotosAlbum(_:_:_:_:)": "saves as the form with a completion block",
  ]
}
