import DiptychStories
import Foundation

/// A lesson as an exercise: a package with the old file, an empty new one, and a test that fails.
struct LessonExercise {
  let lesson: Lesson

  /// The name of the module, such as `TheCover`.
  private var module: String {
    lesson.name.split(separator: "-").map(\.capitalized).joined()
  }

  init(_ lesson: Lesson) {
    self.lesson = lesson
  }

  /// The file that is to be written or mended, below the folder.
  var open: String { "Sources/\(module)/\(lesson.exercise?.skeleton.file ?? "")" }

  /// Writes the package and gives the files, below the folder.
  func write(to folder: String, package: String) throws -> [String] {
    guard let exercise = lesson.exercise else {
      throw CommandFailure(
        .unavailable, "The lesson \(lesson.name) is not installed in full. Build Diptych again.")
    }
    let present = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard present.isEmpty else {
      throw CommandFailure(
        .badData, "The folder \(folder) is not empty. Give a new or an empty one.")
    }
    var files: [(name: String, text: String)] = [
      ("Package.swift", manifest(package)),
      ("README.md", "# \(lesson.title)\n\n\(lesson.summary)\n\n\(exercise.text)\n"),
    ]
    let sources = "Sources/\(module)/"
    files += exercise.given.map { (sources + $0.file, $0.text) }
    files.append((sources + exercise.skeleton.file, exercise.skeleton.text))
    files.append(("Tests/\(module)Tests/\(module)Tests.swift", test(exercise)))
    do {
      for file in files {
        let url = URL(fileURLWithPath: folder).appendingPathComponent(file.name)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
      }
    } catch {
      throw CommandFailure(
        .unavailable, "The folder \(folder) cannot be written. Give one that can.")
    }
    return files.map(\.name)
  }

  /// Runs the test of the exercise, whose own output is shown.
  func check(_ folder: String, _ console: Console) throws -> ExitStatus {
    let test = "Tests/\(module)Tests/\(module)Tests.swift"
    guard FileManager.default.fileExists(atPath: "\(folder)/\(test)") else {
      throw CommandFailure(
        .badData,
        "\(folder) has no exercise of this lesson. Write one with `diptych lesson \(lesson.number) "
          + "--exercise FOLDER`.")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Exercises use Swift Testing only; XCTest would report that it ran no tests.
    process.arguments = ["swift", "test", "--disable-xctest", "--package-path", folder]
    do {
      try process.run()
    } catch {
      throw CommandFailure(.unavailable, "Swift cannot be run. Put it on PATH.")
    }
    process.waitUntilExit()
    let isSolved = process.terminationStatus == 0
    try console.out(
      isSolved
        ? "Solved: the test passes.\n"
        : "Not yet: the lines above say what differs.\n")
    return isSolved ? .success : .differs
  }

  private func test(_ exercise: Lesson.Exercise) -> String {
    exercise.test.replacingOccurrences(of: "import Lessons\n", with: "import \(module)\n")
  }

  private func manifest(_ package: String) -> String {
    """
    // swift-tools-version: 6.2

    import PackageDescription

    let package = Package(
      name: "\(module)",
      dependencies: [.package(name: "Diptych", path: "\(package)")],
      targets: [
        .target(
          name: "\(module)",
          dependencies: [
            .product(name: "AssetsLibrary", package: "Diptych"),
            .product(name: "Photos", package: "Diptych"),
            .product(name: "UIKit", package: "Diptych"),
          ],
          swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
          name: "\(module)Tests",
          dependencies: [
            "\(module)", .product(name: "DiptychTestingSwiftTesting", package: "Diptych"),
          ],
          swiftSettings: [.swiftLanguageMode(.v5)]),
      ]
    )

    """
  }
}
