/// One line of `doctor`.
struct Finding: Encodable {
  let subject: String
  /// A sentence or a value; with a problem, it says what to do.
  let text: String
  let isProblem: Bool

  init(_ subject: String, _ text: String, isProblem: Bool = false) {
    self.subject = subject
    self.text = text
    self.isProblem = isProblem
  }
}
