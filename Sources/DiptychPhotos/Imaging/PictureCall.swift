import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// A call for a picture, which may be answered more than once.
struct PictureCall: Sendable {
  let call: ImageCall<UIImage>
  let order: ImageOrder
  let cache: ImageCache?

  func start() -> PHImageRequestID {
    let isFirstHere =
      !order.isSynchronous && order.deliveryMode == .opportunistic
      && call.scope.library.simulation.answersFirstOnCaller
    if isFirstHere { answerFirst(here: true) }
    call.run {
      if order.deliveryMode == .opportunistic, !isFirstHere { answerFirst(here: false) }
      answerLast()
    }
    return call.request.id
  }

  private func renderer() throws -> ImageRenderer {
    let sizing = try order.sizing()
    return ImageRenderer(
      library: call.scope.library, file: try call.files().shown(order.version), sizing: sizing)
  }

  /// Gives the degraded pictures. What goes wrong is for the last answer to tell.
  private func answerFirst(here: Bool) {
    guard let renderer = try? renderer() else { return }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-first-answer-lost") { return }
    #endif
    if call.scope.library.simulation.imageAnswers != .two, cached(renderer.file) != nil { return }
    for plan in renderer.degradedPlans(order) where !call.request.isCancelled {
      guard let image = try? renderer.image(plan, isSmall: true) else { return }
      call.answers.degraded(image, here: here)
    }
  }

  private func answerLast() {
    var isDegraded = false
    let outcome = Result { () throws -> UIImage in
      let renderer = try renderer()
      if let image = cached(renderer.file) { return image }
      if order.deliveryMode == .fastFormat, let plan = renderer.degradedPlans(order).first {
        isDegraded = true
        return try renderer.image(plan, isSmall: true)
      }
      return try real(renderer)
    }
    call.answers.finish(outcome, isDegraded: isDegraded)
  }

  private func real(_ renderer: ImageRenderer) throws -> UIImage {
    let file = try call.download.local(renderer.file, call.scope.library)
    let renderer = ImageRenderer(library: renderer.library, file: file, sizing: renderer.sizing)
    return try renderer.image(renderer.plan)
  }

  private func cached(_ file: ResourceRecord) -> UIImage? {
    guard let cache, let asset = call.asset else { return nil }
    return cache.image(of: asset, order, file)
  }
}
