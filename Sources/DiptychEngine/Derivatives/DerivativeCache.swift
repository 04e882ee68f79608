import DiptychCodecs
import DiptychPlatform
import Foundation

/// Small pictures that were made of originals, kept in the library's folder so that they need not be
/// made again.
///
/// The pixels are kept as they are: what is read back equals what was decoded, byte by byte. Nothing
/// here is durable and nothing depends on it: a file that is lost, damaged or cannot be written means
/// one more decoding. When all together grow past the bound, those that were not used for longest
/// go, down to three quarters of it.
final class DerivativeCache: Sendable {
  private struct State {
    /// Bytes of all files; nil until the folder was looked at.
    var byteCount: Int64?
    /// When each file was last used by this process, as a running number.
    var uses: [String: Int] = [:]
    var clock = 0
  }

  private let folder: String
  private let system: any SystemCalls
  /// Bytes.
  private let bound: Int64
  private let state = Lock(State())

  /// The end of the name of a file that is being written.
  private static let unfinished = ".part"
  /// Bytes before the pixels: mark, alpha, width, height, digest.
  private static let headerLength = 48
  private static let mark = Array("DPX1".utf8)
  /// Pixels of the largest picture that is kept.
  private static let largestArea = 1 << 20

  init(folder: LibraryFolder, configuration: LibraryConfiguration) {
    self.folder = folder.derivatives
    system = configuration.systemCalls
    bound = configuration.derivativesBound
  }

  /// The picture made of `resource` for `fitting` pixels, if it is there and whole.
  func picture(of resource: UUID, fitting: PixelSize) -> Bitmap? {
    guard bound > 0 else { return nil }
    let name = Self.name(resource, fitting)
    guard let bytes = read(name) else { return nil }
    guard let bitmap = Self.bitmap(bytes) else {
      remove(name)
      return nil
    }
    note(name, added: 0)
    return bitmap
  }

  /// Keeps a picture, if it is worth it: a small one, much smaller than what it was made of.
  func keep(_ bitmap: Bitmap, of resource: ResourceRecord, fitting: PixelSize) {
    let isWorth =
      resource.storedSize.area == 0 || bitmap.size.area <= resource.storedSize.area / 4
      || MediaFormat.named(typeIdentifier: resource.typeIdentifier)?.kind == .video
    guard bitmap.size.area <= Self.largestArea, isWorth else { return }
    let bytes = Self.bytes(bitmap)
    guard Int64(bytes.count) <= bound else { return }
    let name = Self.name(resource.uuid, fitting)
    guard write(bytes, to: name) else { return }
    let total = note(name, added: Int64(bytes.count)) ?? measure()
    if total > bound { trim() }
  }

  /// Removes what was made of originals that are gone.
  func remove(madeOf resources: Set<UUID>) {
    guard !resources.isEmpty, let names = try? system.list(folder) else { return }
    for name in names {
      if let uuid = UUID(written: String(name.prefix(36))), resources.contains(uuid) {
        remove(name)
      }
    }
  }

  private static func name(_ resource: UUID, _ fitting: PixelSize) -> String {
    "\(resource.uuidString)-\(fitting.width)x\(fitting.height)"
  }

  // MARK: Bytes

