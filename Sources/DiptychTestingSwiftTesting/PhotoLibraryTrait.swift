import DiptychTesting
import Testing

/// Gives each test, or each case of a test with arguments, a photo library of its own.
///
///     @Test(.photoLibrary) func saves() async throws {
///       try await Saver().save(image, to: "Trip")
///       #expect(TestPhotoLibrary.current.album("Trip")?.assets.count == 1)
///     }
public struct PhotoLibraryTrait: TestTrait, SuiteTrait, TestScoping {
  private let mode: TestPhotoLibrary.Mode
  private let limit: Double
  private let make: @Sendable () throws -> TestPhotoLibrary

  init(
    _ mode: TestPhotoLibrary.Mode, limit: Double,
    _ make: @escaping @Sendable () throws -> TestPhotoLibrary
  ) {
    self.mode = mode
    self.limit = limit
    self.make = make
  }

  /// Holds for the tests of a suite, each with its own library.
  public var isRecursive: Bool { true }

  /// Runs a test in the scope of a new library. Records an issue when the test leaves work behind
  /// that is not done in time.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await TestPhotoLibrary.takingTurn(mode) {
      let library = try make()
      defer { library.close() }
      try await library.run {
        try await function()
        library.isMainQueueLate = false
        let left = await library.settle(within: limit)
        if !left.isEmpty {
          Issue.record(
            "The test left work behind: \(left.joined(separator: ", ")). Wait for it in the test.",
            sourceLocation: test.sourceLocation)
        }
      }
    }
  }
}

extension Trait where Self == PhotoLibraryTrait {
  /// An empty photo library for each test; tests with libraries run one at a time.
  public static var photoLibrary: Self { photoLibrary() }

  /// A photo library for each test.
  /// - Parameters:
  ///   - mode: Whether tests with libraries run side by side.
  ///   - client: The name of the application under test.
  ///   - profile: How the APIs behave where systems differ from their documentation.
  ///   - access: What the user has decided for the application.
  ///   - delivery: Where results of the old API arrive.
  ///   - limit: Seconds that the library may take to settle after the test.
  ///   - contents: What the library holds at the start.
  public static func photoLibrary(
    _ mode: TestPhotoLibrary.Mode = .oneAtATime, client: String = "App",
    profile: TestPhotoLibrary.Profile = .documented,
    access: TestPhotoLibrary.Access = .authorized,
    delivery: TestPhotoLibrary.Delivery = .main, settlingWithin limit: Double = 5,
    @LibraryBuilder contents: @escaping @Sendable () -> [any LibraryContent] = { [] }
  ) -> Self {
    PhotoLibraryTrait(mode, limit: limit) {
      try TestPhotoLibrary(
        client: client, profile: profile, access: access, delivery: delivery, contents: contents)
    }
  }
}
