import DiptychEngine
import DiptychPhotos
import Foundation
import Testing

@testable import DiptychPhotos

@Suite struct PHPhotosErrorTests {
  /// Section O of the facts, by the engine's codes.
  private static let table: [LibraryError.Code: Int] = [
    .invalidMedia: 3302, .encodingFailed: 3302, .wrongMediaKind: 3302, .limitExceeded: 3302,
    .sourceUnreadable: 3303, .missingResource: 3303, .changeNotSupported: 3300,
    .indexMismatch: 3301, .pairMismatch: -1, .objectGone: 3306, .userCancelled: 3072,
    .accessDenied: 3311,
    .accessRestricted: 3310, .busy: -1, .noSpace: 3305, .libraryUnusable: -1,
    .schemaUnknown: -1, .libraryDamaged: -1, .originalMissing: -1, .notLocal: 3164, .system: -1,
    .reentrant: -1, .unsupportedQuery: -1, .closed: -1, .networkUnavailable: 3169,
  ]

  @Test func everyCodeOfTheEngineHasItsNumber() {
    for code in LibraryError.Code.allCases {
      let error = PHPhotosError(LibraryError(code, "Do this."))
      #expect(error.errorCode == Self.table[code], "\(code)")
      #expect(error.localizedDescription == "Do this.")
    }
  }

  // P223: domain and code through NSError, the static members, and patterns.
  @Test func asPublicCodeReadsIt() {
    let error: any Error = PHPhotosError(LibraryError(.userCancelled, "Ask again."))
    let bridged = error as NSError
    #expect(bridged.domain == "PHPhotosErrorDomain" && bridged.domain == PHPhotosErrorDomain)
    #expect(bridged.code == PHPhotosError.userCancelled.rawValue)
    #expect(bridged.code == 3072)
    #expect(bridged.localizedDescription == "Ask again.")
    #expect(error.localizedDescription == "Ask again.")
    switch error {
    case PHPhotosError.accessUserDenied: Issue.record("Wrong case.")
    case PHPhotosError.userCancelled: break
    default: Issue.record("No case.")
    }
    #expect((error as? PHPhotosError)?.code == .userCancelled)
    #expect(PHPhotosError.errorDomain == PHPhotosErrorDomain)
    #expect(PHPhotosError(.userCancelled) == PHPhotosError(.userCancelled))
    #expect(PHPhotosError(.userCancelled) != PHPhotosError(.internalError))
    #expect(PHPhotosError.Code.invalid == .internalError)
  }

  // Decision 238, P199: casts in both directions, as clients write them.
  @Test func castsToAndFromNSError() throws {
    let value: Any = PHPhotosError(LibraryError(.userCancelled, "Ask again."))
    let object = try #require(value as? NSError)
    #expect(object.domain == PHPhotosErrorDomain && object.code == 3072)
    #expect(object.localizedDescription == "Ask again.")
    let back = try #require(object as Any as? PHPhotosError)
    #expect(back.code == .userCancelled && back.localizedDescription == "Ask again.")
    #expect((object as any Error as? PHPhotosError)?.code == .userCancelled)
    #expect(PHPhotosError.userCancelled ~= object)
    do {
      throw object
    } catch let error as PHPhotosError {
      #expect(error.code == .userCancelled)
    }
    for (domain, code) in [("PHPhotosErrorDomain", 1), ("NSCocoaErrorDomain", 3072)] {
      let other: Any = NSError(domain: domain, code: code)
      #expect((other as? PHPhotosError) == nil, "\(domain) \(code)")
    }
    let dictionary: [AnyHashable: Any] = ["thrown": value, "object": object]
    for key in ["thrown", "object"] {
      #expect((dictionary[key] as? NSError)?.code == 3072, "\(key)")
      #expect((dictionary[key] as? PHPhotosError)?.code == .userCancelled, "\(key)")
      #expect((dictionary[key] as? any Error) != nil, "\(key)")
    }
  }

  /// Apple's numbers.
  @Test func numbers() {
    let numbers: [(PHPhotosError.Code, Int)] = [
      (PHPhotosError.internalError, -1), (PHPhotosError.userCancelled, 3072),
      (PHPhotosError.persistentChangeTokenExpired, 3105),
      (PHPhotosError.libraryVolumeOffline, 3114),
      (PHPhotosError.relinquishingLibraryBundleToWriter, 3142),
      (PHPhotosError.switchingSystemPhotoLibrary, 3143),
      (PHPhotosError.networkAccessRequired, 3164), (PHPhotosError.networkError, 3169),
      (PHPhotosError.identifierNotFound, 3201),
      (PHPhotosError.multipleIdentifiersFound, 3202),
      (PHPhotosError.persistentChangeDetailsUnavailable, 3210),
      (PHPhotosError.changeNotSupported, 3300), (PHPhotosError.operationInterrupted, 3301),
      (PHPhotosError.invalidResource, 3302), (PHPhotosError.missingResource, 3303),
      (PHPhotosError.notEnoughSpace, 3305), (PHPhotosError.requestNotSupportedForAsset, 3306),
      (PHPhotosError.limitExceeded, 3307), (PHPhotosError.accessRestricted, 3310),
      (PHPhotosError.accessUserDenied, 3311),
      (PHPhotosError.libraryInFileProviderSyncRoot, 5423),
    ]
    for (code, number) in numbers {
      #expect(code.rawValue == number)
      #expect(PHPhotosError.Code(rawValue: number) == code)
    }
  }
}