  private static func bytes(_ bitmap: Bitmap) -> [UInt8] {
    var bytes = mark + [bitmap.hasAlpha ? 1 : 0, 0, 0, 0]
    for side in [bitmap.size.width, bitmap.size.height] {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) }
    }
    let digest = digest(bytes[...], bitmap.pixels[...])
    return bytes + digest + bitmap.pixels
  }

  /// The picture in the bytes; nil when any of them is not as it was written.
  private static func bitmap(_ bytes: [UInt8]) -> Bitmap? {
    guard bytes.count > headerLength, bytes.starts(with: mark) else { return nil }
    let pixels = bytes[headerLength...]
    guard digest(bytes[..<16], pixels) == Array(bytes[16..<headerLength]) else { return nil }
    let sides = [8, 12].map { start in
      (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
    }
    return Bitmap(
      size: PixelSize(width: sides[0], height: sides[1]), pixels: Array(pixels),
      hasAlpha: bytes[4] == 1)
  }

  private static func digest(_ header: ArraySlice<UInt8>, _ pixels: ArraySlice<UInt8>) -> [UInt8] {
    let hash = ContentHash()
    header.withUnsafeBytes { hash.update($0) }
    pixels.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  // MARK: Files

  private func read(_ name: String) -> [UInt8]? {
    let path = folder + "/" + name
    guard let descriptor = try? system.open(path, .readInside) else { return nil }
    defer { system.close(descriptor) }
    guard let status = try? system.status(path), status.kind == .file,
      status.size <= Int64(Self.headerLength + Self.largestArea * 4)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.size))
    let filled = try? bytes.withUnsafeMutableBytes { buffer in
      try system.fill(buffer, from: descriptor, at: 0)
    }
    return filled == bytes.count ? bytes : nil
  }

  /// Writes a file under another name and renames it, so that nobody meets half a file; no syncs.
  private func write(_ bytes: [UInt8], to name: String) -> Bool {
    let path = folder + "/" + name
    let part = path + Self.unfinished
    guard let descriptor = create(part) else { return false }
    let isWritten = (try? bytes.withUnsafeBytes { try system.writeAll(descriptor, $0) }) != nil
    system.close(descriptor)
    if isWritten, (try? system.rename(part, path)) != nil { return true }
    try? system.unlink(part)
    return false
  }

  /// Opens a new file; makes the folder where somebody removed it. Nil also while another process
  /// writes the same picture.
  private func create(_ path: String) -> Int32? {
    do {
      return try system.open(path, .create)
    } catch {
      guard error.number == ENOENT, (try? system.makeFolder(folder)) != nil else { return nil }
      return try? system.open(path, .create)
    }
  }

  private func remove(_ name: String) {
    let path = folder + "/" + name
    let size = (try? system.status(path))?.size ?? 0
    guard (try? system.unlink(path)) != nil else { return }
    state.withLock { state in
      state.uses[name] = nil
      state.byteCount = state.byteCount.map { max(0, $0 - size) }
    }
  }

  // MARK: The bound

  /// Notes that a file was used. The bytes of all; nil when they are not known yet.
  @discardableResult
  private func note(_ name: String, added: Int64) -> Int64? {
    state.withLock { state in
      state.clock += 1
      state.uses[name] = state.clock
      state.byteCount = state.byteCount.map { $0 + added }
      return state.byteCount
    }
  }

  private func files() -> [(name: String, byteCount: Int64)] {
    ((try? system.list(folder)) ?? []).compactMap { name in
      (try? system.status(folder + "/" + name)).map { (name, $0.size) }
    }
  }

  /// Looks at the folder for the first time: adds up what is there, and removes what a process that
  /// ended left half-written.
  private func measure() -> Int64 {
    var total: Int64 = 0
    for file in files() {
      if file.name.hasSuffix(Self.unfinished) {
        try? system.unlink(folder + "/" + file.name)
      } else {
        total += file.byteCount
      }
    }
    let sum = total
    state.withLock { $0.byteCount = sum }
    return sum
  }

  /// Removes what was not used for longest. The folder is looked at anew, because other processes
  /// keep pictures there, too.
  private func trim() {
    let uses = state.withLock { $0.uses }
    let files = files().sorted { (uses[$0.name] ?? 0) < (uses[$1.name] ?? 0) }
    var total = files.reduce(0) { $0 + $1.byteCount }
    for file in files where total > bound / 4 * 3 {
      guard (try? system.unlink(folder + "/" + file.name)) != nil else { continue }
      total -= file.byteCount
      state.withLock { $0.uses[file.name] = nil }
    }
    let rest = total
    state.withLock { $0.byteCount = rest }
  }
}
