import Foundation

/// The report in the Static Analysis Results Interchange Format, version 2.1.0.
package enum SARIFReport {
  package static func text(_ result: ScanResult) throws -> String {
    let used = Set(result.uses.map(\.symbol)).sorted()
    let places = Dictionary(used.enumerated().map { ($1, $0) }) { first, _ in first }
    let rules = used.map { Rule(result.catalog.symbols[$0]) }
    let results = result.uses.map { use in
      Result(use, result.symbol(use), ruleIndex: places[use.symbol] ?? 0)
    }
    let notifications = result.skipped.map { skipped in
      Notification(
        level: "warning", message: Message(text: "Not read: \(skipped.reason)"),
        locations: [Location(physicalLocation: Physical(skipped.path, nil))])
    }
    let run = Run(
      tool: Tool(driver: Driver(name: "diptych scan", rules: rules)),
      columnKind: "unicodeCodePoints", results: results,
      invocations: [
        Invocation(executionSuccessful: true, toolExecutionNotifications: notifications)
      ])
    return try JSONReport.encoded(Log(runs: [run]))
  }

  static func level(_ rating: Symbol.Rating) -> String {
    switch rating {
    case .direct: "note"
    case .care: "warning"
    case .none: "error"
    }
  }

  /// A path as a URI reference: relative as it was written, or absolute. Its bytes need not be text.
  static func uri(_ path: [UInt8]) -> String {
    var text = path.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-")...UInt8(ascii: "/"),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private struct Log: Encodable {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version, runs
    }
  }

  private struct Run: Encodable {
    let tool: Tool
    let columnKind: String
    let results: [Result]
    let invocations: [Invocation]
  }

  private struct Tool: Encodable {
    let driver: Driver
  }

  private struct Driver: Encodable {
    let name: String
    let rules: [Rule]
  }

  private struct Message: Encodable {
    let text: String
  }

  private struct Configuration: Encodable {
    let level: String
  }

  private struct Properties: Encodable {
    let tags: [String]
  }

  private struct Rule: Encodable {
    let id: String
    let shortDescription: Message
    let fullDescription: Message
    let help: Message
    let defaultConfiguration: Configuration
    let properties: Properties

    init(_ symbol: Symbol) {
      id = symbol.row
      let name = symbol.objectiveC.isEmpty ? symbol.swift : symbol.objectiveC
      shortDescription = Message(text: "\(name) of AssetsLibrary")
      fullDescription = Message(
        text: symbol.difference.isEmpty ? "Photos: \(symbol.replacement)" : symbol.difference)
      help = Message(
        text: "Objective-C: \(symbol.objectiveC)\nSwift 2: \(symbol.swift2)\n"
          + "Swift: \(symbol.swift)\nPhotos: \(symbol.replacement)")
      defaultConfiguration = Configuration(level: SARIFReport.level(symbol.rating))
      properties = Properties(
        tags: [symbol.rating.rawValue, symbol.phase.rawValue, symbol.topic].filter { !$0.isEmpty })
    }
  }

  private struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]

    init(_ use: Use, _ symbol: Symbol, ruleIndex: Int) {
      ruleId = symbol.row
      self.ruleIndex = ruleIndex
      level = SARIFReport.level(symbol.rating)
      let difference = symbol.difference.isEmpty ? "" : " \(symbol.difference)"
      message = Message(text: "\(use.text): \(Wording.replacement(symbol)).\(difference)")
      locations = [Location(physicalLocation: Physical(Array(use.file.utf8), Region(use)))]
      partialFingerprints = [
        "diptychUse/v1": "\(use.file):\(symbol.row):\(use.text):\(use.ordinal)"
      ]
    }
  }

  private struct Location: Encodable {
    let physicalLocation: Physical
  }

  private struct Physical: Encodable {
    let artifactLocation: Artifact
    let region: Region?

    init(_ file: [UInt8], _ region: Region?) {
      artifactLocation = Artifact(uri: SARIFReport.uri(file))
      self.region = region
    }
  }

  private struct Artifact: Encodable {
    let uri: String
  }

  private struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
    let endColumn: Int

    init(_ use: Use) {
      startLine = use.line
      startColumn = use.column
      endColumn = use.column + use.length
    }
  }

  private struct Invocation: Encodable {
    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }

  private struct Notification: Encodable {
    let level: String
    let message: Message
    let locations: [Location]
  }
}
