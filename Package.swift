// swift-tools-version: 6.2

import PackageDescription

/// Warnings become errors when our own scripts build; a dependent is never stopped by one.
let strict = Context.environment["DIPTYCH_STRICT"] == "1"

let warningsAsErrors: [SwiftSetting] =
  strict
  ? [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)] : []

let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warningsAsErrors

func systemLibrary(_ name: String, apt package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", providers: [.apt([package])])
}

func module(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path ?? "Sources/\(name)",
    swiftSettings: swiftSettings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", resources: resources,
    swiftSettings: swiftSettings)
}

/// What stands beside the sources of each lesson.
let lessonTexts = [
  "01-save-a-photo", "02-app-album", "03-save-into-album", "04-ask-permission", "05-named-folder",
  "06-reserved-name", "07-mix-both",
].flatMap { ["\($0)/README.md", "\($0)/expected.txt"] }

let package = Package(
  name: "Diptych",
  products: [
    .library(name: "AssetsLibrary", targets: ["AssetsLibrary"]),
    .library(name: "Photos", targets: ["Photos"]),
    .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .executable(name: "diptych", targets: ["diptych"]),
    .executable(name: "diptych-bench", targets: ["diptych-bench"]),
    .library(name: "DiptychBackends", targets: ["DiptychBackends"]),
    .library(name: "DiptychBridge", targets: ["DiptychBridge"]),
    .library(name: "DiptychTesting", targets: ["DiptychTesting"]),
    .library(name: "DiptychTestingXCTest", targets: ["DiptychTestingXCTest"]),
    .library(name: "DiptychTestingSwiftTesting", targets: ["DiptychTestingSwiftTesting"]),
  ],
  traits: [
    .trait(
      name: "AllMedia", description: "Read video files through FFmpeg, besides JPEG and PNG."),
    .default(enabledTraits: ["AllMedia"]),
  ],
  targets: [
    .systemLibrary(name: "CDiptychSystem", path: "Sources/CDiptychSystem"),
    systemLibrary("CDiptychSQLite", apt: "libsqlite3-dev"),
    systemLibrary("CDiptychCrypto", apt: "libssl-dev"),
    systemLibrary("CDiptychJPEG", apt: "libturbojpeg0-dev"),
    systemLibrary("CDiptychPNG", apt: "libpng-dev"),
    systemLibrary("CDiptychEXIF", apt: "libexif-dev"),
    systemLibrary("CDiptychFFmpeg", apt: "libavformat-dev"),
    module(
      "DiptychCodecs",
      [
        "CDiptychJPEG", "CDiptychPNG", "CDiptychEXIF",
        .target(name: "CDiptychFFmpeg", condition: .when(traits: ["AllMedia"])),
      ]),
    module("DiptychPlatform", ["DiptychCodecs"]),
    module(
      "DiptychEngine",
      [
        "DiptychPlatform", "DiptychCodecs", "CDiptychSQLite", "CDiptychCrypto",
        "CDiptychSystem",
      ]),
    module("DiptychAssetsLibrary", ["DiptychEngine", "DiptychPlatform", "DiptychCodecs"]),
    module("DiptychPhotos", ["DiptychEngine", "DiptychPlatform", "DiptychCodecs"]),
    module(
      "DiptychBackends",
      ["DiptychAssetsLibrary", "DiptychPhotos", "DiptychEngine", "DiptychPlatform"]),
    // The data is part of the program, so that a copied program finds it.
    .target(
      name: "DiptychScanner", path: "Sources/DiptychScanner", exclude: ["README.md"],
      resources: [.embedInCode("Data/symbols.tsv")], swiftSettings: swiftSettings),
    module(
      "DiptychStories",
      [
        "Lessons", "DiptychBackends", "DiptychEngine", "DiptychPlatform", "DiptychCodecs",
        "TestMedia",
      ]),
    .target(
      name: "Lessons", dependencies: ["AssetsLibrary", "Photos", "UIKit"], path: "Compat/Lessons",
      exclude: lessonTexts, swiftSettings: warningsAsErrors + [.swiftLanguageMode(.v5)]),
    .target(
      name: "DiptychBridge",
      dependencies: ["DiptychAssetsLibrary", "DiptychPhotos", "DiptychEngine"],
      path: "Compat/Bridge", exclude: ["README.md"], swiftSettings: swiftSettings),
    tests("BridgeTests", ["DiptychBridge", "AssetsLibrary", "Photos", "DiptychTesting"]),
    module("DiptychTesting", ["DiptychEngine", "DiptychPlatform", "DiptychCodecs"]),
    module("DiptychTestingXCTest", ["DiptychTesting"]),
    module("DiptychTestingSwiftTesting", ["DiptychTesting"]),
    tests(
      "AdapterTests",
      [
        "DiptychStories", "DiptychBackends", "DiptychAssetsLibrary", "DiptychPhotos",
        "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia",
      ]),
    .executableTarget(
      name: "diptych",
      dependencies: [
        "DiptychStories", "DiptychBridge", "DiptychAssetsLibrary", "DiptychEngine",
        "DiptychPlatform", "DiptychCodecs", "DiptychScanner",
      ],
      path: "Sources/diptych", swiftSettings: swiftSettings),
    tests(
      "DiptychTestingTests",
      [
        "DiptychTesting", "DiptychTestingXCTest", "DiptychTestingSwiftTesting",
        "DiptychAssetsLibrary", "DiptychPhotos", "DiptychPlatform", "TestMedia",
      ]),
    .target(
      name: "CFaultVFS", dependencies: ["CDiptychSQLite"], path: "Tests/Support/CFaultVFS"),
    module(
      "FaultSweeping", path: "Tests/Support/FaultSweeping",
      [
        "CFaultVFS", "DiptychAssetsLibrary", "DiptychPhotos", "DiptychTesting", "DiptychEngine",
        "DiptychPlatform", "TestMedia",
      ]),
    .executableTarget(
      name: "CrashVictim",
      dependencies: ["FaultSweeping", "DiptychStories", "DiptychEngine", "DiptychPlatform"],
      path: "Tests/Support/CrashVictim", swiftSettings: swiftSettings),
    tests("FaultTests", ["FaultSweeping", "DiptychEngine", "DiptychPlatform"]),
    tests("CommandLineTests", ["diptych", "DiptychEngine", "TestMedia"]),
    .executableTarget(
      name: "diptych-bench",
      dependencies: [
        "DiptychStories", "DiptychAssetsLibrary", "DiptychPhotos", "DiptychEngine",
        "DiptychPlatform", "CDiptychSQLite", "CDiptychCrypto", "CDiptychEXIF", "CDiptychSystem",
      ],
      path: "Tests/Benchmarks", swiftSettings: swiftSettings),
    tests("CrashTests", ["CrashVictim", "DiptychStories", "DiptychEngine"]),
    tests(
      "ClientTests",
      [
        "AssetsLibrary", "Photos", "UIKit", "CoreGraphics", "CoreLocation",
        "_Testing_UIKit", "_Testing_CoreGraphics",
      ]),
    tests("DiptychCodecsTests", ["DiptychCodecs", "TestMedia"]),
    tests(
      "DiptychAssetsLibraryTests",
      ["DiptychAssetsLibrary", "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia"]),
    tests(
      "DiptychPhotosTests",
      ["DiptychPhotos", "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia"]),
    tests(
      "DiptychEngineTests",
      ["DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia", "CDiptychSQLite"]),
    tests("DiptychScannerTests", ["DiptychScanner"]),
    tests("DiptychPlatformTests", ["DiptychPlatform", "DiptychCodecs"]),
    module("AssetsLibrary", path: "Compat/Modules/AssetsLibrary", ["DiptychAssetsLibrary"]),
    module("Photos", path: "Compat/Modules/Photos", ["DiptychPhotos"]),
    module(
      "UIKit", path: "Compat/Modules/UIKit", ["DiptychAssetsLibrary", "DiptychPlatform"]),
    module("CoreGraphics", path: "Compat/Modules/CoreGraphics", ["DiptychPlatform"]),
    module("CoreLocation", path: "Compat/Modules/CoreLocation", ["DiptychPlatform"]),
    module("_Testing_UIKit", path: "Compat/Modules/_Testing_UIKit", ["UIKit"]),
    module(
      "_Testing_CoreGraphics", path: "Compat/Modules/_Testing_CoreGraphics", ["CoreGraphics"]),
    .target(
      name: "TestMedia", path: "Tests/Support/TestMedia", resources: [.copy("Media")],
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
