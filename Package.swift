// swift-tools-version: 6.3

import PackageDescription

/// What every Swift target is compiled with: errors name their types, imports are explicit.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of the engines, which are optimised in debug builds too: the tests let them compute for minutes otherwise.
///
/// To step through one in a debugger, give its target `settings`.
let numeric: [SwiftSetting] = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "tas",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tas", targets: ["tas"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "tas",
      dependencies: [
        "Shell", "Language", "Presentation", "Columns", "LineEditing", "LibC",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(
      name: "Shell",
      dependencies: [
        "Language", "Evaluation", "Columns", "Indicators", "Backtesting", "Valuation", "MarketData",
        "Presentation", "LibC",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .target(
      name: "Evaluation", dependencies: ["Language", "Indicators", "Columns"], swiftSettings: numeric),
    .target(name: "Backtesting", dependencies: ["Columns", "LibC"], swiftSettings: numeric),
    .target(name: "Indicators", dependencies: ["Columns", "CLanes", "LibC"], swiftSettings: numeric),
    .target(name: "CLanes"),
    .target(name: "Valuation", dependencies: ["LibC"], swiftSettings: numeric),
    .target(name: "MarketData", dependencies: ["Columns", "CSamples", "LibC"], swiftSettings: numeric),
    .target(name: "Columns", dependencies: ["LibC"], swiftSettings: numeric),
    .target(name: "Language", dependencies: ["TextWidth"], swiftSettings: settings),
    .target(name: "Presentation", dependencies: ["TextWidth", "LibC"], swiftSettings: settings),
    .target(name: "TextWidth", swiftSettings: settings),
    .target(name: "LibC", swiftSettings: settings),
    .target(name: "LineEditing", dependencies: ["CLibEdit", "LibC"], swiftSettings: settings),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CSamples", exclude: ["data", "licences", "PROVENANCE.md"]),
    .executableTarget(
      name: "pack-samples", dependencies: ["MarketData", "Columns", "LibC"], swiftSettings: settings),
    .executableTarget(
      name: "tas-bench",
      dependencies: [
        "Shell", "Language", "Indicators", "Backtesting", "Valuation", "MarketData", "Presentation", "Columns",
        "LibC",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "line-editing-echo", dependencies: ["LineEditing", "LibC"], path: "Tests/LineEditingEcho",
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Columns", "LibC"], path: "Tests/TestSupport", swiftSettings: numeric),
    .testTarget(
      name: "ColumnsTests", dependencies: ["Columns", "MarketData", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "LanguageTests", dependencies: ["Language", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "IndicatorsTests", dependencies: ["Indicators", "Columns", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: numeric),
    .testTarget(
      name: "BacktestingTests", dependencies: ["Backtesting", "Columns", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ValuationTests", dependencies: ["Valuation", "TestSupport", "LibC"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "MarketDataTests", dependencies: ["MarketData", "Columns", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "EvaluationTests",
      dependencies: ["Evaluation", "Language", "Indicators", "Columns", "TestSupport", "LibC"],
      swiftSettings: settings),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Shell", "Language", "Presentation", "Columns", "MarketData", "Valuation",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TranscriptTests",
      dependencies: ["Shell", "Language", "Evaluation", "Indicators", "Columns", "TestSupport", "LibC"],
      exclude: ["Transcripts", "Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "TasTests", dependencies: ["tas", "TestSupport", "LibC"], swiftSettings: settings),
    .testTarget(
      name: "PresentationTests", dependencies: ["Presentation", "TextWidth", "TestSupport", "LibC"],
      swiftSettings: settings),
    .testTarget(
      name: "LineEditingTests", dependencies: ["LineEditing", "TestSupport", "LibC", "line-editing-echo"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
