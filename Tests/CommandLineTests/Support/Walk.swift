import Testing

/// One run of the program and all that it must leave.
struct Expected {
  let arguments: [String]
  var environment: [String: String] = [:]
  var status: Int32 = 0
  var out = ""
  var err = ""

  /// - Parameter line: The command line; words are separated by single spaces.
  init(
    _ line: String, _ environment: [String: String] = [:], status: Int32 = 0, out: String = "",
    err: String = ""
  ) {
    self.init(
      words: line.split(separator: " ").map(String.init), environment, status: status, out: out,
      err: err)
  }

  init(
    words: [String], _ environment: [String: String] = [:], status: Int32 = 0, out: String = "",
    err: String = ""
  ) {
    arguments = words
    self.environment = environment
    self.status = status
    self.out = out
    self.err = err
  }
}

extension Place {
  /// Does the runs in order, and compares status, output and errors of each as a whole.
  func walk(_ rows: [Expected], sourceLocation: SourceLocation = #_sourceLocation) throws {
    for row in rows {
      let run = try run(row.arguments, row.environment)
      let wanted = Run(status: row.status, out: row.out, err: row.err)
      #expect(
        run == wanted, "diptych \(row.arguments.joined(separator: " "))",
        sourceLocation: sourceLocation)
    }
  }
}
