import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// One file of an asset.
///
/// An object becomes invalid when its asset is deleted, when the file is replaced, or when the
/// `ALAssetsLibrary` that gave it is gone (L19, L120): it gives nil and 0 then. Ask the asset for
/// a new one. Calls read on the calling thread (L25).
open class ALAssetRepresentation: NSObject, @unchecked Sendable {
  // Sendable because every stored property is constant.
  private let resource: UUID?
  private let asset: UUID?
  private let binding: Binding?

  /// Makes an object that stands for no file: every value is nil or 0.
  public override init() {
    resource = nil
    asset = nil
    binding = nil
    super.init()
  }

  init(_ resource: UUID, of asset: UUID, _ binding: Binding) {
    self.resource = resource
    self.asset = asset
    self.binding = binding
    super.init()
  }

  // MARK: Facts

  /// The uniform type identifier, such as `public.jpeg`.
  open func uti() -> String! { file()?.typeIdentifier }

  /// The size in pixels as stored, not turned (decision 17); zero when it is unknown (L132).
  open func dimensions() -> CGSize {
    guard let size = file()?.storedSize else { return .zero }
    return CGSize(width: size.width, height: size.height)
  }

  /// The length of the file in bytes (L117).
  open func size() -> Int64 { file()?.byteCount ?? 0 }

  /// The URL of this file, with the asset's id (L103).
  open func url() -> URL! {
    guard let asset, let file = file() else { return nil }
    return Identifiers.assetURL(asset, fileExtension: file.fileExtension)
  }

  /// How to turn the full-resolution image for display.
  open func orientation() -> ALAssetOrientation {
    file().map { ALAssetOrientation($0.orientation) } ?? .up
  }

  /// How many pixels of the full-resolution image make a point: always 1.
  open func scale() -> Float { 1 }

  /// The name of the file: the one it came with, or the generated one (L131).
  open func filename() -> String! { file()?.fileName }

  /// The metadata as dictionaries with ImageIO's keys; nil for a file that is no readable picture
  /// (L130). Reads the whole file.
  open func metadata() -> [AnyHashable: Any]! {
    guard let data = content(), let values = try? MediaCodecs.metadata(of: data) else { return nil }
    return values.reduce(into: [AnyHashable: Any]()) { $0[$1.key] = $1.value.foundationValue }
  }

  // MARK: Bytes

  /// Copies bytes of the file into `buffer`.
  ///
  /// On failure the result is 0 and `error` is set: -3310 when the file cannot be read or the
  /// object is invalid, -1 for a nil buffer or a negative offset or length (L119).
  /// - Parameters:
  ///   - buffer: Room for `length` bytes.
  ///   - offset: Bytes from the start of the file.
  ///   - length: The number of bytes wanted.
  ///   - error: Where a failure is put; may be nil.
  /// - Returns: The number of bytes copied: fewer than wanted where the file ends before (L118).
  @discardableResult
  open func getBytes(
    _ buffer: UnsafeMutablePointer<UInt8>!, fromOffset offset: Int64, length: Int,
    error: NSErrorPointer
  ) -> Int {
    guard let buffer, offset >= 0, length >= 0 else {
      error?.pointee = AssetsLibraryError.make(
        ALAssetsLibraryUnknownError,
        "The range is not one of bytes. Pass a buffer, and an offset and a length of at least 0.")
      return 0
    }
    guard let binding, let file = file() else {
      error?.pointee = AssetsLibraryError.make(
        ALAssetsLibraryDataUnavailableError,
        "The representation is no longer valid. Ask the asset for a new one.")
      return 0
    }
    guard file.isLocal else {
      // The engine's own sentence names an option that this API does not have.
      error?.pointee = AssetsLibraryError.make(
        ALAssetsLibraryDataUnavailableError,
        "The file is not on this machine, and AssetsLibrary downloads nothing. Request it through "
          + "Photos with network access allowed, or run `diptych user download`, and try again.")
      return 0
    }
    do {
      #if DIPTYCH_PLANTED_FAULTS
        let offset = isPlanted("legacy-offset-ignored") ? 0 : offset
      #endif
      let data = try binding.library.data(of: file, offset: offset, count: length)
      return data.copyBytes(to: UnsafeMutableBufferPointer(start: buffer, count: length))
    } catch let failure {
      error?.pointee = AssetsLibraryError.read(failure)
      return 0
    }
  }

  // MARK: Images

  /// The pixels as stored, not turned and not adjusted (L121, L122); nil for a video
  /// (decision 18), and when the file cannot be decoded (L125).
  ///
  /// The image is borrowed: take it with `takeUnretainedValue()` (L7).
  open func fullResolutionImage() -> Unmanaged<CGImage>! {
    guard let binding, let data = content(),
      let bitmap = try? MediaCodecs.decode(data, limits: binding.library.configuration.limits)
    else { return nil }
    return BorrowedImages.lend(CGImage(bitmap: bitmap))
  }

  /// The same image: options that limit its size have no effect (L127).
  open func cgImage(options: [AnyHashable: Any]! = [:]) -> Unmanaged<CGImage>! {
    fullResolutionImage()
  }

  /// The picture for a screen: turned upright, adjusted, at most 2,048 pixels on a side (L123,
  /// decision 38). Show it with the up orientation.
  ///
  /// Of a video it shows the first frame (decision 18). Nil when no picture can be made. The image
  /// is borrowed: take it with `takeUnretainedValue()` (L7).
  open func fullScreenImage() -> Unmanaged<CGImage>! {
    guard let asset, let binding, file() != nil else { return nil }
    return BorrowedImages.lend(AssetImages.screen(of: asset, binding))
  }
}

extension ALAssetRepresentation {
  /// The file's row; nil once the object is invalid.
  private func file() -> ResourceRecord? {
    guard let resource, let asset, let binding else { return nil }
    return binding.read { transaction in
      guard try transaction.visibleAsset(asset, as: binding.client) != nil else { return nil }
      return try transaction.resource(resource)
    }
  }

  /// The bytes of a picture; videos are never read whole.
  private func content() -> Data? {
    guard let binding, let file = file(),
      MediaFormat.named(typeIdentifier: file.typeIdentifier)?.kind == .image
    else { return nil }
    return try? binding.library.data(of: file)
  }
}
