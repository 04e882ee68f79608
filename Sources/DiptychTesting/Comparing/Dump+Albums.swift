import DiptychEngine

extension Dump.Object {
  /// The photos of an album, by name.
  var photos: [String] {
    let members = value(LibraryField.members.name) ?? "none"
    return members == "none" ? [] : members.split(separator: " ").map(String.init)
  }

  /// Gives a field that is there another value.
  mutating func setValue(_ value: String, _ field: String) {
    guard let index = fields.firstIndex(where: { $0.name == field }) else { return }
    fields[index] = Dump.Field(name: field, value: value)
  }

  /// The folder that a collection stands in, or `root`, and its number there.
  fileprivate var standing: (parent: String, number: Int)? {
    let parts = value(LibraryField.place.name)?.split(separator: " ") ?? []
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    return (String(parts[0]), number)
  }
}

extension Dump {
  /// The same without these albums, in the names and places that the others would have without them.
  func withoutCollections(_ gone: Set<String>) -> Dump {
    let places = objects.filter { gone.contains($0.name) }.compactMap(\.standing)
    guard !places.isEmpty else { return self }
    var result = Dump(objects: objects.filter { !gone.contains($0.name) })
    var names: [String: String] = [:]
    // Numbers are given in tree order; identifiers stay.
    for object in result.objects where object.title != nil {
      let isNumbered = object.name.hasPrefix("c") && Int(object.name.dropFirst()) != nil
      names[object.name] = isNumbered ? "c\(names.count + 1)" : object.name
    }
    for index in result.objects.indices {
      let object = result.objects[index]
      guard let name = names[object.name], let (parent, number) = object.standing else { continue }
      result.objects[index].name = name
      let before = places.count { $0.parent == parent && $0.number < number }
      result.objects[index].setValue(
        "\(names[parent] ?? parent) \(number - before)", LibraryField.place.name)
    }
    return result
  }
}
