import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// The result of an edit: a rendered file and how it was made.
///
/// Write the rendering to ``renderedContentURL``, set ``adjustmentData``, and assign the object to
/// the `contentEditingOutput` of a change request (P214).
open class PHContentEditingOutput: NSObject, @unchecked Sendable {
  // Sendable because what changes is guarded by a lock, and the rest is constant.

  private struct State {
    var adjustmentData: PHAdjustmentData?
    var folder: EditingFolder?
    /// The URLs that were given out, the last one last.
    var asked: [URL] = []
  }

  private let asset: ObjectReference?
  private let kind: MediaKind
  /// The adjustment data of the input, which must not be handed back (P217).
  private let inputData: PHAdjustmentData?
  private let startsFromRendering: Bool
  private let state = Lock(State())

  /// Makes the output of an edit of existing content.
  public init(contentEditingInput: PHContentEditingInput) {
    asset = contentEditingInput.content?.asset
    kind = contentEditingInput.mediaType == .video ? .video : .image
    inputData = contentEditingInput.adjustmentData
    startsFromRendering = contentEditingInput.content?.isRendering ?? false
    super.init()
  }

  /// Makes the output of an edit of an asset that the same change block creates (P221). Make it
  /// after the request has its resources: they say whether a photo or a video is edited.
  public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
    asset = placeholderForCreatedAsset.reference
    kind =
      ChangeContext.require().drafts[placeholderForCreatedAsset.reference?.uuid]?.resources
        .first?.role == .video ? .video : .image
    inputData = nil
    startsFromRendering = false
    super.init()
  }

  /// How the edit was made: a new object, which every edit needs (P217).
  open var adjustmentData: PHAdjustmentData? {
    get { state.withLock { $0.adjustmentData } }
    set { state.withLock { $0.adjustmentData = newValue } }
  }

  /// Where the rendering goes: a JPEG file for a photo, a QuickTime movie for a video (P218). The
  /// file lives as long as this object.
  open var renderedContentURL: URL { url(kind == .video ? .quickTimeMovie : .jpeg) }

  /// The type of the file at ``renderedContentURL``.
  open var defaultRenderedContentType: UTType? { kind == .video ? .quickTimeMovie : .jpeg }

  /// The types that a rendering may have, the default one first.
  open var supportedRenderedContentTypes: [UTType] {
    let types: [UTType] =
      kind == .video ? [.quickTimeMovie, .mpeg4Movie] : [.jpeg, .heic, .png, .tiff]
    return types.filter { MediaFormat.named(typeIdentifier: $0.identifier) != nil }
  }

  /// Where a rendering of another type than the default one goes (P218).
  /// - Throws: ``PHPhotosError`` 3300 for a type that is not among
  ///   ``supportedRenderedContentTypes``.
  open func renderedContentURL(for type: UTType) throws -> URL {
    guard supportedRenderedContentTypes.contains(type) else {
      throw PHPhotosError(
        LibraryError(
          .changeNotSupported,
          "A rendering cannot be of the type \(type.identifier). Choose one of "
            + "supportedRenderedContentTypes."))
    }
    return url(type)
  }

  private func url(_ type: UTType) -> URL {
    let ending = MediaFormat.named(typeIdentifier: type.identifier)?.fileExtension ?? "dat"
    return state.withLock { state in
      do {
        let folder = try state.folder ?? EditingFolder()
        state.folder = folder
        let url = folder.url.appendingPathComponent("Rendered." + ending.uppercased())
        state.asked.removeAll { $0 == url }
        state.asked.append(url)
        return url
      } catch {
        raise(
          "NSInternalInconsistencyException",
          reason: "There is no folder for the rendering. \(error)",
          remedy: "Make the temporary folder writable, or name another one by TMPDIR.")
      }
    }
  }

  /// What the request asks the library for, as things stand when the block has returned.
  func operation(for target: ObjectReference) -> ChangeOperation {
    guard target == asset else {
      return .refused(
        LibraryError(
          .changeNotSupported,
          "The output was made for another asset. Request an input from this one."))
    }
    let (data, folder, asked) = state.withLock { ($0.adjustmentData, $0.folder, $0.asked) }
    guard let data, data !== inputData else {
      return .refused(
        LibraryError(
          .changeNotSupported,
          "A rendering needs adjustment data of its own. Make a new PHAdjustmentData for the "
            + "output."))
    }
    guard
      let url = asked.last(where: { FileManager.default.fileExists(atPath: $0.path) })
    else {
      return .refused(
        LibraryError(
          .missingResource,
          "The output has no rendering. Write a file to its renderedContentURL."))
    }
    var edit = ContentEdit(
      formatIdentifier: data.formatIdentifier, formatVersion: data.formatVersion, data: data.data,
      rendering: ResourceDraft(
        role: kind == .video ? .fullSizeVideo : .fullSizePhoto, content: .file(url.path)))
    edit.startsFromRendering = startsFromRendering
    edit.owner = folder
    return .editContent(target.uuid, edit)
  }
}
