import DiptychEngine
import Foundation

extension ALAssetsLibrary {
  /// Walks the groups of the given types. A convenience for Swift, which takes the masks as they
  /// are (L4).
  ///
  /// `ALAssetsGroupAll` stands for all six types here, `ALAssetsGroupLibrary` included; otherwise
  /// as `enumerateGroups(withTypes:using:failureBlock:)`.
  public func enumerateGroupsWithTypes(
    _ types: UInt32, usingBlock enumerationBlock: ALAssetsLibraryGroupsEnumerationResultsBlock!,
    failureBlock: ALAssetsLibraryAccessFailureBlock!
  ) {
    let six =
      ALAssetsGroupLibrary | ALAssetsGroupAlbum | ALAssetsGroupEvent | ALAssetsGroupFaces
      | ALAssetsGroupSavedPhotos | ALAssetsGroupPhotoStream
    enumerateGroups(
      withTypes: ALAssetsGroupType(types == ALAssetsGroupAll ? six : types),
      using: enumerationBlock, failureBlock: failureBlock)
  }

  /// Lists the groups on the request queue, then walks them in one delivered block.
  func walkGroups(
    of types: GroupTypes, _ enumeration: ALAssetsLibraryGroupsEnumerationResultsBlock?,
    _ failure: ALAssetsLibraryAccessFailureBlock?
  ) {
    let call = call("enumerateGroups")
    let enumeration = Callback(enumeration)
    call.read(
      {
        try call.library.read { try GroupIdentity.all(of: types, in: $0, as: call.client) }
      },
      { identities in
        guard let block = enumeration.block else { return }
        let binding = Binding(call.scope, self)
        var stop = ObjCBool(false)
        for identity in identities {
          block(ALAssetsGroup(identity, binding), &stop)
          // After a stop there is no further call, unless the profile asks for it (decision 31).
          if stop.boolValue { break }
        }
        if !stop.boolValue || call.library.profile.callsNilAfterStop { block(nil, &stop) }
      },
      failure: Callback(failure))
  }
}
