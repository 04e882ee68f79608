import DiptychPlatform
import Foundation

// Foundation on Linux has such an initializer for values that compare by `<`, which are not optional,
// and a descriptor made by it does not tell whether it has a comparator of its own (P20). The compiler
// prefers the ones below for our classes. Where Foundation's fits as well, only one without type
// parameters is preferred; so there is one for each such type. They stand on a protocol for the
// reason that NSPredicate+Format.swift gives.
extension NSCopying where Self: NSSortDescriptor {
  /// Makes a descriptor that sorts assets by a property, optional ones included: the same as the one
  /// with the property's key (decision 248). By a property that is no key, only objects in memory are
  /// sorted (decision 265).
  ///
  /// - Parameters:
  ///   - keyPath: A property whose name is a key that a fetch can sort by, such as
  ///     `\PHAsset.creationDate`.
  ///   - ascending: Whether small values come first.
  public init<Value>(keyPath: KeyPath<PHAsset, Value>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }

  /// Makes a descriptor that sorts assets by a number, such as `\PHAsset.pixelWidth`.
  ///
  /// - Parameters:
  ///   - keyPath: A property whose name is a key that a fetch can sort by.
  ///   - ascending: Whether small values come first.
  public init(keyPath: KeyPath<PHAsset, Int>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }

  /// Makes a descriptor that sorts assets by a number of seconds: `\PHAsset.duration`.
  ///
  /// - Parameters:
  ///   - keyPath: A property whose name is a key that a fetch can sort by.
  ///   - ascending: Whether small values come first.
  public init(keyPath: KeyPath<PHAsset, TimeInterval>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }

  /// Makes a descriptor that sorts assets by a text. By `\PHAsset.localIdentifier` no fetch sorts
  /// (P9).
  ///
  /// - Parameters:
  ///   - keyPath: A property.
  ///   - ascending: Whether small values come first.
  public init(keyPath: KeyPath<PHAsset, String>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }

  /// Makes a descriptor that sorts albums and folders by a property, such as
  /// `\PHCollection.localizedTitle`.
  ///
  /// - Parameters:
  ///   - keyPath: A property whose name is a key that a fetch can sort by.
  ///   - ascending: Whether small values come first.
  public init<Value>(keyPath: KeyPath<PHCollection, Value>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }

  /// Makes a descriptor that sorts albums by a property, such as `\PHAssetCollection.startDate`.
  ///
  /// - Parameters:
  ///   - keyPath: A property whose name is a key that a fetch can sort by.
  ///   - ascending: Whether small values come first.
  public init<Value>(keyPath: KeyPath<PHAssetCollection, Value>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }

  /// Makes a descriptor that sorts albums by a number: `\PHAssetCollection.estimatedAssetCount`.
  ///
  /// - Parameters:
  ///   - keyPath: A property whose name is a key that a fetch can sort by.
  ///   - ascending: Whether small values come first.
  public init(keyPath: KeyPath<PHAssetCollection, Int>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }

  /// Makes a descriptor that sorts folders and lists of moments by a property, such as
  /// `\PHCollectionList.localizedTitle`.
  ///
  /// - Parameters:
  ///   - keyPath: A property whose name is a key that a fetch can sort by.
  ///   - ascending: Whether small values come first.
  public init<Value>(keyPath: KeyPath<PHCollectionList, Value>, ascending: Bool) {
    self = DescriptorKey.descriptor(keyPath, ascending)
  }
}

/// The keys of properties, since a key path does not tell its name where names are left out of a
/// program.
private enum DescriptorKey {
  /// The descriptor of a property's key; for a property that is none, one that sorts in memory and
  /// that a fetch refuses (P8).
  static func descriptor<Descriptor: NSSortDescriptor>(
    _ keyPath: AnyKeyPath, _ ascending: Bool
  ) -> Descriptor {
    let key = known.first { $0.keyPath == keyPath }?.key
    let descriptor =
      key.map { NSSortDescriptor(key: $0, ascending: ascending) }
      ?? PropertySortDescriptor(keyPath, ascending)
    guard let wanted = descriptor as? Descriptor else {
      raise(
        "NSInvalidArgumentException", reason: "A key path does not make a \(Descriptor.self).",
        remedy: "Call the initializer on NSSortDescriptor.")
    }
    return wanted
  }

  private static var known: [(keyPath: AnyKeyPath, key: String)] {
    [
      (\PHAsset.creationDate, "creationDate"), (\PHAsset.modificationDate, "modificationDate"),
      (\PHAsset.mediaType, "mediaType"), (\PHAsset.mediaSubtypes, "mediaSubtypes"),
      (\PHAsset.duration, "duration"), (\PHAsset.pixelWidth, "pixelWidth"),
      (\PHAsset.pixelHeight, "pixelHeight"), (\PHAsset.isFavorite, "isFavorite"),
      (\PHAsset.isHidden, "isHidden"), (\PHAsset.burstIdentifier, "burstIdentifier"),
      (\PHAsset.adjustmentFormatIdentifier, "adjustmentFormatIdentifier"),
      (\PHAsset.localIdentifier, "localIdentifier"),
      (\PHCollection.localizedTitle, "localizedTitle"),
      (\PHCollection.localIdentifier, "localIdentifier"),
      (\PHAssetCollection.localizedTitle, "localizedTitle"),
      (\PHAssetCollection.localIdentifier, "localIdentifier"),
      (\PHAssetCollection.startDate, "startDate"), (\PHAssetCollection.endDate, "endDate"),
      (\PHAssetCollection.estimatedAssetCount, "estimatedAssetCount"),
      (\PHCollectionList.localizedTitle, "localizedTitle"),
      (\PHCollectionList.localIdentifier, "localIdentifier"),
      (\PHCollectionList.startDate, "startDate"), (\PHCollectionList.endDate, "endDate"),
    ]
  }
}
