import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// Answers requests for content to edit, one after the other.
final class ContentEditingRequests: Sendable {
  private struct State {
    var last: PHContentEditingInputRequestID = 0
    var running: Set<PHContentEditingInputRequestID> = []
  }

  /// How a request ends.
  private enum Answer: Sendable {
    case input(PHContentEditingInput)
    case isInCloud
    case cancelled
    case failure(PHPhotosError)
  }

  static let shared = ContentEditingRequests()

  private let queue = DispatchQueue(label: "diptych.editing", qos: .userInitiated)
  private let state = Lock(State())
  /// Bytes that are copied at once.
  private static let pieceSize = 1 << 20

  func start(
    _ reference: ObjectReference?, _ options: PHContentEditingInputRequestOptions?,
    _ completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
  ) -> PHContentEditingInputRequestID {
    let id = state.withLock { state in
      state.last += 1
      state.running.insert(state.last)
      return state.last
    }
    let handlers = Handover(
      value: (
        canHandle: options?.canHandleAdjustmentData ?? { _ in false },
        progress: options?.progressHandler, completion: completionHandler
      ))
    let isNetworkAllowed = options?.isNetworkAccessAllowed ?? false
    let activities = reference?.scope.library.activities
    let activity = activities?.begin("content to edit")
    queue.async {
      LibraryScope.$current.withValue(reference?.scope ?? LibraryScope.current) {
        let answer = self.answer(
          id, reference, isNetworkAllowed, handlers.value.canHandle, handlers.value.progress)
        self.state.withLock { _ = $0.running.remove(id) }
        switch answer {
        case .input(let input): handlers.value.completion(input, [:])
        case .isInCloud:
          handlers.value.completion(nil, [PHContentEditingInputResultIsInCloudKey: true])
        case .cancelled: handlers.value.completion(nil, [PHContentEditingInputCancelledKey: true])
        case .failure(let error):
          handlers.value.completion(nil, [PHContentEditingInputErrorKey: NSError(error)])
        }
      }
      if let activity { activities?.end(activity) }
    }
    return id
  }

  func cancel(_ id: PHContentEditingInputRequestID) {
    state.withLock { _ = $0.running.remove(id) }
  }

  private func isRunning(_ id: PHContentEditingInputRequestID) -> Bool {
    state.withLock { $0.running.contains(id) }
  }

  // MARK: Answering

  private func answer(
    _ id: PHContentEditingInputRequestID, _ reference: ObjectReference?, _ isNetworkAllowed: Bool,
    _ canHandle: (PHAdjustmentData) -> Bool,
    _ progress: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?
  ) -> Answer {
    do {
      guard isRunning(id) else { return .cancelled }
      guard let reference else { throw Self.gone }
      try reference.checkAccess()
      let found = try Self.find(reference)
      let library = reference.scope.library
      guard isNetworkAllowed || found.files.allSatisfy(\.isLocal) else { return .isInCloud }
      let downloaded = { (file: ResourceRecord) in
        try library.download(file) { value in
          var stop = ObjCBool(false)
          progress?(value, &stop)
          return !stop.boolValue && self.isRunning(id)
        }
      }
      let (base, adjustment) = try Self.base(of: found, library, downloaded, canHandle)
      guard isRunning(id) else { return .cancelled }
      let content = try copy(
        downloaded(base), adjustment, found, reference, while: { self.isRunning(id) })
      return content.map { .input(PHContentEditingInput($0)) } ?? .cancelled
    } catch let error as LibraryError where error.code == .userCancelled {
      return .cancelled
    } catch {
      return .failure(PHPhotosError(wrapping: error))
    }
  }

  private static var gone: LibraryError {
    LibraryError(.objectGone, "The asset is gone from the library. Fetch again.")
  }

  /// An asset and its files from one snapshot.
  private struct Found {
    let record: AssetRecord
    let files: [ResourceRecord]

    func file(_ roles: ResourceRole...) -> ResourceRecord? {
      files.first { roles.contains($0.role) }
    }
  }

  private static func find(_ reference: ObjectReference) throws -> Found {
    try reference.scope.library.read { transaction in
      guard let row = try reference.visibleRow(in: transaction),
        let record = try transaction.asset(row: row), record.trashedDate == nil
      else { throw gone }
      return Found(record: record, files: try transaction.resources(of: row))
    }
  }

  /// The file to edit, and how the last edit was made where the editor goes on from it.
  private static func base(
    of found: Found, _ library: Library,
    _ downloaded: (ResourceRecord) throws -> ResourceRecord,
    _ canHandle: (PHAdjustmentData) -> Bool
  ) throws -> (ResourceRecord, PHAdjustmentData?) {
    guard let original = found.file(.photo, .video) else { throw gone }
    guard let rendering = found.file(.fullSizePhoto, .fullSizeVideo) else { return (original, nil) }
    guard let file = found.file(.adjustmentData),
      let stored = StoredAdjustment(propertyList: try library.data(of: downloaded(file)))
    else { return (rendering, nil) }
    let adjustment = PHAdjustmentData(
      formatIdentifier: stored.formatIdentifier, formatVersion: stored.formatVersion,
      data: stored.data)
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-resume-ignored") { return (rendering, nil) }
    #endif
    guard canHandle(adjustment) else { return (rendering, nil) }
    return (found.file(.adjustmentBasePhoto, .adjustmentBaseVideo) ?? original, adjustment)
  }

  /// Copies the file for the editor, so that nothing it does reaches the library; nil when the
  /// request was cancelled.
  private func copy(
    _ file: ResourceRecord, _ adjustment: PHAdjustmentData?, _ found: Found,
    _ reference: ObjectReference, while goesOn: () -> Bool
  ) throws -> PHContentEditingInput.Content? {
    let library = reference.scope.library
    let folder = try EditingFolder()
    let url = folder.url.appendingPathComponent("FullSize." + file.typeExtension)
    let copy = NewFile(url, library.configuration.systemCalls)
    var offset: Int64 = 0
    do {
      repeat {
        guard goesOn() else {
          _ = copy.finish(after: nil)
          return nil
        }
        let piece = try library.data(of: file, offset: offset, count: Self.pieceSize)
        try copy.append(piece)
        guard !piece.isEmpty else { break }
        offset += Int64(piece.count)
      } while offset < file.byteCount
    } catch {
      throw copy.finish(after: error) ?? error
    }
    _ = copy.finish(after: nil)
    return PHContentEditingInput.Content(
      asset: reference, record: found.record, file: file, url: url, folder: folder,
      adjustmentData: adjustment,
      isRendering: file.role == .fullSizePhoto
        || file.role == .fullSizeVideo,
      display: found.record.kind == .image ? Self.display(url, library) : nil)
  }

  private static func display(_ url: URL, _ library: Library) -> UIImage? {
    let screen = PixelSize(width: 2_048, height: 2_048)
    guard let data = try? Data(contentsOf: url),
      let bitmap = try? MediaCodecs.thumbnail(
        data, fitting: screen, limits: library.configuration.limits)
    else { return nil }
    return UIImage(cgImage: CGImage(bitmap: bitmap))
  }
}
