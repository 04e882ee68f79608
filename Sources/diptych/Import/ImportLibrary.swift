import DiptychEngine

extension ParsedArguments {
  /// Opens the library that an import goes to, or makes it; a dry run goes on without one.
  func withImportLibrary(_ console: Console, _ body: (Library?) throws -> Void) throws {
    var configuration = try libraryConfiguration()
    let isNew = !LibraryPath.isLibrary(configuration.folder)
    if isNew, has("dry-run") { return try body(nil) }
    configuration.createsIfMissing = true
    let library = try Library.open(configuration)
    defer { library.close() }
    if isNew { console.err("Made the library \(library.path).") }
    if !has("dry-run") { try AddingAccess.request(library) }
    try body(library)
  }
}
