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
        floorTime: times[0], goal: 1.5, row: .batch))
    let fileByFile = try plainly(paths, .files)
    report.add(
      Figure(
        work: "The same against syncing file by file", time: times[1],
        floor: "the same with an fsync for each file and each folder", floorTime: fileByFile,
        goal: nil))
  }

  // Each round has a fresh library; making and checking it are not measured. None is removed before
  // the end: ext4 looks long for a place when much has been deleted just before.

  private func modern(_ photos: [URL]) throws -> Double {
    let library = try workshop.open("modern-batch-\(UUID().uuidString)")
    defer { library.close() }
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
    return time
  }

  private func plainly(_ paths: [String], _ syncs: PlainSaver.Syncs) throws -> Double {
    let name = "plain-batch-\(UUID().uuidString)"
    try workshop.open(name).close()
    let saver = try PlainSaver(workshop.path(name))
    let time = try Measure.time { try saver.save(paths, syncs) }
    saver.close()
    try workshop.verify(name, holds: paths.count)
    return time
  }
}
