import DiptychEngine
import Foundation

extension ALAssetsLibrary {
  func lookUpAsset(
    _ url: URL?, _ result: ALAssetsLibraryAssetForURLResultBlock?,
    _ failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    let call = call("asset")
    let result = Callback(result)
    call.read(
      {
        guard let uuid = Identifiers.uuid(of: url) else { return nil }
        guard let asset = try call.library.read({ try $0.visibleAsset(uuid, as: call.client) })
        else { return nil }
        // From iOS 8.1 on, assets of streams are not found this way (L167).
        let isInStream = !AssetSource(rawValue: asset.source).isDisjoint(with: .streams)
        return isInStream && call.library.profile.photoStreamLookupsFail ? nil : asset.uuid
      },
      { (uuid: UUID?) in
        result.block?(uuid.map { ALAsset($0, Binding(call.scope, self)) })
      },
      failure: Callback(failure))
  }

  func lookUpGroup(
    _ url: URL?, _ result: ALAssetsLibraryGroupResultBlock?,
    _ failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    let call = call("group")
    let result = Callback(result)
    call.read(
      {
        guard let uuid = Identifiers.uuid(of: url) else { return nil }
        return try call.library.read { try GroupIdentity.named(uuid, in: $0, as: call.client) }
      },
      { (identity: GroupIdentity?) in
        result.block?(identity.map { ALAssetsGroup($0, Binding(call.scope, self)) })
      },
      failure: Callback(failure))
  }
}
