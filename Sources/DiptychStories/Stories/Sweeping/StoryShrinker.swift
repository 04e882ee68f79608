import DiptychEngine
import Foundation

/// Looks for the shortest story that still fails.
package struct StoryShrinker {
  private let fails: (Story) async throws -> Bool

  /// - Parameter fails: Whether a story fails.
  package init(fails: @escaping (Story) async throws -> Bool) {
    self.fails = fails
  }

  /// A story fails when a run of `runner` does.
  package init(_ runner: StoryRunner) {
    self.init { story in
      do {
        try await runner.run(story)
        return false
      } catch is StoryRunner.Failure {
        return true
      }
    }
  }

  /// Leaves out steps, then parts of steps, as long as the story fails.
  /// - Parameter step: The number of the step at which it failed; later ones go first.
  package func shortest(_ story: Story, failingAt step: Int) async throws -> Story {
    var story = story
    let cut = Story(seed: story.seed, steps: story.steps.filter { $0.number <= step })
    if try await fails(cut) { story = cut }
    var size = max(story.steps.count / 2, 1)
    while true {
      let before = story.steps.count
      story = try await withoutChunks(story, of: size)
      if size == 1, story.steps.count == before { break }
      size = max(size / 2, 1)
    }
    return try await withSmallerSteps(story)
  }

  private func withoutChunks(_ story: Story, of size: Int) async throws -> Story {
    var story = story
    var end = story.steps.count
    while end > 0 {
      let start = max(end - size, 0)
      var shorter = story
      shorter.steps.removeSubrange(start..<end)
      if !shorter.steps.isEmpty, try await fails(shorter) { story = shorter }
      end = start
    }
    return story
  }

  private func withSmallerSteps(_ story: Story) async throws -> Story {
    var story = story
    for place in story.steps.indices {
      var shrinks = true
      while shrinks {
        shrinks = false
        for action in story.steps[place].action.smaller {
          var shorter = story
          shorter.steps[place].action = action
          guard try await fails(shorter) else { continue }
          story = shorter
          shrinks = true
          break
        }
      }
    }
    return story
  }
}

extension Action {
  /// The same with one part less.
  fileprivate var smaller: [Action] {
    switch self {
    case .batch(let parts):
      parts.count == 1
        ? parts : parts.indices.map { place in .batch(Self.without(place, parts)) }
    case .delete(let names): Self.shorter(names).map { .delete($0) }
    case .deleteAssets(let names): Self.shorter(names).map { .deleteAssets($0) }
    case .editAlbum(let album, .add(let names), let basis):
      Self.shorter(names).map { .editAlbum(album, .add($0), basis) }
    case .editAlbum(let album, .remove(let names), let basis):
      Self.shorter(names).map { .editAlbum(album, .remove($0), basis) }
    case .editAlbum(let album, let edit, .kept): [.editAlbum(album, edit, .view)]
    case .edit(let asset, let rendering, resumes: true):
      [.edit(asset, rendering, resumes: false)]
    case .editFolder(let folder, .add(let names)):
      Self.shorter(names).map { .editFolder(folder, .add($0)) }
    default: []
    }
  }

  private static func shorter(_ names: [Name]) -> [[Name]] {
    names.count < 2 ? [] : names.indices.map { without($0, names) }
  }

  private static func without<Element>(_ place: Int, _ list: [Element]) -> [Element] {
    var list = list
    list.remove(at: place)
    return list
  }
}
