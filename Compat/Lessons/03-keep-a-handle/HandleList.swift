import Foundation

/// The property list that both operators keep: file name to handle.
struct HandleList {
  let url: URL

  /// Makes the list, empty.
  init(name: String, in folder: URL) {
    url = folder.appendingPathComponent(name + ".plist")
    write([:])
  }

  func read() -> [String: String] {
    guard let data = try? Data(contentsOf: url),
      let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    else { return [:] }
    return list as? [String: String] ?? [:]
  }

  func set(_ value: String?, for name: String) {
    var list = read()
    list[name] = value
    write(list)
  }

  private func write(_ list: [String: String]) {
    let data = try? PropertyListSerialization.data(
      fromPropertyList: list, format: .xml, options: 0)
    try? data?.write(to: url)
  }
}
