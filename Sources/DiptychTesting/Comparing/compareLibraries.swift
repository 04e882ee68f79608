/// Runs two pieces of code on twin libraries and compares what they leave.
///
/// Both libraries start the same: same contents, seed, clock, client, access and profile. Each half
/// runs with its own library in force and is waited for until the library is settled: no queued
/// block, write, callback or prompt is left. Comparisons of one process run one at a time.
///
///     try await compareLibraries(
///       given: { Album("Trip") },
///       legacy: { try await LegacySaver().save(image, to: "Trip") },
///       modern: { try await ModernSaver().save(image, to: "Trip") })
///
/// With Swift Testing or XCTest, use `expectIdenticalLibraries` of `DiptychTestingSwiftTesting` or
/// `DiptychTestingXCTest`, which reports at the line of the call.
/// - Parameters:
///   - contents: What both libraries hold at the start.
///   - seed: What identifiers follow from.
///   - client: The name of the application under test.
///   - access: What the user has decided for it.
///   - profile: How the APIs behave where systems differ from their documentation.
///   - delivery: Where results of the old API arrive.
///   - level: How much has to agree.
///   - ignoring: Lines that are left out of the comparison, in every object.
///   - allowing: Known differences between the APIs that may show.
///   - limit: Seconds that a half may take to settle after it has returned.
///   - time: Seconds that a half may take until it returns. Then it is named on standard error with
///     what it waits for, and the process ends with status 70, unless a debugger holds it. Time in
///     which other tests keep the process from running the half counts only in part: by the clock
///     it may be ten times as long.
///   - isolation: The actor that the halves run on; the caller's.
///   - legacy: The code for the old API.
///   - modern: The code for the modern API.
/// - Returns: What both left, and what was allowed.
/// - Throws: ``LibraryDifference`` when the libraries differ; ``ComparisonFailure`` when a half
///   threw, did not settle, or left a damaged library.
@discardableResult
public func compareLibraries(
  @LibraryBuilder given contents: () -> [any LibraryContent] = { [] }, seed: Int = 1,
  client: String = "App", access: TestPhotoLibrary.Access = .authorized,
  profile: TestPhotoLibrary.Profile = .documented,
  delivery: TestPhotoLibrary.Delivery = .main, level: TestPhotoLibrary.Level = .state,
  ignoring: Set<LibraryField> = [], allowing: [AllowedDifference] = [],
  settlingWithin limit: Double = 5, endingWithin time: Double = 60,
  isolation: isolated (any Actor)? = #isolation,
  legacy: () async throws -> Void, modern: () async throws -> Void
) async throws -> LibraryComparison {
  try await compareLibraries(
    given: { contents() }, seed: seed, client: client, access: access, profile: profile,
    delivery: delivery, level: level, ignoring: ignoring, allowing: allowing,
    settlingWithin: limit, endingWithin: time, legacy: { _ in try await legacy() },
    modern: { _ in try await modern() })
}

/// Runs two pieces of code on twin libraries and compares what they leave; each half gets its
/// library, to answer prompts, play the user or start steps.
///
/// Parameters, result and errors are those of the form without libraries.
@discardableResult
public func compareLibraries(
  @LibraryBuilder given contents: () -> [any LibraryContent] = { [] }, seed: Int = 1,
  client: String = "App", access: TestPhotoLibrary.Access = .authorized,
  profile: TestPhotoLibrary.Profile = .documented,
  delivery: TestPhotoLibrary.Delivery = .main, level: TestPhotoLibrary.Level = .state,
  ignoring: Set<LibraryField> = [], allowing: [AllowedDifference] = [],
  settlingWithin limit: Double = 5, endingWithin time: Double = 60,
  isolation: isolated (any Actor)? = #isolation,
  legacy: (TestPhotoLibrary) async throws -> Void,
  modern: (TestPhotoLibrary) async throws -> Void
) async throws -> LibraryComparison {
  let setup = ComparisonSetup(
    contents: contents(), seed: seed, client: client, access: access, profile: profile,
    delivery: delivery, level: level, ignoring: ignoring, allowing: allowing, limit: limit,
    time: time)
  return try await Comparer(setup).compare(legacy: legacy, modern: modern)
}
