import Foundation

// On Apple systems `date as CVarArg` and `identifiers as CVarArg` compile because both types bridge
// to Objective-C objects. Client code writes these casts for the arguments of predicates, so the
// types conform here (P17). As arguments of `String(format:)` they print their description.

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The text that stands for the date where a C format wants an object.
  public var _cVarArgObject: any CVarArg { NSString(string: description) }

  /// Never asked for, because the object above is asked for first.
  public var _cVarArgEncoding: [Int] { description._cVarArgObject._cVarArgEncoding }
}

extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The text that stands for the array where a C format wants an object.
  public var _cVarArgObject: any CVarArg { NSString(string: description) }

  /// Never asked for, because the object above is asked for first.
  public var _cVarArgEncoding: [Int] { description._cVarArgObject._cVarArgEncoding }
}
