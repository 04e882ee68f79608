/// A mask of group types: an OR of the `ALAssetsGroup…` bits.
///
/// The bits are `UInt32` and this is `Int`, so callers convert: `ALAssetsGroupType(ALAssetsGroupAll)`
/// (L3).
public typealias ALAssetsGroupType = Int

/// The one group of all assets that were synced from a computer; it exists once there are any (L35).
public var ALAssetsGroupLibrary: UInt32 { 1 << 0 }

/// Albums made on the device and synced albums, without photo streams (L37).
public var ALAssetsGroupAlbum: UInt32 { 1 << 1 }

/// Synced events and imports from a camera (L37).
public var ALAssetsGroupEvent: UInt32 { 1 << 2 }

/// Synced albums of faces (L37).
public var ALAssetsGroupFaces: UInt32 { 1 << 3 }

/// The Camera Roll, exactly one group (L36).
public var ALAssetsGroupSavedPhotos: UInt32 { 1 << 4 }

/// The user's own photo stream and shared streams (L38).
public var ALAssetsGroupPhotoStream: UInt32 { 1 << 5 }

/// Every type except ``ALAssetsGroupLibrary``, for which to ask in a second call (L34).
public var ALAssetsGroupAll: UInt32 { 0xFFFF_FFFF }
