import DiptychCodecs
import DiptychEngine
import Foundation

/// What a report shows of a half beside its state: the calls as they happened, and small pictures.
package struct Illustration: Sendable {
  /// One call, or several of a kind on one thread that followed each other.
  package struct Call: Sendable {
    package var kind: CallTrace.Kind
    package var label: String
    package var thread: String
    /// Milliseconds since the half began.
    package var start: Double
    /// Milliseconds, all together.
    package var duration: Double
    package var count = 1
  }

  package let calls: [Call]
  /// JPEG files that fit 192 pixels, upright, by canonical name: pictures, and first frames of videos.
  package let pictures: [String: Data]

  private static let side = PixelSize(width: 192, height: 192)

  /// The files that an asset may show, the first that is there before the others.
  private static let shownRoles: [ResourceRole] = [.fullSizePhoto, .photo, .fullSizeVideo, .video]

  /// Reads what the half left, and what `trace` recorded of it.
  init(_ library: Library, _ trace: CallTrace) throws {
    let events = trace.recorded
    var query = AssetQuery(.library)
    query.includesHidden = true
    query.includesTrashed = true
    query.includesAllBursts = true
    query.sources = 7
    let assets = try library.fetchAssets(query, as: nil)
    let (names, commits, files) = try library.read { transaction in
      var names: [UUID: String] = [:]
      var files: [String: ResourceRecord] = [:]
      for (index, row) in assets.enumerated() {
        guard let asset = try transaction.asset(row: row) else { continue }
        let name = "a\(index + 1)"
        names[asset.uuid] = name
        let resources = try transaction.resources(of: row)
        files[name] =
          Self.shownRoles.lazy.compactMap { role in
            resources.first { $0.role == role }
          }.first
      }
      for (index, collection) in try transaction.collectionTree().enumerated() {
        names[collection.uuid] = "c\(index + 1)"
      }
      return (names, try transaction.changes(after: 0, limit: 1_024), files)
    }
    var pictures: [String: Data] = [:]
    for (name, file) in files {
      // What cannot be decoded, such as a format without a codec, is shown without a picture.
      guard let bitmap = try? library.thumbnail(of: file, fitting: Self.side) else { continue }
      pictures[name] = try? MediaCodecs.encode(bitmap, as: .jpeg)
    }
    self.pictures = pictures
    let effects = Dictionary(
      commits.map { ($0.token, Self.effect($0, names)) }, uniquingKeysWith: { $1 })
    calls = Self.calls(events, effects)
  }

  private static func calls(
    _ events: [CallTrace.Event], _ effects: [Int64: String]
  ) -> [Call] {
    let begun = events.first?.start ?? 0
    var calls: [Call] = []
    for event in events {
      let effect = event.token.flatMap { effects[$0] }
      let call = Call(
        kind: event.kind, label: effect.map { "commit: \($0)" } ?? name(event),
        thread: event.thread, start: (event.start - begun) * 1_000,
        duration: event.duration * 1_000)
      if call.kind == .read, let last = calls.last, last.kind == .read, last.thread == call.thread {
        calls[calls.count - 1].count += 1
        calls[calls.count - 1].duration += call.duration
      } else {
        calls.append(call)
      }
    }
    return calls
  }

  /// The name of a call as an application writes it; the engine knows it by its work.
  private static func name(_ event: CallTrace.Event) -> String {
    guard event.kind == .call else { return event.label }
    switch event.label {
    case "change block": return "PHPhotoLibrary.performChanges"
    case "a waiting change": return "PHPhotoLibrary.performChangesAndWait"
    case "authorization": return "PHPhotoLibrary.requestAuthorization"
    default: return event.label
    }
  }

  /// What a commit did, such as `a1 made, c1 changed`.
  private static func effect(_ summary: ChangeSummary, _ names: [UUID: String]) -> String {
    func list(_ objects: Set<UUID>, _ verb: String) -> String? {
      let known = objects.map { names[$0] ?? "what is gone" }.sorted()
      return known.isEmpty ? nil : "\(known.joined(separator: " ")) \(verb)"
    }
    let kinds = [summary.assets, summary.albums, summary.folders]
    var changed = summary.albumsWithChangedMembers
    for kind in kinds { changed.formUnion(kind.updated) }
    let made = kinds.reduce(into: Set<UUID>()) { $0.formUnion($1.inserted) }
    let deleted = kinds.reduce(into: Set<UUID>()) { $0.formUnion($1.deleted) }
    let parts = [
      list(made, "made"), list(changed.subtracting(made).subtracting(deleted), "changed"),
      list(deleted, "deleted"),
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
