import CDiptychCrypto
import CDiptychSQLite
import CDiptychSystem
import Foundation

/// Saves JPEG files as the engine must, with plain calls: into a staging folder, durable, linked
/// to the final name, durable, then the same rows with the same indexes in one commit.
final class PlainSaver {
  enum Syncs {
    /// Each file and folder by itself.
    case files
    /// Two calls for the whole volume.
    case volume
  }

  private struct Staged {
    let asset: UUID
    let resource: UUID
    let name: String
    let count: Int64
    let sha256: [UInt8]
    let probe: PlainProbe
    let staging: String
    let final: String
    let folder: String
  }

  private let library: String
  private let staging: String
  private let stagingFolder: Int32
  private let database: PlainDatabase
  private let begin: PlainStatement
  private let commit: PlainStatement
  private let token: PlainStatement
  private let setToken: PlainStatement
  private let addCommit: PlainStatement
  private let addAsset: PlainStatement
  private let addResource: PlainStatement
  private let addChange: PlainStatement
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)

  /// Takes over a library that the engine made and closed.
  init(_ library: String) throws {
    self.library = library
    staging = library + "/staging/" + UUID().uuidString
    guard mkdir(staging, 0o700) == 0 else { throw WrongResult(description: "No staging folder.") }
    stagingFolder = open(staging, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    database = try PlainDatabase(library + "/library.sqlite")
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    token = try database.prepare("SELECT token FROM library")
    setToken = try database.prepare("UPDATE library SET token = ?")
    addCommit = try database.prepare(
      "INSERT INTO commits (token, date, client, origin) VALUES (?, ?, ?, 0)")
    addAsset = try database.prepare(
      """
      INSERT INTO assets (
        uuid, kind, subtypes, playback_style, pixel_width, pixel_height, orientation, duration,
        creation_date, modification_date, added_date, latitude, longitude, creator)
      VALUES (?, 1, 0, 1, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
      """)
    addResource = try database.prepare(
      """
      INSERT INTO resources (
        uuid, asset, role, type, file_name, extension, bytes, sha256, pixel_width, pixel_height,
        orientation, encoded)
      VALUES (?, ?, 1, 'public.jpeg', ?, 'jpg', ?, ?, ?, ?, ?, 0)
      """)
    addChange = try database.prepare(
      """
      INSERT INTO changes (token, ordinal, object_kind, object, uuid, change, fields, old_values)
      VALUES (?, ?, 0, ?, ?, 0, '', '')
      """)
  }

  func close() {
    for statement in [
      begin, commit, token, setToken, addCommit, addAsset, addResource, addChange,
    ] {
      statement.finalize()
    }
    database.close()
    Foundation.close(stagingFolder)
    rmdir(staging)
    buffer.deallocate()
  }

  func save(_ files: [String], _ syncs: Syncs) throws {
    let staged = try files.map { try stage($0, syncs) }
    if syncs == .files { try sync(stagingFolder) } else { try syncVolume() }
    for file in staged where link(file.staging, file.final) != 0 {
      throw WrongResult(description: "A file cannot be linked: \(errno).")
    }
    if syncs == .files {
      for folder in Set(staged.map(\.folder)) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try sync(descriptor)
        Foundation.close(descriptor)
      }
    } else {
      try syncVolume()
    }
    try insert(staged)
    for file in staged { unlink(file.staging) }
    database.checkpointIfDue()
  }

  private func stage(_ path: String, _ syncs: Syncs) throws -> Staged {
    let resource = UUID()
    let name = resource.uuidString
    let folder = "\(library)/originals/\(name.prefix(2).lowercased())"
    let target = "\(staging)/\(name).jpg"
    let input = open(path, O_RDONLY | O_CLOEXEC)
    let count = read(input, buffer.baseAddress, buffer.count)
    Foundation.close(input)
    guard count > 0, count < buffer.count else {
      throw WrongResult(description: "\(path) cannot be read.")
    }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    let probe = PlainProbe(bytes)
    guard probe.isWhole else { throw WrongResult(description: "\(path) is not whole.") }
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_Digest(bytes.baseAddress, count, &digest, nil, EVP_sha256(), nil)
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0, write(output, bytes.baseAddress, count) == count else {
      throw WrongResult(description: "\(target) cannot be written.")
    }
    if syncs == .files { try sync(output) }
    Foundation.close(output)
    return Staged(
      asset: UUID(), resource: resource, name: (path as NSString).lastPathComponent,
      count: Int64(count), sha256: digest, probe: probe, staging: target,
      final: "\(folder)/\(name).jpg", folder: folder)
  }

  private func insert(_ files: [Staged]) throws {
    let now = Int64(time(nil)) * 1_000_000
    try begin.run()
    sqlite3_step(token.pointer)
    let next = sqlite3_column_int64(token.pointer, 0) + 1
    sqlite3_reset(token.pointer)
    setToken.bind(1, next)
    try setToken.run()
    addCommit.bind(1, next)
    addCommit.bind(2, now)
    addCommit.bind(3, "Diptych")
    try addCommit.run()
    for (index, file) in files.enumerated() {
      let probe = file.probe
      let turned = probe.orientation > 4
      addAsset.bind(1, file.asset)
      addAsset.bind(2, turned ? probe.height : probe.width)
      addAsset.bind(3, turned ? probe.width : probe.height)
      addAsset.bind(4, probe.orientation)
      addAsset.bind(5, probe.captureDate ?? now)
      addAsset.bind(6, now)
      addAsset.bind(7, now)
      if let latitude = probe.latitude, let longitude = probe.longitude {
        addAsset.bind(8, latitude)
        addAsset.bind(9, longitude)
      }
      addAsset.bind(10, "Diptych")
      try addAsset.run()
      let row = database.lastRow
      addResource.bind(1, file.resource)
      addResource.bind(2, row)
      addResource.bind(3, file.name)
      addResource.bind(4, file.count)
      addResource.bind(5, file.sha256)
      addResource.bind(6, probe.width)
      addResource.bind(7, probe.height)
      addResource.bind(8, probe.orientation)
      try addResource.run()
      addChange.bind(1, next)
      addChange.bind(2, Int64(index + 1))
      addChange.bind(3, row)
      addChange.bind(4, file.asset)
      try addChange.run()
    }
    try commit.run()
  }

  private func sync(_ descriptor: Int32) throws {
    guard fsync(descriptor) == 0 else { throw WrongResult(description: "fsync fails: \(errno).") }
  }

  private func syncVolume() throws {
    guard syncfs(stagingFolder) == 0 else {
      throw WrongResult(description: "syncfs fails: \(errno).")
    }
  }
}
