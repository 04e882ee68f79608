import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Section N of the facts: input, rendering, adjustment data, commit, revert.
@Suite struct ContentEditingTests {
  // P214, P216, P218, P219, P125, P212, C45: one edit from end to end.
  @Test func aFullEdit() async throws {
    try await Scene.run { scene in
      let identifier = try scene.save("exif/real-iphone4s-gps-subsec-orientation6.jpg")
      let old = try scene.asset(identifier)
      #expect(old.adjustmentsState == .none && old.adjustmentTimestamp == nil)
      let input = try await scene.input(old)
      #expect(input.mediaType == .image && input.playbackStyle == .image)
      #expect(input.creationDate == old.creationDate && input.location != nil)
      #expect(input.uniformTypeIdentifier == "public.jpeg" && input.contentType == .jpeg)
      #expect(input.fullSizeImageOrientation == 6 && input.adjustmentData == nil)
      let display = try #require(input.displaySizeImage)
      #expect(display.size.width < display.size.height && display.imageOrientation == .up)
      let url = try #require(input.fullSizeImageURL)
      let original = try TestMedia.data("exif/real-iphone4s-gps-subsec-orientation6.jpg")
      #expect(try Data(contentsOf: url) == original)

      scene.clock.advance(by: 60)
      let rendering = try Editing.jpeg(20, 10)
      try scene.edit(old, input, rendering)
      let new = try scene.asset(identifier)
      #expect(new == old)
      #expect(new.hasAdjustments && new.adjustmentFormatIdentifier == "com.example.filter")
      #expect(new.adjustmentsState == .userAdjusted)
      #expect(new.adjustmentTimestamp == scene.clock.now())
      #expect(new.modificationDate == scene.clock.now())
      #expect(new.creationDate == old.creationDate && new.addedDate == old.addedDate)
      #expect(new.pixelWidth == 20 && new.pixelHeight == 10)
      #expect(new.contentType == .jpeg)
      #expect(!old.hasAdjustments && old.pixelWidth != 20)  // P62

      let resources = PHAssetResource.assetResources(for: new)
      let files = Dictionary(uniqueKeysWithValues: resources.map { ($0.type, $0) })
      #expect(Set(files.keys) == [.photo, .fullSizePhoto, .adjustmentData])
      #expect(
        files[.photo]?.originalFilename == "real-iphone4s-gps-subsec-orientation6.jpg")
      #expect(files[.fullSizePhoto]?.originalFilename == "FullSizeRender.jpg")
      #expect(files[.fullSizePhoto]?.pixelWidth == 20)
      #expect(files[.adjustmentData]?.originalFilename == "Adjustments.plist")
      #expect(files[.adjustmentData]?.contentType == .propertyList)
      #expect(try await scene.data(try #require(files[.photo])) == original)
      #expect(try await scene.data(try #require(files[.fullSizePhoto])) == rendering)
      let list = try PropertyListSerialization.propertyList(
        from: try await scene.data(try #require(files[.adjustmentData])), format: nil)
      let values = try #require(list as? [String: Any])
      #expect(values["adjustmentFormatIdentifier"] as? String == "com.example.filter")
      #expect(values["adjustmentData"] as? Data == Data("sepia".utf8))
    }
  }

  // P216: who can go on gets the base and the data, who cannot the rendering; its edit then has
  // that rendering as its base.
  @Test func goingOn() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save())
      let original = try TestMedia.data("exif/no-exif.jpg")
      let first = try Editing.jpeg(20, 10)
      try scene.edit(asset, try await scene.input(asset), first)

      let options = PHContentEditingInputRequestOptions()
      options.canHandleAdjustmentData = {
        $0.formatIdentifier == "com.example.filter" && $0.formatVersion == "1.0"
      }
      let base = try await scene.input(asset, options)
      #expect(base.adjustmentData?.data == Data("sepia".utf8))
      #expect(try Data(contentsOf: try #require(base.fullSizeImageURL)) == original)
      let blind = try await scene.input(asset)
      #expect(blind.adjustmentData == nil)
      #expect(try Data(contentsOf: try #require(blind.fullSizeImageURL)) == first)

