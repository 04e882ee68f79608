import DiptychEngine
import DiptychStories
import Foundation
import Testing

/// Random stories: through AssetsLibrary where it can, through Photos, in turn, and on a model that
/// knows nothing of SQLite. `diptych compare --seeds` is the long form.
@Suite("Stories", .serialized)
struct StoryTests {
  @Test("both generations leave the library that the model has", arguments: 1...12)
  func seeds(_ seed: Int) async throws {
    let story = StoryGenerator.story(UInt64(seed))
    do {
      try await StoryRunner().run(story)
    } catch let failure as StoryRunner.Failure {
      Issue.record("replay with `diptych compare --seeds \(seed)..\(seed)`\n\(failure)")
    }
  }

  @Test(
    "the model knows the profiles of systems, too",
    arguments: [
      "iOS5", "iOS6", "iOS7+callsNilAfterStop", "iOS8.0", "iOS8", "iOS9+undecidedChangeFails",
      "iOS18",
    ])
  func profiles(_ name: String) async throws {
    var runner = StoryRunner()
    runner.profile = try #require(BehaviorProfile.named(name))
    for seed in [5, 13, 21] as [UInt64] {
      do {
        try await runner.run(StoryGenerator.story(seed))
      } catch let failure as StoryRunner.Failure {
        Issue.record("\(name)\n\(failure)")
      }
    }
  }

  @Test("a seed gives one story")
  func deterministic() {
    #expect(StoryGenerator.story(7) == StoryGenerator.story(7))
    #expect(StoryGenerator.story(7) != StoryGenerator.story(8))
  }

  @Test("the stories of 200 seeds do everything that either API offers")
  func coverage() {
    var seen: Set<String> = []
    for seed in 1...200 as ClosedRange<UInt64> {
      for action in StoryGenerator.story(seed).steps.flatMap(\.action.parts) {
        seen.insert(String("\(action)".prefix { $0 != "(" }))
        if case .user(let hand) = action { seen.insert(String("\(hand)".prefix { $0 != "(" })) }
        if case .editAlbum(_, let edit, _) = action {
          seen.insert("album " + String("\(edit)".prefix { $0 != "(" }))
        }
        if case .editFolder(_, let edit) = action {
          seen.insert("folder " + String("\(edit)".prefix { $0 != "(" }))
        }
      }
    }
    let expected: Set<String> = [
      "saveBitmap", "saveBytes", "saveVideo", "saveFile", "saveNamed", "saveNothing",
      "saveModified", "setContent", "makeAlbum", "findOrMakeAlbum", "makeFolder", "rename",
      "delete", "editAlbum", "keepMembers", "editFolder", "editSmartAlbum", "update",
      "deleteAssets", "saveLive", "saveRaw", "edit", "revert", "user", "otherApp", "setAccess",
      "pass", "restore", "purge", "move",
      "deleteAlbum", "album add", "album insert", "album remove", "album removeAt",
      "album replace", "album move", "folder add", "folder insert", "folder remove",
      "folder removeAt", "folder replace", "folder move",
    ]
    #expect(seen.isSuperset(of: expected), "\(expected.subtracting(seen))")
  }

