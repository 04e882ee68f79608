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

  /// Writes the files of one asset, or notes why one cannot be written. They share a name but for their
  /// endings, since that is how an import finds what belongs together (P144).
  mutating func export(_ files: some Collection<ExportFile>) {
    let names = Self.names(of: files)
    let number = freeNumber(names, hasSidecar: files.contains { $0.sidecar != nil })
    for (file, name) in zip(files, names) { export(file, as: name.numbered(number)) }
  }

  private mutating func export(_ file: ExportFile, as name: String) {
    let identifier = Identifiers.asset(file.asset.uuid)
    do {
      let path = try write(file, as: name)
      report.exported.append(
        .init(
          identifier: identifier, role: String(describing: file.resource.role), file: path,
          bytes: file.resource.byteCount, sidecar: try writeSidecar(file, beside: path)))
    } catch {
      report.failed.append(
        .init(
          identifier: identifier, name: file.resource.fileName,
          reason: Self.reason(error)))
    }
  }

  private func write(_ file: ExportFile, as name: String) throws -> String {
    let path = folder + "/" + name
    let descriptor = try create(path)
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

  /// A name before its ending, and the ending.
  private struct Name: Hashable {
    let base: String
    let ending: String

    func numbered(_ number: Int) -> String {
      let text = number == 1 ? base : "\(base) (\(number))"
      return ending.isEmpty ? text : "\(text).\(ending)"
    }
  }

  /// A name for each of an asset's files, none twice, also where the size of letters makes no
  /// difference. What cannot have its own name is named after the first, as files that belong together.
  private static func names(of files: some Collection<ExportFile>) -> [Name] {
    guard let first = files.first else { return [] }
    var names: [Name] = []
    for file in files {
      let name =
        safe(file.name) ?? "\(first.resource.uuid.uuidString).\(file.resource.typeExtension)"
      let (base, ending) = (name.withoutNameExtension, name.nameExtension)
      var number = 1
      while names.contains(where: {
        $0.numbered(1).lowercased()
          == Name(base: base, ending: ending).numbered(number).lowercased()
      }) {
        number += 1
      }
      names.append(Name(base: number == 1 ? base : "\(base) (\(number))", ending: ending))
    }
    return names
  }

  /// The least number with which none of the names is taken, nor that of its sidecar.
  private func freeNumber(_ names: [Name], hasSidecar: Bool) -> Int {
    func isTaken(_ name: String) -> Bool {
      let path = folder + "/" + name
      var info = stat()
      return lstat(path, &info) == 0
        || (hasSidecar && lstat(path + Self.sidecarEnding, &info) == 0)
    }
    var number = 1
    while names.contains(where: { isTaken($0.numbered(number)) }) { number += 1 }
    return number
  }

  private func create(_ path: String) throws -> Int32 {
    do {
      return try system.open(path, .create)
    } catch let error where error.number == EEXIST {
      throw LibraryError(
        .system, "Another program has just made a file of this name. Export it once more.")
    }
  }

  /// Why a file was not written. A volume that is full is that of the export.
  private static func reason(_ error: any Error) -> String {
    guard let call = error as? SystemCallError, [ENOSPC, EDQUOT].contains(call.number) else {
      return CommandFailure(error).message
    }
    return
      "The volume of the export's folder is full. Free space on it, or export into another folder."
  }

  /// A name without what would lead out of the folder; nil for one that cannot be used. Names come from
  /// applications.
  private static func safe(_ text: String) -> String? {
    let scalars = text.unicodeScalars.map { $0 == "/" || $0.value < 32 ? "_" : $0 }
    let name = String(String.UnicodeScalarView(scalars))
    let isUsable = !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
    return isUsable ? name : nil
  }
}
