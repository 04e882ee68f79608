import DiptychStories

/// Shows the progress of a job whose size is known only once it runs.
final class ProgressReporter {
  private let label: String
  private let console: Console
  /// How many steps are told together: a line for each would cost time and nobody would see it.
  private let stride: Int
  private var progress: JobProgress?

  init(_ label: String, every stride: Int, on console: Console) {
    self.label = label
    self.stride = stride
    self.console = console
  }

  /// Tells that so many steps are done.
  func report(_ done: Int, _ total: Int) {
    let current = progress ?? JobProgress(label, of: total)
    progress = current
    if done % stride == 0 || done == total { console.progress(current, done) }
  }
}
