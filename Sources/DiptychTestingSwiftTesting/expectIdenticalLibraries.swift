import DiptychTesting
import Testing

/// Runs two pieces of code on twin libraries and records an issue, at the line of the call, when
/// they do not leave the same library.
///
///     await expectIdenticalLibraries(
///       legacy: { try await LegacySaver().save(image, to: "Trip") },
///       modern: { try await ModernSaver().save(image, to: "Trip") })
///
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
///   - sourceLocation: Where a failure is reported.
/// - Returns: What both left; nil after an issue.
@discardableResult
public func expectIdenticalLibraries(
  @LibraryBuilder given contents: () -> [any LibraryContent] = { [] }, seed: Int = 1,
  client: String = "App", access: TestPhotoLibrary.Access = .authorized,
  profile: TestPhotoLibrary.Profile = .documented,
  delivery: TestPhotoLibrary.Delivery = .main, level: TestPhotoLibrary.Level = .state,
  ignoring: Set<LibraryField> = [], allowing: [AllowedDifference] = [],
  settlingWithin limit: Double = 5, endingWithin time: Double = 60,
  isolation: isolated (any Actor)? = #isolation,
  legacy: () async throws -> Void, modern: () async throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) async -> LibraryComparison? {
  await expectIdenticalLibraries(
    given: { contents() }, seed: seed, client: client, access: access, profile: profile,
    delivery: delivery, level: level, ignoring: ignoring, allowing: allowing,
    settlingWithin: limit, endingWithin: time, legacy: { _ in try await legacy() },
    modern: { _ in try await modern() }, sourceLocation: sourceLocation)
}

/// The same; each half gets its library, to answer prompts, play the user or start steps.
///
/// Parameters and result are those of the form without libraries.
@discardableResult
public func expectIdenticalLibraries(
  @LibraryBuilder given contents: () -> [any LibraryContent] = { [] }, seed: Int = 1,
  client: String = "App", access: TestPhotoLibrary.Access = .authorized,
  profile: TestPhotoLibrary.Profile = .documented,
  delivery: TestPhotoLibrary.Delivery = .main, level: TestPhotoLibrary.Level = .state,
  ignoring: Set<LibraryField> = [], allowing: [AllowedDifference] = [],
  settlingWithin limit: Double = 5, endingWithin time: Double = 60,
  isolation: isolated (any Actor)? = #isolation,
  legacy: (TestPhotoLibrary) async throws -> Void,
  modern: (TestPhotoLibrary) async throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) async -> LibraryComparison? {
  do {
    let setup = ComparisonSetup(
      contents: contents(), seed: seed, client: client, access: access, profile: profile,
      delivery: delivery, level: level, ignoring: ignoring, allowing: allowing, limit: limit,
      time: time, place: "\(sourceLocation.fileID):\(sourceLocation.line)")
    return try await Comparer(setup).compare(legacy: legacy, modern: modern)
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
    return nil
  }
}
