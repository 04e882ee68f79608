#if DIPTYCH_PLANTED_FAULTS
  import Foundation

  private let chosenFault = ProcessInfo.processInfo.environment["DIPTYCH_PLANTED_FAULT"]

  /// Whether the code is to be wrong here on purpose, to see whether the stories find it.
  ///
  /// Exists only in builds made with `-DDIPTYCH_PLANTED_FAULTS` (`scripts/planted-faults`), and there
  /// only the one fault that the environment names is in force.
  package func isPlanted(_ name: String) -> Bool { chosenFault == name }
#endif
