import DiptychEngine
import Foundation

extension PHAssetChangeRequest {
  /// The result of an edit, which becomes the asset's content (P219). The asset keeps its identifier
  /// and creation date (P125), and can be reverted. The files are read when the block has returned.
  ///
  /// The user is asked once for each block before content that another application has added is
  /// changed (P222); a refusal fails the block with 3072. Other failures: 3300 without new
  /// adjustment data (P217) and for an output of another asset, 3303 without a rendering, 3302 for
  /// one that is damaged or of the wrong type, 3306 for an asset that is gone (decision 41). Nil
  /// takes the request back.
  public var contentEditingOutput: PHContentEditingOutput? {
    get {
      context.use { _ in }
      return output
    }
    set {
      context.use { _ in }
      output = newValue
      guard !hasOutput else { return }
      hasOutput = true
      // What counts is how things stand when the block has returned; the block lets go of the
      // request then.
      let reference = targetReference
      _ = context.append {
        guard let output = self.output else { return nil }
        return reference.map { output.operation(for: $0) } ?? Self.foreign
      }
    }
  }

  /// Requests that every edit of the content is thrown away (P220). An asset that was not edited
  /// stays as it is.
  ///
  /// The user is asked as for an edit. Fails the block with 3164 when the original is not on this
  /// machine, with 3300 on a creation request, with 3306 for an asset that is gone.
  public func revertAssetContentToOriginal() {
    guard case .existing = target else {
      _ = context.append(
        .refused(
          LibraryError(
            .changeNotSupported, "A new asset has nothing to revert to. Leave the request out.")))
      return
    }
    _ = context.append(targetReference.map { .revertContent($0.uuid) } ?? Self.foreign)
  }

  /// The asset of the request, if it is in the library of the block.
  private var targetReference: ObjectReference? {
    switch target {
    case .creation(let reference, _): return reference
    case .existing(let asset):
      guard let reference = asset.reference, reference.scope.library === context.library else {
        return nil
      }
      return reference
    }
  }
}
