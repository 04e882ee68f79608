import DiptychEngine
import Foundation

/// What the command line may see: it is a client like any application, so the access that
/// `DIPTYCH_ACCESS` or the library's settings give it holds.
struct LibraryReader {
  let library: Library
  /// The application that the program stands for.
  let client: String

  /// - Throws: `accessDenied` or `accessRestricted` when the client may not read.
  init(_ library: Library) throws {
    let client = library.configuration.client
    self.library = library
    self.client = client
    guard let setting = try DefaultLibrary.accessSetting() else {
      var status = library.access.status(.readWrite, client)
      if status == .notDetermined { status = library.access.request(.readWrite, client) }
      guard status == .authorized || status == .limited else {
        throw AccessRefusal.error(client, isRestricted: status == .restricted)
      }
      return
    }
    switch setting.preset {
    case .authorized, .limited: library.access.setInForce(setting.preset, for: client)
    case .notDetermined where setting.answer == .allow:
      library.access.setInForce(.authorized, for: client)
    case .notDetermined, .denied, .addOnly, .restricted:
      throw AccessRefusal.error(client, isRestricted: setting.preset == .restricted)
    }
  }

  /// The reader, where the client may read without being asked for it first; else nil.
  static func permitted(_ library: Library) throws -> LibraryReader? {
    let isUndecided =
      try DefaultLibrary.accessSetting() == nil
      && library.access.status(.readWrite, library.configuration.client) == .notDetermined
    if isUndecided { return nil }
    do {
      return try LibraryReader(library)
    } catch let error as LibraryError
      where [.accessDenied, .accessRestricted].contains(error.code)
    {
      return nil
    }
  }

  /// Runs `body` on one snapshot.
  func read<T>(_ body: (Snapshot) throws -> T) throws -> T {
    try library.snapshot { try body(Snapshot(transaction: $0, reader: self)) }
  }

  /// One state of the library, as far as the client may see it.
  struct Snapshot {
    let transaction: ReadTransaction
    fileprivate let reader: LibraryReader

    /// Who looks.
    var client: String { reader.client }

    /// The rows that `query` finds, in order.
    func rows(_ query: AssetQuery) throws -> [Int64] {
      try transaction.fetchAssets(query, as: reader.client)
    }

    /// Whether a stored file is there with all of its bytes.
    func isWhole(_ content: StoredContent) -> Bool { reader.library.isWhole(content) }

    /// Every album and folder, depth first in the user's order.
    func collections() throws -> [CollectionRecord] {
      try collections(.kinds(Set(CollectionKind.allCases)))
    }

    /// The albums and folders of a range.
    func collections(_ range: CollectionQuery.Range) throws -> [CollectionRecord] {
      try transaction.fetchCollections(CollectionQuery(range), as: reader.client)
        .compactMap { item in
          if case .stored(let record) = item { record } else { nil }
        }
    }

    /// The name of the asset's file, as it was saved.
    func fileName(_ asset: Int64) throws -> String? {
      try transaction.resources(of: asset).first?.fileName
    }
  }
}

extension Library {
  /// Runs `body` on one state of the library. Unlike `read`, it hands on errors of every type.
  func snapshot<T>(_ body: (ReadTransaction) throws -> T) throws -> T {
    try read { transaction in Result { try body(transaction) } }.get()
  }
}

/// Whether the command line may add to a library.
enum AddingAccess {
  /// Asks for the access that a save needs, as any application would.
  /// - Throws: `accessDenied` or `accessRestricted` when the client may not add.
  static func request(_ library: Library) throws {
    let client = library.configuration.client
    guard let setting = try DefaultLibrary.accessSetting() else {
      var status = library.access.addStatus(client)
      if status == .notDetermined { status = library.access.request(.addOnly, client) }
      guard status == .authorized || status == .limited else {
        throw AccessRefusal.error(client, isRestricted: status == .restricted)
      }
      return
    }
    switch setting.preset {
    case .authorized, .limited, .addOnly: return
    case .notDetermined where setting.answer == .allow: return
    case .notDetermined, .denied, .restricted:
      throw AccessRefusal.error(client, isRestricted: setting.preset == .restricted)
    }
  }
}

/// The error of a client that may not do something.
enum AccessRefusal {
  static func error(_ client: String, isRestricted: Bool) -> LibraryError {
    LibraryError(
      isRestricted ? .accessRestricted : .accessDenied,
      "The client \(DumpText.quoted(client)) may not do this. Change DIPTYCH_ACCESS, or run "
        + "`diptych user access authorized --client \(DumpText.quoted(client))`.")
  }
}
