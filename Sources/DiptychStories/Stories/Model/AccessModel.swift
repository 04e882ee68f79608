import DiptychEngine
import Foundation

/// The privacy settings of the application under test.
struct AccessModel: Sendable {
  /// Whether the permission for places decides, as where photos had none of their own (decision 27).
  var isForPlaces = false
  var reading = AccessStatus.authorized
  var adding = AccessStatus.authorized
  /// What a limited application may see.
  var selection: Set<UUID> = []
  /// Assets that came into the selection or left it by the user's choice, and are not logged yet.
  var reselected: Set<UUID> = []
  /// What the user was asked in the present step.
  var prompts: [String] = []

  var canRead: Bool { reading == .authorized || reading == .limited }
  var isLimited: Bool { reading == .limited }

  /// The status for saving: that for adding, else that for everything (decision 23).
  private var saving: AccessStatus { adding == .notDetermined ? reading : adding }

  mutating func set(_ preset: AccessPreset) {
    reading = preset.status(.readWrite)
    adding = preset.status(.addOnly)
    if isForPlaces, preset != .notDetermined {
      // What is not decided for photos is open with places.
      if reading == .notDetermined { reading = .authorized }
      if adding == .notDetermined { adding = .authorized }
    }
    var chosen: Set<UUID> = []
    if case .limited(let uuids) = preset { chosen = Set(uuids) }
    reselected.formSymmetricDifference(selection.symmetricDifference(chosen))
    selection = chosen
  }

  /// Asks for everything if nothing was decided.
  mutating func ask(_ answer: PromptAnswer) {
    guard reading == .notDetermined else { return }
    guard !isForPlaces else {
      prompts.append("location")
      return set(answer == .refuse ? .denied : .authorized)
    }
    prompts.append("access read-write")
    switch answer {
    case .allow: set(.authorized)
    // What was decided for adding stays.
    case .refuse: reading = .denied
    case .select(let uuids): set(.limited(uuids))
    }
  }

  mutating func requireReading(_ answer: PromptAnswer) throws(ModelFailure) {
    ask(answer)
    if reading == .restricted { throw .restricted }
    guard canRead else { throw .denied }
  }

  /// What a save through AssetsLibrary needs.
  mutating func requireLegacySaving(_ answer: PromptAnswer) throws(ModelFailure) {
    if saving == .notDetermined { ask(answer) }
    if saving == .restricted { throw .restricted }
    guard saving == .authorized || saving == .limited else { throw .denied }
  }

  /// What a change block needs before it runs.
  /// - Returns: Whether it may only add.
  mutating func admitBlock(
    _ answer: PromptAnswer, _ profile: BehaviorProfile
  ) throws(ModelFailure) -> Bool {
    let mayAdd = adding == .authorized || adding == .limited
    if reading == .notDetermined || reading == .denied, mayAdd { return true }
    if profile.undecidedChangeFails, !canRead { throw .undecided }
    try requireReading(answer)
    return false
  }
}
