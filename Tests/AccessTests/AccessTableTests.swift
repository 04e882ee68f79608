import DiptychEngine
import DiptychPhotos
import FacadeReading
import Foundation
import TestMedia
import Testing

/// Every public call of both facades under every decision of the user: who may not see something
/// learns nothing of it, neither from a result nor from an error, a count or a notice.
@Suite("Access table")
struct AccessTableTests {
  private static let rows: [AccessRow] =
    FetchRows.all + ObjectRows.all + AssetChangeRows.all + CollectionChangeRows.all + MediaRows.all
    + LibraryRows.all + NoticeRows.all + LegacyLibraryRows.all + LegacyObjectRows.all

  @Test("the table names every public call of both facades, and nothing else")
  func completeness() throws {
    let symbols = try ["DiptychPhotos", "DiptychAssetsLibrary"].flatMap {
      try FacadeSymbols(module: $0).symbols
    }
    var wanted: [String: Int] = [:]
    var excused: Set<String> = []
    for symbol in symbols {
      if SymbolsWithoutData.reason(symbol) == nil {
        wanted[symbol.path, default: 0] += 1
      } else {
        excused.insert(symbol.path)
      }
    }
    var named: [String: Int] = [:]
    for symbol in Self.rows.flatMap(\.symbols) + ObjectRows.properties.map(\.symbol) {
      named[symbol, default: 0] += 1
    }
    let missing = wanted.filter { named[$0.key, default: 0] < $0.value }.keys.sorted()
    #expect(missing == [], "Play these calls in a row of the table.")
    let unknown = named.keys.filter { wanted[$0] == nil }.sorted()
    #expect(unknown == [], "These rows name no call of a facade, or one that is excused.")
    let stale = SymbolsWithoutData.symbols.keys.filter { !excused.contains($0) }.sorted()
    #expect(stale == [], "These excuses are for nothing.")
    // What is judged: all of them.
    #expect(wanted.values.reduce(0, +) > 200)
    #expect(symbols.count == wanted.values.reduce(0, +) + excusedCount(symbols))
  }

  private func excusedCount(_ symbols: [FacadeSymbols.Symbol]) -> Int {
    symbols.count { SymbolsWithoutData.reason($0) != nil }
  }

  @Test("each call does what the table says", arguments: AccessState.allCases)
  func calls(_ state: AccessState) async throws {
    let shared = try SecretLibrary()
    defer { shared.close() }
    for row in Self.rows {
      let expected = row.kind.expected(state)
      let needsOwn =
        row.kind.writes
        && (row.kind.isNotice || ![.nothing, .refused(0)].contains(expected.withoutCode))
      let library = needsOwn ? try SecretLibrary() : shared
      try await play(row, state, library)
      if needsOwn { library.close() }
    }
  }

  private func play(_ row: AccessRow, _ state: AccessState, _ library: SecretLibrary) async throws {
    let name = "\(row.symbols.first ?? ""), \(row.kind), \(state)"
    let expected = row.kind.expected(state)
    let out = Witness()
    try await library.scope.runInTask {
      let scene = try await AccessScene.prepare(library, for: state)
      let before = try library.engine.dump(.exact).text
      let secretsBefore = try library.secretState()
      let asked = library.prompts
      try await row.play(scene, out)
      #expect(await library.engine.activities.settled(within: 10) == [], "\(name)")
      #expect(library.prompts - asked == (row.kind.asks(state) ? 1 : 0), "\(name)")
      if !row.kind.isNotice {
        if [.nothing, .refused(0)].contains(expected.withoutCode) {
          #expect(try library.engine.dump(.exact).text == before, "\(name)")
        }
        if state != .authorized {
          #expect(try library.secretState() == secretsBefore, "\(name)")
        }
      }
    }
    check(out, expected, library.secretMarkers, library.visibleMarkers, row, name)
  }

  private func check(
    _ out: Witness, _ expected: Expected, _ secret: Markers, _ visible: Markers, _ row: AccessRow,
    _ name: String
  ) {
    let leaked = secret.found(in: out.allAtoms, knowsIdentifiers: row.knowsIdentifiers)
    let shown = visible.found(in: out.atoms, knowsIdentifiers: row.knowsIdentifiers)
    if expected == .everything {
      #expect(!leaked.isEmpty, "\(name): the call shows nothing that could leak: \(out.atoms)")
      #expect(out.failures == [], "\(name)")
      return
    }
    if name.hasSuffix(", authorized") { return checkSuccess(out, expected, name) }
    #expect(leaked == [], "\(name)")
    switch expected {
    case .everything, .quiet: break
    case .selection:
      #expect(!shown.isEmpty, "\(name): nothing of the selection is shown: \(out.atoms)")
    case .nothing:
      #expect(out.failures == [], "\(name)")
      let said = out.atoms.filter { !isBlank($0, row) }
      #expect(said == [], "\(name)")
    case .refused, .done: checkSuccess(out, expected, name)
    }
  }

  private func checkSuccess(_ out: Witness, _ expected: Expected, _ name: String) {
    switch expected {
    case .refused(let code):
      #expect(!out.failures.isEmpty, "\(name)")
      #expect(Set(out.failures.map(\.code)).subtracting([code]) == [], "\(name)")
      #expect(out.atoms.filter { !$0.isBlank } == [], "\(name)")
    case .done: #expect(out.failures == [], "\(name)")
    default: break
    }
  }

  private func isBlank(_ atom: Witness.Atom, _ row: AccessRow) -> Bool {
    if case .identifier = atom, row.knowsIdentifiers { return true }
    return atom.isBlank
  }

  // Decision 160.
  @Test("an asset that was not read yet has no property any more", arguments: AccessState.allCases)
  func properties(_ state: AccessState) async throws {
    let library = try SecretLibrary()
    defer { library.close() }
    try await library.scope.runInTask {
      for property in ObjectRows.properties {
        let full = try await texts(property, .authorized, library)
        let now = try await texts(property, state, library)
        let blank = Witness.text(property.value(PHAsset()))
        let name: Comment = "\(property.symbol), \(state)"
        let names = library.secrets.map(Identifiers.asset)
        // Without AllMedia no movie has a duration that could leak.
        #expect(
          names.contains { full[$0] != blank }
            || (property.symbol == "PHAsset.duration" && !TestMedia.hasAllMedia),
          "\(name): nothing could leak")
        for (identifier, text) in now {
          let isSeen =
            state == .authorized
            || (state == .limited && library.selection.map(Identifiers.asset).contains(identifier))
          #expect(text == (isSeen ? full[identifier] : blank), name)
        }
        #expect(now.count == library.secrets.count + library.selection.count)
      }
    }
  }

  private func texts(
    _ property: AssetProperty, _ state: AccessState, _ library: SecretLibrary
  ) async throws -> [String: String] {
    let scene = try await AccessScene.prepare(library, for: state)
    var texts: [String: String] = [:]
    scene.held.assets.enumerateObjects { asset, _, _ in
      texts[asset.localIdentifier] = Witness.text(property.value(asset))
    }
    return texts
  }
}

extension Expected {
  /// The same without the code, for telling what kind it is.
  fileprivate var withoutCode: Expected {
    if case .refused = self { return .refused(0) }
    return self
  }
}

extension SecretLibrary {
  /// How often the user was asked for access.
  fileprivate var prompts: Int {
    engine.access.prompts.count { prompt in
      if case .access = prompt { return true }
      return false
    }
  }
}
