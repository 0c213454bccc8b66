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

/// Code that several test targets share, in `Tests`.
func testSupport(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, path: "Tests/\(name)", swiftSettings: settings)
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
    library("Calendar"),
    library("Work"),
    library("Text"),
    library("JSON"),
    .target(name: "CLanes"),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CSamples", exclude: ["data", "licences", "PROVENANCE.md"]),

    // Floor 1: columns, the language, the page, the valuation engine, the line editor.
    library("Columns", "Calendar"),
    library("Language", "Text"),
    library("Presentation", "Calendar", "Text", "JSON"),
    library("Valuation", "Text", "JSON"),
    library("LineEditing", "CLibEdit"),

    // Floor 2: engines on columns.
    library("Indicators", "Columns", "Calendar", "CLanes"),
    library("Backtesting", "Columns", "Calendar", "Work"),
    library("MarketData", "Columns", "Calendar", "Work", "Text", "JSON", "CSamples"),

    // Floor 3: what joins the language with an engine.
    library("Evaluation", "Language", "Indicators", "Columns", "Calendar", "Work", "Text"),

    // Floor 6: the shell and the programs.
    library(
      "Shell", "Language", "Evaluation", "Calendar", "Columns", "Work", "Indicators", "Backtesting", "Valuation",
      "MarketData", "Presentation", "Text", "JSON", orderedCollections),
    program(
      "tas", "Shell", "Language", "Presentation", "Calendar", "Columns", "Work", "LineEditing", argumentParser),
    program("pack-samples", "MarketData", "Columns", "Calendar"),
    program(
      "tas-bench", "Shell", "Language", "Indicators", "Backtesting", "Valuation", "MarketData", "Presentation",
      "Columns", "Calendar", "Work", "JSON", "Text"),

    // Tests.
    .executableTarget(
      name: "line-editing-echo", dependencies: ["LineEditing"], path: "Tests/LineEditingEcho", swiftSettings: settings),
    testSupport("RandomSupport"),
    testSupport("PseudoTerminalSupport"),
    tests(of: "Columns", "Columns", "Calendar", "MarketData"),
    tests(of: "Language", "Language", "RandomSupport"),
    tests(of: "Indicators", "Indicators", "Columns", "Calendar", "Work", "RandomSupport", exclude: ["Fixtures"]),
    tests(of: "Backtesting", "Backtesting", "Columns", "Calendar", "Work", "RandomSupport"),
    tests(of: "Valuation", "Valuation", exclude: ["Fixtures"]),
    tests(of: "MarketData", "MarketData", "Columns", "Calendar"),
    tests(of: "Evaluation", "Evaluation", "Language", "Indicators", "Columns", "Calendar", "Work", "RandomSupport"),
    tests(
      of: "Shell", "Shell", "Language", "Evaluation", "Indicators", "Presentation", "Columns", "Calendar", "Work",
      "MarketData", "Valuation", "Text", "JSON"),
    tests(
      of: "Transcript", "Shell", "Language", "Evaluation", "Indicators", "Presentation", "Columns", "Calendar",
      exclude: ["Transcripts", "Fixtures"]),
    tests(of: "Tas", "tas", "PseudoTerminalSupport"),
    tests(of: "Presentation", "Presentation", "Calendar", "Text", "JSON", "RandomSupport"),
    tests(of: "Text", "Text", "RandomSupport"),
    tests(of: "JSON", "JSON", "RandomSupport"),
    tests(of: "LineEditing", "LineEditing", "PseudoTerminalSupport", "line-editing-echo"),
  ],
  swiftLanguageModes: [.v6]
)
