// swift-tools-version: 6.3

import PackageDescription

/// The settings of every Swift target: errors name their types, imports are explicit.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A library target and the targets that it imports, all of floors below its own.
func library(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// A program of this package.
func program(_ name: String, _ imports: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: imports, swiftSettings: settings)
}

/// The tests of a target, which stand in `Tests/NAMETests`.
func tests(of name: String, _ imports: Target.Dependency..., exclude: [String] = []) -> Target {
  .testTarget(name: name + "Tests", dependencies: imports, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "tas",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tas", targets: ["tas"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    // Floor 0: what every other room stands on.
    library("LibC"),
    library("Calendar"),
    library("Work"),
    library("TextWidth"),
    .target(name: "CLanes"),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CSamples", exclude: ["data", "licences", "PROVENANCE.md"]),

    // Floor 1: columns, the language, the page, the valuation engine, the line editor.
    library("Columns", "Calendar", "LibC"),
    library("Language", "TextWidth"),
    library("Presentation", "TextWidth", "LibC"),
    library("Valuation", "LibC"),
    library("LineEditing", "CLibEdit", "LibC"),

    // Floor 2: engines on columns.
    library("Indicators", "Columns", "CLanes", "LibC"),
    library("Backtesting", "Columns", "Calendar", "Work", "LibC"),
    library("MarketData", "Columns", "Calendar", "Work", "CSamples", "LibC"),
    library("Filings", "MarketData", "Calendar", "LibC"),

    // Floor 3: what joins the language with an engine.
    library("Evaluation", "Language", "Indicators", "Columns", "Calendar", "Work"),

    // Floor 6: the shell and the programs.
    library(
      "Shell", "Language", "Evaluation", "Calendar", "Columns", "Work", "Indicators", "Backtesting", "Valuation",
      "MarketData", "Presentation", "LibC", "Filings", orderedCollections),
    program(
      "tas", "Shell", "Language", "Presentation", "Calendar", "Columns", "Work", "LineEditing", "LibC", argumentParser),
    program("pack-samples", "MarketData", "Columns", "Calendar", "LibC", "Filings"),
    program(
      "tas-bench", "Shell", "Language", "Indicators", "Backtesting", "Valuation", "MarketData", "Presentation",
      "Columns", "Calendar", "LibC"),

    // Tests.
    .executableTarget(
      name: "line-editing-echo", dependencies: ["LineEditing", "LibC"], path: "Tests/LineEditingEcho",
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Columns", "Calendar", "LibC"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests(of: "Columns", "Columns", "Calendar", "MarketData", "TestSupport"),
    tests(of: "Language", "Language", "TestSupport"),
    tests(of: "Indicators", "Indicators", "Columns", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "Backtesting", "Backtesting", "Columns", "Calendar", "Work", "TestSupport"),
    tests(of: "Valuation", "Valuation", "LibC", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "MarketData", "MarketData", "Columns", "Calendar", "TestSupport", "Work", "Filings"),
    tests(
      of: "Evaluation", "Evaluation", "Language", "Indicators", "Columns", "Calendar", "Work", "TestSupport", "LibC"),
    tests(
      of: "Shell", "Shell", "Language", "Presentation", "Columns", "Calendar", "MarketData", "Valuation", "TestSupport",
      "Filings", "Backtesting", "Evaluation", "Indicators"),
    tests(
      of: "Transcript", "Shell", "Language", "Evaluation", "Indicators", "Columns", "Calendar", "LibC", "TestSupport",
      exclude: ["Transcripts", "Fixtures"]),
    tests(of: "Tas", "tas", "TestSupport", "LibC"),
    tests(of: "Presentation", "Presentation", "TextWidth", "TestSupport", "LibC"),
    tests(of: "LineEditing", "LineEditing", "TestSupport", "line-editing-echo", "LibC"),
  ],
  swiftLanguageModes: [.v6]
)
