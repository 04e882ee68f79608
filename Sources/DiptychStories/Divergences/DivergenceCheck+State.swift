import DiptychAssetsLibrary
import DiptychBackends
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

extension DivergenceCheck {
  /// D1–D12: what a library holds in the end.
  static let ofState: [DivergenceCheck] = albums + files + content

  private static let albums: [DivergenceCheck] = [
    DivergenceCheck(
      .equalTitles, "1 album", "2 albums",
      legacy: { bench in
        for _ in 0..<2 { _ = await bench.group(titled: "Trip") }
        return try bench.albumCount
      },
      modern: { bench in
        for _ in 0..<2 { _ = try bench.makeAlbum("Trip") }
        return try bench.albumCount
      }),
    DivergenceCheck(
      .emptyTitle, "0 albums", "1 album",
      legacy: { bench in
        _ = await bench.group(titled: "")
        return try bench.albumCount
      },
      modern: { bench in
        _ = try bench.makeAlbum("")
        return try bench.albumCount
      }),
    DivergenceCheck(
      .insertion, "a1 a2", "a2 a1",
      legacy: { bench in
        let group = await bench.group(titled: "Trip")
        for picture in [Picture.plain, .down] {
          group?.object.add(try await bench.asset(try bench.given(picture)))
        }
        return try bench.members()
      },
      modern: { bench in
        let album = try bench.makeAlbum("Trip")
        for picture in [Picture.plain, .down] {
          let name = Identifiers.asset(try bench.given(picture))
          let asset = PHAsset.fetchAssets(withLocalIdentifiers: [name], options: nil)
          try bench.change {
            PHAssetCollectionChangeRequest(for: album)?
              .insertAssets(asset, at: IndexSet(integer: 0))
          }
        }
        return try bench.members()
      }),
    DivergenceCheck(
      .missingCalls, "none",
      "albumEditing deletion folders insertion properties reversibleEdits",
      legacy: { _ in Self.text(Backend.assetsLibrary) },
      modern: { _ in Self.text(Backend.photos) }),
    DivergenceCheck(
      .transactions, "2 commits", "1 commit",
      legacy: { bench in
        let group = await bench.group(titled: "Trip")
        let before = bench.library.statistics.commits
        let url = await bench.saveLegacy().url
        if let uuid = Identifiers.uuid(of: url) {
          group?.object.add(try await bench.asset(uuid))
        }
        return Self.commits(bench.library.statistics.commits - before)
      },
      modern: { bench in
        let album = try bench.makeAlbum("Trip")
        let before = bench.library.statistics.commits
        try bench.change {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: DivergenceBench.photo.bytes, options: nil)
          if let placeholder = request.placeholderForCreatedAsset {
            PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder] as NSArray)
          }
        }
        return Self.commits(bench.library.statistics.commits - before)
      }),
  ]

  private static func text(_ backend: Backend) -> String {
    // Metadata is what the other API lacks, and D7.
    let names = backend.make().capabilities.subtracting([.metadata]).map(\.rawValue).sorted()
    return names.isEmpty ? "none" : names.joined(separator: " ")
  }

  private static func commits(_ count: Int) -> String { "\(count) commit\(count == 1 ? "" : "s")" }

  private static let files: [DivergenceCheck] = [
    DivergenceCheck(
      .fileName, "\"IMG_0001.MOV\"", "\"h264-rotated-creationdate.mov\"",
      legacy: { bench in
        _ = await bench.write {
          $0.writeVideoAtPath(
            toSavedPhotosAlbum: DivergenceBench.movie.url, completionBlock: $1)
        }
        return try bench.field("video name")
      },
      modern: { bench in
        try bench.change {
          PHAssetChangeRequest.creationRequestForAssetFromVideo(
            atFileURL: DivergenceBench.movie.url)
        }
        return try bench.field("video name")
      }),
    DivergenceCheck(
      .metadataArgument, "other bytes", "the bytes",
      legacy: { bench in
        _ = await bench.write {
          $0.writeImageData(
            toSavedPhotosAlbum: DivergenceBench.photo.bytes,
            metadata: ["{TIFF}": ["Make": "Diptych"]], completionBlock: $1)
        }
        return try bench.bytes()
      },
      modern: { bench in
        try bench.saveModern()
        return try bench.bytes()
      }),
    DivergenceCheck(
      .valuesOfTheApp, "2001-09-09T01:46:40Z, other bytes", "2001-09-09T01:46:40Z, the bytes",
      legacy: { bench in
        _ = await bench.write {
          $0.writeImageData(
            toSavedPhotosAlbum: DivergenceBench.photo.bytes,
            metadata: ["{Exif}": ["DateTimeOriginal": "2001:09:09 01:46:40"]], completionBlock: $1)
        }
        return "\(try bench.field("creation date")), \(try bench.bytes())"
      },
      modern: { bench in
        try bench.change {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: DivergenceBench.photo.bytes, options: nil)
          request.creationDate = Date(timeIntervalSince1970: 1_000_000_000)
        }
        return "\(try bench.field("creation date")), \(try bench.bytes())"
      }),
    DivergenceCheck(
      .bitmapWithoutMetadata, "12×8", "8×12",
      legacy: { bench in
        guard let bitmap = Sketch.wide.bitmap else { return "" }
        _ = await bench.write {
          $0.writeImage(
            toSavedPhotosAlbum: CGImage(bitmap: bitmap), metadata: nil, completionBlock: $1)
        }
        return try bench.field("pixel size")
      },
      modern: { bench in
        guard let bitmap = Sketch.wide.bitmap else { return "" }
        try bench.change {
          PHAssetChangeRequest.creationRequestForAsset(
            from: UIImage(cgImage: CGImage(bitmap: bitmap), scale: 1, orientation: .right))
        }
        return try bench.field("pixel size")
      }),
    DivergenceCheck(
      .handle, "assets-library://asset/asset.JPG?id=", "/L0/001",
      legacy: { bench in
        let url = await bench.saveLegacy().url?.absoluteString ?? ""
        return String(url.prefix { $0 != "=" }) + "="
      },
      modern: { bench in
        try bench.saveModern()
        return String(try bench.asset().localIdentifier.dropFirst(36))
      }),
  ]

  private static let content: [DivergenceCheck] = [
    DivergenceCheck(
      .modifiedCopy, "a1", "none",
      legacy: { bench in
        let asset = try await bench.asset(try bench.given())
        _ = await bench.write { _, completion in
          asset.writeModifiedImageData(
            toSavedPhotosAlbum: Picture.down.bytes, metadata: nil, completionBlock: completion)
        }
        return try bench.original()
      },
      modern: { bench in
        try bench.given()
        try bench.saveModern(.down)
        return try bench.original()
      }),
    DivergenceCheck(
      .replacedContent, "none", "\"app.diptych 1\"",
      legacy: { bench in
        let url = await bench.saveLegacy().url
        guard let uuid = Identifiers.uuid(of: url) else { return "not saved" }
        let asset = try await bench.asset(uuid)
        _ = await bench.write { _, completion in
          asset.setImageData(Picture.down.bytes, metadata: nil, completionBlock: completion)
        }
        return try bench.field("adjusted")
      },
      modern: { bench in
        try bench.saveModern()
        let asset = try bench.asset()
        let input: PHContentEditingInput? = await withCheckedContinuation { continuation in
          asset.requestContentEditingInput(with: nil) { input, _ in
            continuation.resume(returning: input)
          }
        }
        guard let input else { return "no input" }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
          formatIdentifier: "app.diptych", formatVersion: "1", data: Data([1]))
        try Picture.down.bytes.write(to: output.renderedContentURL)
        try bench.change { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
        return try bench.field("adjusted")
      }),
  ]
}

extension DivergenceBench {
  /// The members of the first album.
  fileprivate func members() throws -> String {
    try library.dump(.state).objects.first { $0.name == "c1" }?.value("members") ?? "none"
  }

  /// Whether the first asset has the bytes that were given.
  fileprivate func bytes() throws -> String {
    let content = try field("photo content")
    return content.hasSuffix(Self.photo.sha256.hexadecimal) ? "the bytes" : "other bytes"
  }

  /// The original of the second asset.
  fileprivate func original() throws -> String {
    try library.dump(.state).objects.first { $0.name == "a2" }?.value("derived from") ?? "none"
  }
}
