extension ReadTransaction {
  /// Whether `client` may read the library, if only a selection of it.
  package func mayRead(_ client: String) throws -> Bool {
    let status = try library.access.status(.readWrite, client, in: self)
    return status == .authorized || status == .limited
  }
}
