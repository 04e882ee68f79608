import DiptychEngine
import Foundation

/// What `export` wrote.
struct ExportReport: Encodable {
  struct Exported: Encodable {
    let identifier: String
    let role: String
    let file: String
    let bytes: Int64
    /// The XMP file beside it; nil where none was asked for.
    let sidecar: String?
  }

  struct Failed: Encodable {
    let identifier: String
    let name: String
    let reason: String
  }

  var exported: [Exported] = []
  var failed: [Failed] = []
}

/// Writes files of a library into a folder, one after the other.
struct Exporter {
  /// Bytes that are read at once.
  private static let pieceSize = 4 << 20
  /// Behind the whole name, so that a raw file and a JPEG of one name have one each.
  private static let sidecarEnding = ".xmp"

  let library: Library
  let folder: String
  private(set) var report = ExportReport()
  private let system = RealSystemCalls()

  init(library: Library, folder: String) {
    self.library = library
    self.folder = folder
  }

  /// Writes one file, or notes why it cannot be written.
  mutating func export(_ file: ExportFile) {
    let identifier = Identifiers.asset(file.asset.uuid)
    do {
      let path = try write(file)
      report.exported.append(
        .init(
          identifier: identifier, role: String(describing: file.resource.role), file: path,
          bytes: file.resource.byteCount, sidecar: try writeSidecar(file, beside: path)))
    } catch {
      report.failed.append(
        .init(
          identifier: identifier, name: DumpText.quoted(file.resource.fileName),
          reason: CommandFailure(error).message))
    }
  }

  private func write(_ file: ExportFile) throws -> String {
    let (path, descriptor) = try create(
      Self.safe(file.resource), hasSidecar: file.sidecar != nil)
    let copied = Result { try copy(file.resource, to: descriptor) }
    system.close(descriptor)
    if case .failure = copied { try? system.unlink(path) }
    try copied.get()
    if let date = file.asset.creationDate {
      // A volume without dates is no reason to give up the file.
      try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    return path
  }

  /// Writes the sidecar, if there is one; a file without it is not left.
  private func writeSidecar(_ file: ExportFile, beside path: String) throws -> String? {
    guard let sidecar = file.sidecar else { return nil }
    let name = path + Self.sidecarEnding
    do {
      let descriptor = try system.open(name, .create)
      let written = Result {
        try sidecar.data.withUnsafeBytes { try system.writeAll(descriptor, $0) }
      }
      system.close(descriptor)
      if case .failure = written { try? system.unlink(name) }
      try written.get()
      return name
    } catch {
      try? system.unlink(path)
      throw error
    }
  }

  private func copy(_ resource: ResourceRecord, to descriptor: Int32) throws {
    let hash = ContentHash()
    var offset: Int64 = 0
    while offset < resource.byteCount {
      let piece = try library.data(of: resource, offset: offset, count: Self.pieceSize)
      guard !piece.isEmpty else { break }
      try piece.withUnsafeBytes { bytes in
        hash.update(bytes)
        try system.writeAll(descriptor, bytes)
      }
      offset += Int64(piece.count)
    }
    guard hash.finish() == resource.sha256 else {
      throw LibraryError(
        .libraryDamaged, "The original is not as it was saved. Restore it from a backup.")
    }
  }

  /// Makes a new file of this name, or of the name with a number where it or its sidecar's is taken.
  private func create(
    _ name: String, hasSidecar: Bool
  ) throws -> (path: String, descriptor: Int32) {
    let base = name.withoutNameExtension
    let ending = name.nameExtension
    for number in 1...100_000 {
      let text = number == 1 ? base : "\(base) (\(number))"
      let path = folder + "/" + (ending.isEmpty ? text : "\(text).\(ending)")
      if hasSidecar, (try? system.status(path + Self.sidecarEnding)) != nil { continue }
      if let descriptor = try open(path) { return (path, descriptor) }
    }
    throw LibraryError(
      .system, "There are too many files called \(name). Export into another folder.")
  }

  /// Makes a new file; nil when the name is taken.
  private func open(_ path: String) throws -> Int32? {
    do {
      return try system.open(path, .create)
    } catch let error where error.number == EEXIST {
      return nil
    }
  }

  /// The file's name without what would lead out of the folder. Names come from applications.
  static func safe(_ resource: ResourceRecord) -> String {
    let name = String(
      resource.fileName.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 32 } ? "_" : $0 }
    )
    let isUsable = !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
    return isUsable ? name : "\(resource.uuid.uuidString).\(resource.fileExtension)"
  }
}
