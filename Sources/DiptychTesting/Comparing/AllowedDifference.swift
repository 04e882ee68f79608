/// A difference between the two APIs that is known, and may show in certain lines.
///
/// A known one covers a line only where that difference is what shows: ``equalTitles`` an album that the
/// old API refuses to make, not any album; ``albumOrder`` the same photos in another order, not other
/// photos; ``metadata`` the same picture with metadata that only the legacy file has, not another
/// picture, and not metadata that the legacy file has lost.
public struct AllowedDifference: Hashable, Sendable, CustomStringConvertible {
  /// What it is called in reports: `D6`, or a name of your own.
  public let name: String
  /// Why the two APIs differ.
  public let reason: String
  /// The lines in which it may show.
  public let fields: Set<LibraryField>
  /// How the sources call it, for known ones.
  let symbol: String
  /// What else must be so for a line to show this difference and not another one.
  let sign: Sign

  /// A difference of your own; it covers these lines whatever they say.
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - fields: The lines in which it may show.
  ///   - reason: Why it is right.
  public init(_ name: String, in fields: Set<LibraryField>, because reason: String) {
    self.init(name, symbol: name, in: fields, because: reason)
  }

  private init(
    _ name: String, symbol: String, in fields: Set<LibraryField>, sign: Sign = .none,
    because reason: String
  ) {
    self.name = name
    self.sign = sign
    self.symbol = symbol
    self.fields = fields
    self.reason = reason
  }

  /// D1: a second album of the same title is refused by the old API and made by the modern one.
  ///
  /// It covers albums that the application has made in the modern half, of a title that a group of the
  /// legacy library has; the shift of those behind them; and that photos put into them are in the first
  /// album of the title in the legacy library.
  public static let equalTitles = AllowedDifference(
    "D1", symbol: "equalTitles", in: [.exists, .title, .place, .members, .cover],
    sign: .refusedAlbum(.titleInUse),
    because: "The old API refuses a second album of the same title.")
  /// D2: an album without a title is refused by the old API and made by the modern one.
  public static let emptyTitle = AllowedDifference(
    "D2", symbol: "emptyTitle", in: [.exists, .title, .place, .members, .cover],
    sign: .refusedAlbum(.emptyTitle),
    because: "The old API refuses an empty title.")
  /// D3: the old API only appends to albums.
  public static let albumOrder = AllowedDifference(
    "D3", symbol: "albumOrder", in: [.members, .cover], sign: .otherOrder,
    because: "The old API only appends to albums.")
  /// D6: the old API makes a file name, the modern one keeps the file's or the option's.
  ///
  /// It covers names that in the legacy library are made ones, such as `IMG_0001.JPG`.
  public static let fileName = AllowedDifference(
    "D6", symbol: "fileName", in: [.fileName], sign: .madeName,
    because: "The old API gives every file a name of its own.")
  /// D7: the old API merges metadata into the file.
  ///
  /// It covers another content where the picture is the same and the legacy file lacks nothing that
  /// the modern one says; and date and place that follow from the merged metadata.
  public static let metadata = AllowedDifference(
    "D7", symbol: "metadata", in: [.content, .creationDate, .location],
    sign: .merged,
    because: "The old API merges metadata into the file.")
  /// D8: date and place stand in the file for the old API, beside it for the modern one.
  ///
  /// It covers another content where the files differ in date and place only, which the legacy one
  /// says; and what a file cannot hold of them, which is less than a second or a step. A date or a place
  /// that is another one is no such difference.
  public static let dateAndPlace = AllowedDifference(
    "D8", symbol: "dateAndPlace", in: [.content, .creationDate, .location],
    sign: .beside,
    because: "The old API keeps date and place in the file, the modern one beside it.")
  /// D9: a bitmap saved without metadata through the old API loses its orientation.
  ///
  /// It covers a bitmap that is turned in the modern library and upright in the legacy one.
  public static let orientation = AllowedDifference(
    "D9", symbol: "orientation", in: [.content, .pixelSize], sign: .turned,
    because: "The old API loses the orientation of a bitmap saved without metadata.")
  /// D11: only the old API notes of which photo another is a modified copy.
  public static let modifiedCopy = AllowedDifference(
    "D11", symbol: "modifiedCopy", in: [.derivedFrom], sign: .legacyOnly,
    because: "Only the old API links a modified copy to its original.")

  /// The known differences that can show in what a library holds.
  public static let known: [AllowedDifference] = [
    equalTitles, emptyTitle, albumOrder, fileName, metadata, dateAndPlace, orientation,
    modifiedCopy,
  ]

  /// The name and the reason.
  public var description: String { "\(name): \(reason)" }

  func covers(_ field: String) -> Bool {
    fields.contains { $0.covers(field) }
  }
}
