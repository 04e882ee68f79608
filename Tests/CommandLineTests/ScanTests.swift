import Foundation
import Testing

/// `diptych scan` (issue 3, items 1 and 2).
@Suite struct ScanTests {
  private func place() throws -> Place {
    let place = try Place()
    try place.write(
      """
      #import <AssetsLibrary/AssetsLibrary.h>
      void f(ALAssetsLibrary *library) { [library assetForURL:u resultBlock:r failureBlock:nil]; }
      """, to: "Old.m")
    try place.write("let filter = ALAssetsFilter.allPhotos()\n", to: "Filter.swift")
    try place.write("int main(void) { return 0; }\n", to: "main.m")
    return place
  }

  @Test func report() throws {
    let run = try place().run(["scan", "."])
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(
      run.out.hasPrefix(
        """
        Filter.swift
          1:29  direct  M77  allPhotos()

        Old.m
          1:10  direct  M137  AssetsLibrary/AssetsLibrary.h
          2:8   care    M28   ALAssetsLibrary
          2:45  care    M19   assetForURL:resultBlock:failureBlock:


        """))
    #expect(
      run.out.hasSuffix(
        """
        4 uses in 2 files: 2 direct, 2 with care, 0 without a counterpart
        Begin with the read paths (2 uses), in Filter.swift (1 of them).
        Read what differs before you change: lifetime (1), threads (1).
        If URLs of assets are stored, turn them into identifiers with `diptych convert-urls`; lesson 15 shows the code.
        MIGRATION.md explains the rows (M1, M2 …) and the divergences (D1 to D30).

        """))
  }

  /// Exit status 1 on the uses that `--fail-on` names, and on new ones only with a baseline.
  @Test func failing() throws {
    let place = try place()
    func status(_ words: String) throws -> Int32 {
      try place.run(words.split(separator: " ").map(String.init)).status
    }
    #expect(try status("scan --fail-on any .") == 1)
    #expect(try status("scan --fail-on care .") == 1)
    #expect(try status("scan --fail-on none .") == 0)
    #expect(try status("scan --fail-on care Filter.swift") == 0)
    #expect(try status("scan --fail-on any main.m") == 0)
    #expect(try status("scan --write-baseline known.txt .") == 0)
    #expect(try status("scan --baseline known.txt --fail-on any .") == 0)
    try place.write("\n\nlet filter = ALAssetsFilter.allPhotos()\n", to: "Filter.swift")
    #expect(try status("scan --baseline known.txt --fail-on any .") == 0)
    try place.write(
      "\n\nlet filter = ALAssetsFilter.allPhotos(), more = ALAssetsFilter.allVideos()\n",
      to: "Filter.swift")
    let run = try place.run(["scan", "--baseline", "known.txt", "--fail-on", "any", "."])
    #expect(run.status == 1)
    #expect(
      run.out.contains(
        "1 use in 1 file: 1 direct, 0 with care, 0 without a counterpart; 4 known ones left out"))
  }

  /// A baseline of one file says nothing of another whose name only looks the same (decision 260).
  @Test func namesThatLookTheSame() throws {
    let place = try Place()
    try place.write("let a: ALAsset\n", to: "\u{E9}.swift")
    #expect(try place.run(["scan", "--write-baseline", "known.txt", "."]).status == 0)
    #expect(
      try place.run(["scan", "--baseline", "known.txt", "--fail-on", "any", "."]).status == 0)
    try place.write("let a: ALAsset\n", to: "e\u{301}.swift")
    let run = try place.run(["scan", "--baseline", "known.txt", "--fail-on", "any", "."])
    #expect(run.status == 1)
    #expect(run.out.utf8.starts(with: "e\u{301}.swift\n".utf8))
    #expect(run.out.contains("1 use in 1 file"))
  }

  /// The forms for machines are JSON, and go with a failing status, too.
  @Test func forms() throws {
    let place = try place()
    for (form, key) in [("--json", "summary"), ("--sarif", "runs")] {
      let run = try place.run(["scan", form, "--fail-on", "any", "."])
      #expect(run.status == 1)
      let object = try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any]
      #expect(object?[key] != nil)
    }
    let plan = try place.run(["scan", "--markdown", "."])
    #expect(plan.out.hasPrefix("# Port from AssetsLibrary to Photos\n\n4 uses in 2 files"))
    #expect(plan.out.contains("\n- [ ] line 2: `assetForURL:resultBlock:failureBlock:` (M19)"))
  }

  @Test func mistakes() throws {
    let place = try place()
    try place.write("ALAsset", to: "notes.txt")
    try place.walk([
      Expected(
        "scan", status: 64,
        err: "diptych: An argument is missing. Write `diptych scan PATH…`; `diptych scan --help` "
          + "tells more.\n"),
      Expected(
        "scan --json --sarif .", status: 64,
        err: "diptych: --json and --sarif exclude each other. Give one of them.\n"),
      Expected(
        "scan --fail-on some .", status: 64,
        err: "diptych: The value of --fail-on must be any, care or none.\n"),
      Expected(
        "scan nowhere", status: 65,
        err: "diptych: There is nothing at nowhere. Give the paths of files or folders.\n"),
      Expected(
        "scan notes.txt", status: 65,
        err:
          "diptych: The file notes.txt is of no kind that is scanned. Give sources, project files "
          + "or folders.\n"),
      Expected(
        "scan --baseline none.txt .", status: 65,
        err: "diptych: The baseline none.txt cannot be read. Write one with --write-baseline.\n"),
      Expected(
        "scan --baseline Old.m .", status: 65,
        err: "diptych: Line 1 of Old.m belongs to no baseline. Write one with --write-baseline.\n"),
      Expected(
        "scan --write-baseline no/such/folder.txt .", status: 69,
        err: "diptych: The baseline no/such/folder.txt cannot be written. Check the folder and its "
          + "space.\n"),
    ])
  }
}
