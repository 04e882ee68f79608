import DiptychCodecs
import DiptychEngine
import Foundation

extension LibraryModel {
  /// The state with identifiers, as the library has to dump it at the exact level.
  package var exactDump: Dump { exactDump(ModelDumpCache()) }

  /// The same, with what the cache has of objects that did not change.
  func exactDump(_ cache: ModelDumpCache) -> Dump {
    let assets = assets.sorted { $0.uuid < $1.uuid }.map { asset in
      cache.object(asset) { object(asset) }
    }
    return Dump(objects: assets + collections.values.sorted { $0.uuid < $1.uuid }.map(object))
  }

  private func object(_ asset: Asset) -> Dump.Object {
    let date = { (micros: Int64) in DumpText.date(Date(microseconds: micros)) }
    var fields: [(String, String?)] = [
      ("kind", asset.isVideo ? "video" : "image"),
      ("subtypes", asset.subtypes == 0 ? nil : "\(asset.subtypes)"),
      ("playback style", "\(asset.playbackStyle)"),
      ("pixel size", "\(asset.size.width)×\(asset.size.height)"),
      ("duration", asset.isVideo ? DumpText.number(asset.duration) + " s" : nil),
      ("creation date", asset.date.map(date) ?? "none"),
      ("location", asset.location.map(DumpText.location)),
      ("favorite", asset.isFavorite ? "yes" : nil),
      ("hidden", asset.isHidden ? "yes" : nil),
      ("trashed", asset.trashed == nil ? nil : "yes"),
      ("adjusted", asset.adjustment.map { DumpText.quoted("\($0.format) \($0.version)") }),
      ("creator", DumpText.quoted(asset.creator)),
      ("derived from", asset.derivedFrom?.text()),
      ("added", date(asset.added)),
      ("modified", date(asset.modified)),
      ("adjustment date", asset.adjusted.map(date)),
      ("trashed date", asset.trashed.map(date)),
    ]
    for file in asset.files {
      fields += [
        ("\(file.role) type", file.type),
        ("\(file.role) name", DumpText.quoted(file.name)),
        ("\(file.role) content", "\(file.byteCount) bytes sha256 \(file.sha256.hexadecimal)"),
        ("\(file.role) id", file.uuid.text()),
      ]
    }
    return Dump.Object(
      name: asset.uuid.text(),
      fields: fields.compactMap { name, value in value.map { Dump.Field(name: name, value: $0) } },
      content: asset.files.map(\.sha256.hexadecimal).joined(separator: " "))
  }

  private func object(_ collection: Collection) -> Dump.Object {
    let siblings = children[collection.parent] ?? []
    let place = (siblings.firstIndex(of: collection.uuid) ?? 0) + 1
    let date = { (micros: Int64) in DumpText.date(Date(microseconds: micros)) }
    let members = collection.members.map { $0.text() }.joined(separator: " ")
    let fields: [(String, String?)] = [
      ("kind", collection.isFolder ? "folder" : "album"),
      ("place", "\(collection.parent?.text() ?? "root") \(place)"),
      ("creator", DumpText.quoted(collection.creator)),
      ("members", collection.isFolder ? nil : members.isEmpty ? "none" : members),
      ("cover", collection.isFolder ? nil : cover(of: collection)?.text() ?? "none"),
      ("created", date(collection.created)),
      ("modified", date(collection.modified)),
    ]
    return Dump.Object(
      name: collection.uuid.text(), title: DumpText.quoted(collection.title),
      fields: fields.compactMap { name, value in value.map { Dump.Field(name: name, value: $0) } })
  }

  /// The first member that the library itself shows (decision 13).
  private func cover(of album: Collection) -> UUID? {
    album.members.first { uuid in asset(uuid).map { isShownInAlbums($0) } ?? false }
  }
}

/// What a model's assets looked like when they were last dumped. From one step to the next, and from
/// one run of a story to another, few of them change.
final class ModelDumpCache: @unchecked Sendable {
  // Sendable because a story's task is the only one that uses it.

  private var objects: [UUID: (asset: LibraryModel.Asset, object: Dump.Object)] = [:]

  func object(_ asset: LibraryModel.Asset, make: () -> Dump.Object) -> Dump.Object {
    if let known = objects[asset.uuid], known.asset == asset { return known.object }
    let object = make()
    objects[asset.uuid] = (asset, object)
    return object
  }
}
