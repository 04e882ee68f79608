import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia

/// Groups, assets and representations, which read at each call (L200, decision 37).
enum LegacyObjectRows {
  static let all: [AccessRow] = groups + assets + files + rewriting

  private static func groups(_ scene: AccessScene) -> [ALAssetsGroup] {
    [scene.legacy.theirAlbum, scene.legacy.ownAlbum, scene.legacy.roll]
  }

  private static let groups: [AccessRow] = [
    AccessRow("ALAssetsGroup.value(forProperty:)", kind: .look) { scene, out in
      for group in groups(scene) {
        for key in [
          ALAssetsGroupPropertyName, ALAssetsGroupPropertyType, ALAssetsGroupPropertyPersistentID,
          ALAssetsGroupPropertyURL,
        ] { out.note(group.value(forProperty: key)) }
      }
    },
    AccessRow("ALAssetsGroup.description", kind: .look) { scene, out in
      for group in groups(scene) where group.description != "ALAssetsGroup - Name:(null)" {
        out.note(group.description)
      }
    },
    AccessRow(
      "ALAssetsGroup.enumerateAssets(_:)", "ALAssetsGroup.enumerateAssets(options:using:)",
      "ALAssetsGroup.enumerateAssets(at:options:using:)", kind: .look
    ) { scene, out in
      for group in groups(scene) {
        group.enumerateAssets { asset, _, _ in out.note(asset) }
        group.enumerateAssets(options: .reverse) { asset, _, _ in out.note(asset) }
        guard group.numberOfAssets() > 0 else { continue }
        group.enumerateAssets(at: [0], options: []) { asset, _, _ in out.note(asset) }
      }
    },
    AccessRow(
      "ALAssetsGroup.numberOfAssets()", "ALAssetsGroup.setAssetsFilter(_:)", kind: .look
    ) { scene, out in
      for group in groups(scene) {
        for filter in [ALAssetsFilter.allAssets(), .allVideos()] {
          group.setAssetsFilter(filter)
          let count = group.numberOfAssets()
          // The Camera Roll and the own album show the two of the selection.
          out.note(count == 2 ? "2 visible" : count)
        }
        group.setAssetsFilter(nil)
      }
    },
    AccessRow("ALAssetsGroup.posterImage()", kind: .look) { scene, out in
      for group in groups(scene) { out.note(group.posterImage()) }
    },
    AccessRow("ALAssetsGroup.isEditable", kind: .look) { scene, out in
      out.note(scene.legacy.theirAlbum.isEditable ? "secret" : nil)
      out.note(scene.legacy.ownAlbum.isEditable ? "visible" : nil)
    },
    AccessRow("ALAssetsGroup.add(_:)", kind: .legacyAdd) { scene, out in
      out.note(scene.legacy.theirAlbum.add(scene.legacy.selected) ? "secret album" : nil)
      out.note(scene.legacy.ownAlbum.add(scene.legacy.photo) ? "secret asset" : nil)
      out.note(scene.legacy.ownAlbum.add(scene.legacy.selected) ? "visible" : nil)
    },
    AccessRow(
      "ALAssetsGroup.init()", "ALAsset.init()", "ALAssetRepresentation.init()", kind: .quiet
    ) { _, out in
      out.note(ALAssetsGroup().numberOfAssets())
      out.note(ALAsset().defaultRepresentation())
      out.note(ALAssetRepresentation().size())
    },
  ]

  private static func assets(_ scene: AccessScene) -> [ALAsset] {
    [scene.legacy.photo, scene.legacy.video, scene.legacy.selected]
  }

  private static let assets: [AccessRow] = [
    AccessRow("ALAsset.value(forProperty:)", kind: .look) { scene, out in
      for asset in assets(scene) {
        for key in [
          ALAssetPropertyType, ALAssetPropertyLocation, ALAssetPropertyDuration,
          ALAssetPropertyOrientation, ALAssetPropertyDate, ALAssetPropertyRepresentations,
          ALAssetPropertyURLs, ALAssetPropertyAssetURL,
        ] { out.note(asset.value(forProperty: key)) }
      }
    },
    AccessRow("ALAsset.description", kind: .quiet) { scene, out in
      let isSeen = scene.legacy.photo.value(forProperty: ALAssetPropertyDate) != nil
      for asset in assets(scene) where !isSeen { out.note(asset.description) }
    },
    AccessRow(
      "ALAsset.defaultRepresentation()", "ALAsset.representation(forUTI:)", kind: .look
    ) { scene, out in
      for asset in assets(scene) {
        out.note(asset.defaultRepresentation()?.filename())
        for type in ["public.png", "public.mpeg-4"] {
          out.note(asset.representation(forUTI: type)?.filename())
        }
      }
    },
    AccessRow("ALAsset.thumbnail()", "ALAsset.aspectRatioThumbnail()", kind: .look) {
      scene, out in
      for asset in [scene.legacy.photo, scene.legacy.selected] {
        out.note(asset.thumbnail())
        out.note(asset.aspectRatioThumbnail())
      }
    },
    AccessRow("ALAsset.isEditable", "ALAsset.original", kind: .quiet) { scene, out in
      out.note(scene.legacy.own.isEditable)
      for asset in assets(scene) {
        out.note(asset.isEditable)
        out.note(asset.original)
      }
    },
  ]

