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

/// The folders of the lessons; each has sources, a page and the expected states.
let lessons = [
  "01-ask-permission", "02-save-one-photo", "03-keep-a-handle", "04-an-album-found-or-made",
  "05-the-cover", "06-list-albums", "07-list-and-filter", "08-bytes-and-metadata",
  "09-thumbnails", "10-changes", "11-delete-rename-hide", "12-the-identifier-bug", "13-lifetime",
  "14-the-reserved-name",
  "15-stored-urls", "16-mix-both", "17-blocking-the-main-thread", "18-the-race",
]

let package = Package(
  name: "Diptych",
  products: [
    .library(name: "AssetsLibrary", targets: ["AssetsLibrary"]),
    .library(name: "Photos", targets: ["Photos"]),
    .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
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
      name: "AllMedia",
      description:
        "Pictures of HEIC, AVIF, WebP, GIF, TIFF, raw and video files, and color profiles."),
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
    systemLibrary("CDiptychHEIF", apt: "libheif-dev"),
    systemLibrary("CDiptychGIF", apt: "libgif-dev"),
    systemLibrary("CDiptychWebP", apt: "libwebp-dev"),
    systemLibrary("CDiptychTIFF", apt: "libtiff-dev"),
    systemLibrary("CDiptychRAW", apt: "libraw-dev"),
    systemLibrary("CDiptychColor", apt: "liblcms2-dev"),
    module(
      "DiptychCodecs",
      ["CDiptychJPEG", "CDiptychPNG", "CDiptychEXIF"]
        + [
          "CDiptychFFmpeg", "CDiptychHEIF", "CDiptychGIF", "CDiptychWebP", "CDiptychTIFF",
          "CDiptychRAW", "CDiptychColor",
        ].map { .target(name: $0, condition: .when(traits: ["AllMedia"])) }),
    module("DiptychPlatform", ["DiptychCodecs"]),
    module(
      "DiptychEngine",
      [
        "DiptychPlatform", "DiptychCodecs", "CDiptychSQLite", "CDiptychCrypto",
        "CDiptychSystem",
      ]),
    .target(
      name: "DiptychAppleLibrary", dependencies: ["DiptychEngine", "DiptychCodecs"],
      path: "Sources/DiptychAppleLibrary", exclude: ["README.md"], swiftSettings: swiftSettings),
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
        "Lessons", "LessonTexts", "DiptychBackends", "DiptychEngine", "DiptychPlatform",
        "DiptychCodecs", "AssetsLibrary", "Photos", "TestMedia",
      ]),
    .target(
      name: "LessonTexts", path: "Compat/Lessons", sources: ["LessonTexts.swift"],
      resources: lessons.map { .copy($0) }, swiftSettings: swiftSettings),
    .target(
      name: "Lessons", dependencies: ["AssetsLibrary", "Photos", "UIKit"], path: "Compat/Lessons",
      exclude: ["LessonTexts.swift"]
        + lessons.flatMap { ["\($0)/README.md", "\($0)/expected.txt"] },
      swiftSettings: warningsAsErrors + [.swiftLanguageMode(.v5)]),
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
        "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia", "CDiptychSQLite",
        "ConcurrentStories",
      ]),
    // The commands are a library, because programs that test them are linked with it.
    .target(
      name: "DiptychCommands",
      dependencies: [
        "DiptychStories", "DiptychBridge", "DiptychAssetsLibrary", "DiptychPhotos", "DiptychEngine",
        "DiptychPlatform", "DiptychCodecs", "DiptychScanner", "DiptychAppleLibrary",
      ],
      path: "Sources/diptych", exclude: ["JSON.md", "Main"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "diptych", dependencies: ["DiptychCommands"], path: "Sources/diptych/Main",
      swiftSettings: swiftSettings),
    tests(
      "DiptychTestingTests",
      [
        "DiptychTesting", "DiptychTestingXCTest", "DiptychTestingSwiftTesting",
        "DiptychAssetsLibrary", "DiptychPhotos", "DiptychPlatform", "TestMedia",
      ]),
    .target(
      name: "CFaultVFS", dependencies: ["CDiptychSQLite"], path: "Tests/Support/CFaultVFS"),
    module("FacadeReading", path: "Tests/Support/FacadeReading", ["TestMedia"]),
    module(
      "FaultSweeping", path: "Tests/Support/FaultSweeping",
      [
        "CFaultVFS", "DiptychStories", "DiptychAssetsLibrary", "DiptychPhotos", "DiptychTesting",
        "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia",
      ]),
    .executableTarget(
      name: "CrashVictim",
      dependencies: ["FaultSweeping", "DiptychStories", "DiptychEngine", "DiptychPlatform"],
      path: "Tests/Support/CrashVictim", swiftSettings: swiftSettings),
    .target(
      name: "CFaultAllocator", dependencies: ["CDiptychSQLite"],
      path: "Tests/Support/CFaultAllocator"),
    .executableTarget(
      name: "AllocationSweep",
      dependencies: [
        "CFaultAllocator", "FaultSweeping", "DiptychStories", "DiptychEngine", "DiptychCodecs",
        "TestMedia",
      ],
      path: "Tests/Support/AllocationSweep", swiftSettings: swiftSettings),
    tests(
      "FaultTests",
      [
        "FaultSweeping", "FacadeReading", "CrashVictim", "AllocationSweep", "DiptychStories",
        "DiptychTesting", "DiptychEngine", "DiptychPlatform",
      ]),
    .executableTarget(
      name: "Stress",
      dependencies: [
        "DiptychAssetsLibrary", "DiptychPhotos", "DiptychEngine", "DiptychPlatform",
        "DiptychCodecs",
        "TestMedia",
      ],
      path: "Tests/Support/Stress", swiftSettings: swiftSettings),
    .executableTarget(
      name: "ConcurrentStories", dependencies: ["DiptychStories"],
      path: "Tests/Support/ConcurrentStories", swiftSettings: swiftSettings),
    module(
      "AppleSamples", path: "Tests/Support/AppleSamples", ["CDiptychSQLite", "TestMedia"]),
    tests(
      "DiptychAppleLibraryTests",
      [
        "DiptychAppleLibrary", "DiptychPhotos", "DiptychEngine", "DiptychPlatform", "DiptychCodecs",
        "AppleSamples", "TestMedia", "CDiptychSQLite",
      ]),
    tests(
      "CommandLineTests",
      [
        "diptych", "DiptychStories", "DiptychEngine", "DiptychCodecs", "AppleSamples", "TestMedia",
      ]),
    .systemLibrary(name: "CFuzzer", path: "Tests/Support/CFuzzer"),
    // Replays files; `scripts/fuzz` builds it with coverage and libFuzzer's loop.
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CFuzzer", "DiptychCommands", "DiptychScanner", "DiptychPhotos", "DiptychAssetsLibrary",
        "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "AppleSamples", "TestMedia",
        "CDiptychSQLite",
      ],
      path: "Tests/Support/Fuzz", swiftSettings: swiftSettings),
    .executableTarget(
      name: "diptych-bench",
      dependencies: [
        "DiptychStories", "DiptychTesting", "DiptychAssetsLibrary", "DiptychPhotos",
        "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "CDiptychSQLite", "CDiptychCrypto",
        "CDiptychEXIF", "CDiptychJPEG", "CDiptychSystem",
      ],
      path: "Tests/Benchmarks", exclude: ["README.md"], swiftSettings: swiftSettings),
    tests("StressTests", ["Stress"]),
    .testTarget(
      name: "FuzzTests", dependencies: ["Fuzz"], path: "Tests/FuzzTests",
      exclude: ["Inputs", "README.md"], swiftSettings: swiftSettings),
    tests("CrashTests", ["CrashVictim", "DiptychStories", "DiptychEngine"]),
    // Clients as applications were written, in their language mode and with Apple's names only.
    .target(
      name: "ModernClients",
      dependencies: ["Photos", "UIKit", "ImageIO", "UniformTypeIdentifiers"],
      path: "Tests/ClientTests/Modern",
      swiftSettings: warningsAsErrors + [.swiftLanguageMode(.v5)]),
    .target(
      name: "LegacyClients", dependencies: ["AssetsLibrary", "Photos", "UIKit", "CoreLocation"],
      path: "Tests/ClientTests/Legacy",
      swiftSettings: warningsAsErrors + [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "AssetsLibrary", "Photos", "UIKit", "CoreGraphics", "CoreLocation", "AVFoundation",
        "ImageIO", "UniformTypeIdentifiers", "_Testing_UIKit",
        "_Testing_CoreGraphics", "LegacyClients", "ModernClients",
        "DiptychTesting", "DiptychEngine", "TestMedia",
      ],
      path: "Tests/ClientTests", exclude: ["Legacy", "Modern"], swiftSettings: swiftSettings),
    tests("DiptychCodecsTests", ["DiptychCodecs", "DiptychPlatform", "TestMedia"]),
    tests(
      "DiptychAssetsLibraryTests",
      ["DiptychAssetsLibrary", "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia"]),
    tests(
      "DiptychPhotosTests",
      ["DiptychPhotos", "DiptychEngine", "DiptychPlatform", "DiptychCodecs", "TestMedia"]),
    tests(
      "AccessTests",
      [
        "FacadeReading", "DiptychAssetsLibrary", "DiptychPhotos", "DiptychEngine",
        "DiptychPlatform", "DiptychCodecs", "TestMedia",
      ]),
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
    module("AVFoundation", path: "Compat/Modules/AVFoundation", ["DiptychPlatform"]),
    module("ImageIO", path: "Compat/Modules/ImageIO", ["DiptychPlatform"]),
    module(
      "UniformTypeIdentifiers", path: "Compat/Modules/UniformTypeIdentifiers", ["DiptychPlatform"]),
    module("_Testing_UIKit", path: "Compat/Modules/_Testing_UIKit", ["UIKit"]),
    module(
      "_Testing_CoreGraphics", path: "Compat/Modules/_Testing_CoreGraphics", ["CoreGraphics"]),
    .target(
      name: "TestMedia", path: "Tests/Support/TestMedia", resources: [.copy("Media")],
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
