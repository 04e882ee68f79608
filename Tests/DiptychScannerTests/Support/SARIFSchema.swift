/// The part of the schema of SARIF 2.1.0 that concerns what we print: which properties an object
/// must and may have, and what they are. Written from the standard's text; anything beside it is a
/// problem.
enum SARIFSchema {
  indirect enum Shape: Sendable {
    case object(String)
    case list(Shape)
    case text
    /// A number of at least so much.
    case number(Int)
    case flag
    case one(of: [String])
    /// An object whose values are texts.
    case texts
  }

  struct Object: Sendable {
    let required: [String: Shape]
    var optional: [String: Shape] = [:]
  }

  private static let level = Shape.one(of: ["none", "note", "warning", "error"])

  static let objects: [String: Object] = [
    "log": Object(
      required: ["version": .one(of: ["2.1.0"]), "runs": .list(.object("run"))],
      optional: ["$schema": .text]),
    "run": Object(
      required: ["tool": .object("tool")],
      optional: [
        "results": .list(.object("result")), "invocations": .list(.object("invocation")),
        "columnKind": .one(of: ["utf16CodeUnits", "unicodeCodePoints"]),
      ]),
    "tool": Object(required: ["driver": .object("toolComponent")]),
    "toolComponent": Object(
      required: ["name": .text], optional: ["rules": .list(.object("reportingDescriptor"))]),
    "reportingDescriptor": Object(
      required: ["id": .text],
      optional: [
        "shortDescription": .object("message"), "fullDescription": .object("message"),
        "help": .object("message"), "defaultConfiguration": .object("configuration"),
        "properties": .object("propertyBag"),
      ]),
    "configuration": Object(required: [:], optional: ["level": level]),
    "propertyBag": Object(required: [:], optional: ["tags": .list(.text)]),
    "message": Object(required: ["text": .text]),
    "result": Object(
      required: ["message": .object("message"), "ruleId": .text],
      optional: [
        "ruleIndex": .number(0), "level": level, "locations": .list(.object("location")),
        "partialFingerprints": .texts,
      ]),
    "location": Object(required: [:], optional: ["physicalLocation": .object("physicalLocation")]),
    "physicalLocation": Object(
      required: ["artifactLocation": .object("artifactLocation")],
      optional: ["region": .object("region")]),
    "artifactLocation": Object(required: ["uri": .text]),
    "region": Object(
      required: ["startLine": .number(1)],
      optional: ["startColumn": .number(1), "endColumn": .number(1)]),
    "invocation": Object(
      required: ["executionSuccessful": .flag],
      optional: ["toolExecutionNotifications": .list(.object("notification"))]),
    "notification": Object(
      required: ["message": .object("message")],
      optional: ["level": level, "locations": .list(.object("location"))]),
  ]

  /// What is wrong with a log, a line each.
  static func problems(_ log: Any) -> [String] { problems(log, .object("log"), "log") }

  private static func problems(_ value: Any, _ shape: Shape, _ path: String) -> [String] {
    switch shape {
    case .text: return value is String ? [] : ["\(path): no text"]
    case .flag: return value is Bool ? [] : ["\(path): no flag"]
    case .number(let least):
      return (value as? Int).map { $0 >= least } == true ? [] : ["\(path): no such number"]
    case .one(let values):
      return (value as? String).map(values.contains) == true ? [] : ["\(path): not allowed"]
    case .texts: return value is [String: String] ? [] : ["\(path): no texts"]
    case .list(let element):
      guard let list = value as? [Any] else { return ["\(path): no list"] }
      return list.enumerated().flatMap { problems($1, element, "\(path)[\($0)]") }
    case .object(let name):
      guard let object = value as? [String: Any], let wanted = objects[name] else {
        return ["\(path): no object"]
      }
      let missing = wanted.required.keys.filter { object[$0] == nil }
      return missing.map { "\(path).\($0): missing" }
        + object.flatMap { key, value in
          let shape = wanted.required[key] ?? wanted.optional[key]
          return shape.map { problems(value, $0, "\(path).\(key)") } ?? ["\(path).\(key): unknown"]
        }
    }
  }
}
