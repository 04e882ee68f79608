import DiptychAssetsLibrary
import DiptychPlatform
import Foundation

extension LegacyOperations {
  static let groupObjects: [StressOperation] = [
    StressOperation(name: "group properties", weight: 2) { worker in
      guard let group = worker.pick(worker.world.groups) else { return }
      for key in [
        ALAssetsGroupPropertyName, ALAssetsGroupPropertyType, ALAssetsGroupPropertyPersistentID,
        ALAssetsGroupPropertyURL, "nonsense",
      ] {
        _ = group.value(forProperty: key)
      }
      _ = (group.isEditable, group.numberOfAssets(), group.description)
      _ = group.posterImage()?.takeUnretainedValue().width
    },
    StressOperation(name: "setAssetsFilter", weight: 2) { worker in
      // On an object that other threads read and filter at the same time.
      guard let group = worker.pick(worker.world.groups) else { return }
      let filters: [ALAssetsFilter?] = [.allPhotos(), .allVideos(), .allAssets(), nil]
      group.setAssetsFilter(worker.pick(filters) ?? nil)
      _ = group.numberOfAssets()
    },
    StressOperation(name: "enumerateAssets", weight: 2) { worker in
      guard let group = worker.pick(worker.world.groups) else { return }
      let options = worker.pick([[], .reverse, .concurrent] as [NSEnumerationOptions]) ?? []
      let seen = Lock<(assets: Int, ends: Int)>((0, 0))
      let walk: ALAssetsGroupEnumerationResultsBlock = { [world = worker.world] asset, _, _ in
        seen.withLock { seen in
          if asset == nil { seen.ends += 1 } else { seen.assets += 1 }
        }
        if let asset { world.share(asset) }
      }
      if options.isEmpty {
        group.enumerateAssets(walk)
      } else {
        group.enumerateAssets(options: options, using: walk)
      }
      guard seen.withLock({ $0.ends }) == 1 else {
        throw StressFailure("A walk did not end once: \(seen.withLock { $0 }).")
      }
    },
    StressOperation(name: "enumerateAssets(at:)") { worker in
      let group = try worker.fixedAlbum()
      let indexes = Lock<[Int]>([])
      group.enumerateAssets(at: [0, 2], options: .reverse) { asset, index, _ in
        if asset != nil { indexes.withLock { $0.append(index) } }
      }
      guard indexes.withLock({ $0 }) == [2, 0] else {
        throw StressFailure("The indexes of the fixed album are wrong.")
      }
    },
    StressOperation(name: "writing in a walk") { worker in
      let group = try worker.fixedAlbum()
      let target = worker.pick(worker.world.groups)
      let count = Lock(0)
      group.enumerateAssets { asset, _, stop in
        guard let asset else { return }
        count.withLock { $0 += 1 }
        if target?.isEditable == true { _ = target?.add(asset) }
        if count.withLock({ $0 }) == 2 { stop?.pointee = true }
      }
      guard count.withLock({ $0 }) == 2 else { throw StressFailure("The walk did not stop.") }
    },
    StressOperation(name: "add", weight: 2) { worker in
      guard let group = worker.pick(worker.world.groups) else { return }
      let isFixed =
        group.value(forProperty: ALAssetsGroupPropertyURL) as? URL == worker.world.fixed.album
      guard !isFixed, let asset = worker.pick(worker.world.assets) else { return }
      _ = group.add(asset)
    },
  ]

  static let assetObjects: [StressOperation] = [
    StressOperation(name: "asset properties", weight: 3) { worker in
      guard let asset = worker.pick(worker.world.assets) else { return }
      for key in [
        ALAssetPropertyType, ALAssetPropertyLocation, ALAssetPropertyDuration,
        ALAssetPropertyOrientation, ALAssetPropertyDate, ALAssetPropertyRepresentations,
        ALAssetPropertyURLs, ALAssetPropertyAssetURL, "nonsense",
      ] {
        _ = asset.value(forProperty: key)
      }
      _ = (asset.isEditable, asset.description, asset.original?.isEditable)
    },
    StressOperation(name: "thumbnails") { worker in
      guard let asset = worker.pick(worker.world.assets) else { return }
      let widths = [
        asset.thumbnail()?.takeUnretainedValue().width,
        asset.aspectRatioThumbnail()?.takeUnretainedValue().width,
      ]
      guard widths.allSatisfy({ $0 ?? 1 > 0 }) else { throw StressFailure("An empty thumbnail.") }
    },
  ]

  static let representations: [StressOperation] = [
    StressOperation(name: "representation facts", weight: 2) { worker in
      guard let file = worker.pick(worker.world.assets)?.defaultRepresentation() else { return }
      _ = (file.uti(), file.dimensions(), file.url(), file.orientation(), file.scale())
      _ = (file.filename(), file.metadata()?.count)
    },
    StressOperation(name: "getBytes", weight: 2) { worker in
      guard let asset = worker.pick(worker.world.assets),
        let file = asset.representation(forUTI: "public.jpeg")
      else { return }
      let length = 64
      var bytes = [UInt8](repeating: 0, count: length)
      var error: NSError?
      let count = file.getBytes(&bytes, fromOffset: 0, length: length, error: &error)
      // Replaced or deleted meanwhile, it says so; else it begins as every JPEG file does.
      guard count == 0 ? error != nil : bytes[0] == 0xFF && bytes[1] == 0xD8 else {
        throw StressFailure("getBytes gave \(count) bytes, \(bytes.prefix(2)).")
      }
    },
    StressOperation(name: "images") { worker in
      guard let file = worker.pick(worker.world.assets)?.defaultRepresentation() else { return }
      _ = file.fullResolutionImage()?.takeUnretainedValue().width
      _ = file.cgImage(options: [:])?.takeUnretainedValue().width
      _ = file.fullScreenImage()?.takeUnretainedValue().width
    },
  ]
}
