// swift-tools-version: 6.3

import PackageDescription

/// The settings of every Swift target: errors name their types, imports are explicit.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of what computes, which is optimised in debug builds too, as tests would take minutes otherwise.
///
/// To step through an engine in a debugger, make it a `library`.
let optimised: [SwiftSetting] = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A library target and the targets that it imports, all of floors below its own.
func library(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// A library that computes, with the targets that it imports.
func engine(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: optimised)
}

/// A program of this package.
func program(_ name: String, _ imports: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: imports, swiftSettings: settings)
}

/// The tests of a target, which stand in `Tests/NAMETests`.
func tests(
  of name: String, _ imports: Target.Dependency..., exclude: [String] = [], settings: [SwiftSetting] = settings
) -> Target {
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
    engine("Columns", "Calendar", "LibC"),
    library("Language", "TextWidth"),
    library("Presentation", "TextWidth", "LibC"),
    engine("Valuation", "LibC"),
    library("LineEditing", "CLibEdit", "LibC"),

    // Floor 2: engines on columns.
    engine("Indicators", "Columns", "CLanes", "LibC"),
    engine("Backtesting", "Columns", "Calendar", "Work", "LibC"),
    engine("MarketData", "Columns", "Calendar", "Work", "CSamples", "LibC"),

    // Floor 3: what joins the language with an engine.
    engine("Evaluation", "Language", "Indicators", "Columns", "Calendar", "Work"),

    // Floor 6: the shell and the programs.
    library(
      "Shell", "Language", "Evaluation", "Calendar", "Columns", "Work", "Indicators", "Backtesting", "Valuation",
      "MarketData", "Presentation", "LibC", orderedCollections),
    program(
      "tas", "Shell", "Language", "Presentation", "Calendar", "Columns", "Work", "LineEditing",
      "LibC", argumentParser),
    program("pack-samples", "MarketData", "Columns", "Calendar", "LibC"),
    program(
      "tas-bench", "Shell", "Language", "Indicators", "Backtesting", "Valuation", "MarketData", "Presentation",
      "Columns", "Calendar", "LibC"),

    // Tests.
    .executableTarget(
      name: "line-editing-echo", dependencies: ["LineEditing", "LibC"], path: "Tests/LineEditingEcho",
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Columns", "Calendar", "LibC"], path: "Tests/TestSupport",
      swiftSettings: optimised),
    tests(of: "Columns", "Columns", "Calendar", "MarketData", "TestSupport"),
    tests(of: "Language", "Language", "TestSupport"),
    tests(of: "Indicators", "Indicators", "Columns", "TestSupport", exclude: ["Fixtures"], settings: optimised),
    tests(of: "Backtesting", "Backtesting", "Columns", "Calendar", "Work", "TestSupport"),
    tests(of: "Valuation", "Valuation", "LibC", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "MarketData", "MarketData", "Columns", "Calendar", "TestSupport", "Work"),
    tests(
      of: "Evaluation", "Evaluation", "Language", "Indicators", "Columns", "Calendar", "Work", "TestSupport", "LibC"),
    tests(
      of: "Shell", "Shell", "Language", "Presentation", "Columns", "Calendar", "MarketData", "Valuation", "TestSupport"),
    tests(
      of: "Transcript", "Shell", "Language", "Evaluation", "Indicators", "Columns", "Calendar", "LibC", "TestSupport",
      exclude: ["Transcripts", "Fixtures"]),
    tests(of: "Tas", "tas", "TestSupport", "LibC"),
    tests(of: "Presentation", "Presentation", "TextWidth", "TestSupport", "LibC"),
    tests(of: "LineEditing", "LineEditing", "TestSupport", "line-editing-echo", "LibC"),
  ],
  swiftLanguageModes: [.v6]
)
