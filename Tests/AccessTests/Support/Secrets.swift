import Foundation

/// What tells one part of the planted library from all else: texts, numbers, dates and bytes that
/// occur nowhere else.
struct Markers: Sendable {
  /// Parts of texts. Nothing that a hexadecimal number can hold by chance.
  var texts: Set<String> = []
  /// Whole texts.
  var wholeTexts: Set<String> = []
  var numbers: Set<Double> = []
  var dates: Set<Date> = []
  var bytes: Set<Data> = []

  /// The atoms that carry a marker.
  /// - Parameter knowsIdentifiers: Whether identifiers of objects are known to the application.
  func found(in atoms: [Witness.Atom], knowsIdentifiers: Bool = false) -> [Witness.Atom] {
    atoms.filter { atom in
      switch atom {
      case .text(let text): isFound(in: text)
      case .identifier(let text): !knowsIdentifiers && isFound(in: text)
      case .number(let number): numbers.contains(number)
      case .date(let date):
        dates.contains { abs($0.timeIntervalSince(date)) < 0.001 }
      case .bytes(let data):
        bytes.contains { !data.isEmpty && ($0 == data || $0.range(of: data) != nil) }
      }
    }
  }

  private func isFound(in text: String) -> Bool {
    wholeTexts.contains(text)
      || texts.contains { text.range(of: $0, options: .caseInsensitive) != nil }
  }
}
