import DiptychScanner
import Foundation

/// Sources in Objective-C and Swift, project files and manifests. The first byte says which.
final class ScannerTarget: FuzzTarget {
  let name = "scanner"
  let maximumLength = 4_096
  let dictionary = [
    "ALAssetsLibrary", "ALAsset", "ALAssetsGroup", "ALAssetRepresentation", "assetForURL:",
    "resultBlock:", "failureBlock:", "enumerateGroupsWithTypes:", "usingBlock:", "^(", "@\"",
    "\"\"\"",
    "#\"", "\"#", "\\(", "/*", "*/", "//", "#if", "#endif", "#define", "@interface", "@end",
    "import",
    "[[", "]]", "->", "{", "}", "typealias", "extension", "func", "let", "var", "<AssetsLibrary/",
    "typedef", "@compatibility_alias", "using", "where", "case let", " as? ", "<T: ",
    "-framework", "AssetsLibrary.framework", "\\\n", "\r\n", "`", "@selector(", "??/",
  ]
  private static let files = ["a.m", "a.swift", "a.h", "p.pbxproj", "Package.swift", "x.podspec"]

  private let scanner = Lazy<SourceScanner> { SourceScanner(try Catalog.bundled()) }

  func seeds() -> [Data] {
    let objectiveC = """
      #import <AssetsLibrary/AssetsLibrary.h>
      @interface Saver : NSObject { ALAssetsLibrary *_library; } @end
      @implementation Saver
      - (void)list { [_library enumerateGroupsWithTypes:ALAssetsGroupAll usingBlock:
        ^(ALAssetsGroup *group, BOOL *stop) { /* @"text" */ [group numberOfAssets]; }
        failureBlock:nil]; }
      @end
      """
    let swift = """
      import AssetsLibrary
      final class Saver {
        let library = ALAssetsLibrary()
        func find(_ url: URL) {
          library.asset(for: url, resultBlock: { asset in
            print("\\(asset?.defaultRepresentation().url() as Any)") }, failureBlock: nil)
        }
      }
      """
    let project = "OTHER_LDFLAGS = (\"-framework\", AssetsLibrary); /* AssetsLibrary.framework */"
    let manifest = ".linkedFramework(\"AssetsLibrary\")"
    let header = "typedef ALAssetsLibraryAssetForURLResultBlock Found; @class ALAsset;"
    let podspec = "s.frameworks = 'AssetsLibrary', 'UIKit'"
    return [objectiveC, swift, header, project, manifest, podspec].enumerated().map {
      Data([UInt8($0.offset)] + $0.element.utf8)
    }
  }

  func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let file = Self.files[Int(first) % Self.files.count]
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
    for use in scanner.value().scan(text: text, file: file) {
      require((1...max(1, lines + 1)).contains(use.line), "\(use) is on no line of \(lines)")
      require(use.column >= 1 && use.length >= 0 && use.ordinal >= 1, "\(use) is nowhere")
      require(!use.text.isEmpty, "\(use) is nothing")
    }
  }
}
