/// The version of a library's database: the number that Core Data calls its model version.
package struct AppleModel: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }

  /// The models that were looked at, with the application that writes each. What their tables are
  /// called, the database itself says.
  package static let known: [Int: String] = [
    13537: "Photos 5", 13703: "Photos 5", 14204: "Photos 6", 14208: "Photos 6",
    15134: "Photos 7", 15323: "Photos 7", 16320: "Photos 8", 16502: "Photos 8",
    17120: "Photos 9", 17401: "Photos 9", 17600: "Photos 9", 18164: "Photos 10",
    18204: "Photos 10", 18508: "Photos 10", 18600: "Photos 10", 19063: "Photos 11",
    19320: "Photos 11",
  ]

  /// The application that writes this model; nil for one that was not looked at.
  package var application: String? { Self.known[number] }
}
