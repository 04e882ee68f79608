import DiptychPlatform
import Foundation

/// A file that is in place under its final name, but whose row is not committed yet.
package struct StagedFile: Sendable {
  package let uuid: UUID
  package let fileExtension: String
  /// Bytes.
  package let byteCount: Int64
  package let sha256: [UInt8]
  /// The caller's file, as it was when it was opened; nil for what came otherwise.
  var source: FileStatus?
  var stagingPath: String
  let finalPath: String
  /// Whether the final name is this file's. Until then it may be the original of another asset.
  var isLinked = false
}

/// Where the bytes of a new original come from.
package enum OriginalSource: Sendable {
  case data(Data)
  case file(String)
  /// An original of a library.
  case original(String)

  /// How the file is opened.
  var openMode: OpenMode {
    if case .original = self { .readInside } else { .read }
  }

  /// Whether a failure to open is the file's own.
  func blamesOpening(_ error: SystemCallError) -> Bool {
    if case .original = self { return error.isAboutFile }
    return [ENOENT, EACCES, EPERM, ENOTDIR, EISDIR, ELOOP].contains(error.number)
  }

  /// Whether a failure to read is.
  func blames(_ error: SystemCallError) -> Bool {
    if case .original = self { error.isAboutFile } else { true }
  }
}

