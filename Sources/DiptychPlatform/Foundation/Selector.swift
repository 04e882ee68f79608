/// The name of an Objective-C method. No value of this type can be made on Linux.
///
/// It exists so that calls which pass `nil` for a selector compile; where a function also has a
/// form with a closure, that form takes the selector's place.
public enum Selector: Hashable, Sendable {}
