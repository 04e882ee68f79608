/// A declared difference between the two generations (decisions, section B).
package enum Divergence: String, Sendable, CaseIterable {
  case equalTitles = "D1"
  case emptyTitle = "D2"
  case insertion = "D3"
  case missingCalls = "D4"
  case transactions = "D5"
  case fileName = "D6"
  case metadataArgument = "D7"
  case valuesOfTheApp = "D8"
  case bitmapWithoutMetadata = "D9"
  case handle = "D10"
  case modifiedCopy = "D11"
  case replacedContent = "D12"
  case mayChange = "D13"
  case refusedRead = "D14"
  case refusedWrite = "D15"
  case prompts = "D16"
  case newStatuses = "D17"
  case errorCodes = "D18"
  case liveObjects = "D19"
  case equality = "D20"
  case endOfWalk = "D21"
  case invalidProperty = "D22"
  case storedPixels = "D23"
  case burstMembers = "D24"
  case flatFolders = "D25"
  case filter = "D26"
  case systemAlbumName = "D27"
  case notices = "D28"
  case threads = "D29"
  case reservedNames = "D30"

  /// Where a divergence shows.
  package enum Level: String, Sendable {
    /// In what a library holds, in canonical names.
    case state
    /// In identifiers and history only.
    case exact
    /// In the bytes of files.
    case bytes
    /// One API has no call for it.
    case capability
    /// In what calls report.
    case reports
    case prompts
    case access
    case reads
    case notifications
    case threads
    /// In a profile with quirks only.
    case profile
  }

  /// What is declared of a divergence.
  package struct Declaration: Sendable {
    package let level: Level
    /// The facts and decisions that it rests on.
    package let facts: [String]
    /// What differs, in a sentence.
    package let summary: String

    fileprivate init(_ level: Level, _ facts: String, _ summary: String) {
      self.level = level
      self.facts = facts.split(separator: " ").map(String.init)
      self.summary = summary
    }
  }

  /// Where it shows, what it rests on, and what differs.
  package var declaration: Declaration {
    switch self {
    case .equalTitles:
      Declaration(
        .state, "L47 P75", "A title in use gives a nil group; Photos makes a second album.")
    case .emptyTitle:
      Declaration(.state, "L50 P76", "An empty title gives a nil group; Photos accepts it.")
    case .insertion:
      Declaration(.state, "L62 P111", "AssetsLibrary only appends; Photos inserts anywhere.")
    case .missingCalls:
      Declaration(
        .capability, "L162 P101", "AssetsLibrary neither deletes nor moves nor changes properties.")
    case .transactions:
      Declaration(.exact, "L135 P89", "Saving and adding are two commits; Photos makes them one.")
    case .fileName:
      Declaration(.state, "L146 P134", "AssetsLibrary generates file names; Photos keeps them.")
    case .metadataArgument:
      Declaration(
        .bytes, "L142 P131", "AssetsLibrary merges a metadata argument; Photos keeps the bytes.")
    case .valuesOfTheApp:
      Declaration(
        .bytes, "L142 P126", "A date goes into the file; Photos keeps it beside the file.")
    case .bitmapWithoutMetadata:
      Declaration(.state, "L140 P129", "A bitmap without metadata loses its orientation.")
    case .handle:
      Declaration(.exact, "L103 P57", "AssetsLibrary hands out URLs; Photos hands out identifiers.")
    case .modifiedCopy:
      Declaration(.state, "L160 P131", "A modified copy knows its original; in Photos it does not.")
    case .replacedContent:
      Declaration(.state, "L157 P217", "New content replaces the old; in Photos it can be undone.")
    case .mayChange:
      Declaration(.access, "L156 P97", "An application changes what it wrote; in Photos anything.")
    case .refusedRead:
      Declaration(.reports, "L191 P173", "A refused read is an error; in Photos an empty result.")
    case .refusedWrite:
      Declaration(.reports, "L155 P174", "A refused write is -3310; in Photos 3311.")
    case .prompts:
      Declaration(.prompts, "L188 P170", "The first access asks; Photos also has a call that asks.")
    case .newStatuses:
      Declaration(
        .reports, "P171 P177", "Limited access reads as authorized; Photos tells it apart.")
    case .errorCodes:
      Declaration(.reports, "L155 P136", "Errors are negative numbers; in Photos positive ones.")
    case .liveObjects:
      Declaration(.reads, "L81 P62", "Objects are read at the call; in Photos they are snapshots.")
    case .equality:
      Declaration(.reads, "L106 P61", "Objects equal themselves alone; in Photos by identity.")
    case .endOfWalk:
      Declaration(.reads, "L28 P51", "A call with nil ends a walk; in Photos nothing does.")
    case .invalidProperty:
      Declaration(.reads, "L94 P1", "A photo's duration is a string that says so; in Photos 0.")
    case .storedPixels:
      Declaration(.reads, "L128 P63", "Dimensions are as stored; in Photos they are upright.")
    case .burstMembers:
      Declaration(.reads, "L101 P41", "Members of a burst never show; Photos shows them if asked.")
    case .flatFolders:
      Declaration(.reads, "L36 P66", "AssetsLibrary lists albums flat; Photos shows folders.")
    case .filter:
      Declaration(.reads, "L80 P15", "A filter stays with the group; in Photos it is of one fetch.")
    case .systemAlbumName:
      Declaration(.reads, "L43 P73", "The Camera Roll is called Recents in Photos.")
    case .notices:
      Declaration(
        .notifications, "L175 L176 L179 P148 P149 P153",
        "A used library posts URLs; Photos tells observers the indexes in what was fetched.")
    case .threads:
      Declaration(.threads, "L21 P96", "Results come on the main queue; in Photos on another.")
    case .reservedNames:
      Declaration(
        .profile, "L51",
        "On old systems the name of a deleted album stays reserved for AssetsLibrary.")
    }
  }

  /// What differs, in a sentence.
  package var summary: String { declaration.summary }
}

/// A line on which a row's halves must disagree, and why.
package struct DeclaredDifference: Hashable, Sendable {
  /// The object's name in the dump, such as `a1`.
  package let object: String
  package let field: String
  package let divergence: Divergence

  package init(_ object: String, _ field: String, _ divergence: Divergence) {
    self.object = object
    self.field = field
    self.divergence = divergence
  }
}
