import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

@Suite struct PromptTests {
  // L189: no block is called before the answer, and the answer says which one is.
  @Test(arguments: [PromptAnswer.allow, .refuse])
  func theAnswerDecides(_ answer: PromptAnswer) async throws {
    let scene = try Scene(access: .notDetermined)
    scene.engine.access.script([answer])
    try await scene.run { library in
      let log = Lock<[String]>([])
      let note = { (name: String) in
        // Whoever is called finds the question answered.
        #expect(scene.engine.access.prompts == [.access(.readWrite)])
        #expect(ALAssetsLibrary.authorizationStatus() != .notDetermined)
        log.withLock { $0.append(name) }
      }
      library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) { group, _ in
        note(group == nil ? "end" : "group")
      } failureBlock: { _ in
        note("failure")
      }
      library.asset(for: nil) { _ in
        note("asset")
      } failureBlock: { _ in
        note("no asset")
      }
      #expect(await scene.engine.activities.settled(within: 30) == [])
      let isAllowed = ALAssetsLibrary.authorizationStatus() == .authorized
      let expected = isAllowed ? ["group", "end", "asset"] : ["failure", "no asset"]
      #expect(log.withLock { $0 } == expected)
    }
  }
}
