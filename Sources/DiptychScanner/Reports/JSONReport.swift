import Foundation

/// The report for programs. Its keys are described in the README of this module and stay.
package enum JSONReport {
  package static func text(_ result: ScanResult) throws -> String {
    let used = Set(result.uses.map(\.symbol)).sorted().map { result.catalog.symbols[$0] }
    let report = Report(
      version: 1,
      summary: Summary(
        uses: result.uses.count, files: result.files.count,
        direct: result.uses(.direct).count, care: result.uses(.care).count,
        none: result.uses(.none).count, filesRead: result.fileCount, known: result.knownCount),
      files: result.files.map { entry in
        File(file: entry.file, uses: entry.uses.map { Entry($0, result.symbol($0)) })
      },
      rows: Dictionary(used.map { ($0.row, Row($0)) }) { first, _ in first },
      skipped: result.skipped.map { SkippedFile(file: $0.file, reason: $0.reason) },
      advice: result.advice)
    return try encoded(report)
  }

  static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  private struct Report: Encodable {
    let version: Int
    let summary: Summary
    let files: [File]
    let rows: [String: Row]
    let skipped: [SkippedFile]
    let advice: [String]
  }

  private struct Summary: Encodable {
    let uses: Int
    let files: Int
    let direct: Int
    let care: Int
    let none: Int
    let filesRead: Int
    let known: Int
  }

  private struct File: Encodable {
    let file: String
    let uses: [Entry]
  }

  private struct Entry: Encodable {
    let line: Int
    let column: Int
    let length: Int
    let text: String
    let row: String
    let rating: String
    let ordinal: Int

    init(_ use: Use, _ symbol: Symbol) {
      line = use.line
      column = use.column
      length = use.length
      text = use.text
      row = symbol.row
      rating = symbol.rating.rawValue
      ordinal = use.ordinal
    }
  }

  private struct Row: Encodable {
    let kind: String
    let owner: String
    let objectiveC: String
    let swift2: String
    let swift: String
    let replacement: String
    let difference: String
    let rating: String
    let topic: String
    let phase: String
    let confidence: String
    let test: String

    init(_ symbol: Symbol) {
      kind = symbol.kind.rawValue
      owner = symbol.owner
      objectiveC = symbol.objectiveC
      swift2 = symbol.swift2
      swift = symbol.swift
      replacement = symbol.replacement
      difference = symbol.difference
      rating = symbol.rating.rawValue
      topic = symbol.topic
      phase = symbol.phase.rawValue
      confidence = symbol.confidence
      test = symbol.test
    }
  }

  private struct SkippedFile: Encodable {
    let file: String
    let reason: String
  }
}
