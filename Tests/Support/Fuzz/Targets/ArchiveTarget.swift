import DiptychEngine
import DiptychPhotos
import Foundation

/// What somebody else's archive holds under the keys of objects that applications keep: change tokens,
/// cloud identifiers, Live Photos. The archive itself is well formed, for what reads it is Foundation's.
///
/// The first byte says which class; values follow each other: a key, a kind, a length and that many
/// bytes.
final class ArchiveTarget: FuzzTarget {
  let name = "archives"
  let maximumLength = 512
  let dictionary = [
    "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E", "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E/L0/001", ":001:",
    "/dev/zero", "/dev/stdin", "/proc/self/mem", "../../x.jpg", "file:///etc/passwd",
  ]

  private static let keys = [
    "library", "token", "mark", "stringValue", "photo", "video", "asset", "width", "height",
  ]
  private let library = Lazy<Library> { try EphemeralLibrary.open() }

  func seeds() -> [Data] {
    func text(_ key: String, _ value: String) -> [UInt8] {
      [UInt8(Self.keys.firstIndex(of: key) ?? 0), 0, UInt8(value.utf8.count)] + value.utf8
    }
    let uuid = "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E"
    let number: [UInt8] = [1, 1, 2, 1, 0]
    return [
      Data([0] + text("library", uuid) + number),
      Data([0] + text("library", uuid) + number + text("mark", uuid)),
      Data([1] + text("stringValue", uuid + ":001:00ff")),
      Data([2] + text("asset", uuid + "/L0/001") + [7, 1, 1, 4, 8, 1, 1, 3]),
      Data([0] + text("token", "x") + text("library", uuid)),
      Data([0] + text("library", uuid) + [1, 3, 2, 1, 0]),
      Data([1, 3, 1, 1, 5]), Data([2] + text("width", "x") + text("asset", uuid + "/L0/001")),
      Data([2] + text("photo", "/dev/zero") + text("video", "/dev/zero")),
    ]
  }

  func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let values = HostileArchive(Array(input.dropFirst()), Self.keys)
    let library = library.value()
    LibraryScope.$current.withValue(LibraryScope(library: library, client: "App")) {
      switch first % 3 {
      case 0: check(PHPersistentChangeToken.self, values)
      case 1: check(PHCloudIdentifier.self, values)
      default:
        let photo = read(PHLivePhoto.self, values)
        require(photo == nil, "files or an asset that are not there are a Live Photo")
      }
    }
  }

  /// What is read is the same when it is written and read again.
  private func check<Object: NSObject & NSSecureCoding>(
    _ type: Object.Type, _ values: HostileArchive
  ) {
    guard let object = read(type, values) else { return }
    let archive = try? NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: true)
    let again = archive.flatMap { try? NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: $0) }
    require(again == object, "\(object) is read as \(String(describing: again))")
  }

  private func read<Object: NSObject & NSSecureCoding>(
    _ type: Object.Type, _ values: HostileArchive
  ) -> Object? {
    try? NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: values.data(of: type))
  }
}

/// The text of an archive of one object, as `NSKeyedArchiver` writes it, with values that an input tells.
struct HostileArchive {
  private var fields = ""
  private var objects: [String] = []

  /// - Parameters:
  ///   - bytes: A key, a kind, a length and that many bytes, again and again.
  ///   - keys: What the first of these counts in.
  init(_ bytes: [UInt8], _ keys: [String]) {
    var rest = bytes[...]
    while rest.count >= 3 {
      let key = keys[Int(rest.removeFirst()) % keys.count]
      let kind = rest.removeFirst() % 6
      let count = Int(rest.removeFirst())
      let value = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      let number = value.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      let text = "<string>\(Self.escaped(value))</string>"
      fields += "<key>\(key)</key>"
      switch kind {
      case 0: add(text)
      case 1: fields += "<integer>\(number)</integer>"
      case 2: fields += "<real>\(Double(number) / 256)</real>"
      case 3: add("<data>\(Data(value).base64EncodedString())</data>")
      case 4: fields += number % 2 == 0 ? "<true/>" : "<false/>"
      default: fields += text
      }
    }
  }

  /// The class is the object behind the object itself; values follow.
  private mutating func add(_ object: String) {
    objects.append(object)
    fields += Self.reference(objects.count + 2)
  }

  private static func reference(_ index: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(index)</integer></dict>"
  }

  /// Text that XML can hold.
  private static func escaped(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0.value >= 32 }
      .map { "&#\($0.value);" }.joined()
  }

  func data(of type: AnyClass) -> Data {
    let name = NSStringFromClass(type)
    return Data(
      """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
      <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>\
      <integer>100000</integer><key>$top</key><dict><key>root</key>\(Self.reference(1))</dict>\
      <key>$objects</key><array><string>$null</string>\
      <dict>\(fields)<key>$class</key>\(Self.reference(2))</dict>\
      <dict><key>$classname</key><string>\(name)</string><key>$classes</key>\
      <array><string>\(name)</string><string>NSObject</string></array></dict>\
      \(objects.joined())</array></dict></plist>
      """.utf8)
  }
}
