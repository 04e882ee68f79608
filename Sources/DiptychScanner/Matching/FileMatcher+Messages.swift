/// Messages of Objective-C: `[receiver label:argument label:argument]`.
extension FileMatcher {
  /// A message that was taken apart.
  struct Message {
    /// The last token of the receiver.
    let receiverEnd: Int
    let receiverStart: Int
    /// The first label.
    let head: Int
    let selector: String
    /// The positions of the labels.
    let labels: [Int]
    /// The positions of the first tokens of the arguments.
    let arguments: [Int]
    let close: Int
  }

  /// More labels than any selector has.
  private static var labelLimit: Int { 32 }

  /// The message between the bracket at `open` and its partner; nil where it is an array literal or
  /// a subscript.
  func message(_ open: Int) -> Message? {
    guard let close = partner(open), close > open + 2, !isMark(open - 1, "@"),
      let end = receiverEnd(open + 1, upTo: close), let first = name(end + 1)
    else { return nil }
    let head = end + 1
    guard isMark(head + 1, ":") else {
      guard head + 1 == close else { return nil }
      return Message(
        receiverEnd: end, receiverStart: open + 1, head: head, selector: names.text(first),
        labels: [head], arguments: [], close: close)
    }
    var selector = ""
    var arguments: [Int] = []
    var labels: [Int] = []
    var position = head
    // The `:` of a conditional expression ends no label.
    var conditions = 0
    while position < close, arguments.count < Self.labelLimit {
      if isMark(position, "?") {
        conditions += 1
      } else if isMark(position, ":") {
        if conditions > 0 {
          conditions -= 1
        } else {
          labels.append(position - 1)
          selector += (name(position - 1).map(names.text) ?? "") + ":"
          arguments.append(position + 1)
        }
      }
      position = skip(position)
    }
    return Message(
      receiverEnd: end, receiverStart: open + 1, head: head, selector: selector,
      labels: labels, arguments: arguments, close: close)
  }

  /// The position behind a token, or behind the brackets that it opens.
  func skip(_ position: Int) -> Int {
    guard let partner = partner(position), partner > position else { return position + 1 }
    return partner + 1
  }

  /// The last token of the expression that begins at `start`, as far as it is a receiver.
  private func receiverEnd(_ start: Int, upTo close: Int) -> Int? {
    var position = start
    // Casts.
    while isMark(position, "("), let end = partner(position), end + 1 < close,
      typeName(position + 1, upTo: end) != nil || isMark(end - 1, "*"),
      name(end + 1) != nil || isMark(end + 1, "[") || isMark(end + 1, "(")
    {
      // `(x) foo` is a receiver in parentheses; a cast has an operand and then a label.
      if name(end + 1) != nil, end + 2 >= close || isMark(end + 2, ":") { break }
      position = end + 1
    }
    if isMark(position, "@") { position += 1 }
    guard position < close else { return nil }
    guard let token = token(position) else { return nil }
    var end = position
    switch token.kind {
    case .name, .string, .number: break
    case .mark:
      guard let partner = partner(position), partner > position else { return nil }
      end = partner
    case .importPath, .define: return nil
    }
    while end + 1 < close {
      if isMark(end + 1, "."), name(end + 2) != nil {
        end += 2
      } else if isMark(end + 1, "-"), isMark(end + 2, ">"), name(end + 3) != nil {
        end += 3
      } else if isMark(end + 1, "(") || isMark(end + 1, "["), let partner = partner(end + 1),
        partner > end
      {
        end = partner
      } else {
        break
      }
    }
    return end
  }

