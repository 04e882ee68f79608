import DiptychAssetsLibrary
import DiptychPhotos
import DiptychTesting
import Foundation
import Testing

/// Faults that a test switches on.
struct FaultTests {
  private func saveThroughBoth(_ library: TestPhotoLibrary) async -> (legacy: Int?, modern: Int?) {
    let data = TestPicture.jpeg().data
    return await library.run {
      var codes: (legacy: Int?, modern: Int?)
      do { try await Save.legacy(data) } catch { codes.legacy = (error as NSError).code }
      do { try Save.modern(data) } catch { codes.modern = (error as NSError).code }
      return codes
    }
  }

  @Test func aFullDiskRefusesPhotosAndNothingElse() async throws {
    let library = try TestPhotoLibrary()
    library.isDiskFull = true
    let codes = await saveThroughBoth(library)
    #expect(codes.legacy == ALAssetsLibraryWriteDiskSpaceError)
    #expect(codes.modern == PHPhotosError.Code.notEnoughSpace.rawValue)
    #expect(library.assets.isEmpty)
    try library.user.makeAlbum("Trip")
    library.isDiskFull = false
    let after = await saveThroughBoth(library)
    #expect(after.legacy == nil)
    #expect(after.modern == nil)
    #expect(library.assets.count == 2)
    // A failed save leaves no file behind.
    #expect(try library.verify() == [])
  }

  @Test func aBusyLibraryRefusesWritesAtOnce() async throws {
    let library = try TestPhotoLibrary()
    library.isBusy = true
    let codes = await saveThroughBoth(library)
    #expect(codes.legacy == ALAssetsLibraryWriteBusyError)
    // D18: the modern API has no code for it.
    #expect(codes.modern == PHPhotosError.Code.internalError.rawValue)
    #expect(library.assets.isEmpty)
    library.isBusy = false
    let after = await saveThroughBoth(library)
    #expect(after.legacy == nil)
    #expect(after.modern == nil)
    #expect(try library.verify() == [])
  }
}
