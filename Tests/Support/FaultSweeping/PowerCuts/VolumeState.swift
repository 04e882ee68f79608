import DiptychPlatform

/// What is durable on a volume, and what was done since and is not.
///
/// It promises no more than POSIX does: a file's bytes are durable once the file was synced, a name
/// once its folder was. What was not synced is kept, lost or torn in any order; a rename is whole.
struct VolumeState: Sendable {
  private var durable: VolumeImage
  private var pending: [VolumeEvent] = []

  init(_ image: VolumeImage) {
    durable = image
  }

  var pendingCount: Int { pending.count }

  /// What is there while the machine runs.
  var live: VolumeImage {
    var image = durable
    for event in pending { image.apply(event) }
    return image
  }

  mutating func apply(_ event: VolumeEvent) {
    switch event {
    case .syncFile(let file):
      settle { event in
        switch event {
        case .write(file, _, _), .truncate(file, _): true
        default: false
        }
      }
    case .syncFolder(let path): settle { $0.folders.contains(path) }
    case .syncVolume: settle { _ in true }
    case .started, .acknowledged: break
    default: pending.append(event)
    }
  }

  private mutating func settle(_ isSynced: (VolumeEvent) -> Bool) {
    var rest: [VolumeEvent] = []
    for event in pending {
      if isSynced(event) { durable.apply(event) } else { rest.append(event) }
    }
    pending = rest
  }

  /// What the power's end does to what is not durable.
  enum Cut: Sendable, CustomStringConvertible {
    /// All of it is lost.
    case dropped
    /// All of it is there, as after the end of a process.
    case kept
    /// Each is kept, lost or torn by itself, as the seed says.
    case drawn(UInt64)

    var description: String {
      switch self {
      case .dropped: "all lost"
      case .kept: "all kept"
      case .drawn(let seed): "drawn by \(seed)"
      }
    }
  }

  func image(after cut: Cut) -> VolumeImage {
    guard case .drawn(let seed) = cut else {
      if case .kept = cut { return live }
      return durable
    }
    var generator = SplitMix64(seed: seed)
    var image = durable
    for event in pending {
      let fate = Int.random(in: 0..<4, using: &generator)
      switch event {
      case .write(let file, let offset, let bytes) where fate == 2:
        image.applyTorn(file, offset, bytes, &generator)
      default:
        if fate < 2 { image.apply(event) }
      }
    }
    return image
  }
}
