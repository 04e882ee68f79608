import Foundation
import TestMedia

/// A part of the product that reads what others wrote, and how to hand it any bytes.
protocol FuzzTarget: Sendable {
  /// A word.
  var name: String { get }
  /// The most bytes of an input.
  var maximumLength: Int { get }
  /// Words of the input's language.
  var dictionary: [String] { get }

  /// Inputs of the right kind, from which others are made.
  func seeds() throws -> [Data]

  /// Hands the input over, and ends the process when an answer is wrong. To be refused is fine.
  func run(_ input: [UInt8])
}

extension FuzzTarget {
  var dictionary: [String] { [] }

  /// Ends the process, as a crash would, when something that must hold does not.
  func require(
    _ condition: Bool, _ what: @autoclosure () -> String, line: UInt = #line
  ) {
    guard !condition else { return }
    fatalError("\(name), line \(line): \(what())")
  }

  /// Bundled samples whose path inside the media folder begins so.
  func samples(_ prefixes: String..., largest: Int = 128 << 10) throws -> [Data] {
    let root = TestMedia.url("").standardizedFileURL.path
    let names = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    return names.compactMap { name in
      guard prefixes.contains(where: { name.hasPrefix($0) }) else { return nil }
      guard let data = try? TestMedia.data(name), data.count <= largest else { return nil }
      return data
    }
  }
}

/// Every target, in the order in which `scripts/fuzz` runs them.
enum FuzzTargets {
  static let all: [any FuzzTarget] =
    [PredicateTarget(), TextTarget(), ScannerTarget(), CommandLineTarget()]
    + PictureTarget.all + [
      MovieTarget(), MetadataTarget(), RewritingTarget(), LibraryBytesTarget(), LibraryRowsTarget(),
      LibraryRepairTarget(), ArchiveTarget(), AppleRowsTarget(), AppleBytesTarget(),
    ]
}
