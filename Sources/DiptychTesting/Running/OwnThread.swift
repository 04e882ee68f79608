import DiptychPlatform
import Foundation

/// Runs the parts of a task one after another on a thread of its own, so that a trap which stops it
/// for ever takes no thread from other tasks.
final class OwnThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isStopped = false
  }

  private let state = Lock(State())
  private let wakeup = DispatchSemaphore(value: 0)

  init() {
    Thread { [self] in
      while true {
        wakeup.wait()
        let (job, isStopped) = state.withLock { state in
          (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isStopped)
        }
        if let job {
          job.runSynchronously(on: asUnownedTaskExecutor())
        } else if isStopped {
          return
        }
      }
    }.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isStopped = state.withLock { state in
      if !state.isStopped { state.jobs.append(job) }
      return state.isStopped
    }
    if isStopped {
      // What the task still has to do after its end was told needs no thread of its own.
      Thread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }.start()
    } else {
      wakeup.signal()
    }
  }

  /// Ends the thread when nothing is left to run.
  func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.signal()
  }
}
