import Foundation

#if FUZZER
  import CFuzzer
#endif

/// Hostile input for every part that reads what others wrote.
///
///     Fuzz list                          the names of the targets
///     Fuzz seeds TARGET FOLDER           writes the inputs that a run starts with
///     Fuzz dictionary TARGET             prints the words of its language, as libFuzzer reads them
///     Fuzz length TARGET                 prints the most bytes of an input
///     Fuzz replay TARGET FILE|FOLDER…    runs each file once
///     Fuzz run TARGET [FLAG|FOLDER…]     libFuzzer's loop, in a program that scripts/fuzz built
///
/// A crash, a hang, a trap or a wrong answer ends the process; what does not is fine.
@main
struct Fuzz {
  static func main() throws {
    var words = CommandLine.arguments.dropFirst()
    switch words.popFirst() {
    case "list": FuzzTargets.all.forEach { say($0.name) }
    case "seeds": try writeSeeds(of: target(words.popFirst()), to: words.popFirst() ?? ".")
    case "dictionary": printDictionary(of: target(words.popFirst()))
    case "length": say(String(target(words.popFirst()).maximumLength))
    case "replay": try replay(target(words.popFirst()), Array(words))
    case "run": run(target(words.popFirst()))
    default: refuse("Usage: Fuzz list | seeds | dictionary | length | replay | run TARGET …")
    }
  }

  private static func target(_ name: String?) -> any FuzzTarget {
    guard let name, let target = FuzzTargets.all.first(where: { $0.name == name }) else {
      refuse("There is no target of this name. `Fuzz list` names them.")
    }
    return target
  }

  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func refuse(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("\(reason)\n".utf8))
    exit(64)
  }

  private static func writeSeeds(of target: any FuzzTarget, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, seed) in try target.seeds().enumerated() {
      try seed.write(to: URL(fileURLWithPath: "\(folder)/seed-\(number)"))
    }
  }

  private static func printDictionary(of target: any FuzzTarget) {
    for word in target.dictionary {
      let escaped = word.utf8.map { byte in
        let isPlain = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
        return isPlain
          ? String(UnicodeScalar(byte))
          : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
      say("\"\(escaped.joined())\"")
    }
  }

  /// Runs files once, with the time of the slowest: an input that is slow here hangs elsewhere.
  private static func replay(_ target: any FuzzTarget, _ paths: [String]) throws {
    var count = 0
    var slowest = (seconds: 0.0, path: "")
    // Read before the first run: a target may go to a folder of its own.
    let inputs = try paths.flatMap(files).map { path in
      (path, [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }
    for (path, input) in inputs {
      let begun = DispatchTime.now()
      target.run(input)
      let nanoseconds = DispatchTime.now().uptimeNanoseconds - begun.uptimeNanoseconds
      let seconds = Double(nanoseconds) / 1e9
      if seconds > slowest.seconds { slowest = (seconds, path) }
      count += 1
    }
    let tenths = (slowest.seconds * 10).rounded() / 10
    say("\(target.name): \(count) inputs, the slowest took \(tenths) s (\(slowest.path))")
  }

  private static func files(_ path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      refuse("There is nothing at \(path). Give the paths of files or folders.")
    }
    guard isFolder.boolValue else { return [path] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map {
      "\(path)/\($0)"
    }
  }

  #if FUZZER
    // A C function has no context of its own.
    nonisolated(unsafe) private static var current: any FuzzTarget = FuzzTargets.all[0]
    // Safe: written once, before the loop begins, and read on the same thread.

    private static func run(_ target: any FuzzTarget) -> Never {
      current = target
      // The words `run` and the target's name are taken out.
      var count = CommandLine.argc - 2
      var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
        CommandLine.unsafeArgv + 2
      arguments?[0] = CommandLine.unsafeArgv[0]
      exit(
        LLVMFuzzerRunDriver(&count, &arguments) { bytes, length in
          Fuzz.current.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
          return 0
        })
    }
  #else
    private static func run(_ target: any FuzzTarget) -> Never {
      refuse("This program was built without libFuzzer. Run scripts/fuzz --target \(target.name).")
    }
  #endif
}
