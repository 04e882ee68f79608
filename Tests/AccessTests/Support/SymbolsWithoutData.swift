import FacadeReading

/// The public symbols that are played by no row of the table, because nothing of a library can be in
/// them. Each entry has its reason.
enum SymbolsWithoutData {
  /// Whole types: a new member of one of them is of the same nature.
  static let types: [String: String] = [
    "PHAdjustmentData": "a value that the caller makes, or that an editing input gives (played)",
    "PHAssetBurstSelectionType": "a set of constants",
    "PHAssetMediaSubtype": "a set of constants",
    "PHAssetResourceCreationOptions": "options that the caller fills",
    "PHAssetResourceRequestOptions": "options that the caller fills",
    "PHAssetSourceType": "a set of constants",
    "PHCloudIdentifier": "a text that the caller gives, or that the library gives (played)",
    "PHContentEditingInputRequestOptions": "options that the caller fills",
    "PHContentEditingOutput": "a folder that the caller fills, and an input that it has",
    "PHFetchOptions": "options that the caller fills",
    "PHImageContentMode": "constants",
    "PHImageRequestOptions": "options that the caller fills",
    "PHLivePhotoRequestOptions": "options that the caller fills",
    "PHPersistentChangeToken": "two numbers; which ones is proved by a test of its own",
    "PHPhotosError": "a code and a sentence; every error that a row gets is looked through",
    "PHVideoRequestOptions": "options that the caller fills",
    "ALAssetsFilter": "constants",
  ]

  static let symbols: [String: String] = [
    "NSCopying.init(keyPath:ascending:)": "a key; the fetch that has it is what is played",
    "PHAsset.init()": "an object that denotes nothing",
    "PHAssetCollection.init()": "an object that denotes nothing",
    "PHCollection.init()": "an object that denotes nothing",
    "PHCollectionList.init()": "an object that denotes nothing",
    "PHObject.init()": "an object that denotes nothing",
  ]

  /// Why a symbol needs no row; nil when it needs one.
  static func reason(_ symbol: FacadeSymbols.Symbol) -> String? {
    if symbol.kind == "var" { return "a constant of the module" }
    if symbol.path.hasSuffix(".init(rawValue:)") { return "a constant by its number" }
    if let reason = symbols[symbol.path] { return reason }
    let owners = symbol.path.split(separator: ".").dropLast()
    return owners.indices.lazy.compactMap { end in
      types[owners[...end].joined(separator: ".")]
    }.first
  }
}