  /// Counts the message that begins at `open`, and learns from it.
  mutating func readMessage(_ open: Int) {
    guard let message = message(open) else { return }
    consumed.formUnion(message.labels)
    learn(from: message)
    if message.selector == "alloc" || message.selector == "new",
      let type = name(message.receiverEnd).flatMap(ours), let row = vocabulary.initializers[type]
    {
      consumed.insert(message.receiverEnd)
      if let token = token(message.receiverEnd) { record(row, token) }
      return
    }
    guard let rows = vocabulary.selectors[message.selector], let head = token(message.head) else {
      return
    }
    var note = receiverType(message)
    if receiver(note) == .unknown, let type = propertyOwner(message) { note = .object(type) }
    guard let row = decide(rows, note, named: message.selector) else { return }
    if let type = name(message.receiverEnd), vocabulary.types.contains(type),
      message.receiverStart == message.receiverEnd
    {
      consumed.insert(message.receiverEnd)
    }
    record(row, head, text: message.selector)
  }

  func receiverType(_ message: Message) -> TypeNote {
    if let cast = typeOfCast(message.receiverStart) { return cast }
    let found = expression(endingAt: message.receiverEnd)
    return found.start >= message.receiverStart ? found.type : .unknown
  }

  /// The type of the cast of C that begins at `start`.
  func typeOfCast(_ start: Int) -> TypeNote? {
    guard language == .objectiveC, isMark(start, "("), let end = partner(start),
      !isMark(end + 1, ".")
    else { return nil }
    return typeName(start + 1, upTo: end)
  }

  /// The class whose property the argument of `valueForProperty:` names.
  private func propertyOwner(_ message: Message) -> Int32? {
    guard message.selector == "valueForProperty:", let argument = message.arguments.first else {
      return nil
    }
    return propertyOwner(argument)
  }

  /// The class that the property named at `position` belongs to: by a constant, or by its text.
  func propertyOwner(_ position: Int) -> Int32? {
    var position = position
    if isMark(position, "@") { position += 1 }
    guard let token = token(position), token.kind == .name || token.kind == .string,
      token.end - token.start < 64
    else { return nil }
    let text = text(token)
    if text.hasPrefix("ALAssetsGroupProperty") { return names.find("ALAssetsGroup") }
    return text.hasPrefix("ALAssetProperty") ? names.find("ALAsset") : nil
  }

  /// The type of what a message gives.
  func result(of message: Message, depth: Int) -> TypeNote {
    let note =
      typeOfCast(message.receiverStart)
      ?? expression(endingAt: message.receiverEnd, depth: depth).type
    let selector = message.selector
    if note == .unknown, message.receiverStart == message.receiverEnd,
      ["alloc", "new", "class"].contains(selector), let type = name(message.receiverEnd),
      isType(type), !isShouting(type)
    {
      // Only a class is asked for objects.
      return .object(type)
    }
    if case .list = note {
      let gives = ["firstObject", "lastObject", "anyObject"]
      if gives.contains(selector) || selector.hasPrefix("objectAtIndex") { return note.element }
      return selector.contains("copy") || selector.contains("Copy") ? note : .unknown
    }
    let same = ["alloc", "new", "copy", "retain", "autorelease", "self", "class", "strong", "weak"]
    if same.contains(selector) || selector.hasPrefix("init") { return note }
    return member(of: note, named: selector)
  }

  /// Learns types from questions such as `isKindOfClass:`, and of what is put into collections.
  private mutating func learn(from message: Message) {
    switch message.selector {
    case "isKindOfClass:", "isMemberOfClass:":
      guard let argument = message.arguments.first, isMark(argument, "["),
        let type = name(argument + 1).flatMap(ours)
      else { return }
      narrow(message.receiverEnd, to: .object(type))
    case "addObject:", "insertObject:atIndex:":
      guard let argument = message.arguments.first else { return }
      let end = message.arguments.count > 1 ? message.arguments[1] - 3 : message.close - 1
      let found = expression(endingAt: end)
      guard found.start == argument, case .object(let type) = found.type,
        case .ours = receiver(found.type)
      else { return }
      narrow(message.receiverEnd, to: .list(type))
    default:
      guard message.selector.hasPrefix("enumerateObjects") else { return }
      let element = receiverType(message).element
      if element != .unknown { walk = (message.close, element) }
    }
  }
}
