import CDiptychEXIF
import Foundation

/// The memory that libexif takes, watched for what it is not given.
///
/// libexif hands its callbacks no context, but calls them on the thread that called it, so the thread
/// keeps the count.
enum EXIFMemory {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
  private nonisolated(unsafe) static let usual = exif_mem_new_default()
  // Unsafe to share in Swift's eyes only: it never changes once it is made.

  /// How often memory was refused to the calling thread so far.
  static var refusals: Int { Int(bitPattern: pthread_getspecific(key)) }

  /// A source of memory for one block, which the caller gives up with `exif_mem_unref`; nil when there
  /// is none.
  static func make() -> OpaquePointer? {
    exif_mem_new(
      { size in
        let memory = exif_mem_alloc(EXIFMemory.usual, size)
        if memory == nil { EXIFMemory.note() }
        return memory
      },
      { old, size in
        let memory = exif_mem_realloc(EXIFMemory.usual, old, size)
        if memory == nil, size > 0 { EXIFMemory.note() }
        return memory
      },
      { exif_mem_free(EXIFMemory.usual, $0) })
  }

  private static func note() {
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: refusals + 1))
  }
}
