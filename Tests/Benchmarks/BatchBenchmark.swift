import DiptychEngine
import DiptychPhotos
import Foundation

/// Many saves in one change block.
struct BatchBenchmark {
  let workshop: Workshop

  func run(_ report: inout Report) throws {
    let count = workshop.isQuick ? 500 : 10_000
    let rounds = workshop.isQuick ? 1 : 3
    let photos = try workshop.smallPhotos(count)
    let paths = photos.map(\.path)
    // What was just written is not to be synced on anybody's account.
    sync()
    let times = try Measure.medians(
      rounds: rounds,
      [
        { try plainly(paths, .volume) },
        { try modern(photos) },
      ])
    report.add(
      Figure(
        work: "\(count) saves in one block from files of 22 kB, Photos", time: times[1],
        floor: "read, SHA-256, probe, write, syncfs, link, syncfs, same rows, one commit",
        floorTime: times[0], goal: 1.5))
    let fileByFile = try plainly(paths, .files)
    report.add(
      Figure(
        work: "The same against syncing file by file", time: times[1],
        floor: "the same with an fsync for each file and each folder", floorTime: fileByFile,
        goal: nil))
  }

  // Each round has a fresh library; making, checking and removing it are not measured.

  private func modern(_ photos: [URL]) throws -> Double {
    let name = "modern-batch"
    let library = try workshop.open(name)
    let time = try workshop.use(library) {
      try Measure.time {
        try PHPhotoLibrary.shared().performChangesAndWait {
          for photo in photos {
            PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
          }
        }
      }
    }
    try workshop.verify(library, holds: photos.count)
    library.close()
    try remove(name)
    return time
  }

  private func plainly(_ paths: [String], _ syncs: PlainSaver.Syncs) throws -> Double {
    let name = "plain-batch"
    try workshop.open(name).close()
    let saver = try PlainSaver(workshop.path(name))
    let time = try Measure.time { try saver.save(paths, syncs) }
    saver.close()
    try workshop.verify(name, holds: paths.count)
    try remove(name)
    return time
  }

  /// Removes a library, and waits for the disk, so that the next round does not pay for it.
  private func remove(_ name: String) throws {
    try workshop.remove(name)
    sync()
  }
}
