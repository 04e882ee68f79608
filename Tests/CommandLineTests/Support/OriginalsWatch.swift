import Foundation

/// Waits until a running program has put so many files in place, without looking again and again.
final class OriginalsWatch {
  private let descriptor = inotify_init1(Int32(IN_CLOEXEC))
  /// What the program has as its standard input. Nothing is written into it: when the program ends,
  /// its other end is gone, which `poll` tells.
  let pipe = Pipe()

  /// Watches the folders of a library's originals.
  init(_ place: Place, _ name: String = "A.diptych") throws {
    for folder in try place.files(name + "/originals") {
      let path = "\(place.path)/\(name)/originals/\(folder)"
      guard inotify_add_watch(descriptor, path, UInt32(IN_CREATE)) >= 0 else {
        throw CocoaError(.fileReadUnknown)
      }
    }
  }

  deinit {
    close(descriptor)
  }

  /// Returns once `count` more files are in place, or the program has ended.
  /// - Returns: Whether the files came.
  func wait(for count: Int) -> Bool {
    var left = count
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { buffer.deallocate() }
    while left > 0 {
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipe.fileHandleForWriting.fileDescriptor, events: 0, revents: 0),
      ]
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      guard waiting[0].revents != 0 else { return false }
      let length = read(descriptor, buffer.baseAddress, buffer.count)
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= length {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        offset += MemoryLayout<inotify_event>.size + Int(event.len)
        left -= 1
      }
    }
    return true
  }
}
