import DiptychCodecs
import DiptychEngine
import Foundation

extension LibraryModel {
  /// The state with identifiers, as the library has to dump it at the exact level.
  package var exactDump: Dump {
    let byName = { (left: UUID, right: UUID) in left.uuidString < right.uuidString }
    return Dump(
      objects: assets.sorted { byName($0.uuid, $1.uuid) }.map(object)
        + collections.values.sorted { byName($0.uuid, $1.uuid) }.map(object))
  }

  private func object(_ asset: Asset) -> Dump.Object {
    let file = asset.file
    let role = file.isVideo ? "video" : "photo"
    let date = { (micros: Int64) in DumpText.date(Date(microseconds: micros)) }
    let fields: [(String, String?)] = [
      ("kind", asset.isVideo ? "video" : "image"),
      ("playback style", asset.isVideo ? "4" : "1"),
      ("pixel size", "\(asset.size.width)×\(asset.size.height)"),
      ("duration", asset.isVideo ? DumpText.number(asset.duration) + " s" : nil),
      ("creation date", asset.date.map(date) ?? "none"),
      ("location", asset.location.map(DumpText.location)),
      ("favorite", asset.isFavorite ? "yes" : nil),
      ("hidden", asset.isHidden ? "yes" : nil),
      ("trashed", asset.trashed == nil ? nil : "yes"),
      ("creator", DumpText.quoted(asset.creator)),
      ("derived from", asset.derivedFrom?.uuidString),
      ("added", date(asset.added)),
      ("modified", date(asset.modified)),
      ("trashed date", asset.trashed.map(date)),
      ("\(role) type", file.type),
      ("\(role) name", DumpText.quoted(file.name)),
      ("\(role) content", "\(file.byteCount) bytes sha256 \(file.sha256.hexadecimal)"),
      ("\(role) id", file.uuid.uuidString),
    ]
    return Dump.Object(
      name: asset.uuid.uuidString,
      fields: fields.compactMap { name, value in value.map { Dump.Field(name: name, value: $0) } },
      content: file.sha256.hexadecimal)
  }

  private func object(_ collection: Collection) -> Dump.Object {
    let siblings = children[collection.parent] ?? []
    let place = (siblings.firstIndex(of: collection.uuid) ?? 0) + 1
    let date = { (micros: Int64) in DumpText.date(Date(microseconds: micros)) }
    let members = collection.members.map(\.uuidString).joined(separator: " ")
    let fields: [(String, String?)] = [
      ("kind", collection.isFolder ? "folder" : "album"),
      ("place", "\(collection.parent?.uuidString ?? "root") \(place)"),
      ("creator", DumpText.quoted(collection.creator)),
      ("members", collection.isFolder ? nil : members.isEmpty ? "none" : members),
      ("cover", collection.isFolder ? nil : cover(of: collection)?.uuidString ?? "none"),
      ("created", date(collection.created)),
      ("modified", date(collection.modified)),
    ]
    return Dump.Object(
      name: collection.uuid.uuidString, title: DumpText.quoted(collection.title),
      fields: fields.compactMap { name, value in value.map { Dump.Field(name: name, value: $0) } })
  }

  /// The first member that the library itself shows (decision 13).
  private func cover(of album: Collection) -> UUID? {
    album.members.first { uuid in
      asset(uuid).map { $0.trashed == nil && !$0.isHidden } ?? false
    }
  }
}
