import DiptychCommands
import Foundation

/// The program `diptych`. Its main function is asynchronous, so the main queue is served while a
/// command waits for results that the legacy facade delivers there.
@main
struct Diptych {
  static func main() async {
    exit(await CommandLineProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
