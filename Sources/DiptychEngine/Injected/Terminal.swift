internal import CDiptychSystem
import Foundation

/// What the system knows of a terminal.
package enum Terminal {
  /// How many characters fit into a line; nil where the descriptor is no terminal.
  package static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
