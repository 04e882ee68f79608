import DiptychCodecs
import DiptychEngine
import Foundation

/// A file that looks like media, and as much of what it is as pairing and the report need.
struct ImportFile: Sendable {
  /// Its place among what was found.
  let place: Int
  let found: FoundFile
  /// The type, by the bytes.
  let format: MediaFormat
  /// Pixels as shown.
  let size: PixelSize
  /// What the still and the movie of a Live Photo share; nil for others.
  let contentIdentifier: String?

  var path: String { found.path }
  var name: String { found.name }
  /// The name without its ending, in lowercase letters.
  var base: String { name.withoutNameExtension.lowercased() }

  init(place: Int, _ found: FoundFile, _ probe: MediaProbe) {
    self.place = place
    self.found = found
    format = probe.format
    size = probe.uprightSize
    contentIdentifier = probe.contentIdentifier
  }

  /// What the library has to know of the file before it has a copy.
  var preview: MediaProbe {
    MediaProbe(format: format, storedSize: size, contentIdentifier: contentIdentifier)
  }
}

/// What a look at an item of a walk gave.
enum ImportFinding: Sendable {
  case file(ImportFile)
  case failure(place: Int, path: String, LibraryError)
  case passedOver(path: String, reason: String)

  /// Looks at an item.
  /// - Parameters:
  ///   - item: A file, or what the walk tells of.
  ///   - place: Its place among what was found.
  init(_ item: FolderWalk.Item, place: Int) {
    switch item {
    case .failure(let path, let error): self = .failure(place: place, path: path, error)
    case .passedOver(let path, let reason): self = .passedOver(path: path, reason: reason)
    case .file(let file):
      let ending = file.name.nameExtension
      guard ending.lowercased() != "aae" else {
        self = .passedOver(
          path: file.path, reason: "Says how Apple's Photos made an edit, and holds no picture.")
        return
      }
      do {
        let probe = try MediaCodecs.probe(.file(file.path), nameExtension: ending)
        self = .file(ImportFile(place: place, file, probe))
      } catch {
        // A folder holds other things than media; what is named as media must be some.
        let isOther = file.title != nil && MediaFormat.named(fileExtension: ending) == nil
        if isOther, [.unrecognized, .damaged].contains(error.code) {
          self = .passedOver(path: file.path, reason: "No photo or video.")
        } else {
          self = .failure(place: place, path: file.path, LibraryError(error))
        }
      }
    }
  }

  /// Looks at items on all processors.
  /// - Parameters:
  ///   - items: What the walk gave.
  ///   - first: The place of the first among what was found.
  /// - Returns: One finding an item, in their order.
  static func of(_ items: ArraySlice<FolderWalk.Item>, first: Int) -> [ImportFinding] {
    [ImportFinding](unsafeUninitializedCapacity: items.count) { slots, count in
      nonisolated(unsafe) let slots = slots
      // Each place is written by one thread alone, and read when all are done.
      let parts = (items.count + partSize - 1) / partSize
      DispatchQueue.concurrentPerform(iterations: parts) { part in
        for place in (part * partSize)..<min((part + 1) * partSize, items.count) {
          let finding = ImportFinding(items[items.startIndex + place], place: first + place)
          slots.initializeElement(at: place, to: finding)
        }
      }
      count = items.count
    }
  }

  /// Files that one thread looks at in one go.
  private static let partSize = 16
}
