import DiptychCommands
import Foundation

/// The program `diptych`. Its main function is asynchronous, so the main queue is served while a
/// command waits for results that the legacy facade delivers there.
@main
struct Diptych {
  static func main() async {
    // As bytes: `CommandLine.arguments` has other characters in the place of what is no text, which
    // would name another file.
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard let argument = String(validatingCString: bytes) else {
        exit(CommandLineProgram.refuse(String(cString: bytes)))
      }
      arguments.append(argument)
    }
    exit(await CommandLineProgram.run(arguments))
  }
}
