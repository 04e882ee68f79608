import DiptychEngine
import Foundation

/// One write that is swept: from a prepared library it leads to exactly one other state.
package struct SweptOperation: Sendable, CustomStringConvertible {
  /// Who makes the call, which decides what a failure may say.
  package enum Caller: String, Sendable { case engine, legacy, modern }

  /// What a failed call said.
  struct Refusal: Error {
    /// The caller's own number or word; nil where the API has none to give.
    let code: String?
  }

  package let name: String
  package let caller: Caller
  /// Whether the dump shows what the operation did.
  let isShown: Bool
  /// Whether the caller's API has a way to fail that tells no code: it answers with a Bool or a status,
  /// or gives nothing. Every other call says what went wrong.
  let isSilent: Bool
  /// Whether the volume has hard links.
  let hasLinks: Bool
  /// How many pages SQLite's log may have; nil for the usual number.
  let logBound: Int?
  /// Whether it reads behind its last write, and may fail there with all done.
  let readsBehind: Bool
  /// What it may report besides what every call of its caller may.
  let codes: Set<String>
  /// What there is beside the common contents; nil for nothing.
  let prepare: (@Sendable (SweepStage) throws -> Void)?
  /// What there is to see of its work beside the dump of the library.
  let beside: @Sendable (SweepPlace) throws -> String
  /// What the operation does in transactions of its own before its last one: after each of them it may
  /// have failed.
  let parts: [@Sendable (SweepStage) throws -> Void]
  /// Does again what has failed, where a library need not be whole before that; nil where it must be.
  let finish: (@Sendable (SweepPlace) throws -> Void)?
  /// Makes the call and waits for its end. Throws ``Refusal`` when it reports a failure.
  let run: @Sendable (SweepStage) async throws -> Void

  package var description: String { "\(caller): \(name)" }

  init(
    _ name: String, _ caller: Caller, isShown: Bool = true, isSilent: Bool = false,
    hasLinks: Bool = true, logBound: Int? = nil, readsBehind: Bool = false,
    codes: Set<String> = [], prepare: (@Sendable (SweepStage) throws -> Void)? = nil,
    beside: @escaping @Sendable (SweepPlace) throws -> String = { _ in "" },
    parts: [@Sendable (SweepStage) throws -> Void] = [],
    finish: (@Sendable (SweepPlace) throws -> Void)? = nil,
    run: @escaping @Sendable (SweepStage) async throws -> Void
  ) {
    self.name = name
    self.caller = caller
    self.isShown = isShown
    self.isSilent = isSilent
    self.hasLinks = hasLinks
    self.logBound = logBound
    self.readsBehind = readsBehind
    self.codes = codes
    self.prepare = prepare
    self.beside = beside
    self.parts = parts
    self.finish = finish
    self.run = run
  }

  /// Whether the operation cannot have done its work when this call of the engine failed. A sync may
  /// also belong to the removal of what is no longer wanted, which is tried again later.
  func needs(_ call: String) -> Bool {
    ["write", "link", "rename", "syncfs"].contains(call)
      || (call == "fsync" && caller == .engine && name.hasPrefix("save"))
  }

  /// Whether the end of the process is what the documentation says of an operation that reads: a fetch
  /// result that cannot be read any more has no other way to say so.
  func isPromised(trap: String) -> Bool {
    caller == .modern
      && trap.hasPrefix(
        "NSInternalInconsistencyException: The objects of a fetch result cannot be read. ")
  }

  package static func named(_ description: String) -> SweptOperation? {
    all.first { $0.description == description }
  }

  /// Every write of the engine and of both facades.
  package static var all: [SweptOperation] {
    engine + changes + access + libraries + legacy + modern + collections
  }

  /// Whether a failure of this kind may be reported so.
  func isPromised(_ code: String?, after kind: FaultKind) -> Bool {
    guard let code else { return isSilent }
    if codes.contains(code) { return true }
    switch (caller, kind) {
    case (.engine, .full): return ["noSpace", "system", "libraryUnusable"].contains(code)
    case (.engine, _): return ["system", "libraryUnusable", "sourceUnreadable"].contains(code)
    // A full disk says so; a store that cannot be opened is unavailable.
    case (.legacy, .full): return ["-3305", "-3310"].contains(code)
    case (.legacy, _): return ["-3300", "-3310"].contains(code)
    case (.modern, .full): return ["3305", "-1"].contains(code)
    // A file of the caller that cannot be read is a missing resource (P137).
    case (.modern, _): return ["-1", "3303"].contains(code)
    }
  }
}

/// The library of one operation, and what it holds before the operation.
package struct SweepStage: Sendable {
  let library: Library
  let scope: LibraryScope
  /// Four photos in the order of their arrival; the last one is in the trash.
  let assets: [UUID]
  /// A video.
  let video: UUID
  /// An album with the first two photos.
  let album: UUID
  /// A folder that holds another album.
  let folder: UUID
  let innerAlbum: UUID
  /// A folder for files that operations save.
  let files: URL

  var place: SweepPlace { SweepPlace(library: library, files: files) }

  /// Where an operation makes a second library.
  var otherLibrary: String { place.otherLibrary.folder }
}

/// Where a library is looked at, whatever is in it.
package struct SweepPlace: Sendable {
  let library: Library
  let files: URL

  /// A second library, which an operation opens by itself.
  var otherLibrary: LibraryConfiguration {
    var configuration = library.configuration
    configuration.folder = files.appendingPathComponent("Other/Other.diptych").path
    return configuration
  }
}
