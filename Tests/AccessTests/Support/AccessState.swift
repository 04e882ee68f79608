import DiptychEngine
import Foundation

/// What the user has decided about the application under test. Where nothing was decided, the user
/// refuses when asked.
enum AccessState: String, CaseIterable, Sendable {
  case authorized, notDetermined, restricted, denied, limited, addOnly

  func preset(selecting selection: [UUID]) -> AccessPreset {
    switch self {
    case .authorized: .authorized
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .limited: .limited(selection)
    case .addOnly: .addOnly
    }
  }
}

/// What a call has to do for one state.
enum Expected: Equatable, Sendable {
  /// Succeeds and shows something of what other applications saved: the proof that the call could
  /// leak, and that the detector would see it.
  case everything
  /// Shows something of the selection, and nothing else of the library.
  case selection
  /// Gives nothing: nil, false, zero, an empty list.
  case nothing
  /// Fails with this code, and says nothing else.
  case refused(Int)
  /// Succeeds, and shows nothing that the application may not see.
  case done
  /// Succeeds or fails; shows nothing that the application may not see.
  case quiet
}

/// The calls that answer alike, and what they have to do for each state.
enum CallKind: Sendable {
  /// A fetch (P172, P173, P177).
  case fetch
  /// A look at what an object has; it asks nobody.
  case look
  /// A request for pictures, bytes or an editing input of an object that was fetched before.
  case request
  /// A change of what the selection holds, or that makes an album (P174, decision 22).
  case change
  /// A change of what the selection does not hold: as good as gone (decision 41).
  case changeOfUnseen
  /// The same, where what is gone is passed over (P105, decision 41).
  case passingOver
  /// A change that only adds assets (P180).
  case adding
  /// The history (decision 93).
  case history
  /// A notice of changes that others make.
  case notice
  /// The same for one who fetches to be told, which asks.
  case noticeOfFetch
  /// A question for cloud identifiers: what cannot be seen has none (decision 68).
  case cloud
  /// A question for permission to read.
  case permission
  /// Holds nothing of the library, or nothing but what the caller gave; played all the same.
  case quiet
  /// A legacy look-up (L191–L193, decision 23).
  case legacyRead
  /// A legacy call that makes an album.
  case legacyAlbum
  /// A legacy write (L194, decision 25).
  case legacyWrite
  /// A legacy write that starts from an asset, which an application that may only add cannot see.
  case legacyRewrite
  /// The same for another application's asset that the selection does not hold, whose content nobody
  /// else may replace.
  case legacyRewriteOfUnseen
  /// A modified copy of such an asset.
  case legacyCopyOfUnseen
  /// A legacy write that tells nobody how it went.
  case legacySilentWrite
  /// The legacy way into an album, which answers yes or no.
  case legacyAdd
  /// The legacy way to bytes (L200).
  case legacyBytes

  var isNotice: Bool { self == .notice || self == .noticeOfFetch }

  /// Whether the call writes where it succeeds, and so needs a library of its own.
  var writes: Bool {
    switch self {
    case .change, .changeOfUnseen, .passingOver, .adding, .legacyAlbum, .legacyWrite,
      .legacyRewrite, .legacyRewriteOfUnseen, .legacyCopyOfUnseen, .legacySilentWrite, .legacyAdd,
      .notice, .noticeOfFetch:
      true
    case .fetch, .look, .request, .history, .cloud, .permission, .quiet, .legacyRead, .legacyBytes:
      false
    }
  }

  /// In the order of `AccessState.allCases`: authorized, not determined, restricted, denied,
  /// limited, add-only.
  private var row: [Expected] {
    switch self {
    case .fetch, .look, .notice, .noticeOfFetch, .legacyAdd:
      [.everything, .nothing, .nothing, .nothing, .selection, .nothing]
    case .request, .history:
      [.everything, .refused(3311), .refused(3310), .refused(3311), .selection, .refused(3311)]
    case .change: [.done, .refused(3311), .refused(3310), .refused(3311), .done, .refused(3311)]
    case .changeOfUnseen:
      [
        .done, .refused(3311), .refused(3310), .refused(3311), .refused(3306), .refused(3311),
      ]
    case .passingOver:
      [.done, .refused(3311), .refused(3310), .refused(3311), .quiet, .refused(3311)]
    case .adding: [.done, .refused(3311), .refused(3310), .refused(3311), .done, .done]
    case .quiet, .permission, .legacySilentWrite:
      [.quiet, .quiet, .quiet, .quiet, .quiet, .quiet]
    case .cloud:
      [
        .everything, .refused(3201), .refused(3201), .refused(3201), .selection, .refused(3201),
      ]
    case .legacyBytes:
      [
        .everything, .refused(-3310), .refused(-3310), .refused(-3310), .selection,
        .refused(-3310),
      ]
    case .legacyCopyOfUnseen:
      [
        .done, .refused(-3310), .refused(-3310), .refused(-3310), .refused(-3300),
        .refused(-3300),
      ]
    case .legacyRead:
      [
        .everything, .refused(-3311), .refused(-3312), .refused(-3311), .selection,
        .refused(-3311),
      ]
    case .legacyAlbum:
      [.done, .refused(-3311), .refused(-3312), .refused(-3311), .done, .refused(-3311)]
    case .legacyWrite:
      [.done, .refused(-3310), .refused(-3310), .refused(-3310), .done, .done]
    case .legacyRewrite:
      [.done, .refused(-3310), .refused(-3310), .refused(-3310), .done, .refused(-3300)]
    case .legacyRewriteOfUnseen:
      [
        .refused(-3300), .refused(-3310), .refused(-3310), .refused(-3310), .refused(-3300),
        .refused(-3300),
      ]
    }
  }

  func expected(_ state: AccessState) -> Expected {
    row[AccessState.allCases.firstIndex(of: state) ?? 0]
  }

  /// Whether the call makes the system ask the user.
  func asks(_ state: AccessState) -> Bool {
    switch (self, state) {
    case (.look, _), (.request, _), (.history, _), (.notice, _), (.quiet, _), (.cloud, _): false
    case (.legacyAdd, _), (.legacyBytes, _): false
    case (_, .notDetermined): true
    case (.adding, _), (.legacyWrite, _), (.legacyRewrite, _), (.legacyRewriteOfUnseen, _): false
    case (.legacyCopyOfUnseen, _), (.legacySilentWrite, _): false
    case (_, .addOnly): true
    default: false
    }
  }
}
