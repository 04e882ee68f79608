/// What `value(forProperty:)` gives for a key that it does not know, or that does not apply
/// (L93, L94).
public let ALErrorInvalidProperty: String = "ALErrorInvalidProperty"

/// `ALAssetTypePhoto`, `ALAssetTypeVideo` or `ALAssetTypeUnknown`.
public let ALAssetPropertyType: String = "ALAssetPropertyType"

/// Where the picture was taken, a `CLLocation`; nil if that is unknown (L96).
public let ALAssetPropertyLocation: String = "ALAssetPropertyLocation"

/// The length of a video in seconds, a number; `ALErrorInvalidProperty` for a photo (L94).
/// Of an edited video it is the length of the edit, while the representation is the original
/// (decision 257).
public let ALAssetPropertyDuration: String = "ALAssetPropertyDuration"

/// The orientation, a number that holds an ``ALAssetOrientation`` (L116).
public let ALAssetPropertyOrientation: String = "ALAssetPropertyOrientation"

/// When the picture was taken, a `Date` (L95, decision 21).
public let ALAssetPropertyDate: String = "ALAssetPropertyDate"

/// The type identifiers of the asset's files, a `[String]` (L101).
public let ALAssetPropertyRepresentations: String = "ALAssetPropertyRepresentations"

/// The URL of each file by its type identifier, a `[String: URL]` (L101).
public let ALAssetPropertyURLs: String = "ALAssetPropertyURLs"

/// The URL that names the asset, a `URL` (L101, L103).
public let ALAssetPropertyAssetURL: String = "ALAssetPropertyAssetURL"

/// The asset is a still image.
public let ALAssetTypePhoto: String = "ALAssetTypePhoto"

/// The asset is a movie.
public let ALAssetTypeVideo: String = "ALAssetTypeVideo"

/// The asset is a file that the system could not classify (L100).
public let ALAssetTypeUnknown: String = "ALAssetTypeUnknown"
