// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "PhotoSaver",
  dependencies: [
    .package(name: "Diptych", path: "../..")
  ],
  targets: [
    .target(
      name: "PhotoSaver",
      dependencies: [
        .product(name: "AssetsLibrary", package: "Diptych"),
        .product(name: "Photos", package: "Diptych"),
        .product(name: "DiptychBackends", package: "Diptych"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "PhotoSaverTests",
      dependencies: [
        "PhotoSaver",
        .product(name: "DiptychTestingSwiftTesting", package: "Diptych"),
        .product(name: "DiptychTestingXCTest", package: "Diptych"),
      ]),
  ]
)
