import DiptychEngine
import DiptychPlatform
import Foundation

extension ALAssetsLibrary {
  func addAlbum(
    _ name: String?, _ result: ALAssetsLibraryGroupResultBlock?,
    _ failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    let call = call("addAssetsGroupAlbum", reads: false)
    let result = Callback(result)
    call.read(
      {
        guard let name, !name.isEmpty else { return nil }
        do {
          #if DIPTYCH_PLANTED_FAULTS
            let name =
              isPlanted("legacy-trimmed-title") ? name.trimmingCharacters(in: .whitespaces) : name
          #endif
          let hidesShared = SharedStreams.areHidden(in: call.library, for: call.client)
          return try call.library.createAlbum(
            uniquelyTitled: name, as: call.client, hidesShared: hidesShared)?.uuid
        } catch let error as LibraryError where error.code == .limitExceeded {
          // A name that cannot be is a nil group, as a name that is taken (decision 9).
          return nil
        }
      },
      { (uuid: UUID?) in
        result.block?(uuid.map { ALAssetsGroup(.stored($0), Binding(call.scope, self)) })
      },
      failure: Callback(failure))
  }
}
