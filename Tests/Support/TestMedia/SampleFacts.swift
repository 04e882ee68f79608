import Foundation

/// What one sample says of itself: a line of `Media/samples.tsv`, which `scripts/check-media` holds
/// against other programs.
package struct SampleFacts: Sendable {
  package let name: String
  /// The uniform type identifier.
  package let type: String
  /// Pixels as stored.
  package let width: Int
  package let height: Int
  /// EXIF's number.
  package let orientation: Int
  /// ISO 8601, with an offset where the file has one.
  package let taken: String?
  package let latitude: Double?
  package let longitude: Double?
  package let altitude: Double?
  /// Seconds.
  package let duration: Double?
  package let frameRate: Double?
  /// `animated`, `alpha`, `panorama` …
  package let marks: Set<String>
  package let contentIdentifier: String?

  /// Whether it is a movie.
  package var isVideo: Bool { duration != nil }

  /// Whether a build without the package trait `AllMedia` cannot say its size.
  package var needsAllMedia: Bool { isVideo || ["public.heic", "public.avif"].contains(type) }

  /// The moment it was taken; a clock without an offset is read as universal time.
  package var date: Date? {
    guard let taken else { return nil }
    // Foundation keeps milliseconds only, so the fraction is added as a number.
    let clock = taken.prefix(19)
    var rest = taken.dropFirst(19)
    var fraction = 0.0
    if rest.first == "." {
      let digits = rest.dropFirst().prefix { $0.isNumber }
      fraction = Double("0." + digits) ?? 0
      rest = rest.dropFirst(1 + digits.count)
    }
    let zone = rest.isEmpty ? "Z" : String(rest)
    return (try? Date(clock + zone, strategy: .iso8601))?.addingTimeInterval(fraction)
  }

  /// Every whole sample.
  package static func all() throws -> [SampleFacts] {
    let text = String(decoding: try TestMedia.data("samples.tsv"), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      guard let facts = SampleFacts(line) else {
        throw TestMedia.Missing(description: "A line of samples.tsv is malformed: \(line)")
      }
      return facts
    }
  }

  private init?(_ line: Substring) {
    let fields = line.split(separator: "\t").map { $0 == "-" ? nil : String($0) }
    guard fields.count == 13, let name = fields[0], let type = fields[1],
      let width = fields[2].flatMap({ Int($0) }), let height = fields[3].flatMap({ Int($0) }),
      let orientation = fields[4].flatMap({ Int($0) })
    else { return nil }
    self.name = name
    self.type = type
    self.width = width
    self.height = height
    self.orientation = orientation
    taken = fields[5]
    latitude = fields[6].flatMap { Double($0) }
    longitude = fields[7].flatMap { Double($0) }
    altitude = fields[8].flatMap { Double($0) }
    duration = fields[9].flatMap { Double($0) }
    frameRate = fields[10].flatMap { Double($0) }
    marks = Set(fields[11]?.split(separator: ",").map(String.init) ?? [])
    contentIdentifier = fields[12]
  }
}
