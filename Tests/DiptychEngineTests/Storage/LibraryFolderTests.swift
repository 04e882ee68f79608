import Foundation
import Testing

@testable import DiptychEngine

/// What stands on the disk, and which paths are refused (design, section 3).
struct LibraryFolderTests {
  private let folder: TemporaryFolder
  private var configuration: LibraryConfiguration
  private let system = FaultySystemCalls()

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = system.calls
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.posixPermissions] as? Int ?? -1
  }

  @Test func foldersAreForTheOwnerAloneAndSoAreFiles() throws {
    let library = try Library.open(configuration)
    _ = try library.seedPictures(1)
    #expect(try mode(library.path) == 0o700)
    let names = try FileManager.default.subpathsOfDirectory(atPath: library.path)
    #expect(names.count > 260)
    for name in names {
      var isFolder = ObjCBool(false)
      let path = library.path + "/" + name
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
      #expect(try mode(path) == (isFolder.boolValue ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test func missingLibraryIsNotMadeWhenNotWanted() {
    var configuration = configuration
    configuration.createsIfMissing = false
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
    #expect(!FileManager.default.fileExists(atPath: configuration.folder))
  }

  @Test func fileIsRefused() throws {
    var configuration = configuration
    configuration.folder = try folder.write(Data("text".utf8), "letter.txt")
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
    #expect(try Data(contentsOf: URL(fileURLWithPath: configuration.folder)) == Data("text".utf8))
  }

  @Test func pathThroughAFileIsRefused() throws {
    var configuration = configuration
    configuration.folder = try folder.write(Data(), "letter.txt") + "/Test.diptych"
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
  }

  @Test func folderWithOtherFilesIsRefused() throws {
    _ = try folder.write(Data(), "letter.txt")
    var configuration = configuration
    configuration.folder = folder.path
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["letter.txt"])
  }

  @Test func tooLongPathIsRefused() {
    var configuration = configuration
    configuration.folder += String(repeating: "x", count: 300)
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
  }

  /// As root every folder can be written, so the refusals are injected.
  @Test(arguments: [EACCES, EPERM, EROFS])
  func folderThatCannotBeWrittenIsRefused(_ number: Int32) {
    system.fail("mkdir", number)
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
    #expect(system.openCount == 0)
  }

  @Test func networkFileSystemIsRefused() throws {
    system.isNetwork = true
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
    system.isNetwork = false
    let library = try Library.open(configuration)
    library.close()
    system.isNetwork = true
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
  }

  /// A process that died while it made the folder.
  @Test func halfMadeFolderIsFinished() throws {
    for name in ["originals/00", "staging"] {
      try FileManager.default.createDirectory(
        atPath: configuration.folder + "/" + name, withIntermediateDirectories: true)
    }
    let library = try Library.open(configuration)
    #expect(try library.verify() == [])
  }

  /// What copies files and no empty folders: an archive of the files, a repository (decision 225).
  @Test func copyWithoutEmptyFoldersIsALibrary() throws {
    let library = try Library.open(configuration)
    let photos = try library.seedPictures(3)
    library.close()
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: configuration.folder).sorted().reversed() {
      // Fails for a folder that holds something.
      _ = rmdir(configuration.folder + "/" + name)
    }
    #expect(!manager.fileExists(atPath: configuration.folder + "/staging"))
    #expect(try manager.contentsOfDirectory(atPath: configuration.folder + "/originals").count <= 3)
    let opened = try Library.open(configuration)
    #expect(try opened.verify() == [])
    // Enough of them that most folders are made anew; more than are synced one by one, too.
    _ = try opened.seedPictures(8, from: 10)
    _ = try opened.seedPictures(20, from: 20)
    #expect(try opened.files(in: "originals").count == 31)
    #expect(try opened.files(in: "staging") == [])
    #expect(try opened.verify() == [])
    #expect(try opened.uuids(AssetQuery(.library)).prefix(3) == photos[...])
  }

  /// Decision 225.
  @Test func libraryWithoutOriginalsOpensAndNamesThem() throws {
    let library = try Library.open(configuration)
    _ = try library.seedPictures(2)
    library.close()
    try FileManager.default.removeItem(atPath: configuration.folder + "/originals")
    let opened = try Library.open(configuration)
    #expect(try opened.verify().map(\.kind) == [.missingOriginal, .missingOriginal])
    _ = try opened.seedPictures(1, from: 3)
  }

  @Test(arguments: ["staging", "originals"])
  func fileInAFoldersPlaceIsRefused(_ name: String) throws {
    try Library.open(configuration).close()
    let path = configuration.folder + "/" + name
    try FileManager.default.removeItem(atPath: path)
    try Data("letter".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: LibraryError.self) { try Library.open(configuration) }
    #expect(error?.code == .libraryUnusable)
    #expect(error?.message.hasSuffix("is no folder. Move it elsewhere.") == true)
    try FileManager.default.removeItem(atPath: path)
    #expect(try Library.open(configuration).verify() == [])
  }

  /// On a volume that is read-only the folders cannot be made.
  @Test func missingFolderThatCannotBeMade() throws {
    try Library.open(configuration).close()
    try FileManager.default.removeItem(atPath: configuration.folder + "/staging")
    system.fail("mkdir", EROFS)
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
    #expect(system.openCount == 0)
  }

  @Test func oneObjectForOneFolder() throws {
    let library = try Library.open(configuration)
    var other = configuration
    other.folder += "/."
    #expect(try Library.open(other) === library)
    let link = folder.path + "/Link.diptych"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: configuration.folder)
    other.folder = link
    #expect(try Library.open(other) === library)
    library.close()
    let next = try Library.open(configuration)
    #expect(next !== library)
    #expect(errorCode { try library.read { try $0.token() } } == .closed)
    #expect(errorCode { try library.write { try $0.token() } } == .closed)
  }

  @Test func closingGivesUpEveryDescriptor() throws {
    let library = try Library.open(configuration)
    _ = try library.seedPictures(2)
    #expect(system.openCount > 0)
    library.close()
    #expect(system.openCount == 0)
    #expect(Descriptors.open(below: configuration.folder) == [])
  }

  @Test func ephemeralLibraryLeavesNothing() throws {
    let library = try Fixtures.library()
    let path = library.path
    #expect(FileManager.default.fileExists(atPath: path))
    library.close()
    #expect(!FileManager.default.fileExists(atPath: path))
    let parent = (path as NSString).deletingLastPathComponent
    #expect(!FileManager.default.fileExists(atPath: parent))
  }
}

/// The process's open files, as the system tells them.
enum Descriptors {
  static func open(below folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.filter { $0.hasPrefix(folder + "/") }
  }
}
