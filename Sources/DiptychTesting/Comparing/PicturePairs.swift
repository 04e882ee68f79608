import DiptychCodecs
import DiptychEngine
import Foundation

/// The originals of two libraries, by the names that dumps give to their assets.
final class PicturePairs {
  private let legacy: Library
  private let modern: Library
  /// What was found of each file: several known differences ask about one.
  private var answers: [[String]: Bool] = [:]
  private var pairs: [String: FactPair] = [:]

  /// - Parameters:
  ///   - legacy: The library of the legacy half.
  ///   - modern: The library of the modern half.
  init(_ legacy: Library, _ modern: Library) {
    self.legacy = legacy
    self.modern = modern
  }

  /// Whether the file of `role` of the asset has the same pixels in both libraries, as they are
  /// stored. Files that were encoded here may differ by what encoding loses.
  /// - Complexity: Decodes both files, once, unless their bytes are the same.
  func areSame(_ asset: String, role: String) -> Bool {
    if let answer = answers[[asset, role]] { return answer }
    let answer = look(asset, role)
    answers[[asset, role]] = answer
    return answer
  }

  /// What both libraries say of a photo, and what its files say; nil where one has no photo that can be
  /// read.
  /// - Complexity: Reads both files, once.
  func facts(of asset: String) -> FactPair? {
    if let pair = pairs[asset] { return pair }
    guard let ours = facts(of: asset, legacy), let theirs = facts(of: asset, modern) else {
      return nil
    }
    let pair = FactPair(legacy: ours, modern: theirs)
    pairs[asset] = pair
    return pair
  }

  private func facts(of asset: String, _ library: Library) -> PictureFacts? {
    guard let file = file(asset, "photo", library), let data = try? library.data(of: file),
      let record = try? library.read({ try $0.asset(row: file.asset) })
    else { return nil }
    return PictureFacts(record, data, library.configuration.timeZone)
  }

  private func look(_ asset: String, _ role: String) -> Bool {
    guard let ours = file(asset, role, legacy), let theirs = file(asset, role, modern) else {
      return false
    }
    guard ours.sha256 != theirs.sha256 else { return true }
    guard let left = bitmap(ours, legacy), let right = bitmap(theirs, modern),
      left.size == right.size
    else { return false }
    guard ours.isEncoded, theirs.isEncoded else { return left == right }
    return Self.lookTheSame(left, right)
  }

  /// Whether the pictures differ by no more than encoding loses: little on the whole, and not much
  /// anywhere, for a small mark in a large picture changes the whole by nearly nothing.
  private static func lookTheSame(_ left: Bitmap, _ right: Bitmap) -> Bool {
    let width = left.size.width
    let height = left.size.height
    let edge = 8
    var whole = 0
    for top in stride(from: 0, to: height, by: edge) {
      for start in stride(from: 0, to: width, by: edge) {
        let bottom = min(top + edge, height)
        let end = min(start + edge, width)
        var colors = 0
        var alpha = 0
        for y in top..<bottom {
          for pixel in (y * width + start)..<(y * width + end) {
            for sample in (pixel * 4)..<(pixel * 4 + 3) {
              colors += abs(Int(left.pixels[sample]) - Int(right.pixels[sample]))
            }
            alpha += abs(Int(left.pixels[pixel * 4 + 3]) - Int(right.pixels[pixel * 4 + 3]))
          }
        }
        let area = (bottom - top) * (end - start)
        guard colors <= mostOfBlock * area * 3, alpha <= mostOfBlock * area else { return false }
        whole += colors
      }
    }
    return whole <= 2 * width * height * 3
  }

  /// By how much the samples of a block of 8×8 pixels, the unit of JPEG, may differ on average. A black
  /// line of one pixel's width across white makes 32.
  private static let mostOfBlock = 16

  private func file(_ asset: String, _ role: String, _ library: Library) -> ResourceRecord? {
    try? library.read { transaction -> ResourceRecord? in
      var row: Int64?
      if let uuid = UUID(uuidString: asset) {
        row = try transaction.asset(uuid)?.row
      } else if asset.hasPrefix("a"), let number = Int(asset.dropFirst()), number > 0 {
        row = try transaction.rowsByArrival().dropFirst(number - 1).first
      }
      guard let row else { return nil }
      return try transaction.resources(of: row).first { String(describing: $0.role) == role }
    }
  }

  private func bitmap(_ file: ResourceRecord, _ library: Library) -> Bitmap? {
    guard let data = try? library.data(of: file) else { return nil }
    return try? MediaCodecs.decode(data)
  }
}
