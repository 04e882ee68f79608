import DiptychEngine
import DiptychPlatform
import Foundation

/// Pictures that were made before they are asked for, by asset: one order each (P200).
///
/// Bounded: when the pictures together exceed the limit, those that were used longest ago go.
final class ImageCache: Sendable {
  /// Bytes of pixels that are kept at most.
  static let limit = 64 << 20

  /// An asset, without a hold on its library.
  private struct Name: Hashable {
    let library: UUID
    let asset: UUID

    init(_ asset: ObjectReference) {
      library = asset.scope.library.uuid
      self.asset = asset.uuid
    }
  }

  private struct Entry {
    let order: ImageOrder
    /// Tells this entry from an earlier one of the same asset.
    let ticket: Int
    var picture: Picture?
  }

  private struct Picture {
    let image: UIImage
    let byteCount: Int
    /// What the picture was made from; another file makes it worthless.
    let file: UUID
    let sha256: [UInt8]
    var lastUse: Int
  }

  private struct State {
    var entries: [Name: Entry] = [:]
    var byteCount = 0
    var counter = 0

    mutating func next() -> Int {
      counter += 1
      return counter
    }

    mutating func remove(_ name: Name) {
      byteCount -= entries.removeValue(forKey: name)?.picture?.byteCount ?? 0
    }
  }

  private let state = Lock(State())

  /// A picture that is still to be made.
  struct Job: Sendable {
    let asset: ObjectReference
    let ticket: Int
  }

  /// Notes that pictures are wanted. An asset that has an order already keeps that one (P200).
  /// - Returns: What is to be made.
  func start(_ assets: [ObjectReference], _ order: ImageOrder) -> [Job] {
    state.withLock { state in
      assets.compactMap { asset in
        let name = Name(asset)
        guard state.entries[name] == nil else { return nil }
        let ticket = state.next()
        state.entries[name] = Entry(order: order, ticket: ticket, picture: nil)
        return Job(asset: asset, ticket: ticket)
      }
    }
  }

  /// Whether a job is still wanted.
  func wants(_ job: Job) -> Bool {
    state.withLock { $0.entries[Name(job.asset)]?.ticket == job.ticket }
  }

  /// Keeps the picture of a job that is still wanted; without one, the order is forgotten, so that
  /// it can be given anew.
  func store(_ image: UIImage?, of job: Job, madeFrom file: ResourceRecord?) {
    let name = Name(job.asset)
    state.withLock { state in
      guard state.entries[name]?.ticket == job.ticket else { return }
      let pixels = image?.cgImage.map { $0.bytesPerRow * $0.height } ?? 0
      guard let image, let file, pixels <= Self.limit else { return state.remove(name) }
      let use = state.next()
      state.entries[name]?.picture = Picture(
        image: image, byteCount: pixels, file: file.uuid, sha256: file.sha256, lastUse: use)
      state.byteCount += pixels
      Self.shrink(&state)
    }
  }

  private static func shrink(_ state: inout State) {
    guard state.byteCount > limit else { return }
    let byUse = state.entries.compactMap { name, entry in
      entry.picture.map { (name, $0.lastUse) }
    }.sorted { $0.1 < $1.1 }
    for (name, _) in byUse where state.byteCount > limit { state.remove(name) }
  }

  /// The picture of an order, if it was made from this file.
  func image(of asset: ObjectReference, _ order: ImageOrder, _ file: ResourceRecord) -> UIImage? {
    let name = Name(asset)
    return state.withLock { state in
      guard let entry = state.entries[name], entry.order == order, let picture = entry.picture,
        picture.file == file.uuid, picture.sha256 == file.sha256
      else { return nil }
      let use = state.next()
      state.entries[name]?.picture?.lastUse = use
      return picture.image
    }
  }

  /// Forgets assets whose order is this one.
  func stop(_ assets: [ObjectReference], _ order: ImageOrder) {
    state.withLock { state in
      for name in assets.map(Name.init) where state.entries[name]?.order == order {
        state.remove(name)
      }
    }
  }

  /// Forgets everything.
  func stopAll() {
    state.withLock { state in
      state.entries = [:]
      state.byteCount = 0
    }
  }

  /// Bytes of pixels that are kept.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// How many pictures are kept.
  var count: Int { state.withLock { $0.entries.values.count { $0.picture != nil } } }
}
