import DiptychEngine
import Foundation

extension SweptOperation {
  /// Every decision about what an application may do.
  package static let access: [SweptOperation] = [
    access("decide about access") { stage in
      try stage.library.access.set(.denied, "Another")
    },
    access("select what may be seen") { stage in
      try stage.library.access.set(.limited(Array(stage.assets[0...1])), "App")
    },
    access("decide together with the answer to come") { stage in
      try stage.library.access.set(.notDetermined, answering: .refuse, "App")
    },
    access("select and keep what is the application's own") { stage in
      try stage.library.access.setKeepingOwn(.limited([]), "App")
    },
    access("decide about places") { stage in
      try stage.library.access.setLocation(.denied, "App")
    },
    access("leave an answer") { stage in
      try stage.library.access.store(.refuse, for: "App")
    },
    access("ask for access", prepare: undecided) { stage in
      try stage.expect(.authorized, stage.library.access.requestStatus(.readWrite, "App"))
    },
    access("ask for access to add", prepare: undecided) { stage in
      try stage.expect(.authorized, stage.library.access.requestStatus(.addOnly, "App"))
    },
    access("ask about places", prepare: undecided) { stage in
      stage.library.profile = .documented.with(.needsLocationPermission)
      try stage.expect(.authorized, stage.library.access.requestStatus(.readWrite, "App"))
    },
    // The answer is taken in a transaction of its own; what was answered is not answered again.
    access(
      "ask for access with an answer left",
      prepare: { stage in
        try undecided(stage)
        try stage.library.access.store(.refuse, for: "App")
      }, parts: [{ _ = try $0.library.access.confirm(.location, "App") }]
    ) { stage in
      try stage.expect(.denied, stage.library.access.requestStatus(.readWrite, "App"))
    },
  ]

  static func undecided(_ stage: SweepStage) throws {
    try stage.library.access.set(.notDetermined, "App")
  }

  /// Every row that says what somebody may do.
  static func decisions(_ place: SweepPlace) throws -> String {
    try place.library.read { transaction in
      try [
        "SELECT client || ' ' || level || ' ' || status FROM access ORDER BY client, level",
        "SELECT client || ' sees ' || asset FROM access_selection ORDER BY client, asset",
        "SELECT client || ' gets ' || answer FROM answers ORDER BY id",
      ].flatMap { try transaction.connection.all($0) { $0.text(0) } }
    }.joined(separator: "\n")
  }

  private static func access(
    _ name: String, prepare: (@Sendable (SweepStage) throws -> Void)? = nil,
    parts: [@Sendable (SweepStage) throws -> Void] = [],
    _ run: @escaping @Sendable (SweepStage) throws -> Void
  ) -> SweptOperation {
    engine(name, prepare: prepare, beside: decisions, parts: parts, run)
  }
}

extension SweepStage {
  fileprivate func expect(_ expected: AccessStatus, _ status: AccessStatus) throws {
    guard status == expected else { throw SweepFailure("The access is \(status).") }
  }
}
