import DiptychEngine
import Foundation

/// The albums that the modern half made and the old API refuses to make (D1, D2).
///
/// Such an album shifts the canonical names and the places of those behind it, and photos that the
/// modern half put into it may be in the first album of the title in the legacy library. So a
/// comparison that allows them takes them out, and compares what is left.
struct SurplusAlbums {
  /// Why the old API does not make an album.
  enum Refusal: Hashable, Sendable {
    /// Another group has the title.
    case titleInUse
    /// The title is empty.
    case emptyTitle
  }

  /// What the modern library has of one title that the legacy one has, too.
  private struct Namesakes {
    /// The albums that the legacy library has as well, and those that it lacks.
    let kept: [String]
    let surplus: [String]
  }

  /// By their names in dumps of either level.
  private var refused: [Refusal: [Namesakes]] = [:]

  /// - Parameters:
  ///   - legacy: The library of the legacy half.
  ///   - modern: The library of the modern half.
  init(_ legacy: Library, _ modern: Library) throws {
    let ours = Dictionary(grouping: try legacy.groups(), by: \.record.title)
    let theirs = Dictionary(
      grouping: try modern.groups().filter { $0.record.kind == .album }, by: \.record.title)
    // Titles are compared as the engine does it, by canonical equivalence (decision 7).
    for (title, albums) in theirs {
      let groups = ours[title] ?? []
      let count = groups.count { $0.record.kind == .album }
      // The last ones made; those before are in the legacy library, too. What the user makes is
      // refused by nobody.
      let made = albums.sorted { $0.record.row < $1.record.row }
      let surplus = made.dropFirst(count).filter {
        $0.record.creator == modern.configuration.client
      }
      guard !surplus.isEmpty else { continue }
      let namesakes = made.prefix(count).map(\.names)
      for level in [\Names.state, \Names.exact] {
        let found = Namesakes(
          kept: namesakes.map { $0[keyPath: level] },
          surplus: surplus.map { $0.names[keyPath: level] })
        if title.isEmpty { refused[.emptyTitle, default: []].append(found) }
        if !groups.isEmpty || title == legacy.title(of: .cameraRoll) {
          refused[.titleInUse, default: []].append(found)
        }
      }
    }
  }

  /// The modern library without the albums that the old API refuses to make, named and placed as if
  /// they had never been made.
  /// - Parameters:
  ///   - refusals: Which albums go.
  ///   - modern: The modern library.
  ///   - legacy: The legacy library, which shows where the photos of these albums are.
  func without(_ refusals: [Refusal], _ modern: Dump, like legacy: Dump) -> Dump {
    var result = modern
    if refusals.contains(.titleInUse) {
      for namesakes in refused[.titleInUse] ?? [] {
        Self.move(from: namesakes.surplus, to: namesakes.kept, in: &result, like: legacy)
      }
    }
    let surplus = Set(refusals.flatMap { refused[$0] ?? [] }.flatMap(\.surplus))
    return result.withoutCollections(surplus)
  }

  /// Puts photos of the surplus albums into those that stay, where the legacy half has put them.
  private static func move(
    from surplus: [String], to kept: [String], in dump: inout Dump, like legacy: Dump
  ) {
    let sources = dump.objects.filter { surplus.contains($0.name) }.map(\.photos)
    // The kept ones were made first, so that nothing of the surplus stands before them in a list.
    let names = dump.withoutCollections(Set(surplus)).objects.map(\.name)
    let left = dump.objects.filter { !surplus.contains($0.name) }.map(\.name)
    let namesThen = Dictionary(zip(left, names), uniquingKeysWith: { $1 })
    for index in dump.objects.indices where kept.contains(dump.objects[index].name) {
      let name = dump.objects[index].name
      guard let other = legacy.objects.first(where: { $0.name == namesThen[name] }) else {
        continue
      }
      let own = dump.objects[index].photos
      let wanted = other.photos
      let moved = Set(wanted).subtracting(own)
      guard !moved.isEmpty, moved.isSubset(of: sources.joined()) else { continue }
      let isMerged = ([own] + sources).allSatisfy { list in
        wanted.filter(list.contains) == list.filter(wanted.contains)
          && (list != own || Set(own).isSubset(of: wanted))
      }
      // Where the order is another one, that is for D3 to excuse.
      let photos = isMerged ? wanted : own + sources.joined().filter(moved.contains)
      dump.objects[index].setValue(photos.joined(separator: " "), LibraryField.members.name)
      if isMerged, let cover = other.value(LibraryField.cover.name) {
        dump.objects[index].setValue(cover, LibraryField.cover.name)
      }
    }
  }
}

/// What dumps call a collection.
private struct Names {
  let state: String
  let exact: String
}

extension Library {
  /// Every group of photos that is stored, no folders, with their names.
  fileprivate func groups() throws -> [(record: CollectionRecord, names: Names)] {
    try read { try $0.collectionTree() }.enumerated()
      .map { ($1, Names(state: "c\($0 + 1)", exact: $1.uuid.text())) }
      .filter { !$0.0.kind.isFolder }
  }
}
