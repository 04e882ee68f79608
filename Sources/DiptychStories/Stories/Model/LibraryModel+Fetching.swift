import DiptychCodecs
import DiptychEngine
import Foundation

/// A key to sort by.
struct ModelSort: Sendable {
  enum Key: String, Sendable, CaseIterable {
    case creationDate, modificationDate, mediaType, duration, pixelWidth, pixelHeight, isFavorite
  }

  var key: Key
  var ascending: Bool

  init(_ key: Key, ascending: Bool) {
    self.key = key
    self.ascending = ascending
  }
}

/// A condition on assets, as a predicate's text and as the model reads it.
indirect enum ModelCondition: Sendable {
  case isFavorite(Bool)
  case isHidden(Bool)
  case isVideo
  case hasNoDate
  case dateBefore(Int64)
  case dateFrom(Int64)
  case widerThan(Int)
  case longerThan(Double)
  case isLive(Bool)
  case dateBetween(Int64, Int64)
  case tallEnough(Int)
  case modifiedFrom(Int64)
  case among([UUID])
  case not(ModelCondition)
  case both(ModelCondition, ModelCondition)
  case either(ModelCondition, ModelCondition)

  /// The format and the arguments of a predicate.
  var format: (text: String, arguments: [Any]) {
    switch self {
    case .isFavorite(let value): ("isFavorite == %d", [value ? 1 : 0])
    case .isHidden(let value): ("hidden == \(value ? "YES" : "NO")", [])
    case .isVideo: ("mediaType = 2", [])
    case .hasNoDate: ("creationDate == nil", [])
    case .dateBefore(let micros): ("creationDate < %@", [Date(microseconds: micros) as NSDate])
    case .dateFrom(let micros): ("creationDate >= %@", [Date(microseconds: micros) as NSDate])
    case .widerThan(let width): ("pixelWidth > %ld", [width])
    case .longerThan(let seconds): ("duration > %f", [seconds])
    case .isLive(let value):
      ("(mediaSubtypes & %d) \(value ? "!=" : "==") 0", [8])
    case .dateBetween(let first, let last):
      (
        "creationDate BETWEEN %@",
        [
          [Date(microseconds: first) as NSDate, Date(microseconds: last) as NSDate] as NSArray
        ]
      )
    case .tallEnough(let height): ("%i <= pixelHeight", [height])
    case .modifiedFrom(let micros):
      ("modificationDate >= %@", [Date(microseconds: micros) as NSDate])
    case .among(let uuids):
      ("localIdentifier IN %@", [uuids.map { Identifiers.asset($0) } as NSArray])
    case .not(let inner): ("NOT (\(inner.format.text))", inner.format.arguments)
    case .both(let left, let right):
      (
        "(\(left.format.text)) AND (\(right.format.text))",
        left.format.arguments + right.format.arguments
      )
    case .either(let left, let right):
      (
        "(\(left.format.text)) || (\(right.format.text))",
        left.format.arguments + right.format.arguments
      )
    }
  }

  func holds(_ asset: LibraryModel.Asset) -> Bool {
    switch self {
    case .isFavorite(let value): asset.isFavorite == value
    case .isHidden(let value): asset.isHidden == value
    case .isVideo: asset.isVideo
    case .hasNoDate: asset.date == nil
    case .dateBefore(let micros): asset.date.map { $0 < micros } ?? false
    case .dateFrom(let micros): asset.date.map { $0 >= micros } ?? false
    case .widerThan(let width): asset.size.width > width
    case .longerThan(let seconds): asset.duration > seconds
    case .isLive(let value): (asset.subtypes & 8 != 0) == value
    case .dateBetween(let first, let last): asset.date.map { (first...last).contains($0) } ?? false
    case .tallEnough(let height): height <= asset.size.height
    case .modifiedFrom(let micros): asset.modified >= micros
    case .among(let uuids): uuids.contains(asset.uuid)
    case .not(let inner): !inner.holds(asset)
    case .both(let left, let right): left.holds(asset) && right.holds(asset)
    case .either(let left, let right): left.holds(asset) || right.holds(asset)
    }
  }
}

/// Which assets are fetched.
struct ModelFetch: Sendable {
  enum Range: Sendable {
    case library
    case album(UUID)
    case favorites, videos, livePhotos, hidden, recentlyAdded
    case identifiers([UUID])
  }

  var range: Range
  var condition: ModelCondition?
  var sort: [ModelSort] = []
  var includesHidden = false
  var limit = 0
}

extension LibraryModel {
  /// What the application finds, in order.
  func fetch(_ fetch: ModelFetch) -> [UUID] {
    guard access.canRead else { return [] }
    var found: [UUID]
    var includesHidden = fetch.includesHidden
    switch fetch.range {
    case .library: found = assets.map(\.uuid)
    case .album(let uuid):
      guard let album = collections[uuid], isReachable(album, true) else { return [] }
      found = album.members
      includesHidden = includesHidden || profile.hiddenShownInAlbums
    case .favorites: found = assets.filter(\.isFavorite).map(\.uuid)
    case .videos: found = assets.filter(\.isVideo).map(\.uuid)
    case .livePhotos: found = assets.filter { $0.subtypes & 8 != 0 }.map(\.uuid)
    case .recentlyAdded:
      // The month before the newest of what is shown.
      let shown = assets.filter { asset in
        asset.trashed == nil && isReachable(asset.uuid, true) && (includesHidden || !asset.isHidden)
      }
      let newest = shown.map(\.added).max() ?? 0
      found = shown.filter { $0.added >= newest - 30 * 86_400_000_000 }.map(\.uuid)
    case .hidden: found = assets.filter(\.isHidden).map(\.uuid)
    case .identifiers(let uuids):
      found = assets.map(\.uuid).filter { uuids.contains($0) }
      includesHidden = true
    }
    found = found.filter { uuid in
      guard let asset = asset(uuid), asset.trashed == nil, isReachable(uuid, true) else {
        return false
      }
      return (includesHidden || !asset.isHidden) && fetch.condition?.holds(asset) ?? true
    }
    if !fetch.sort.isEmpty { found = sorted(found, by: fetch.sort) }
    return fetch.limit > 0 ? Array(found.prefix(fetch.limit)) : found
  }

  /// Sorts assets; what has no date comes before what has one, and ties keep the order of arrival.
  func sorted(_ uuids: [UUID], by keys: [ModelSort]) -> [UUID] {
    let found = uuids.compactMap { asset($0) }
    return found.sorted { left, right in
      for sort in keys {
        let (first, second) = (left.number(sort.key), right.number(sort.key))
        if first != second { return (first < second) == sort.ascending }
      }
      return left.arrival < right.arrival
    }.map(\.uuid)
  }
}

extension LibraryModel.Asset {
  fileprivate func number(_ key: ModelSort.Key) -> Double {
    switch key {
    case .creationDate: date.map(Double.init) ?? -.infinity
    case .modificationDate: Double(modified)
    case .mediaType: isVideo ? 2 : 1
    case .duration: duration
    case .pixelWidth: Double(size.width)
    case .pixelHeight: Double(size.height)
    case .isFavorite: isFavorite ? 1 : 0
    }
  }
}
