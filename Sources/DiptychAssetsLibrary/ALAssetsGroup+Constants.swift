import Foundation

/// The name to display, in the system's language for the Camera Roll (L43); a `String`.
public let ALAssetsGroupPropertyName: String = "ALAssetsGroupPropertyName"

/// One bit of the group mask; a number (L44).
public let ALAssetsGroupPropertyType: String = "ALAssetsGroupPropertyType"

/// The id inside the group's URL (L89); a `String`.
public let ALAssetsGroupPropertyPersistentID: String = "ALAssetsGroupPropertyPersistentID"

/// The URL for `group(for:resultBlock:failureBlock:)`, such as `assets-library://group/?id=…`
/// (L88); a `URL`.
public let ALAssetsGroupPropertyURL: String = "ALAssetsGroupPropertyURL"

/// Called with each asset, its place among those that the filter passes, and a stop flag; at last
/// with nil and `NSNotFound` (L68). After a stop there is no further call (decision 31).
public typealias ALAssetsGroupEnumerationResultsBlock = (
  ALAsset?, Int, UnsafeMutablePointer<ObjCBool>?
) -> Void
