import Foundation

/// Names a request of an image manager, in the whole process; never 0 (P195).
public typealias PHImageRequestID = Int32

/// The name that no request has (P195).
public var PHInvalidImageRequestID: PHImageRequestID { 0 }

/// The target size that asks for the whole picture (P191): -1 × -1.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// An `NSNumber` that is true when the original is not on this machine, and the request did not
/// allow a download or the download failed (P193).
public let PHImageResultIsInCloudKey: String = "PHImageResultIsInCloudKey"
/// An `NSNumber` that is true for a small picture that a better one will follow, or could (P185).
public let PHImageResultIsDegradedKey: String = "PHImageResultIsDegradedKey"
/// An `NSNumber` with the request's identifier.
public let PHImageResultRequestIDKey: String = "PHImageResultRequestIDKey"
/// An `NSNumber` that is true when the request was cancelled (P194).
public let PHImageCancelledKey: String = "PHImageCancelledKey"
/// An `NSError` of the domain ``PHPhotosErrorDomain`` that says why there is no picture (P196, P199).
public let PHImageErrorKey: String = "PHImageErrorKey"

/// Names a request for a Live Photo made of files, in the whole process; never 0.
public typealias PHLivePhotoRequestID = Int32

/// The name that no request for a Live Photo has.
public var PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID { 0 }

/// An `NSError` that says why there is no Live Photo.
public let PHLivePhotoInfoErrorKey: String = "PHLivePhotoInfoErrorKey"
/// An `NSNumber` that is true for a Live Photo that a better one will follow.
public let PHLivePhotoInfoIsDegradedKey: String = "PHLivePhotoInfoIsDegradedKey"
/// An `NSNumber` that is true when the request was cancelled.
public let PHLivePhotoInfoCancelledKey: String = "PHLivePhotoInfoCancelledKey"
