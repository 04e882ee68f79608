import Foundation

// Background uploads need a system that runs extensions; there is none here.

/// A job that uploads a resource in the background.
@available(
  *, unavailable,
  message:
    "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
)
open class PHAssetResourceUploadJob: PHObject, @unchecked Sendable {
  // Sendable for the reason that PHObject states.

  /// What to do with a job that has ended.
  public enum Action: Int, Sendable {
    /// To note that it is done with.
    case acknowledge = 1
    /// To try it again.
    case retry = 2
    /// To process it.
    case process = 3
  }

  /// How far a job is.
  public enum State: Int, Sendable {
    /// It is known.
    case registered = 1
    /// It waits.
    case pending = 2
    /// It failed.
    case failed = 3
    /// It is done.
    case succeeded = 4
    /// It was cancelled.
    case cancelled = 5
  }
}

/// A request for an upload job.
@available(
  *, unavailable,
  message:
    "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
)
public class PHAssetResourceUploadJobChangeRequest: PHChangeRequest {}

/// How upload jobs run.
@available(
  *, unavailable,
  message:
    "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
)
open class PHAssetResourceUploadJobOptions: NSObject {}

/// The extension that runs upload jobs.
@available(
  *, unavailable,
  message:
    "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
)
public protocol PHBackgroundResourceUploadExtension {}

/// The extension that runs upload jobs, in the newest SDK.
@available(
  *, unavailable,
  message:
    "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
)
public protocol PHBackgroundResourceUploadJobExtension {}

/// What an extension answers.
@available(
  *, unavailable,
  message:
    "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
)
public enum PHBackgroundResourceUploadProcessingResult {
  /// All is done.
  case completed
  /// There is more to do.
  case processing
  /// It failed.
  case failure
}

extension PHPhotoLibrary {
  /// Whether the upload extension is on.
  @available(
    *, unavailable,
    message:
      "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
  )
  public var uploadJobExtensionEnabled: Bool { false }

  /// Turns the upload extension on or off.
  @available(
    *, unavailable,
    message:
      "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
  )
  public func setUploadJobExtensionEnabled(_ enable: Bool) throws {}

  /// Turns the upload extension off.
  @available(
    *, unavailable,
    message:
      "There are no background uploads here: read the bytes through PHAssetResourceManager and upload them yourself."
  )
  public func disableUploadJobExtension() throws {}
}
