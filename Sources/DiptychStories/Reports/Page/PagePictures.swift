import Foundation

/// The small pictures of a page; each stands in it once, however often it is shown.
struct PagePictures: Sendable {
  private var names: [Data: String] = [:]

  init(_ results: [RowResult]) {
    for result in results {
      for half in [result.legacy, result.modern] {
        let pictures = half.illustration?.pictures ?? [:]
        for (_, data) in pictures.sorted(by: { $0.key < $1.key }) where names[data] == nil {
          names[data] = "p\(names.count + 1)"
        }
      }
    }
  }

  /// The definitions, for the beginning of the page.
  var symbols: String {
    let list = names.sorted { $0.value < $1.value }.map { data, name in
      "<symbol id=\"\(name)\" viewBox=\"0 0 96 96\"><image width=\"96\" height=\"96\" "
        + "preserveAspectRatio=\"xMidYMid meet\" "
        + "href=\"data:image/jpeg;base64,\(data.base64EncodedString())\"/></symbol>"
    }
    return "<svg class=\"pictures\" aria-hidden=\"true\" width=\"0\" height=\"0\">"
      + list.joined() + "</svg>"
  }

  /// The picture of an asset of a half; nil for what has none.
  func use(_ asset: String, of half: HalfResult, label: String) -> String? {
    guard let data = half.illustration?.pictures[asset], let name = names[data] else { return nil }
    return "<svg role=\"img\" aria-label=\"\(HTML.escaped(label))\" viewBox=\"0 0 96 96\">"
      + "<use href=\"#\(name)\"/></svg>"
  }
}
