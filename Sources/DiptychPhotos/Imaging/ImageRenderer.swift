import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// Makes upright pictures of an asset's files.
struct ImageRenderer {
  let library: Library
  let file: ResourceRecord
  let sizing: ImageSizing

  /// The plan of the real picture.
  var plan: ImageSizing.Plan { sizing.plan(for: file.uprightSize) }

  /// The pictures that may come before the real one, smaller than it: the plans, smallest first.
  func degradedPlans(_ order: ImageOrder) -> [ImageSizing.Plan] {
    let sides =
      order.allowsSecondDegraded
      ? [ImageSizing.smallSide, ImageSizing.middleSide] : [ImageSizing.smallSide]
    let answers = library.simulation.imageAnswers
    guard answers != .one else { return [] }
    let real = plan.result
    // Of a file that is elsewhere, the small picture is all that there may be (P193).
    let smaller = sides.map { sizing.reduced(to: $0).plan(for: file.uprightSize) }
      .filter { $0.result.area < real.area || !file.isLocal }
    guard smaller.isEmpty, answers == .two else { return smaller }
    let half = max(1, max(real.width, real.height) / 2)
    return [sizing.reduced(to: half).plan(for: file.uprightSize)]
  }

  /// The picture of a plan.
  /// - Parameter isSmall: Whether it is one that the machine keeps of files that are elsewhere.
  func image(_ plan: ImageSizing.Plan, isSmall: Bool = false) throws -> UIImage {
    let bitmap =
      isSmall
      ? try library.smallVersion(of: file, fitting: plan.decoded)
      : try library.thumbnail(of: file, fitting: plan.decoded)
    return UIImage(cgImage: CGImage(bitmap: bitmap.cut(to: plan)))
  }
}