/// The originals of a library, and how they follow its transactions.
///
/// A new original is written into a staging folder that this process keeps locked, made durable,
/// and linked to its final name, all before the write transaction. The staging name is the record
/// of intent: recovery keeps a file whose row was committed and removes any other.
package final class OriginalStore: Sendable {
  private let folder: LibraryFolder
  private let place: LibraryPlace
  private let system: any SystemCalls
  private let identifiers: any IdentifierSource
  /// The staging folder of this process and its lock, made at the first save.
  private let owner = Lock<Owner?>(nil)

  private struct Owner {
    let path: String
    let descriptor: Int32
  }

  /// A batch larger than this is made durable by two calls for the whole volume.
  static let volumeSyncThreshold = 16

  init(folder: LibraryFolder, place: LibraryPlace, configuration: LibraryConfiguration) throws {
    self.folder = folder
    self.place = place
    system = configuration.systemCalls
    identifiers = configuration.identifiers
  }

  /// Where an original is, below the library's folder.
  static func path(_ uuid: UUID, _ fileExtension: String) -> String {
    "originals/\(hexadecimal(uuid.uuid.0))/\(uuid.text()).\(fileExtension)"
  }

  /// Whether a path below the library's folder is one that `path(_:_:)` gives. What a file's rows
  /// say is not to be relied on, since anybody may have written them (decision 151).
  static func isPath(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "originals" else { return false }
    let name = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard name.count == 2, let uuid = UUID(written: name[0]) else { return false }
    return self.path(uuid, String(name[1])) == path && isExtension(String(name[1]))
  }

  /// Whether a text can be the extension of an original: letters and digits, and few.
  static func isExtension(_ text: String) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: false
        }
      }
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    CollectionOfOne(byte).hexadecimal
  }

  /// Writes the sources into staging and links them to their final names, durably.
  /// - Returns: One staged file a source, in order. Nothing is left behind on failure.
  func stage(_ sources: [(uuid: UUID, fileExtension: String, source: OriginalSource)]) throws
    -> [StagedFile]
  {
    guard !sources.isEmpty else { return [] }
    let owner = try ownerPath()
    var staged: [StagedFile] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: system.pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    do {
      let syncsEach = sources.count <= Self.volumeSyncThreshold
      for source in sources {
        let stagingPath = "\(owner)/\(source.uuid.uuidString).\(source.fileExtension)"
        let finalPath = "\(folder.path)/\(Self.path(source.uuid, source.fileExtension))"
        let target = try create(stagingPath)
        defer { system.close(target) }
        // Recorded before it is written, so that a failure half-way removes it too.
        staged.append(
          StagedFile(
            uuid: source.uuid, fileExtension: source.fileExtension, byteCount: 0, sha256: [],
            stagingPath: stagingPath, finalPath: finalPath))
        let written = try write(
          source.source, into: target, at: stagingPath, through: buffer, syncs: syncsEach)
        staged[staged.count - 1] = StagedFile(
          uuid: source.uuid, fileExtension: source.fileExtension, byteCount: written.byteCount,
          sha256: written.sha256, source: written.source, stagingPath: stagingPath,
          finalPath: finalPath)
      }
      try syncFolder(owner, wholeVolume: !syncsEach)
      if folder.makesFoldersLate { try makeFolders(for: staged) }
      for index in staged.indices {
        try place(&staged[index])
      }
      if syncsEach {
        try syncFolders(of: staged.map(\.finalPath))
      } else {
        try syncFolder(owner, wholeVolume: true)
      }
      return staged
    } catch {
      discard(staged)
      throw error is NameTaken ? error : LibraryError.wrapping(error)
    }
  }

  /// A file has the name that another was to have: somebody is replacing the same content at the
  /// same moment.
  struct NameTaken: Error {}

  private func create(_ path: String) throws -> Int32 {
    do {
      return try system.open(path, .create)
    } catch let error where error.number == EEXIST {
      throw NameTaken()
    }
  }

  private func makeFolders(for files: [StagedFile]) throws {
    let folders = Set(files.map { $0.finalPath.parentPath })
    // In one order, so that a sweep meets the same calls each time.
    for path in folders.sorted() {
      try folder.makeFolder(path)
    }
  }

  /// Gives a staged file its final name. Where the volume has no hard links, the file is renamed,
  /// and an intent file takes the place of the staging name, so that recovery finds it.
  private func place(_ file: inout StagedFile, isSecondTry: Bool = false) throws {
    do {
      try system.link(file.stagingPath, file.finalPath)
    } catch  where [EPERM, EOPNOTSUPP, ENOSYS].contains(error.number) {
      // Without an intent file for a name that another has already.
      guard try !exists(file.finalPath) else { throw NameTaken() }
      let intent = file.stagingPath + Self.intentEnding
      system.close(try system.open(intent, .create))
      try syncFolder(intent.parentPath, wholeVolume: false)
      do {
        try system.renameNew(file.stagingPath, file.finalPath)
      } catch {
        try? system.unlink(intent)
        if error.number == EEXIST { throw NameTaken() }
        throw error
      }
      file.stagingPath = intent
    } catch let error where error.number == EEXIST {
      throw NameTaken()
    } catch let error where error.number == ENOENT {
      // What copies files alone leaves folders out in which there are none (decision 225).
      // Another process may have made it meanwhile, and not synced it yet.
      guard !isSecondTry else { throw error }
      try folder.makeFolder(file.finalPath.parentPath)
      try syncFolder(folder.originals, wholeVolume: false)
      return try place(&file, isSecondTry: true)
    }
    file.isLinked = true
  }

  /// The end of an intent file's name.
  static let intentEnding = ".intent"

  /// The name that the file of a staging name or of an intent has in the end.
  static func fileName(ofStaged name: String) -> String {
    name.hasSuffix(intentEnding) ? String(name.dropLast(intentEnding.count)) : name
  }

  /// Removes the staging names of files whose rows are committed.
  func settle(_ files: [StagedFile]) {
    for file in files { try? system.unlink(file.stagingPath) }
  }

  /// Removes staged files whose rows were not committed. The final names go first, durably, and the
  /// staging names only after them: while those are there, recovery can still finish the job.
  func discard(_ files: [StagedFile]) {
    // Another library in this one's place may hold originals of these names.
    guard (try? place.isCurrent()) != false else { return }
    // What stays is found by recovery, at the next opening.
    var gone: [StagedFile] = []
    for file in files where file.isLinked {
      guard (try? system.unlink(file.finalPath)) != nil else { continue }
      gone.append(file)
    }
    for file in files where !file.isLinked { try? system.unlink(file.stagingPath) }
    guard (try? syncFolders(of: gone.map(\.finalPath))) != nil else { return }
    for file in gone { try? system.unlink(file.stagingPath) }
  }

  /// Makes the names in the folders of `paths` durable, as they are there or gone.
  func syncFolders(of paths: [String]) throws {
    let folders = Set(paths.map { $0.parentPath }).sorted()
    guard folders.count <= Self.volumeSyncThreshold else { return try syncVolume() }
    for path in folders { try syncFolder(path, wholeVolume: false) }
  }

  /// Makes everything on the library's volume durable, the database's log with it.
  func syncVolume() throws {
    try syncFolder(folder.staging, wholeVolume: true)
  }

  /// Gives up the staging folder of this process.
  func close() {
    owner.withLock { owner in
      guard let current = owner else { return }
      try? system.removeFolder(current.path)
      system.close(current.descriptor)
      owner = nil
    }
  }

  // MARK: Writing

  private func ownerPath() throws -> String {
    try owner.withLock { owner in
      if let owner { return owner.path }
      while true {
        let path = folder.staging + "/" + identifiers.next(.owner).uuidString
        try system.makeFolder(path)
        if let descriptor = try claim(path) {
          owner = Owner(path: path, descriptor: descriptor)
          return path
        }
      }
    }
  }

  /// Locks a new staging folder; nil when another process's recovery was faster and took it.
  private func claim(_ path: String) throws -> Int32? {
    let descriptor: Int32
    do {
      descriptor = try system.open(path, .folder)
    } catch let error where error.number == ENOENT {
      return nil
    }
    do {
      if try system.tryLock(descriptor), try exists(path) {
        try syncFolder(folder.staging, wholeVolume: false)
        return descriptor
      }
      system.close(descriptor)
      return nil
    } catch {
      system.close(descriptor)
      throw error
    }
  }

  private func exists(_ path: String) throws -> Bool {
    do {
      _ = try system.status(path)
      return true
    } catch let error where error.number == ENOENT {
      return false
    }
  }

  /// Writes a new file and gives its length and SHA-256.
  func write(_ source: OriginalSource, to path: String, syncs: Bool) throws -> (
    Int64, [UInt8]
  ) {
    let target = try system.open(path, .create)
    defer { system.close(target) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: system.pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    let written = try write(source, into: target, at: path, through: buffer, syncs: syncs)
    return (written.byteCount, written.sha256)
  }

  /// What was written to a new file.
  private struct Written {
    let byteCount: Int64
    let sha256: [UInt8]
    let source: FileStatus?
  }

  private func write(
    _ source: OriginalSource, into target: Int32, at targetPath: String,
    through buffer: UnsafeMutableRawBufferPointer, syncs: Bool
  ) throws -> Written {
    let hash = ContentHash()
    var count: Int64 = 0
    var status: FileStatus?
    switch source {
    case .data(let data):
      count = Int64(data.count)
      try data.withUnsafeBytes { bytes in
        hash.update(bytes)
        try system.writeAll(target, bytes)
      }
    case .file(let path), .original(let path):
      let input = try openSource(path, source)
      defer { system.close(input) }
      let found = try? system.status(of: input)
      if case .file = source {
        status = found
      } else if let found, found.kind != .file {
        throw SystemCallError("read", ENODEV)
      }
      if (try? system.clone(from: input, to: target)) != nil {
        // The copy is what counts: the caller's file may be written to meanwhile.
        count = try read(targetPath, through: buffer) { hash.update($0) }
        break
      }
      var isWriting = false
      do {
        count = try system.forEachPiece(of: input, through: buffer) {
          piece throws(SystemCallError) in
          hash.update(piece)
          isWriting = true
          try system.writeAll(target, piece)
          isWriting = false
        }
      } catch {
        // A caller's file fails on a disk of its own, and one original is not all of them.
        guard !isWriting, source.blames(error) else { throw error }
        throw LibraryError.unreadable(path, error)
      }
    }
    if syncs { try system.sync(target) }
    return Written(byteCount: count, sha256: hash.finish(), source: status)
  }

  private func read(
    _ path: String, through buffer: UnsafeMutableRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(SystemCallError) -> Int64 {
    let descriptor = try system.open(path, .readInside)
    defer { system.close(descriptor) }
    return try system.forEachPiece(of: descriptor, through: buffer) {
      piece throws(SystemCallError) in body(piece)
    }
  }

  private func openSource(_ path: String, _ source: OriginalSource) throws -> Int32 {
    do {
      return try system.open(path, source.openMode)
    } catch {
      guard source.blamesOpening(error) else { throw error }
      throw LibraryError.unreadable(path, error)
    }
  }

  private func syncFolder(_ path: String, wholeVolume: Bool) throws {
    let descriptor = try system.open(path, .folder)
    defer { system.close(descriptor) }
    if wholeVolume {
      try system.syncVolume(descriptor)
    } else {
      try system.sync(descriptor)
    }
  }
}
