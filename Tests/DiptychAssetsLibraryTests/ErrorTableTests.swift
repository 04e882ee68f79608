import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import Testing

@testable import DiptychAssetsLibrary

@Suite struct ErrorTableTests {
  /// The codes of a failed write and of a failed read.
  private static let table: [LibraryError.Code: (write: Int, read: Int)] = [
    .invalidMedia: (-3302, -3310), .encodingFailed: (-3304, -3310), .wrongMediaKind: (-3303, -3310),
    .limitExceeded: (-3300, -3310), .sourceUnreadable: (-3300, -3310),
    .missingResource: (-3300, -3310), .changeNotSupported: (-3300, -3310),
    .indexMismatch: (-3300, -3310), .pairMismatch: (-3300, -3310), .objectGone: (-3300, -3310),
    .userCancelled: (-3300, -3310), .accessDenied: (-3310, -3311),
    .accessRestricted: (-3310, -3312), .busy: (-3301, -3301), .noSpace: (-3305, -3305),
    .libraryUnusable: (-3310, -3310), .schemaUnknown: (-3310, -3310),
    .libraryDamaged: (-3310, -3310), .originalMissing: (-3310, -3310), .notLocal: (-3310, -3310),
    .networkUnavailable: (-3310, -3310),
    .system: (-3300, -3310), .reentrant: (-3300, -3310), .unsupportedQuery: (-3300, -3310),
    .closed: (-3310, -3310),
  ]

  // L155, L191–L196: every code of the engine has a number of AssetsLibrary.
  @Test func everyCode() {
    for code in LibraryError.Code.allCases {
      guard let (write, read) = Self.table[code] else {
        Issue.record("\(code) is not in the table.")
        continue
      }
      let error = LibraryError(code, "What to do.")
      let failedWrite = AssetsLibraryError.write(error, profile: .documented)
      let failedRead = AssetsLibraryError.read(error)
      #expect(failedWrite.code == write, "\(code)")
      #expect(failedRead.code == read, "\(code)")
      for failure in [failedWrite, failedRead] {
        #expect(failure.domain == ALAssetsLibraryErrorDomain)
        #expect(failure.localizedRecoverySuggestion == "What to do.")
        // L151, L198: the same error lies underneath.
        let cause = failure.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(cause?.code == failure.code)
        #expect(cause?.localizedDescription == failure.localizedDescription)
      }
    }
  }

  // L195, decision 25: only the profile of iOS 9 tells a refused write as -3311.
  @Test func refusedWrite() {
    for profile in BehaviorProfile.all {
      for code in [LibraryError.Code.accessDenied, .accessRestricted] {
        let error = AssetsLibraryError.write(LibraryError(code, ""), profile: profile)
        #expect(error.code == (profile == .iOS9 ? -3311 : -3310), "\(profile.name)")
      }
      let other = AssetsLibraryError.write(LibraryError(.noSpace, ""), profile: profile)
      #expect(other.code == -3305)
    }
  }

  // A codec's failure is translated on the way.
  @Test func codecErrors() {
    let error = AssetsLibraryError.write(
      CodecError(.damaged, "Copy it again."), profile: .documented)
    #expect(error.code == -3302)
    #expect(error.localizedRecoverySuggestion == "Copy it again.")
  }

  // L197: the texts that clients have seen.
  @Test func texts() {
    for (code, text) in [
      (ALAssetsLibraryUnknownError, "Unknown error"),
      (ALAssetsLibraryWriteFailedError, "Write failed"),
      (ALAssetsLibraryWriteBusyError, "Write busy"),
      (ALAssetsLibraryWriteInvalidDataError, "Invalid data"),
      (ALAssetsLibraryWriteIncompatibleDataError, "Incompatible data"),
      (ALAssetsLibraryWriteDataEncodingError, "Data has invalid encoding"),
      (ALAssetsLibraryWriteDiskSpaceError, "Out of disk space"),
      (ALAssetsLibraryDataUnavailableError, "Data unavailable"),
      (ALAssetsLibraryAccessUserDeniedError, "User denied access"),
      (ALAssetsLibraryAccessGloballyDeniedError, "Global denied access"),
    ] {
      #expect(AssetsLibraryError.make(code, "").localizedDescription == text)
    }
  }

  // The numbers of the interface.
  @Test func constants() {
    let codes: [Int] = [
      ALAssetsLibraryUnknownError, ALAssetsLibraryWriteFailedError, ALAssetsLibraryWriteBusyError,
      ALAssetsLibraryWriteInvalidDataError, ALAssetsLibraryWriteIncompatibleDataError,
      ALAssetsLibraryWriteDataEncodingError, ALAssetsLibraryWriteDiskSpaceError,
      ALAssetsLibraryDataUnavailableError, ALAssetsLibraryAccessUserDeniedError,
      ALAssetsLibraryAccessGloballyDeniedError,
    ]
    #expect(codes == [-1, -3300, -3301, -3302, -3303, -3304, -3305, -3310, -3311, -3312])
    let masks: [UInt32] = [
      ALAssetsGroupLibrary, ALAssetsGroupAlbum, ALAssetsGroupEvent, ALAssetsGroupFaces,
      ALAssetsGroupSavedPhotos, ALAssetsGroupPhotoStream, ALAssetsGroupAll,
    ]
    #expect(masks == [1, 2, 4, 8, 16, 32, 4_294_967_295])
    // L3: the conversion that callers write does not give -1.
    #expect(ALAssetsGroupType(ALAssetsGroupAll) == 4_294_967_295)
    let statuses: [ALAuthorizationStatus] = [.notDetermined, .restricted, .denied, .authorized]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3])
    // L133.
    for number in 0..<8 {
      #expect(
        String(describing: ALAssetOrientation(rawValue: number))
          .replacingOccurrences(of: "DiptychAssetsLibrary.ALAssetOrientation", with: "")
          == String(describing: UIImage.Orientation(rawValue: number))
          .replacingOccurrences(of: "DiptychPlatform.UIImage.Orientation", with: ""))
    }
  }
}
