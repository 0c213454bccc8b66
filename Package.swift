// swift-tools-version: 6.3

import PackageDescription

/// What every Swift target is compiled with: errors name their types, imports are explicit.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

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
        "Shell", "Language", "Presentation", "Columns", "LineEditing", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(
      name: "Shell",
      dependencies: [
        "Language", "Evaluation", "Columns", "Indicators", "Backtesting", "Valuation", "MarketData",
        "Presentation", "Platform",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .target(
      name: "Evaluation", dependencies: ["Language", "Indicators", "Columns"], swiftSettings: settings),
    .target(name: "Backtesting", dependencies: ["Columns"], swiftSettings: settings),
    .target(name: "Indicators", dependencies: ["Columns", "CLanes"], swiftSettings: settings),
    .target(name: "CLanes"),
    .target(name: "Valuation", swiftSettings: settings),
    .target(name: "MarketData", dependencies: ["Columns", "Platform", "CSamples"], swiftSettings: settings),
    .target(name: "Platform", dependencies: ["Columns"], swiftSettings: settings),
    .target(name: "Columns", swiftSettings: settings),
    .target(name: "Language", dependencies: ["TextWidth"], swiftSettings: settings),
    .target(name: "Presentation", dependencies: ["TextWidth"], swiftSettings: settings),
    .target(name: "TextWidth", swiftSettings: settings),
    .target(name: "LineEditing", dependencies: ["CLibEdit"], swiftSettings: settings),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CSamples", exclude: ["data", "licences", "PROVENANCE.md"]),
    .executableTarget(name: "pack-samples", dependencies: ["MarketData", "Columns"], swiftSettings: settings),
    .executableTarget(
      name: "tas-bench",
      dependencies: [
        "Shell", "Language", "Indicators", "Backtesting", "Valuation", "MarketData", "Presentation", "Columns",
        "Platform",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "line-editing-echo", dependencies: ["LineEditing"], path: "Tests/LineEditingEcho",
      swiftSettings: settings),
    .target(name: "RandomSupport", path: "Tests/RandomSupport", swiftSettings: settings),
    .target(
      name: "PseudoTerminalSupport", path: "Tests/PseudoTerminalSupport", swiftSettings: settings),
    .testTarget(name: "ColumnsTests", dependencies: ["Columns", "MarketData"], swiftSettings: settings),
    .testTarget(name: "LanguageTests", dependencies: ["Language", "RandomSupport"], swiftSettings: settings),
    .testTarget(
      name: "IndicatorsTests", dependencies: ["Indicators", "Columns", "RandomSupport"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "BacktestingTests", dependencies: ["Backtesting", "Columns", "RandomSupport"], swiftSettings: settings),
    .testTarget(
      name: "ValuationTests", dependencies: ["Valuation"], exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(name: "MarketDataTests", dependencies: ["MarketData", "Columns", "Platform"], swiftSettings: settings),
    .testTarget(
      name: "EvaluationTests", dependencies: ["Evaluation", "Language", "Indicators", "Columns", "RandomSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Shell", "Language", "Evaluation", "Indicators", "Presentation", "Columns", "MarketData", "Valuation",
        "Platform",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TranscriptTests", dependencies: ["Shell", "Language", "Evaluation", "Indicators", "Columns", "Platform"],
      exclude: ["Transcripts", "Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "TasTests", dependencies: ["tas", "PseudoTerminalSupport"], swiftSettings: settings),
    .testTarget(
      name: "PresentationTests", dependencies: ["Presentation", "TextWidth", "RandomSupport"], swiftSettings: settings),
    .testTarget(
      name: "LineEditingTests", dependencies: ["LineEditing", "PseudoTerminalSupport", "line-editing-echo"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
