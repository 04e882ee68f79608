/// The catalog, arranged for looking things up while a file is read.
struct Vocabulary: Sendable {
  /// How much a call tells by its name alone.
  enum Strength: Comparable {
    /// Nothing: other classes have such a name, too.
    case weak
    /// Something, in a file that names classes of AssetsLibrary.
    case fair
    /// All: nothing else has such a name.
    case strong
  }

  let symbols: [Symbol]
  /// Gives the known names their numbers; files begin with a copy of it.
  private(set) var names: Names
  /// Rows that a name alone stands for: classes, constants, functions, full names of cases.
  private(set) var bare: [Int32: Int] = [:]
  /// Rows by selector.
  private(set) var selectors: [String: [Int]] = [:]
  /// Rows by the name of a member in Swift, old or new.
  private(set) var members: [Int32: [(row: Int, spelling: Spelling)]] = [:]
  /// Cases of enumerations by their name in Swift.
  private(set) var cases: [Int32: [Int]] = [:]
  /// The rows of initializers by the class.
  private(set) var initializers: [Int32: Int] = [:]
  /// The classes and enumerations.
  private(set) var types: Set<Int32> = []
  /// What closures of these types are called with first.
  private(set) var blocks: [Int32: Int32] = [:]
  private(set) var importRow: Int?
  private(set) var linkRow: Int?
  private(set) var stringRow: Int?
  /// Whether the files of a scan declare members of our types, so that a file can use them without
  /// naming any.
  private(set) var hasMembers = false
  /// Other names of types that the files of a scan declare, and names of type parameters.
  private(set) var aliases: Set<Int32> = []
  private(set) var strengths: [Strength] = []

  init(_ catalog: Catalog) {
    symbols = catalog.symbols
    names = Names(known: [])
    var names = Names(known: Word.allCases.map(\.text) + Self.allNames(catalog))
    for (row, symbol) in symbols.enumerated() {
      strengths.append(Self.strength(of: symbol))
      switch symbol.kind {
      case .class, .enum:
        types.insert(names.number(of: symbol.objectiveC))
        addBare(row, symbol, &names)
      case .typealias, .constant, .notification, .function: addBare(row, symbol, &names)
      case .enumCase:
        addBare(row, symbol, &names)
        for text in [symbol.swift, symbol.swift2] {
          guard let name = Spelling(swift: text)?.base else { continue }
          add(row, to: &cases[names.number(of: name), default: []])
        }
      case .`init`: initializers[names.number(of: symbol.owner)] = row
      case .method, .property: addMember(row, symbol, &names)
      case .import: importRow = importRow ?? row
      case .linkFlag: linkRow = linkRow ?? row
      case .string: stringRow = stringRow ?? row
      }
    }
    for (block, type) in Self.blockTypes {
      blocks[names.number(of: block)] = names.number(of: type)
    }
    self.names = names
  }

  /// Adds the names of the types that the files of a scan declare members of.
  mutating func know(_ index: ProjectIndex) {
    hasMembers = index.leadsToOurs
    names.know(index.typeNames.sorted())
    aliases = Set(index.aliasNames.compactMap(names.find))
  }

  /// Whether a name is that of a class or enumeration.
  func isType(_ text: String) -> Bool { names.find(text).map(types.contains) ?? false }

  /// A block type whose blocks are called with an object of a class first.
  func blockName(of type: Int32) -> Int32? {
    blocks.filter { $0.value == type }.keys.min()
  }

  private mutating func addBare(_ row: Int, _ symbol: Symbol, _ names: inout Names) {
    for text in [symbol.objectiveC, symbol.swift, symbol.swift2] {
      let name = text.prefix { $0 != "(" && $0 != " " }.split(separator: ".").last.map(String.init)
      // A short name, such as that of a case, counts by its enumeration only.
      guard let name, Self.prefixes.contains(where: name.hasPrefix) else { continue }
      let number = names.number(of: name)
      if bare[number] == nil { bare[number] = row }
    }
  }

  private mutating func addMember(_ row: Int, _ symbol: Symbol, _ names: inout Names) {
    if let selector = Spelling.selector(symbol.objectiveC) {
      add(row, to: &selectors[selector, default: []])
      if symbol.kind == .property {
        add(row, to: &selectors[Self.getter(selector), default: []])
      }
    }
    for text in Set([symbol.swift, symbol.swift2]) {
      guard let spelling = Spelling(swift: text) else { continue }
      members[names.number(of: spelling.base), default: []].append((row, spelling))
    }
  }

  private func add(_ row: Int, to rows: inout [Int]) {
    if !rows.contains(row) { rows.append(row) }
  }

  private static func getter(_ name: String) -> String {
    name.hasPrefix("is") ? name : "is" + name.prefix(1).uppercased() + name.dropFirst()
  }

  private static let prefixes = ["AL", "UI"]

  private static let blockTypes = [
    "ALAssetsLibraryGroupsEnumerationResultsBlock": "ALAssetsGroup",
    "ALAssetsLibraryAssetForURLResultBlock": "ALAsset",
    "ALAssetsLibraryGroupResultBlock": "ALAssetsGroup",
    "ALAssetsGroupEnumerationResultsBlock": "ALAsset",
  ]

  /// What members give that have members of their own, by the selector.
  static let results = [
    "defaultRepresentation": "ALAssetRepresentation",
    "representationForUTI:": "ALAssetRepresentation",
    "originalAsset": "ALAsset",
    "allPhotos": "ALAssetsFilter", "allVideos": "ALAssetsFilter", "allAssets": "ALAssetsFilter",
    "authorizationStatus": "ALAuthorizationStatus",
    "orientation": "ALAssetOrientation",
  ]

  /// Every name of the catalog must have its number before the first file, so that the numbers
  /// stay when a file's own names are forgotten.
  private static func allNames(_ catalog: Catalog) -> [String] {
    var names = Array(blockTypes.keys) + Array(blockTypes.values) + Array(results.values)
    for symbol in catalog.symbols {
      names.append(symbol.owner)
      names.append(symbol.objectiveC.split(separator: ":").first.map(String.init) ?? "")
      for text in [symbol.objectiveC, symbol.swift, symbol.swift2] {
        names.append(text)
        if let base = Spelling(swift: text)?.base { names.append(base) }
        let head = text.prefix { $0 != "(" && $0 != " " }.split(separator: ".").last
        names.append(head.map(String.init) ?? "")
      }
    }
    return names
  }

  private static func strength(of symbol: Symbol) -> Strength {
    guard [.method, .property].contains(symbol.kind) else { return .weak }
    let selector = Spelling.selector(symbol.objectiveC) ?? ""
    let strong = [
      "defaultRepresentation", "setAssetsFilter:", "representationForUTI:",
      "enumerateAssetsUsingBlock:", "disableSharedPhotoStreamsSupport",
    ]
    let fair = [
      "numberOfAssets", "posterImage", "aspectRatioThumbnail", "fullResolutionImage",
      "fullScreenImage", "CGImageWithOptions:", "originalAsset",
    ]
    if strong.contains(selector) || selector.contains("SavedPhotosAlbum")
      || selector.count(where: { $0 == ":" }) > 1
      || (Spelling(swift: symbol.swift)?.labels?.count ?? 0) > 1
    {
      return .strong
    }
    return fair.contains(selector) ? .fair : .weak
  }

  /// The type of what the member of a row gives.
  func result(of row: Int) -> TypeNote {
    guard let selector = Spelling.selector(symbols[row].objectiveC),
      let type = Self.results[selector], let number = names.find(type)
    else { return .unknown }
    return .object(number)
  }
}
