import DiptychEngine
import DiptychPlatform
import DiptychTesting
import Foundation

/// What one of many processes on a library does.
///
///     ring LIBRARY SEED      turns albums, saves photos and reads, until it is killed
///     observe LIBRARY        says when it is told of each commit, until it is killed
///     open LIBRARY           opens the library, and makes it when it is missing
package enum ProcessVictim {
  /// - Returns: Whether the arguments are a victim's.
  package static func run(_ arguments: [String]) async throws -> Bool {
    switch (arguments.first, arguments.count) {
    case ("ring", 3):
      try turn(arguments[1], seed: UInt64(arguments[2]) ?? 0)
    case ("observe", 2):
      try await observe(arguments[1])
    case ("open", 2):
      let library = try Library.open(configuration(arguments[1], RealSystemCalls()))
      say(library.uuid.uuidString)
      library.close()
    default: return false
    }
    return true
  }

  static func configuration(_ path: String, _ calls: any SystemCalls) -> LibraryConfiguration {
    var configuration = SweepStage.configuration(path, calls)
    configuration.identifiers = RandomIdentifiers()
    configuration.busyTimeout = 30_000_000
    return configuration
  }

  private static func turn(_ path: String, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let watch = WriterWatch()
    try watch.attach()
    var configuration = configuration(path, watch.systemCalls(RealSystemCalls()))
    configuration.vfs = FaultVFS.name
    let library = try Library.open(configuration)
    var number = 0
    while true {
      let place = Int.random(in: 0..<AlbumRing.count, using: &generator)
      try library.write(client: "ring") { try AlbumRing.turn($0, at: place) }
      say("turned")
      number += 1
      if number % 8 == 0 {
        try library.user.save(
          TestPicture.png(width: 5, height: 4, seed: Int(seed & 0xFFFF) + number).data,
          named: nil)
      }
      if let problem = try readTwice(library) ?? watch.findings.violation {
        say("PROBLEM \(problem)")
        exit(3)
      }
    }
  }

  /// A snapshot holds one ring, however many others turn it meanwhile.
  private static func readTwice(_ library: Library) throws -> String? {
    try library.read { transaction in
      let first = try AlbumRing.walk(transaction)
      let token = try transaction.token()
      RealSystemCalls().pause(300)
      let second = try AlbumRing.walk(transaction)
      guard first != nil else { return "a reader found the ring open" }
      let isSame = try first == second && token == transaction.token()
      return isSame ? nil : "a snapshot changed under its reader"
    }
  }

  private static func observe(_ path: String) async throws {
    let library = try Library.open(configuration(path, RealSystemCalls()))
    let scope = LibraryScope(library: library, delivery: .private)
    let subscription = try library.observeChanges(in: scope) { summary, _ in
      say("told \(summary.token) \(DispatchTime.now().uptimeNanoseconds)")
    }
    defer { withExtendedLifetime(subscription) {} }
    say("ready")
    while true { try await Task.sleep(nanoseconds: 1_000_000_000) }
  }

  /// Written at once: whoever reads it knows that it happened.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
