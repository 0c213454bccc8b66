// swift-tools-version: 6.3

import PackageDescription

/// The settings of every Swift target: errors name their types, imports are explicit.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The full run of the tests is made on optimised engines (`scripts/test`), which takes a fraction of the time.
let optimised: [SwiftSetting] =
  Context.environment["TAS_OPTIMISED"] == nil
  ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let hashTreeCollections = Target.Dependency.product(name: "HashTreeCollections", package: "swift-collections")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A library target and the targets that it imports, all of floors below its own: an engine, or the ground below one.
func library(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings + optimised)
}

/// A library target that computes little: to optimise it takes four times as long to compile, and tests gain nothing.
func room(_ name: String, _ imports: Target.Dependency...) -> Target {
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
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
  ],
  targets: [
    // Floor 0: the ground that every other room stands on.
    library("LibC"),
    library("Calendar"),
    library("Work"),
    library("Text", "CDecimal", "LibC"),
    library("JSON"),
    library("TimeValue", "LibC"),
    library("Probability", "LibC"),
    .target(name: "CDecimal"),
    .target(name: "CLanes"),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CSQLite"),
    .target(name: "CSamples", exclude: ["data", "licences", "PROVENANCE.md"]),

    // Floor 1: the door to the system, columns, the language, the page, the valuation engine, the line editor, confidence.
    library("Platform", "Work", "Calendar", "LibC"),
    library("Columns", "Calendar", "CLanes", "LibC"),
    library("Economy", "Calendar"),
    room("Confidence", "JSON", "Calendar", "Work", "LibC"),
    library("Language", "Text"),
    library("Presentation", "JSON", "Text", "Calendar", "LibC"),
    library("Valuation", "Probability", "JSON", "Text", "Work", "Calendar", "LibC"),
    library("LineEditing", "CLibEdit", "Text", "LibC"),
    library("SQLite", "CSQLite"),
    library("Archives", "CZlib"),
    library("Spreadsheet", "Archives", "Text", "LibC"),

    // Floor 2: engines on columns and data.
    library("Indicators", "Columns"),
    library("Backtesting", "Probability", "Columns", "CLanes", "Work", "Calendar", "LibC"),
    library("Robustness", "Probability", "CLanes", "Work", "LibC"),
    library(
      "MarketData", "Archives", "SQLite", "Spreadsheet", "Columns", "Platform", "CSamples", "CLanes", "Text", "Work",
      "Calendar",
      "LibC"),
    room("Networking", "Platform", "Work", "Calendar"),
    room(
      "HTTPTransport", "Platform", asyncHTTPClient, .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
      .product(name: "NIOSSL", package: "swift-nio-ssl")),
    library("Filings", "MarketData", "Valuation", "JSON", "Text", "Calendar", "LibC"),

    // Floor 3: the catalogue of indicators, expressions on bars, research on companies, providers of data.
    room("Providers", "Networking", "Platform", "Columns", "JSON", "Calendar"),
    library("StandardIndicators", "Indicators", "Columns", "CLanes", "LibC"),
    library(
      "Evaluation", "Indicators", "Language", "Columns", "Economy", "TimeValue", "Text", "Work", "Calendar", "LibC",
      hashTreeCollections),
    library(
      "Research", "Filings", "MarketData", "Valuation", "Columns", "JSON", "Text", "Calendar", orderedCollections,
      hashTreeCollections),

    // Floor 4: strategies, which join expressions and the backtester; valuations as spreadsheets.
    room(
      "Workspace", "Research", "Evaluation", "Filings", "MarketData", "Valuation", "Language", "Columns", "Economy",
      "Text",
      "Calendar", orderedCollections),
    library(
      "Strategies", "Evaluation", "StandardIndicators", "Robustness", "Confidence", "Backtesting", "Indicators",
      "Language", "Columns",
      "Platform", "JSON", "Text", "Work", "Calendar"),

    room(
      "Library", "Providers", "MarketData", "Networking", "Platform", "SQLite", "Columns", "JSON", "Calendar"),
    room("Workbooks", "Research", "Filings", "Valuation", "Spreadsheet", "JSON", "Text", "Calendar"),

    // Floor 5: results as JSON and as documents; the sources of bars, which join providers and the library.
    room(
      "Sourcing", "Library", "Providers", "Networking", "MarketData", "Platform", "Columns", "JSON", "Text", "Work",
      "Calendar"),
    room(
      "Reports", "Strategies", "Workspace", "Research", "Evaluation", "StandardIndicators", "Filings", "MarketData",
      "Robustness", "Confidence", "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns",
      "Economy",
      "JSON", "Text", "Work",
      "Calendar", "LibC", orderedCollections),
    room("Guide", "Strategies", "MarketData", "Backtesting", "Valuation", "Presentation", "Language", "Text"),

    // Floor 6: the session with its file and its history; the statement at work.
    room(
      "Sessions", "Reports", "Strategies", "Workspace", "Sourcing", "Research", "Evaluation", "StandardIndicators",
      "Filings", "MarketData", "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns",
      "Platform",
      "JSON", "Text", "Work", "Calendar", orderedCollections, hashTreeCollections),
    room(
      "Statements", "Sessions", "Reports", "Strategies", "Workspace", "Research", "Evaluation", "MarketData",
      "Backtesting", "Indicators", "Presentation", "Language", "Columns", "Platform", "JSON", "Text", "Work",
      "Calendar", orderedCollections),

    // Floor 7: one room for the commands of each engine; the shell, which joins them.
    room(
      "SeriesCommands", "Statements", "Sessions", "Reports", "Strategies", "Workspace", "Sourcing", "Library",
      "Providers", "Research", "Evaluation", "StandardIndicators", "Filings", "MarketData", "Backtesting",
      "Indicators", "Presentation", "Language", "Columns", "Economy", "Platform", "JSON", "Text", "Work", "Calendar",
      orderedCollections),
    room(
      "StrategyCommands", "Statements", "Sessions", "Reports", "Strategies", "Workspace", "Evaluation", "MarketData",
      "Robustness", "Confidence", "Backtesting", "Indicators", "Presentation", "Language", "Columns", "Platform",
      "JSON", "Text", "Work", "Calendar", "LibC", orderedCollections),
    room(
      "ValuationCommands", "Statements", "Sessions", "Reports", "Strategies", "Workbooks", "Workspace", "Research",
      "Evaluation", "Filings", "MarketData", "Spreadsheet", "Backtesting", "Valuation", "Presentation", "Language",
      "Columns", "Platform", "JSON", "Text", "Work", "Calendar", orderedCollections),
    room(
      "Shell", "Guide", "SeriesCommands", "StrategyCommands", "ValuationCommands", "Statements", "Sessions", "Reports",
      "Strategies", "Workspace", "Sourcing", "Providers", "Research", "Evaluation", "StandardIndicators", "Filings",
      "MarketData", "Spreadsheet", "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns",
      "Platform", "JSON", "Text", "Work", "Calendar", orderedCollections),

    // Floor 8: rooms on top of the shell, which knows none of them; the programs.
    room(
      "Typing", "Guide", "Shell", "Statements", "Sessions", "Reports", "Strategies", "Research", "Providers",
      "Workspace",
      "Evaluation", "StandardIndicators", "MarketData", "Backtesting", "Indicators", "Valuation", "Language",
      "Columns", "Platform", "Calendar", "LibC", orderedCollections),
    room(
      "Manual", "Guide", "Typing", "Shell", "Statements", "Sessions", "Reports", "Strategies", "Evaluation",
      "StandardIndicators",
      "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Platform", "JSON"),
    room(
      "Batch", "Manual", "Typing", "Shell", "Statements", "Sessions", "Reports", "Presentation", "Language",
      "Platform", "Work", "JSON"),
    program(
      "tas", "Batch", "Manual", "Typing", "Shell", "Statements", "Sessions", "HTTPTransport", "LineEditing",
      "Presentation",
      "Language", "Columns", "Platform", "JSON", "Text",
      "Work",
      "Calendar", "LibC", argumentParser),
    program("pack-samples", "Filings", "MarketData", "Columns", "Calendar", "LibC"),
    room(
      "Benchmarks", "Typing", "Shell", "Statements", "Sessions", "Reports", "StandardIndicators", "MarketData",
      "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns", "Platform", "JSON", "Calendar",
      "LibC"),
    program("tas-bench", "Benchmarks", "LibC"),

    // Tests.
    .executableTarget(
      name: "line-editing-echo", dependencies: ["LineEditing", "LibC"], path: "Tests/LineEditingEcho",
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Columns", "Calendar", "LibC"], path: "Tests/TestSupport",
      swiftSettings: settings + optimised),
    .target(
      name: "PlainSimulation", dependencies: ["Backtesting", "Columns", "Calendar", "TestSupport"],
      path: "Tests/PlainSimulation", swiftSettings: settings + optimised),
    tests(of: "Calendar", "Calendar", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "Text", "Text", "LibC", "TestSupport"),
    tests(of: "JSON", "JSON", "LibC", "TestSupport"),
    tests(of: "TimeValue", "TimeValue", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "Probability", "Probability", "LibC", "TestSupport"),
    tests(of: "Columns", "MarketData", "Columns", "Calendar", "TestSupport"),
    tests(of: "Economy", "Economy", "Calendar", "TestSupport"),
    tests(of: "Confidence", "Confidence", "JSON", "Calendar", "TestSupport"),
    tests(of: "Language", "Shell", "Statements", "Language", "TestSupport"),
    tests(
      of: "Presentation", "Presentation", "Platform", "JSON", "Text", "Calendar", "LibC", "TestSupport",
      exclude: ["Pictures"]),
    tests(of: "Valuation", "Valuation", "Probability", "TimeValue", "LibC", "TestSupport"),
    tests(of: "Spreadsheet", "Spreadsheet", "Archives", "LibC", "TestSupport"),
    tests(
      of: "Workbooks", "Workbooks", "Research", "Filings", "Valuation", "MarketData", "Spreadsheet", "Platform",
      "Calendar", "LibC", "TestSupport"),
    tests(of: "LineEditing", "LineEditing", "LibC", "TestSupport", "line-editing-echo"),
    tests(of: "Indicators", "StandardIndicators", "Indicators", "Columns", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "Backtesting", "Backtesting", "Columns", "Work", "Calendar", "PlainSimulation", "TestSupport"),
    tests(of: "Robustness", "Robustness", "LibC", "TestSupport", exclude: ["Fixtures"]),
    tests(
      of: "MarketData", "Filings", "MarketData", "Archives", "SQLite", "Valuation", "Columns", "Platform", "Work",
      "Calendar", "LibC", "TestSupport"),
    tests(
      of: "Evaluation", "Evaluation", "StandardIndicators", "Indicators", "Language", "Columns", "Work", "Calendar",
      "LibC", "TestSupport"),
    tests(
      of: "Research", "Research", "Filings", "MarketData", "Valuation", "Columns", "Calendar", "TestSupport",
      orderedCollections),
    tests(
      of: "Shell", "Guide", "Statements", "SeriesCommands", "StrategyCommands", "ValuationCommands", "Batch", "Manual",
      "Typing", "Shell", "Sessions", "Reports", "Strategies", "Workspace", "Research", "Evaluation",
      "StandardIndicators", "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns",
      "Platform", "JSON", "Calendar", "TestSupport", orderedCollections),
    tests(
      of: "Networking", "Sourcing", "Library", "Providers", "HTTPTransport", "Networking", "MarketData", "Columns",
      "SQLite", "Platform", "JSON", "Work", "Calendar", "LibC", "TestSupport"),
    tests(of: "Benchmarks", "Benchmarks", "Presentation", "JSON", "TestSupport", "tas"),
    tests(of: "Tas", "Library", "Providers", "SQLite", "Platform", "JSON", "Calendar", "LibC", "TestSupport", "tas"),
    tests(
      of: "Transcript", "Guide", "Manual", "Typing", "Shell", "Statements", "Sessions", "Evaluation",
      "StandardIndicators",
      "Indicators",
      "Presentation", "Language",
      "Columns", "Platform", "JSON", "Calendar", "LibC", "TestSupport", exclude: ["Transcripts", "Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)