      let second = try Editing.jpeg(8, 8)
      try scene.edit(asset, blind, second, format: "org.example.frame")
      let roles = PHAssetResource.assetResources(for: asset).map(\.type)
      #expect(Set(roles) == [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto])
      options.canHandleAdjustmentData = { $0.formatIdentifier == "org.example.frame" }
      let again = try await scene.input(asset, options)
      #expect(try Data(contentsOf: try #require(again.fullSizeImageURL)) == first)

      // Going on from there keeps that base.
      try scene.edit(asset, again, try Editing.jpeg(6, 6), format: "org.example.frame")
      let third = try await scene.input(asset, options)
      #expect(try Data(contentsOf: try #require(third.fullSizeImageURL)) == first)
      // One base, one rendering, one list, the original.
      #expect(scene.fileCount == 4)
    }
  }

  // P220: a revert brings the original back and keeps its date; without an edit nothing happens.
  @Test func reverting() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(
        try scene.save("exif/real-iphone4s-gps-subsec-orientation6.jpg"))
      try scene.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
      #expect(try scene.asset(asset.localIdentifier).adjustmentTimestamp == nil)
      try scene.edit(asset, try await scene.input(asset), try Editing.jpeg(20, 10))
      try scene.edit(asset, try await scene.input(asset), try Editing.jpeg(10, 10))
      scene.clock.advance(by: 60)
      try scene.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
      let new = try scene.asset(asset.localIdentifier)
      #expect(!new.hasAdjustments && new.adjustmentFormatIdentifier == nil)
      #expect(new.adjustmentsState == .none)
      #expect(new.adjustmentTimestamp == scene.clock.now())
      #expect(new.modificationDate == scene.clock.now())
      #expect(new.pixelWidth == asset.pixelWidth && new.pixelHeight == asset.pixelHeight)
      #expect(PHAssetResource.assetResources(for: new).map(\.type) == [.photo])
      #expect(scene.fileCount == 1)
    }
  }

  // P128, decision 54: a moving picture that is edited into a still is one, until the edit goes.
  @Test func editingAMovingPicture() async throws {
    try await Scene.run { scene in
      func moving() -> Int {
        let album = PHAssetCollection.fetchAssetCollections(
          with: .smartAlbum, subtype: .smartAlbumAnimated, options: nil
        ).firstObject
        return album.map { PHAsset.fetchAssets(in: $0, options: nil).count } ?? -1
      }
      let identifier = try scene.save("gif/animated-3.gif")
      let asset = try scene.asset(identifier)
      #expect(asset.playbackStyle == .imageAnimated && moving() == 1)
      for _ in 0..<2 {
        try scene.edit(asset, try await scene.input(asset), try Editing.jpeg(20, 10))
        #expect(try scene.asset(identifier).playbackStyle == .image && moving() == 0)
      }
      try scene.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
      #expect(try scene.asset(identifier).playbackStyle == .imageAnimated && moving() == 1)
    }
  }

  // P199: the error is an object that is cast as clients cast it.
  @Test func errorInTheDictionary() async throws {
    try await Scene.run { scene in
      let casts: [String] = await withCheckedContinuation { continuation in
        PHAsset().requestContentEditingInput(with: nil) { _, info in
          let value = info[PHContentEditingInputErrorKey]
          let error = value as? any Error
          let isCaught = error.map { PHPhotosError.requestNotSupportedForAsset ~= $0 }
          continuation.resume(returning: [
            "\((value as? NSError)?.code ?? 0)", (value as? NSError)?.domain ?? "",
            "\((value as? PHPhotosError)?.code.rawValue ?? 0)", "\(isCaught ?? false)",
          ])
        }
      }
      #expect(casts == ["3306", "PHPhotosErrorDomain", "3306", "true"])
    }
  }

  // P217, P139: what an edit must bring; nothing is changed without it.
  @Test func whatIsMissing() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let asset = assets[0]
      let input = try await scene.input(asset)
      func code(_ prepare: @escaping (PHContentEditingOutput) throws -> Void) -> PHPhotosError.Code?
      {
        scene.failure {
          let output = PHContentEditingOutput(contentEditingInput: input)
          try? prepare(output)
          PHAssetChangeRequest(for: asset).contentEditingOutput = output
        }
      }
      let rendering = try Editing.jpeg(4, 4)
      #expect(code { try rendering.write(to: $0.renderedContentURL) } == .changeNotSupported)
      #expect(code { $0.adjustmentData = Editing.data() } == .missingResource)
      #expect(
        code {
          $0.adjustmentData = Editing.data()
          try Data("not a picture".utf8).write(to: $0.renderedContentURL)
        } == .invalidResource)
      // P218: the default URL is for JPEG; P135.
      #expect(
        code {
          $0.adjustmentData = Editing.data()
          try Editing.png(4, 4).write(to: $0.renderedContentURL)
        } == .invalidResource)
      for data in [
        PHAdjustmentData(formatIdentifier: "", formatVersion: "1", data: Data()),
        PHAdjustmentData(formatIdentifier: "a", formatVersion: "", data: Data()),
        PHAdjustmentData(
          formatIdentifier: String(repeating: "a", count: 257), formatVersion: "1", data: Data()),
        PHAdjustmentData(
          formatIdentifier: "a", formatVersion: "1", data: Data(count: (16 << 20) + 1)),
      ] {
        #expect(
          code {
            $0.adjustmentData = data
            try rendering.write(to: $0.renderedContentURL)
          } == .changeNotSupported)
      }
      // A rendering of too many pixels fails as media does.
      let huge = try TestMedia.data("bad/huge-header-65500.jpg")
      #expect(
        code {
          $0.adjustmentData = Editing.data()
          try huge.write(to: $0.renderedContentURL)
        } == .invalidResource)
      // An output of another asset.
      let other = scene.failure {
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = Editing.data()
        try? rendering.write(to: output.renderedContentURL)
        PHAssetChangeRequest(for: assets[1]).contentEditingOutput = output
      }
      #expect(other == .changeNotSupported)
      #expect(try scene.assets.allSatisfy { !(try scene.asset($0).hasAdjustments) })
      #expect(scene.fileCount == 2)

      // The old adjustment data, handed back.
      try scene.edit(asset, input, rendering)
      let options = PHContentEditingInputRequestOptions()
      options.canHandleAdjustmentData = { _ in true }
      let edited = try await scene.input(asset, options)
      let same = scene.failure {
        let output = PHContentEditingOutput(contentEditingInput: edited)
        output.adjustmentData = edited.adjustmentData
        try? rendering.write(to: output.renderedContentURL)
        PHAssetChangeRequest(for: asset).contentEditingOutput = output
      }
      #expect(same == .changeNotSupported)
    }
  }

  // What counts is how the output stands when the block has returned; nil takes it back.
  @Test func whenTheOutputIsRead() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let input = try await scene.input(asset)
      let rendering = try Editing.jpeg(4, 4)
      try scene.change {
        let request = PHAssetChangeRequest(for: asset)
        let output = PHContentEditingOutput(contentEditingInput: input)
        request.contentEditingOutput = output
        #expect(request.contentEditingOutput === output)
        request.contentEditingOutput = nil
        #expect(request.contentEditingOutput == nil)
      }
      #expect(try !scene.asset(asset.localIdentifier).hasAdjustments)
      try scene.change {
        let output = PHContentEditingOutput(contentEditingInput: input)
        PHAssetChangeRequest(for: asset).contentEditingOutput = output
        output.adjustmentData = Editing.data()
        try? rendering.write(to: output.renderedContentURL)
      }
      #expect(try scene.asset(asset.localIdentifier).hasAdjustments)
    }
  }

  // P218: other types than JPEG.
  @Test func otherTypes() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let output = PHContentEditingOutput(contentEditingInput: try await scene.input(asset))
      #expect(output.defaultRenderedContentType == .jpeg)
      #expect(output.supportedRenderedContentTypes.first == .jpeg)
      #expect(output.supportedRenderedContentTypes.contains(.png))
      #expect(throws: PHPhotosError.self) { try output.renderedContentURL(for: .pdf) }
      try Editing.png(7, 5).write(to: try output.renderedContentURL(for: .png))
      output.adjustmentData = Editing.data()
      try scene.change { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
      let new = try scene.asset(asset.localIdentifier)
      #expect(new.contentType == .png && new.pixelWidth == 7)
      let names = PHAssetResource.assetResources(for: new).map(\.originalFilename)
      #expect(names.contains("FullSizeRender.png"))
    }
  }

  // P222, P102: the user is asked once for what other applications have added.
  @Test func prompts() async throws {
    try await Scene.run { scene in
      let theirs = try (0..<2).map { number in
        try scene.engine.otherApp("Camera").save(
          try TestMedia.data("exif/no-exif.jpg"), named: "\(number).jpg")
      }.map { try scene.asset(Identifiers.asset($0)) }
      let own = try #require(try scene.saveAssets(1).first)
      let rendering = try Editing.jpeg(4, 4)
      try scene.edit(own, try await scene.input(own), rendering)
      #expect(scene.engine.access.prompts == [])
      let inputs = [try await scene.input(theirs[0]), try await scene.input(theirs[1])]
      scene.engine.access.script([.refuse])
      let refused = scene.failure { scene.edits(theirs, inputs, rendering) }
      #expect(refused == .userCancelled)
      #expect(try !scene.asset(theirs[0].localIdentifier).hasAdjustments)
      try scene.change { scene.edits(theirs, inputs, rendering) }
      #expect(scene.engine.access.prompts == [.editAssets(2), .editAssets(2)])
      try scene.change { PHAssetChangeRequest(for: theirs[0]).revertAssetContentToOriginal() }
      #expect(scene.engine.access.prompts.last == .editAssets(1))
      // Properties are no content: nobody is asked.
      try scene.change { PHAssetChangeRequest(for: theirs[0]).isFavorite = true }
      #expect(scene.engine.access.prompts.count == 3)
    }
  }

  // P221: an edit of an asset that the same block creates; access for adding is enough.
  @Test(arguments: [AccessPreset.authorized, .addOnly])
  func editingWhatIsCreated(access: AccessPreset) async throws {
    try await Scene.run(access: access) { scene in
      let data = try TestMedia.data("exif/no-exif.jpg")
      let rendering = try Editing.jpeg(12, 6)
      try scene.change {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        guard let placeholder = request.placeholderForCreatedAsset else { return }
        let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
        output.adjustmentData = Editing.data()
        try? rendering.write(to: output.renderedContentURL)
        request.contentEditingOutput = output
      }
      #expect(scene.engine.access.prompts == [])
      let asset = try #require(try scene.engine.assets([1]).first)
      #expect(asset.adjustmentFormat == "com.example.filter")
      #expect(asset.pixelSize.width == 12)
      let refused = scene.failure {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        request.revertAssetContentToOriginal()
      }
      #expect(refused == .changeNotSupported)
    }
  }

  // P218: a video is rendered into a QuickTime movie; reverting brings its length back.
  @Test func videos() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("video/h264-high-faststart.mp4"))
      let input = try await scene.input(asset)
      #expect(input.mediaType == .video && input.fullSizeImageURL == nil)
      #expect(input.displaySizeImage == nil && input.contentType == .mpeg4Movie)
      let url = try #require((input.audiovisualAsset as? AVURLAsset)?.url)
      #expect(
        try Data(contentsOf: url) == TestMedia.data("video/h264-high-faststart.mp4"))
      let output = PHContentEditingOutput(contentEditingInput: input)
      #expect(output.defaultRenderedContentType == .quickTimeMovie)
      #expect(output.renderedContentURL.pathExtension == "MOV")
      try TestMedia.data("video/h264-rotated-creationdate.mov").write(to: output.renderedContentURL)
      output.adjustmentData = Editing.data()
      try scene.change { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
      let new = try scene.asset(asset.localIdentifier)
      #expect(new.contentType == .quickTimeMovie && new.mediaType == .video)
      let types = PHAssetResource.assetResources(for: new).map(\.type)
      #expect(Set(types) == [.video, .fullSizeVideo, .adjustmentData])
      try scene.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
      let reverted = try scene.asset(asset.localIdentifier)
      #expect(reverted.duration == asset.duration && reverted.pixelWidth == asset.pixelWidth)
    }
  }

  // Decision 41: an edit of what is gone; P174 without access.
  @Test func whoCannot() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let input = try await scene.input(asset)
      try scene.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
      let rendering = try Editing.jpeg(4, 4)
      let gone = scene.failure { scene.edits([asset], [input], rendering) }
      #expect(gone == .requestNotSupportedForAsset)
      let reverted = scene.failure {
        PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
      }
      #expect(reverted == .requestNotSupportedForAsset)
      #expect(await scene.answer(asset).code == .requestNotSupportedForAsset)
      #expect(await scene.answer(PHAsset()).code == .requestNotSupportedForAsset)
    }
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      try scene.engine.access.set(.denied, "App")
      #expect(await scene.answer(asset).code == .accessUserDenied)
    }
  }

  // C83, C84: content that is not on this machine; P220.
  @Test func downloads() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      try scene.edit(asset, try await scene.input(asset), try Editing.jpeg(4, 4))
      let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
      func away() throws {
        var changes = ChangeSet(origin: .user)
        changes.operations = [.setLocal([uuid], false)]
        try scene.engine.commit(changes)
      }
      try away()
      let refused = await scene.answer(asset)
      #expect(refused.input == nil && refused.isInCloud && refused.code == nil)
      let code = scene.failure { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
      #expect(code == .networkAccessRequired)
      let options = PHContentEditingInputRequestOptions()
      options.isNetworkAccessAllowed = true
      options.canHandleAdjustmentData = { _ in true }
      scene.engine.simulation.isNetworkDown = true
      #expect(await scene.answer(asset, options).code == .networkError)
      scene.engine.simulation.isNetworkDown = false
      let values = Box<[Double]>([])
      options.progressHandler = { value, _ in values.value.append(value) }
      let input = try await scene.input(asset, options)
      #expect(values.value.contains(0) && values.value.last == 1)
      #expect(input.adjustmentData?.data == Data("sepia".utf8))
      try away()
      options.progressHandler = { _, stop in stop.pointee = true }
      let stopped = await scene.answer(asset, options)
      #expect(stopped.input == nil && stopped.code == nil && !stopped.isInCloud)
    }
  }

  // P215: off the main thread; a cancelled request says so.
  @Test func cancelling() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      try scene.edit(asset, try await scene.input(asset), try Editing.jpeg(4, 4))
      let options = PHContentEditingInputRequestOptions()
      let id = Box<PHContentEditingInputRequestID?>(nil)
      let started = DispatchSemaphore(value: 0)
      // Cancelled from inside, when the request is known to be under way.
      options.canHandleAdjustmentData = { _ in
        dispatchPrecondition(condition: .notOnQueue(.main))
        started.wait()
        asset.cancelContentEditingInputRequest(id.value ?? 0)
        return true
      }
      let info: [String] = await withCheckedContinuation { continuation in
        id.value = asset.requestContentEditingInput(with: options) { input, info in
          #expect(input == nil)
          continuation.resume(returning: info.keys.compactMap { $0 as? String })
        }
        started.signal()
      }
      #expect(info == [PHContentEditingInputCancelledKey])
    }
  }

  // P213: the file name by key-value coding is the original's, also after an edit.
  @Test func keys() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save())
      try scene.edit(asset, try await scene.input(asset), try Editing.jpeg(4, 4))
      #expect(asset.value(forKey: "filename") as? String == "no-exif.jpg")
    }
  }
}
