import DiptychScanner
import Testing

/// Sources in Swift 1 to today (issue item 1).
@Suite struct SwiftTests {
  @Test(arguments: spellings + closures)
  func calls(_ sample: Sample) throws { try sample.check() }

  @Test(arguments: types)
  func receivers(_ sample: Sample) throws { try sample.check() }

  @Test(arguments: silent)
  func whatDoesNotCount(_ sample: Sample) throws { try sample.check() }

  private static let spellings = [
    Sample(
      "Swift 2", "A.swift",
      """
      import AssetsLibrary
      let library = ALAssetsLibrary()
      library.writeImageToSavedPhotosAlbum(i, orientation: .Up, completionBlock: nil)
      library.enumerateGroupsWithTypes(ALAssetsGroupAll, usingBlock: { group, stop in
        group.setAssetsFilter(ALAssetsFilter.allPhotos())
        if group.editable { group.addAsset(asset) }
        let name = group.valueForProperty(ALAssetsGroupPropertyName)
      }, failureBlock: nil)
      if ALAssetsLibrary.authorizationStatus() == .Denied {}
      c.addObserver(self, selector: "x:", name: ALAssetsLibraryChangedNotification, object: nil)
      """,
      [
        "1 AssetsLibrary", "2 ALAssetsLibrary",
        "3 writeImageToSavedPhotosAlbum(_:orientation:completionBlock:)", "3 Up",
        "4 enumerateGroupsWithTypes(_:usingBlock:failureBlock:)", "4 ALAssetsGroupAll",
        "5 setAssetsFilter(_:)", "5 allPhotos()", "6 editable", "6 addAsset(_:)",
        "7 valueForProperty(_:)", "7 ALAssetsGroupPropertyName", "9 authorizationStatus()",
        "9 Denied", "10 ALAssetsLibraryChangedNotification",
      ]),
    Sample(
      "Swift 3 to today", "A.swift",
      """
      let library = AssetsLibrary.ALAssetsLibrary()
      library.writeImage(toSavedPhotosAlbum: i, orientation: .up, completionBlock: nil)
      library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll), using: { group, _ in
        group?.setAssetsFilter(.allPhotos())
        if group!.isEditable { _ = group?.add(asset) }
        let name = group?.value(forProperty: ALAssetsGroupPropertyName)
      }, failureBlock: nil)
      NotificationCenter.default.addObserver(
        self, selector: s, name: .ALAssetsLibraryChanged, object: nil)
      let n = NSNotification.Name.ALAssetsLibraryChanged
      let url = info[.referenceURL] ?? info[UIImagePickerController.InfoKey.referenceURL]
      """,
      [
        "1 ALAssetsLibrary", "2 writeImage(toSavedPhotosAlbum:orientation:completionBlock:)",
        "2 up", "3 enumerateGroups(withTypes:using:failureBlock:)", "3 ALAssetsGroupType",
        "3 ALAssetsGroupAll", "4 setAssetsFilter(_:)", "5 isEditable", "5 add(_:)",
        "6 value(forProperty:)", "6 ALAssetsGroupPropertyName", "9 ALAssetsLibraryChanged",
        "10 ALAssetsLibraryChanged", "11 referenceURL", "11 referenceURL",
      ]),
    Sample(
      "asynchronous forms", "A.swift",
      "let url = try await library.writeImageData(toSavedPhotosAlbum: d, metadata: nil)",
      ["1 writeImageData(toSavedPhotosAlbum:metadata:)"]),
  ]

  private static let closures = [
    Sample(
      "trailing closures drop labels", "A.swift",
      """
      library.writeVideoAtPath(toSavedPhotosAlbum: u) { url, error in }
      library.asset(for: u) { asset in use(asset.thumbnail()) } failureBlock: { _ in }
      group.enumerateAssets(options: .reverse) { asset, index, stop in asset?.thumbnail() }
      group.enumerateAssets { result, _, _ in _ = result?.defaultRepresentation().size() }
      if library.videoAtPathIs(compatibleWithSavedPhotosAlbum: u) { go() }
      """,
      [
        "1 writeVideoAtPath(toSavedPhotosAlbum:)", "2 asset(for:)", "2 thumbnail()",
        "3 enumerateAssets(options:)", "3 thumbnail()", "4 enumerateAssets()",
        "4 defaultRepresentation()", "4 size()", "5 videoAtPathIs(compatibleWithSavedPhotosAlbum:)",
      ]),
    Sample(
      "parameters of closures", "A.swift",
      """
      library.asset(for: u, resultBlock: { use($0!.thumbnail()) }, failureBlock: nil)
      let block: ALAssetsGroupEnumerationResultsBlock = { (found, i, stop) in found?.thumbnail() }
      library.group(for: u, resultBlock: { [weak self] (g) -> Void in g?.posterImage() },
        failureBlock: { e in use(e.size()) })
      let f = { (rep: ALAssetRepresentation, n: Int) in rep.scale() }
      assets.forEach { $0.size() }
      """,
      [
        "1 asset(for:resultBlock:failureBlock:)", "1 thumbnail()",
        "2 ALAssetsGroupEnumerationResultsBlock", "2 thumbnail()",
        "3 group(for:resultBlock:failureBlock:)", "3 posterImage()", "5 ALAssetRepresentation",
        "5 scale()",
      ]),
  ]

