import DiptychBackends
import Foundation

/// Saves through whichever API the application was told to use, and puts the newest photo first
/// where that API can.
struct ChosenSaver {
  private let backend: any PhotoLibraryBackend

  /// - Parameter name: `assetsLibrary` or `photos`, as from a setting; Photos for anything else.
  init(apiNamed name: String) {
    backend = (Backend(rawValue: name) ?? .photos).make()
  }

  /// What a user is told that the API in use cannot do.
  var missing: [String] {
    Capability.allCases.filter { !backend.can($0) }.map(\.rawValue)
  }

  /// Saves a picture into an album, which is made when it is missing.
  /// - Returns: A sentence for the user when it did not work; nil when it did.
  func save(_ picture: Data, to title: String) async -> String? {
    var album = await backend.albums().value?.first { $0.title == title }?.identifier
    if album == nil { album = await backend.makeAlbum(titled: title).value }
    guard let album = album else { return "The album cannot be made." }
    switch await backend.save(picture) {
    case .done(let photo):
      let outcome =
        backend.can(.insertion)
        ? await backend.insertFirst(photo, intoAlbum: album)
        : await backend.add(photo, toAlbum: album)
      return outcome.value == nil ? "The photo is saved, but not in the album." : nil
    case .refused(_, let code):
      return "The photo cannot be saved (\(code ?? 0))."
    case .unsupported(let capability):
      return "\(backend.name) cannot do this: \(capability.rawValue)."
    }
  }
}