  @Test("a story prints as the Swift source that makes it")
  func source() {
    let story = Story(
      seed: 3,
      steps: [
        Step(1, .saveNamed(.tiny, "a \"b\".png", Values(favorite: true, date: .at(-1)))),
        Step(2, .makeAlbum("Trip")),
        Step(4, .editAlbum(Name(2), .insert([Name(1), Name(3, 2)], [0, 1]), .kept)),
        Step(5, .user(.makeFolder("F", in: Name(2))), answer: .select([Name(1)])),
        Step(9, .setAccess(.limited([]))),
      ])
    #expect(
      story.source == #"""
        let story = Story(
          seed: 3,
          steps: [
            Step(1, .saveNamed(.tiny, "a \"b\".png", Values(favorite: true, date: Values.Moment.at(-1)))),
            Step(2, .makeAlbum("Trip")),
            Step(4, .editAlbum(Name(2), .insert([Name(1), Name(3, 2)], [0, 1]), .kept)),
            Step(5, .user(.makeFolder("F", in: Optional(Name(2)))), answer: .select([Name(1)])),
            Step(9, .setAccess(.limited([]))),
          ])

        """#)
  }

  @Test("shrinking leaves the steps that a failure needs, and no other")
  func shrinking() async throws {
    let story = StoryGenerator.story(11)
    // What fails is any story with both of these steps.
    let needed = [story.steps[4].number, story.steps[17].number]
    let shrinker = StoryShrinker { story in
      Set(needed).isSubset(of: story.steps.map(\.number))
    }
    let shortest = try await shrinker.shortest(story, failingAt: needed[1])
    #expect(shortest.steps.map(\.number) == needed)
    #expect(shortest.seed == 11)
  }

  @Test("steps whose objects were shortened away do nothing, in every run")
  func orphans() async throws {
    let story = Story(
      seed: 1,
      steps: [
        Step(3, .editAlbum(Name(1), .add([Name(2)]), .view)),
        Step(4, .deleteAssets([Name(2)])),
        Step(5, .update(Name(2), Values(favorite: true))),
        Step(6, .batch([.saveBytes(.plain), .editAlbum(Name(9), .insert([Name(6)], [0]), .view)])),
      ])
    #expect(try await StoryRunner().run(story) == 4)
  }

  @Test("a sweep that was stopped goes on where it was, and shards share its seeds")
  func resuming() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sweep = StorySweep(seeds: 101...104)
    (sweep.shard, sweep.shards) = (1, 2)
    sweep.file = folder.appendingPathComponent("progress.json")
    var first = sweep
    first.seeds = 101...102
    let half = try await first.run(report: { Issue.record("\($0)") })
    #expect(half.stories == 1)
    #expect(half.next == 103)
    let whole = try await sweep.run(report: { Issue.record("\($0)") })
    #expect(whole.stories == 2)
    #expect(
      whole.steps == [102, 104].reduce(0) { $0 + StoryGenerator.story($1).steps.count })
  }

  // What the stories have found; each once failed.
  private static let found: [(what: String, story: Story)] = [
    (
      "an asset that left an album and comes back by an older fetch counts at its new place (P110)",
      Story(
        seed: 94,
        steps: [
          Step(7, .saveBytes(.turned)), Step(9, .saveBytes(.upright)),
          Step(10, .findOrMakeAlbum("Trip")), Step(15, .saveBytes(.down)),
          Step(16, .editAlbum(Name(10), .add([Name(7), Name(15), Name(9)]), .view)),
          Step(20, .saveBitmap(.dot, turned: 1)), Step(27, .keepMembers(Name(10), .own)),
          Step(30, .editAlbum(Name(10), .removeAt([2]), .view)),
          Step(33, .saveBitmap(.wide, turned: 1)),
          Step(
            34, .editAlbum(Name(10), .insert([Name(20), Name(9), Name(33)], [0, 2, 5]), .kept)),
        ])
    ),
    (
      "a collection that replaces another of its folder leaves its old place",
      Story(
        seed: 163,
        steps: [
          Step(25, .makeAlbum("A")), Step(32, .makeFolder("B")), Step(34, .makeAlbum("C")),
          Step(45, .makeAlbum("D")), Step(49, .editFolder(nil, .replace([1], [Name(45)]))),
        ])
    ),
    (
      "a replaced original is named after the one before it, not after the commit (decision 19)",
      Story(
        seed: 4,
        steps: [
          Step(1, .saveBytes(.plain)), Step(2, .makeAlbum("Trip")),
          Step(3, .batch([.saveBytes(.down), .editAlbum(Name(2), .add([Name(3)]), .view)])),
          Step(4, .setContent(Name(1), .upright)),
        ])
    ),
    (
      "a child of the root that moves past others is told of, though its place has the same number",
      Story(
        seed: 45,
        steps: [
          Step(5, .makeAlbum("A")), Step(10, .makeAlbum("B")), Step(12, .makeAlbum("C")),
          Step(17, .editFolder(nil, .add([Name(10), Name(5)]))),
        ])
    ),
    (
      "a modified copy is told that its original is gone for ever (L160)",
      Story(
        seed: 203,
        steps: [
          Step(1, .saveBytes(.plain)), Step(2, .saveModified(.down, of: Name(1))),
          Step(3, .user(.purge([Name(1)]))),
        ])
    ),
    (
      "what comes into the root from a folder does not make the others move",
      Story(
        seed: 37,
        steps: [
          Step(1, .makeFolder("F")), Step(2, .makeAlbum("A")), Step(3, .makeAlbum("B")),
          Step(4, .editFolder(Name(1), .add([Name(2), Name(3)]))), Step(5, .makeAlbum("C")),
          Step(6, .makeAlbum("D")), Step(7, .editFolder(nil, .insert([Name(3)], [1]))),
        ])
    ),
    (
      "a rendering of too many pixels fails as media does (3302), not as a list that is too long",
      Story(
        seed: 135,
        steps: [
          Step(7, .saveBytes(.mirrored)),
          Step(27, .edit(Name(7), .misplaced(.huge), resumes: false)),
        ])
    ),
    (
      "indexes that do not fit the children passed with a request are told before anybody is asked",
      Story(
        seed: 1260,
        steps: [Step(6, .setAccess(.addOnly)), Step(8, .editFolder(nil, .removeAt([2])))])
    ),
  ]

  @Test("what stories have found stays found", arguments: found.indices)
  func regressions(_ index: Int) async throws {
    let (what, story) = Self.found[index]
    do {
      try await StoryRunner().run(story)
    } catch let failure as StoryRunner.Failure {
      Issue.record("\(what)\n\(failure)")
    }
  }
}
