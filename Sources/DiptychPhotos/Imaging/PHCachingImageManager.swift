import DiptychEngine
import DiptychPlatform
import Foundation

/// An image manager that makes pictures before they are asked for (P200).
///
/// A request whose size, content mode and options equal those of `startCachingImages` in every
/// value gets the picture that is there, as its one answer. Pictures of 64 MiB of pixels together
/// are kept at most; then those that were used longest ago go. A picture is never given for a file
/// that has changed since.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
  // Sendable because the stored properties are constants of Sendable types.

  private let pictures = ImageCache()
  private let cachesHighQuality = Lock(true)

  /// Makes a manager with nothing in its cache.
  public override init() {
    super.init()
  }

  override var cache: ImageCache? { pictures }

  /// Has no effect any more (P201).
  @available(*, deprecated, message: "Has no effect; pictures are cached as they are ordered.")
  open var allowsCachingHighQualityImages: Bool {
    get { cachesHighQuality.withLock { $0 } }
    set { cachesHighQuality.withLock { $0 = newValue } }
  }

  /// Makes pictures of assets, one after the other, while requests go before them. Returns at once.
  ///
  /// For an asset that pictures are made of already in another size, mode or with other options,
  /// that order stays (P200). An asset of which no picture can be made is passed over.
  open func startCachingImages(
    for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode,
    options: PHImageRequestOptions?
  ) {
    let order = ImageOrder(targetSize, contentMode, options)
    let jobs = pictures.start(assets.compactMap(\.reference), order)
    for batch in Dictionary(grouping: jobs, by: { ObjectIdentifier($0.asset.scope) }).values {
      Preheating(cache: pictures, order: order, jobs: batch).next(from: 0)
    }
  }

  /// Forgets pictures that were ordered in the same size, mode and with the same options.
  open func stopCachingImages(
    for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode,
    options: PHImageRequestOptions?
  ) {
    pictures.stop(
      assets.compactMap(\.reference), ImageOrder(targetSize, contentMode, options))
  }

  /// Forgets every picture.
  open func stopCachingImagesForAllAssets() {
    pictures.stopAll()
  }
}

/// Makes the pictures of one `startCachingImages`, each as a block of its own on the image queue, so
/// that a request waits for one of them at most.
private struct Preheating: Sendable {
  let cache: ImageCache
  let order: ImageOrder
  let jobs: [ImageCache.Job]

  func next(from start: Int) {
    guard let index = jobs[start...].firstIndex(where: cache.wants) else { return }
    let job = jobs[index]
    LibraryScope.$current.withValue(job.asset.scope) {
      job.asset.scope.library.queues.image("caching images") {
        let made = try? make(job.asset)
        cache.store(made?.image, of: job, madeFrom: made?.file)
        next(from: index + 1)
      }
    }
  }

  private func make(_ asset: ObjectReference) throws -> (image: UIImage, file: ResourceRecord) {
    let library = asset.scope.library
    let sizing = try order.sizing()
    let download = ImageDownload(
      request: .begin(cancellable: false), isAllowed: order.isNetworkAccessAllowed,
      progressHandler: Handover(value: nil))
    let file = try download.local(try AssetFiles(of: asset).shown(order.version), library)
    let renderer = ImageRenderer(library: library, file: file, sizing: sizing)
    return (try renderer.image(renderer.plan), file)
  }
}
