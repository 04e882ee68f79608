import DiptychScanner
import Testing

/// Link flags of project files (issue item 1).
@Suite struct LinkFlagTests {
  @Test(arguments: samples)
  func linksAreFound(_ sample: Sample) throws { try sample.check() }

  private static let samples = [
    Sample(
      "Xcode: one use for each target that links", "App.xcodeproj/project.pbxproj",
      """
      A1 /* AssetsLibrary.framework in Frameworks */ = {isa = PBXBuildFile; fileRef = A2 /* AssetsLibrary.framework */; };
      A3 /* AssetsLibrary.framework in Frameworks */ = {isa = PBXBuildFile; fileRef = A2; };
      A2 /* AssetsLibrary.framework */ = {isa = PBXFileReference; name = AssetsLibrary.framework; };
        files = ( A1 /* AssetsLibrary.framework in Frameworks */, );
      B1 /* ALAssetsLibrary+Album.m in Sources */ = {isa = PBXBuildFile; fileRef = B2; };
      OTHER_LDFLAGS = (
        "-weak_framework",
        AssetsLibrary,
        "-framework MyAssetsLibrary",
      );
      """, ["1 AssetsLibrary.framework", "2 AssetsLibrary.framework", "8 -framework AssetsLibrary"]),
    Sample(
      "settings", "App.xcconfig",
      "// -framework AssetsLibrary\nOTHER_LDFLAGS = -ObjC -framework AssetsLibrary -lz",
      ["2 -framework AssetsLibrary"]),
    Sample(
      "podspec", "Album.podspec",
      """
      s.name = 'ALAssetsLibrary-Album'
      s.summary = "Wraps AssetsLibrary"
      # s.frameworks = 'AssetsLibrary'
      s.frameworks   = "Photos",
                       "AssetsLibrary"
      sub.framework = 'AssetsLibrary'
      s.dependency 'AssetsLibrary'
      """, ["5 framework AssetsLibrary", "6 framework AssetsLibrary"]),
    Sample(
      "a package manifest", "Package.swift",
      """
      let t = Target.target(name: "A", linkerSettings: [.linkedFramework("AssetsLibrary")])
      // .linkedFramework("AssetsLibrary")
      let n = "AssetsLibrary"
      """, ["1 framework AssetsLibrary"]),
    Sample(
      "a plug-in's description", "plugin.xml",
      "<framework src=\"AssetsLibrary.framework\" />", ["1 AssetsLibrary.framework"]),
  ]
}
