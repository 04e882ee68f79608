import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// Every code of the error table, reached by a call that causes it (L155, L190–L197). Each row sets
/// the library up, makes one call, and says which code comes; a table of the codes that were
/// reached closes it.
@Suite struct ErrorCodeTests {
  private struct Row: Sendable {
    let code: Int
    let label: String
    var access = AccessPreset.authorized
    var profile = BehaviorProfile.documented
    let call: @Sendable (ALAssetsLibrary, Scene, FullDisk) async throws -> URL?

    init(
      _ code: Int, _ label: String, access: AccessPreset = .authorized,
      profile: BehaviorProfile = .documented,
      _ call: @escaping @Sendable (ALAssetsLibrary, Scene, FullDisk) async throws -> URL?
    ) {
      self.code = code
      self.label = label
      self.access = access
      self.profile = profile
      self.call = call
    }
  }

  /// More bytes than the 64 KiB that a JPEG has room for.
  private static var tooMuch: [AnyHashable: Any] {
    let long = String(repeating: "x", count: 50_000)
    return ["{TIFF}": ["Make": long, "Model": long]]
  }

  private static let rows: [Row] = [
    Row(ALAssetsLibraryUnknownError, "a range that is none") { library, _, _ in
      let file = try await library.saved().defaultRepresentation()
      var failure: NSError?
      var byte: UInt8 = 0
      _ = file?.getBytes(&byte, fromOffset: -1, length: 1, error: &failure)
      if let failure { throw failure }
      return nil
    },
    Row(ALAssetsLibraryWriteFailedError, "not its own") { library, scene, _ in
      let uuid = try scene.bring(1, into: .imported, titled: "Theirs")[0]
      let url = Identifiers.assetURL(uuid, typeIdentifier: "public.png")
      return try await library.asset(at: url)?.setImageData(
        TestMedia.data("exif/no-exif.jpg"), metadata: nil)
    },
    Row(ALAssetsLibraryWriteBusyError, "a writer of another process") { library, scene, _ in
      let system = RealSystemCalls()
      let descriptor = try system.open(scene.engine.path + "/lock", .readWrite)
      defer { system.close(descriptor) }
      guard try system.tryLockByte(descriptor, 0, exclusive: true) else { return nil }
      return try await library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
    },
    Row(ALAssetsLibraryWriteBusyError, "a write beside another", profile: .iOS8) {
      library, scene, _ in
      let gate = DispatchGroup()
      gate.enter()
      scene.engine.queues.request("gate") { gate.wait() }
      library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), orientation: .up, completionBlock: nil)
      return try await withCheckedThrowingContinuation { continuation in
        library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up) { url, error in
          continuation.resume(with: error.map { .failure($0) } ?? .success(url))
        }
        gate.leave()
      }
    },
    Row(ALAssetsLibraryWriteInvalidDataError, "no picture") { library, _, _ in
      try await library.writeImageData(toSavedPhotosAlbum: Data("text".utf8), metadata: nil)
    },
    Row(ALAssetsLibraryWriteInvalidDataError, "a picture that breaks off") { library, _, _ in
      try await library.writeImageData(
        toSavedPhotosAlbum: TestMedia.data("bad/truncated.jpg"), metadata: nil)
    },
    Row(ALAssetsLibraryWriteIncompatibleDataError, "a video as a picture") { library, _, _ in
      try await library.writeImageData(
        toSavedPhotosAlbum: TestMedia.data("video/h264-high-faststart.mp4"), metadata: nil)
    },
    Row(ALAssetsLibraryWriteDataEncodingError, "more metadata than fits, data") { library, _, _ in
      try await library.writeImageData(
        toSavedPhotosAlbum: TestMedia.data("exif/no-exif.jpg"), metadata: Self.tooMuch)
    },
    Row(ALAssetsLibraryWriteDataEncodingError, "more metadata than fits, bitmap") {
      library, _, _ in
      try await library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), metadata: Self.tooMuch)
    },
    Row(ALAssetsLibraryWriteDataEncodingError, "more metadata than fits, replacing") {
      library, _, _ in
      try await library.saved().setImageData(
        TestMedia.data("exif/no-exif.jpg"), metadata: Self.tooMuch)
    },
    Row(ALAssetsLibraryWriteDataEncodingError, "wider than a JPEG can be") { library, _, _ in
      try await library.writeImage(
        toSavedPhotosAlbum: Pictures.halves(65_501, 1), orientation: .up)
    },
    Row(ALAssetsLibraryWriteDiskSpaceError, "a full disk") { library, _, disk in
      disk.isFull = true
      return try await library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
    },
    Row(ALAssetsLibraryDataUnavailableError, "a write, refused", access: .denied) {
      library, _, _ in
      try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
    },
    Row(ALAssetsLibraryDataUnavailableError, "bytes that are elsewhere") { library, scene, _ in
      let asset = try await library.saved()
      let file = asset.defaultRepresentation()
      guard let uuid = Identifiers.uuid(of: asset.url) else { return nil }
      try scene.user(.setLocal([uuid], false))
      var failure: NSError?
      var byte: UInt8 = 0
      _ = file?.getBytes(&byte, fromOffset: 0, length: 1, error: &failure)
      if let failure { throw failure }
      return nil
    },
    Row(ALAssetsLibraryAccessUserDeniedError, "a read, refused", access: .denied) {
      library, _, _ in
      _ = try await library.groups()
      return nil
    },
    Row(
      ALAssetsLibraryAccessUserDeniedError, "a write, refused, iOS 9", access: .denied,
      profile: .iOS9
    ) { library, _, _ in
      try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
    },
    Row(ALAssetsLibraryAccessGloballyDeniedError, "a read, by policy", access: .restricted) {
      library, _, _ in
      _ = try await library.album("Trip")
      return nil
    },
  ]

  @Test func everyCode() async throws {
    var reached: Set<Int> = []
    for row in Self.rows {
      let disk = FullDisk()
      let scene = try Scene(access: row.access, profile: row.profile) {
        $0.systemCalls = disk.calls
        $0.busyTimeout = 20_000
      }
      try await scene.run { library in
        do {
          let url = try await row.call(library, scene, disk)
          Issue.record("\(row.label) gave \(String(describing: url)).")
        } catch {
          let error = error as NSError
          #expect(error.domain == ALAssetsLibraryErrorDomain, "\(row.label)")
          #expect(error.code == row.code, "\(row.label)")
          // L151, L198.
          let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
          #expect(cause?.code == row.code, "\(row.label)")
          // A remedy that this API has.
          #expect(error.localizedRecoverySuggestion?.contains("Allow network access") == false)
          reached.insert(error.code)
        }
        disk.isFull = false
        #expect(await scene.engine.activities.settled(within: 30) == [], "\(row.label)")
        #expect(scene.filesOnDisk(below: "staging").isEmpty, "\(row.label)")
      }
    }
    #expect(reached == [-1, -3300, -3301, -3302, -3303, -3304, -3305, -3310, -3311, -3312])
  }
}
