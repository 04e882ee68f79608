import DiptychEngine
import DiptychPlatform
import Foundation

/// Reads the bytes of one resource in pieces, after a download where one is needed and allowed.
struct ResourceReader: Sendable {
  /// Bytes of one piece.
  static let pieceSize = 1 << 20

  let source: PHAssetResource.Source
  let scope: LibraryScope
  let isNetworkAllowed: Bool
  let progressHandler: Handover<PHAssetResourceProgressHandler?>

  init(_ resource: PHAssetResource, _ options: PHAssetResourceRequestOptions?) {
    source = resource.source
    switch source {
    case .library(_, let asset): scope = asset.scope
    case .file: scope = .resolve()
    }
    isNetworkAllowed = options?.isNetworkAccessAllowed ?? false
    progressHandler = Handover(value: options?.progressHandler)
  }

  /// Gives the pieces in order (P206).
  /// - Parameters:
  ///   - isWanted: Asked during a download; false ends it.
  ///   - receive: Gets a piece; false ends the reading.
  /// - Throws: A `LibraryError`: of code `userCancelled` when it was ended.
  func read(while isWanted: () -> Bool, _ receive: (Data) throws -> Bool) throws {
    switch source {
    case .library(let record, let asset):
      let file = try local(record, of: asset, while: isWanted)
      try pieces(of: file.byteCount, receive) { offset in
        try scope.library.data(of: file, offset: offset, count: Self.pieceSize)
      }
    case .file(let file):
      let system = scope.library.configuration.systemCalls
      let descriptor: Int32
      do {
        descriptor = try system.open(file.url.path, .read)
      } catch {
        throw LibraryError.unreadable(file.url.path, error)
      }
      defer { system.close(descriptor) }
      try pieces(of: file.byteCount, receive) { offset in
        var piece = Data(count: Int(min(Int64(Self.pieceSize), max(0, file.byteCount - offset))))
        let count = try piece.withUnsafeMutableBytes { buffer in
          try system.read(descriptor, into: buffer, at: offset)
        }
        return piece.prefix(count)
      }
    }
  }

  private func pieces(
    of byteCount: Int64, _ receive: (Data) throws -> Bool, _ piece: (Int64) throws -> Data
  ) throws {
    var offset: Int64 = 0
    repeat {
      let piece = try piece(offset)
      guard try receive(piece) else {
        throw LibraryError(.userCancelled, "The request was cancelled. Start it again if needed.")
      }
      guard !piece.isEmpty else { break }
      offset += Int64(piece.count)
    } while offset < byteCount
  }

  /// The file as it is now, on this machine.
  private func local(
    _ record: ResourceRecord, of asset: ObjectReference, while isWanted: () -> Bool
  ) throws -> ResourceRecord {
    try asset.checkAccess()
    let current = try scope.library.read { transaction in
      try asset.visibleRow(in: transaction) == nil ? nil : transaction.resource(record.uuid)
    }
    guard let current else { throw Library.fileGone }
    guard !current.isLocal else { return current }
    guard isNetworkAllowed else {
      throw LibraryError(
        .notLocal, "The file is not on this machine. Allow network access in the options.")
    }
    return try scope.library.download(current) { fraction in
      guard isWanted() else { return false }
      progressHandler.value?(fraction)
      return isWanted()
    }
  }
}