  private static let files: [AccessRow] = [
    AccessRow(
      "ALAssetRepresentation.uti()", "ALAssetRepresentation.dimensions()",
      "ALAssetRepresentation.size()", "ALAssetRepresentation.url()",
      "ALAssetRepresentation.filename()", "ALAssetRepresentation.metadata()",
      "ALAssetRepresentation.orientation()", kind: .look
    ) { scene, out in
      for file in [scene.legacy.secretFile, scene.legacy.visibleFile] {
        out.note(file.uti())
        out.note(file.dimensions())
        out.note(file.size())
        out.note(file.url())
        out.note(file.filename())
        out.note(file.metadata())
        out.note(file.orientation().rawValue)
      }
    },
    AccessRow("ALAssetRepresentation.scale()", kind: .quiet) { scene, out in
      out.note(scene.legacy.secretFile.scale())
    },
    AccessRow(
      "ALAssetRepresentation.fullResolutionImage()", "ALAssetRepresentation.cgImage(options:)",
      "ALAssetRepresentation.fullScreenImage()", kind: .look
    ) { scene, out in
      for file in [scene.legacy.secretFile, scene.legacy.visibleFile] {
        out.note(file.fullResolutionImage())
        out.note(file.cgImage(options: nil))
        out.note(file.fullScreenImage())
      }
    },
    AccessRow(
      "ALAssetRepresentation.getBytes(_:fromOffset:length:error:)", kind: .legacyBytes
    ) { scene, out in
      for file in [scene.legacy.secretFile, scene.legacy.visibleFile] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var error: NSError?
        let count = bytes.withUnsafeMutableBufferPointer { buffer in
          file.getBytes(
            buffer.baseAddress, fromOffset: 0, length: buffer.count, error: &error)
        }
        out.note(Data(bytes.prefix(count)))
        out.note(error)
      }
    },
  ]

  private static func rewritten(_ out: Witness, _ call: () async throws -> URL?) async {
    do {
      out.note(try await call())
    } catch {
      out.note(error)
    }
  }

  private static let rewriting: [AccessRow] = [
    AccessRow(
      "ALAsset.setImageData(_:metadata:)", "ALAsset.setImageData(_:metadata:completionBlock:)",
      kind: .legacyRewrite
    ) { scene, out in
      let data = try TestMedia.data("png/rgba.png")
      await rewritten(out) { try await scene.legacy.own.setImageData(data, metadata: nil) }
      await LegacyLibraryRows.replying(out) {
        scene.legacy.own.setImageData(data, metadata: nil, completionBlock: $0)
      }
    },
    AccessRow("ALAsset.setImageData(_:metadata:)", kind: .legacyRewriteOfUnseen) { scene, out in
      let data = try TestMedia.data("png/rgba.png")
      await rewritten(out) { try await scene.legacy.photo.setImageData(data, metadata: nil) }
    },
    AccessRow(
      "ALAsset.setVideoAtPath(_:)", "ALAsset.setVideoAtPath(_:completionBlock:)",
      kind: .legacyRewriteOfUnseen
    ) { scene, out in
      let url = TestMedia.url("video/fragmented.mp4")
      await rewritten(out) { try await scene.legacy.video.setVideoAtPath(url) }
      await LegacyLibraryRows.replying(out) {
        scene.legacy.video.setVideoAtPath(url, completionBlock: $0)
      }
    },
    AccessRow(
      "ALAsset.writeModifiedImageData(toSavedPhotosAlbum:metadata:)",
      "ALAsset.writeModifiedImageData(toSavedPhotosAlbum:metadata:completionBlock:)",
      kind: .legacyRewrite
    ) { scene, out in
      let data = try TestMedia.data("png/rgba.png")
      await rewritten(out) {
        try await scene.legacy.selected
          .writeModifiedImageData(toSavedPhotosAlbum: data, metadata: nil)
      }
      await LegacyLibraryRows.replying(out) {
        scene.legacy.selected.writeModifiedImageData(
          toSavedPhotosAlbum: data, metadata: nil, completionBlock: $0)
      }
    },
    AccessRow(
      "ALAsset.writeModifiedVideoAtPath(toSavedPhotosAlbum:)",
      "ALAsset.writeModifiedVideoAtPath(toSavedPhotosAlbum:completionBlock:)",
      kind: .legacyCopyOfUnseen
    ) { scene, out in
      let url = TestMedia.url("video/fragmented.mp4")
      await rewritten(out) {
        try await scene.legacy.video.writeModifiedVideoAtPath(toSavedPhotosAlbum: url)
      }
      await LegacyLibraryRows.replying(out) {
        scene.legacy.video.writeModifiedVideoAtPath(
          toSavedPhotosAlbum: url, completionBlock: $0)
      }
    },
  ]
}