  private static let types = [
    Sample(
      "declarations, casts and chains", "A.swift",
      """
      class Model: NSObject {
        var asset: ALAsset!
        var all = [ALAsset]()
        func current() -> ALAsset? { return all.first }
        func go(_ thing: Any, groups: [ALAssetsGroup]) {
          use(asset.thumbnail(), self.asset!.thumbnail(), current()?.thumbnail(), all[0].thumbnail())
          let rep = asset.defaultRepresentation()!
          use(rep.uti(), rep.metadata(), rep.filename(), (thing as! ALAsset).thumbnail())
          if let a = thing as? ALAsset { use(a.original) }
          guard let g = groups.first else { return }
          for group in groups { use(group.numberOfAssets(), g.posterImage()) }
          all.forEach { use($0.aspectRatioThumbnail()) }
          use(all.first!.thumbnail(), all.last?.original)
        }
      }
      """,
      [
        "2 ALAsset", "3 ALAsset", "4 ALAsset", "5 ALAssetsGroup", "6 thumbnail()", "6 thumbnail()",
        "6 thumbnail()", "6 thumbnail()", "7 defaultRepresentation()", "8 uti()", "8 metadata()",
        "8 filename()", "8 ALAsset", "8 thumbnail()", "9 ALAsset", "9 original",
        "11 numberOfAssets()", "11 posterImage()", "12 aspectRatioThumbnail()",
        "13 thumbnail()", "13 original",
      ]),
    Sample(
      "cases of enumerations", "A.swift",
      """
      let status: ALAuthorizationStatus = .notDetermined
      switch ALAssetsLibrary.authorizationStatus() {
      case .authorized, .restricted: break
      case .denied: use(.up)
      default: break
      }
      if status != .authorized || o == ALAssetOrientation.downMirrored {}
      button.state = .denied
      """,
      [
        "1 ALAuthorizationStatus", "1 notDetermined", "2 authorizationStatus()", "3 authorized",
        "3 restricted", "4 denied", "7 authorized", "7 downMirrored",
      ]),
    Sample(
      "an extension of the library", "A.swift",
      """
      extension ALAssetsLibrary {
        func find() { enumerateGroups(withTypes: 1, using: { g, _ in g?.posterImage() }, failureBlock: nil) }
      }
      """,
      [
        "1 ALAssetsLibrary", "2 enumerateGroups(withTypes:using:failureBlock:)", "2 posterImage()",
      ]),
    Sample(
      "imports of one declaration, and UIKit's functions", "A.swift",
      "import class AssetsLibrary.ALAsset\n@testable import Photos\n"
        + "UISaveVideoAtPathToSavedPhotosAlbum(p, nil, nil, nil)",
      ["1 AssetsLibrary", "3 UISaveVideoAtPathToSavedPhotosAlbum"]),
  ]

  private static let silent = [
    Sample(
      "nested comments and strings of every form", "A.swift",
      ##"""
      /* ALAsset /* ALAsset */ still ALAsset */
      let a = "ALAsset \" ALAsset", b = #"ALAsset " \(ALAsset) "#
      let c = """
        ALAssetsLibrary() " ALAsset
        """
      let d = "\(asset.defaultRepresentation().size()) of \("ALAsset \(ALAssetTypePhoto)")"
      let e = #"\#(ALAssetTypeVideo) ALAsset"#
      let f = #/"ALAsset/#, g: ALAsset
      """##,
      [
        "6 defaultRepresentation()", "6 size()", "6 ALAssetTypePhoto", "7 ALAssetTypeVideo",
        "8 ALAsset",
      ]),
    Sample(
      "dead branches", "A.swift",
      "#if false\nlet a: ALAsset\n#else\nlet b: ALAsset\n#endif\n#if os(iOS)\nlet c: ALAsset\n#endif",
      ["4 ALAsset", "7 ALAsset"]),
    Sample(
      "names that others have, too", "A.swift",
      """
      import AssetsLibrary
      set.add(asset); use(file.size(), view.scale, item.metadata(), request.url(), x.original)
      let group = Wrapper(); use(group.numberOfAssets(), group.posterImage(), group.isEditable)
      fetch.value(forProperty: key); use(PHAsset.fetchAssets(withALAssetURLs: [u], options: nil))
      list.enumerateAssets(of: x); store.asset(for: u); call(ALAssetTitle: 1)
      """, ["1 AssetsLibrary"]),
  ]
}
