/// What comparing two halves found when they agree.
public struct LibraryComparison: Sendable {
  /// What the legacy half left, as text.
  public let legacy: String
  /// What the modern half left, as text.
  public let modern: String
  /// The lines that differ and were allowed to, by the name of the difference that allowed them.
  public let allowed: [String: [LibraryDifference.Line]]
}

/// What two halves start from, and how they are compared.
package struct ComparisonSetup {
  package var contents: [any LibraryContent]
  package var seed: Int
  package var client: String
  package var access: TestPhotoLibrary.Access
  package var profile: TestPhotoLibrary.Profile
  package var delivery: TestPhotoLibrary.Delivery
  package var level: TestPhotoLibrary.Level
  package var ignoring: Set<LibraryField>
  package var allowing: [AllowedDifference]
  package var limit: Double
  /// Seconds that a half may take until it returns.
  package var time: Double
  /// Where the comparison stands in the sources.
  package var place: String
  /// What happens to a half that does not return.
  package var expire: @Sendable (String) -> Void = Deadline.endProcess

  package init(
    contents: [any LibraryContent], seed: Int, client: String, access: TestPhotoLibrary.Access,
    profile: TestPhotoLibrary.Profile, delivery: TestPhotoLibrary.Delivery,
    level: TestPhotoLibrary.Level, ignoring: Set<LibraryField>, allowing: [AllowedDifference],
    limit: Double, time: Double, place: String = ""
  ) {
    self.contents = contents
    self.seed = seed
    self.client = client
    self.access = access
    self.profile = profile
    self.delivery = delivery
    self.level = level
    self.ignoring = ignoring
    self.allowing = allowing
    self.limit = limit
    self.time = time
    self.place = place
  }
}
