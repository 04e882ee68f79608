import DiptychPlatform
import Foundation

// Services of the system around the library.

/// Is told that there are new persistent changes.
@available(
  *, unavailable,
  message:
    "Register a PHPhotoLibraryChangeObserver and call fetchPersistentChanges(since:) when it is told."
)
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {}

extension PHPhotoLibrary {
  /// Why the library cannot be used.
  @available(
    *, unavailable,
    message:
      "A library here is a folder of this machine and does not go away; handle the errors of fetches and changes."
  )
  public var unavailabilityReason: (any Error)? { nil }

  /// Lets the user choose which assets a limited application sees.
  @available(
    *, unavailable,
    message:
      "There are no views here: choose the assets of a limited client with library.user.select in DiptychTesting, or with diptych user access."
  )
  public func presentLimitedLibraryPicker(from controller: Any) {}

  /// Lets the user choose which assets a limited application sees.
  @available(
    *, unavailable,
    message:
      "There are no views here: choose the assets of a limited client with library.user.select in DiptychTesting, or with diptych user access."
  )
  public func presentLimitedLibraryPicker(
    from controller: Any, completionHandler: @escaping ([String]) -> Void
  ) {}

  /// The local identifiers for synced cloud identifiers.
  @available(
    *, unavailable,
    message:
      "There is no iCloud here: use localIdentifierMappings(for:), which matches by identifier and content."
  )
  public func localIdentifierMappings(
    forSynced cloudIdentifiers: [PHCloudIdentifier]
  ) -> [PHCloudIdentifier: Result<String, any Error>] { [:] }

  /// The local identifiers for cloud identifiers.
  @available(
    *, unavailable,
    message:
      "Never on iOS, and replaced on the Mac: use localIdentifierMappings(for:) or cloudIdentifierMappings(forLocalIdentifiers:)."
  )
  public func localIdentifiers(for cloudIdentifiers: [PHCloudIdentifier]) -> [String] { [] }

  /// The cloud identifiers for local identifiers.
  @available(
    *, unavailable,
    message:
      "Never on iOS, and replaced on the Mac: use localIdentifierMappings(for:) or cloudIdentifierMappings(forLocalIdentifiers:)."
  )
  public func cloudIdentifiers(forLocalIdentifiers localIdentifiers: [String])
    -> [PHCloudIdentifier]
  { [] }
}
