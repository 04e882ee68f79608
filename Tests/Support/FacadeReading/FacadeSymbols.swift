import Foundation
import TestMedia

/// The public symbols of a facade, as the toolchain reads them out of the built module: nothing has
/// to be kept by hand, so nothing can be forgotten.
package struct FacadeSymbols {
  /// A symbol that can be called or read: a function, an initializer, a property, a subscript or a
  /// global value. Types and cases hold nothing by themselves.
  package struct Symbol: Hashable {
    /// The path, such as `PHAsset.fetchAssets(with:)`. Overloads share one.
    package let path: String
    package let kind: String
  }

  /// Why the symbols cannot be had.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package let symbols: [Symbol]

  private static let kinds: Set<String> = [
    "func", "func.op", "init", "method", "property", "subscript", "type.method", "type.property",
    "var", "type.subscript",
  ]

  /// Asks `swift symbolgraph-extract`, which stands beside the compiler.
  package init(module: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.extract(module, into: folder)
    var found: [Symbol] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".symbols.json") {
      found += try Self.read(folder.appendingPathComponent(file))
    }
    guard !found.isEmpty else {
      throw Failure(description: "The module \(module) shows no symbol. Build it first.")
    }
    symbols = found
  }

  private static func extract(_ module: String, into folder: URL) throws {
    // The resources of the tests are beside the modules.
    let products = TestMedia.url("any").deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appendingPathComponent("Sources")
    let maps = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { $0.hasPrefix("CDiptych") }
      .map { "-fmodule-map-file=\(sources.path)/\($0)/module.modulemap" }
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I",
        products.appendingPathComponent("Modules").path, "-minimum-access-level", "public",
        "-skip-synthesized-members", "-output-dir", folder.path,
      ] + maps.flatMap { ["-Xcc", $0] }
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "swift symbolgraph-extract failed. Put the toolchain's folder into PATH. "
          + (String(bytes: text, encoding: .utf8) ?? ""))
    }
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  private static func read(_ file: URL) throws -> [Symbol] {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let symbols = json?["symbols"] as? [[String: Any]] ?? []
    return symbols.compactMap { symbol in
      guard let path = symbol["pathComponents"] as? [String],
        let kind = (symbol["kind"] as? [String: Any])?["identifier"] as? String,
        !isUnavailable(symbol)
      else { return nil }
      let name = kind.hasPrefix("swift.") ? String(kind.dropFirst("swift.".count)) : kind
      return kinds.contains(name)
        ? Symbol(path: path.joined(separator: "."), kind: name) : nil
    }
  }

  /// What does not compile cannot leak.
  private static func isUnavailable(_ symbol: [String: Any]) -> Bool {
    let availability = symbol["availability"] as? [[String: Any]] ?? []
    return availability.contains { $0["isUnconditionallyUnavailable"] as? Bool == true }
  }
}
