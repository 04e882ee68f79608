import Foundation

/// Called with each group in turn and at last with nil. Setting the stop flag ends the run; no
/// further call follows then, not even the nil one (L28, decision 31).
public typealias ALAssetsLibraryGroupsEnumerationResultsBlock = (
  ALAssetsGroup?, UnsafeMutablePointer<ObjCBool>?
) -> Void

/// Called with the asset that a URL names, or nil if there is none (L164).
public typealias ALAssetsLibraryAssetForURLResultBlock = (ALAsset?) -> Void

/// Called with a group; nil if there is none of that URL, or if the name is taken (L47, L165).
public typealias ALAssetsLibraryGroupResultBlock = (ALAssetsGroup?) -> Void

/// Called when access was refused or the library cannot be reached (L33).
public typealias ALAssetsLibraryAccessFailureBlock = ((any Error)?) -> Void

/// Called with the URL of the saved image and no error, or with no URL and an error (L136).
public typealias ALAssetsLibraryWriteImageCompletionBlock = (URL?, (any Error)?) -> Void

/// Called with the URL of the saved video and no error, or with no URL and an error (L136).
public typealias ALAssetsLibraryWriteVideoCompletionBlock = (URL?, (any Error)?) -> Void
