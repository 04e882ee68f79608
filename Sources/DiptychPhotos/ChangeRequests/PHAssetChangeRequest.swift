import DiptychEngine
import DiptychPlatform
import Foundation

/// A request to create, change or delete assets, made inside a change block.
public class PHAssetChangeRequest: PHChangeRequest {
  enum Target {
    /// A new asset, and the place of its draft among the block's requests.
    case creation(ObjectReference, Int)
    case existing(PHAsset)
  }

  let target: Target
  /// The place of the property update of an existing asset, once there is one.
  private var updateIndex: Int?
  /// The result of an edit.
  var output: PHContentEditingOutput?
  /// Whether the edit has its place among the block's requests.
  var hasOutput = false

  required init(_ target: Target, in context: ChangeContext) {
    self.target = target
    super.init(context: context)
  }

  // MARK: Creating

  /// Requests a new asset from a picture in memory.
  ///
  /// The bitmap is encoded anew, as JPEG, or as PNG if it has an alpha channel; its orientation is
  /// kept as a tag, and nothing else of a file that it once came from (P129, decision 20). A
  /// picture without pixels makes the block fail with 3303.
  @discardableResult
  public class func creationRequestForAsset(from image: UIImage) -> Self {
    let resource = image.cgImage.map { cgImage in
      ResourceDraft(
        role: .photo,
        content: .bitmap(cgImage.bitmap, image.imageOrientation.imageOrientation))
    }
    return create(resource)
  }

  /// Requests a new asset from an image file, whose bytes are kept (P130).
  ///
  /// The file is read when the block has returned; a damaged one, or one of another kind, fails the
  /// block with 3302, a path without a readable file with 3303 (P132, P136, P137).
  /// - Returns: Nil for a URL that does not name a file.
  @discardableResult
  public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
    create(.photo, fileURL)
  }

  /// Requests a new asset from a video file, whose bytes are kept (P130).
  ///
  /// The file is read when the block has returned; errors are as for images.
  /// - Returns: Nil for a URL that does not name a file.
  @discardableResult
  public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
    create(.video, fileURL)
  }

  private class func create(_ role: ResourceRole, _ url: URL) -> Self? {
    // Asked first, because a request outside a block is a mistake whatever the URL is.
    _ = ChangeContext.require()
    guard url.isFileURL else { return nil }
    return create(
      ResourceDraft(role: role, content: .file(url.path), fileName: url.lastPathComponent))
  }

  class func create(_ resource: ResourceDraft?) -> Self {
    let context = ChangeContext.require()
    var draft = AssetDraft(uuid: context.library.configuration.identifiers.next(.asset))
    if let resource { draft.resources.append(resource) }
    let reference = ObjectReference(scope: context.scope, kind: .asset, uuid: draft.uuid)
    return self.init(.creation(reference, context.append(.createAsset(draft))), in: context)
  }

  /// Stands for the new asset inside the block and after it; nil on a request for an existing
  /// asset. Reading it after the block has returned ends the process, where Apple raises (P88).
  public var placeholderForCreatedAsset: PHObjectPlaceholder? {
    context.use { _ in
      guard case .creation(let reference, _) = target else { return nil }
      return PHObjectPlaceholder(reference: reference)
    }
  }

  // MARK: Deleting

  /// Requests that assets move to the trash, and so leave every album; the user is asked once for
  /// each block (P101, P103). Assets that are gone already are no error (P105). A refusal fails the
  /// block with 3072 (P102).
  public class func deleteAssets(_ assets: any NSFastEnumeration) {
    let context = ChangeContext.require()
    do {
      let uuids = try RequestedObjects.uuids(assets, [.asset], in: context.library)
      _ = context.append(.deleteAssets(uuids))
    } catch {
      _ = context.append(.refused(error))
    }
  }

  // MARK: Changing

  /// Requests changes of an asset's properties. An asset that is gone by then makes the block fail
  /// with 3306 (decision 41).
  public convenience init(for asset: PHAsset) {
    self.init(.existing(asset), in: ChangeContext.require())
  }

  /// The creation date, at first the asset's; nil clears it (P122). On a creation request it wins
  /// over the file's capture date (P126). A date that is not finite fails the block with 3300.
  public var creationDate: Date? {
    get {
      switch update.creationDate {
      case .some(let value): value
      case .none: existing?.creationDate
      }
    }
    set {
      #if DIPTYCH_PLANTED_FAULTS
        if isPlanted("modern-date-not-cleared"), newValue == nil { return }
      #endif
      update.creationDate = .some(newValue)
    }
  }

  /// The place, at first the asset's; nil clears it (P122). On a creation request it wins over the
  /// file's GPS data (P126). Coordinates that are not on the globe fail the block with 3300.
  public var location: CLLocation? {
    get {
      switch update.location {
      case .some(let value): value.map { CLLocation($0, at: creationDate) }
      case .none: existing?.location
      }
    }
    set { update.location = .some(newValue.map { AssetLocation($0) }) }
  }

  /// Whether the asset is a favorite, at first as the asset is (P122).
  public var isFavorite: Bool {
    get { update.isFavorite ?? existing?.isFavorite ?? false }
    set {
      #if DIPTYCH_PLANTED_FAULTS
        if isPlanted("modern-favorite-hides") { return update.isHidden = newValue }
      #endif
      update.isFavorite = newValue
    }
  }

  /// Whether the asset is hidden, at first as the asset is (P122).
  public var isHidden: Bool {
    get { update.isHidden ?? existing?.isHidden ?? false }
    set { update.isHidden = newValue }
  }

  private var existing: PHAsset? {
    if case .existing(let asset) = target { return asset }
    return nil
  }

  /// The values that the request sets, kept with the block's requests.
  private var update: AssetUpdate {
    get {
      context.use { operations in
        switch target {
        case .creation(_, let index):
          if case .createAsset(let draft) = operations[index] { return draft.update }
        case .existing:
          if let updateIndex, case .updateAsset(_, let update) = operations[updateIndex] {
            return update
          }
        }
        return AssetUpdate()
      }
    }
    set {
      context.use { operations in
        switch target {
        case .creation(_, let index):
          if case .createAsset(var draft) = operations[index] {
            draft.update = newValue
            operations[index] = .createAsset(draft)
          }
        case .existing(let asset):
          let operation = Self.operation(asset, newValue, in: context)
          if let updateIndex {
            operations[updateIndex] = operation
          } else {
            operations.append(operation)
            updateIndex = operations.count - 1
          }
        }
      }
    }
  }

  private static func operation(
    _ asset: PHAsset, _ update: AssetUpdate, in context: ChangeContext
  ) -> ChangeOperation {
    guard let reference = asset.reference, reference.scope.library === context.library else {
      return foreign
    }
    return .updateAsset(reference.uuid, update)
  }

  /// The request for an asset of another library, or of none.
  static var foreign: ChangeOperation {
    .refused(
      LibraryError(
        .objectGone, "The asset is not in this library. Fetch it from the library first."))
  }
}
