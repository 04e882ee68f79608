import Foundation

/// Finds the uses of AssetsLibrary in Objective-C and Swift sources and in project files.
///
/// One file is in memory at a time. The files are read twice: first for what they declare, then for
/// their uses.
package struct SourceScanner: Sendable {
  /// Why a scan does not begin.
  package struct Failure: Error, Sendable {
    package let message: String
  }

  package let catalog: Catalog
  private let vocabulary: Vocabulary
  private let includesDependencies: Bool

  /// - Parameter includesDependencies: Whether folders such as `Pods` are scanned, too.
  package init(_ catalog: Catalog, includesDependencies: Bool = false) {
    self.catalog = catalog
    self.includesDependencies = includesDependencies
    vocabulary = Vocabulary(catalog)
  }

  /// Scans files and folders.
  ///
  /// - Parameter progress: Called now and then with how many files are done, and of how many.
  /// - Complexity: O(n) in the bytes of the sources; memory for the largest file, not for all.
  package func scan(
    _ paths: [String], progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Failure) -> ScanResult {
    let tree = SourceTree(includesDependencies: includesDependencies)
    var files: [SourceTree.File] = []
    // By bytes: two files may have names that are equal as texts.
    var seen: Set<[UInt8]> = []
    var told: Set<[UInt8]> = []
    var skipped: [ScanResult.Skipped] = []
    for path in paths {
      guard let found = tree.files(at: path) else {
        throw Failure(message: "There is nothing at \(path). Give the paths of files or folders.")
      }
      if found.files.isEmpty, SourceTree.isFile(path) {
        throw Failure(
          message: "The file \(path) is of no kind that is scanned. Give sources, project files or "
            + "folders.")
      }
      // What is named twice is told once, too.
      skipped += found.skipped.filter { told.insert($0.path).inserted }
      files += found.files.filter {
        seen.insert(Array(URL(fileURLWithPath: $0.path).standardized.path.utf8)).inserted
      }
    }
    let index = declarations(in: files)
    var names = vocabulary
    names.know(index)
    var uses: [Use] = []
    var readCount = 0
    for (position, file) in files.enumerated() {
      progress(position, files.count)
      do throws(SkipReason) {
        let source = try SourceText(path: file.path)
        readCount += 1
        uses += self.uses(in: source, file, names, index)
      } catch {
        skipped.append(ScanResult.Skipped(file: file.name, reason: error))
      }
    }
    return ScanResult(catalog: catalog, uses: uses, fileCount: readCount, skipped: skipped)
  }

  /// The uses in a text, as if it were a file of that name.
  package func scan(text: String, file: String) -> [Use] {
    guard let role = SourceTree.role(file) else { return [] }
    let source = SourceText(text)
    var index = ProjectIndex()
    if case .source(let language) = role { collect(source, language, &index) }
    index.settle(vocabulary.isType)
    var names = vocabulary
    names.know(index)
    return uses(
      in: source, SourceTree.File(path: file, name: file, role: role), names, index)
  }

  private func declarations(in files: [SourceTree.File]) -> ProjectIndex {
    var index = ProjectIndex()
    for file in files {
      guard let language = Self.language(file.role), let source = try? SourceText(path: file.path)
      else { continue }
      collect(source, language, &index)
    }
    index.settle(vocabulary.isType)
    return index
  }

  private func collect(_ source: SourceText, _ language: Language, _ index: inout ProjectIndex) {
    var matcher = FileMatcher(source, language, vocabulary, ProjectIndex(), isCollecting: true)
    matcher.run()
    index.merge(matcher.collected)
  }

  private static func language(_ role: SourceTree.Role) -> Language? {
    switch role {
    case .source(let language): language
    case .manifest: .swift
    case .project: nil
    }
  }

  private func uses(
    in source: SourceText, _ file: SourceTree.File, _ names: Vocabulary, _ index: ProjectIndex
  ) -> [Use] {
    var matches: [FileMatcher.Match] = []
    if let language = Self.language(file.role),
      names.hasMembers || Self.mayUse(source)
    {
      var matcher = FileMatcher(source, language, names, index, isCollecting: false)
      matcher.run()
      matches = matcher.matches
    }
    if Self.language(file.role) == nil || isManifest(file.role), let row = vocabulary.linkRow {
      matches += LinkFlags(source, path: file.name).run().map {
        FileMatcher.Match(
          row: row, start: Int32($0.start), end: Int32($0.end), text: $0.text)
      }
    }
    return place(matches, source, file.name)
  }

  private func isManifest(_ role: SourceTree.Role) -> Bool {
    if case .manifest = role { true } else { false }
  }

  /// Whether a text holds any name that only AssetsLibrary has; most sources do not, and are done.
  private static func mayUse(_ source: SourceText) -> Bool {
    let needles: [StaticString] = [
      "ALAsset", "AssetsLibrary", "SavedPhotosAlbum", "assets-library", "eferenceURL",
      "ALAuthorizationStatus", "ALErrorInvalidProperty", "defaultRepresentation",
      "representationForUTI", "enumerateGroups", "enumerateAssets", "assetForURL", "groupForURL",
      "addAssetsGroupAlbum", "AssetsFilter", "assetsFilter", "writeModified", "setImageData",
      "setVideoAtPath", "fromOffset", "resultBlock", "forUTI",
    ]
    return needles.contains { source.contains($0) }
  }

  /// How many scalars of its line a match takes.
  private func length(_ match: FileMatcher.Match, _ source: SourceText) -> Int {
    source.bytes[Int(match.start)..<Int(match.end)].prefix { $0 != 0x0A && $0 != 0x0D }
      .count { $0 & 0xC0 != 0x80 }
  }

  /// Gives the matches their lines, columns and ordinals.
  private func place(
    _ matches: [FileMatcher.Match], _ source: SourceText, _ file: String
  ) -> [Use] {
    guard !matches.isEmpty else { return [] }
    var uses: [Use] = []
    var ordinals: [String: Int] = [:]
    var (line, column, at) = (1, 1, 0)
    var last: Int32 = -1
    for match in matches.sorted(by: { ($0.start, $0.row) < ($1.start, $1.row) })
    where match.start != last {
      last = match.start
      while at < Int(match.start) {
        let byte = source.bytes[at]
        let endsLine = byte == 0x0A || (byte == 0x0D && source.bytes[at + 1] != 0x0A)
        if endsLine {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
        at += 1
      }
      let key = "\(match.row) \(match.text)"
      ordinals[key, default: 0] += 1
      uses.append(
        Use(
          file: file, line: line, column: column, length: length(match, source),
          text: match.text, symbol: match.row, ordinal: ordinals[key] ?? 1))
    }
    return uses
  }
}
