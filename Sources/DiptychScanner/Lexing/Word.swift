/// Names that the scanner itself asks for. They have the first numbers of every `Names`.
enum Word: Int32, CaseIterable {
  case selfWord, weakSelf, strongSelf, wself, sself, bself, blockSelf
  case id, instancetype, auto, autoType, typeof, gnuTypeof, gnuTypeofEnds
  case `in`, `as`, `is`, `let`, `var`, `for`, `if`, `while`, `guard`, `switch`, `case`, `func`
  case `class`, `struct`, `enum`, `extension`, `protocol`, actor, `import`, interface
  case implementation, end, `return`, `else`, alloc, new, isKindOfClass, selector
  case addObject, insertObject, forEach, map, compactMap, flatMap, filter, first, last
  case nsArray, nsMutableArray, nsSet, nsMutableSet, nsOrderedSet, nsMutableOrderedSet
  case array, set, assetsLibrary, infoKey, orientation, `try`, await, `inout`, any, typeObject
  case anyType, `where`, `default`, `init`, `subscript`, `typealias`, `associatedtype`, typedef
  case compatibilityAlias, using, ownType, metatype, protocolType, optional, implicitOptional, some
  case borrowing, consuming, sending, isolated, element

  /// The word as sources write it.
  var text: String {
    switch self {
    case .selfWord: "self"
    case .autoType: "__auto_type"
    case .gnuTypeof: "__typeof"
    case .gnuTypeofEnds: "__typeof__"
    case .array: "Array"
    case .set: "Set"
    case .nsArray: "NSArray"
    case .nsMutableArray: "NSMutableArray"
    case .nsSet: "NSSet"
    case .nsMutableSet: "NSMutableSet"
    case .nsOrderedSet: "NSOrderedSet"
    case .nsMutableOrderedSet: "NSMutableOrderedSet"
    case .assetsLibrary: "AssetsLibrary"
    case .infoKey: "InfoKey"
    case .typeObject: "AnyObject"
    case .anyType: "Any"
    case .compatibilityAlias: "compatibility_alias"
    case .ownType: "Self"
    case .metatype: "Type"
    case .protocolType: "Protocol"
    case .optional: "Optional"
    case .implicitOptional: "ImplicitlyUnwrappedOptional"
    case .element: "Element"
    default: String(describing: self)
    }
  }

  /// What closures call the object that made them.
  static let selfNames: [Word] = [
    .selfWord, .weakSelf, .strongSelf, .wself, .sself, .bself, .blockSelf,
  ]
  /// Classes whose objects hold others.
  static let collections: [Word] = [
    .nsArray, .nsMutableArray, .nsSet, .nsMutableSet, .nsOrderedSet, .nsMutableOrderedSet,
    .array, .set,
  ]
  /// What a statement of Swift begins with, and the `in` of a closure.
  static let statements: [Word] = [
    .in, .let, .var, .for, .if, .while, .guard, .switch, .case, .return, .try, .await, .func,
    .class, .struct, .enum,
  ]
  /// What may stand before a type in Swift.
  static let typeModifiers: [Word] = [
    .inout, .any, .some, .borrowing, .consuming, .sending, .isolated,
  ]
  /// What a type has in common with those that it is wrapped in.
  static let optionals: [Word] = [.optional, .implicitOptional]
  /// Types that may be anything.
  static let anyTypes: [Word] = [.id, .instancetype, .auto, .autoType, .typeObject, .anyType]
}

extension Int32 {
  /// Whether a name's number is that of `word`.
  func isWord(_ word: Word) -> Bool { self == word.rawValue }

  /// Whether a name's number is that of one of `words`.
  func isWord(of words: [Word]) -> Bool { words.contains { $0.rawValue == self } }
}
