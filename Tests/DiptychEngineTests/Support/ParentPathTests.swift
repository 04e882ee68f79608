import Testing

@testable import DiptychEngine

/// The folder of a path, also of a short one; found by the fuzzer.
struct ParentPathTests {
  @Test(arguments: [
    ("a", ""), ("a/", ""), ("", ""), ("/", "/"), ("//", "/"), ("/a", "/"), ("/a/", "/"),
    ("a/b", "a"), ("a//b//", "a"), ("/a/b", "/a"), ("./a", "."), ("../a", ".."), ("é", ""),
    ("a/\u{301}b", "a"), ("/a b/c.d", "/a b"),
  ])
  func folderOfAPath(_ path: String, _ parent: String) {
    #expect(path.parentPath == parent)
  }
}
