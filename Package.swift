// swift-tools-version: 6.3

import PackageDescription

/// The settings of every Swift target: errors name their types, imports are explicit, a warning is an error.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The settings of what computes little and is not asked at each statement.
///
/// Optimising it takes four times as long to compile. Its files are compiled one by one, so that an edit compiles few of
/// them again. `scripts/install` optimises all, which makes the program smaller.
let plain: [SwiftSetting] =
  Context.environment["TAS_OPTIMISED"] == nil
  ? [.unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release))]
  : []

/// How a program that people get is linked: Swift's library inside, at a fixed address, without a table of its symbols.
///
/// At a fixed address nothing has to be relocated at each start, which took a third of it (100,000 places). Nothing is
/// loaded that would look for the program's symbols, and Swift's start looks through all that are exported: 52,000 took a
/// millisecond. The two libraries are parts of Foundation, which only a static one needs by name.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker", "--no-pie", "-Xlinker",
      "--no-export-dynamic",
    ], .when(platforms: [.linux], configuration: .release))
]

let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let hashTreeCollections = Target.Dependency.product(name: "HashTreeCollections", package: "swift-collections")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")

/// A library target and the targets that it imports, all of floors below its own: what computes, or runs at each statement.
func library(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// A library target that computes little.
func room(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings + plain)
}

/// A program of this package; no test imports it, as the tests are linked otherwise.
func program(_ name: String, _ imports: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: imports, swiftSettings: settings, linkerSettings: selfContained)
}

/// The tests of a target, in `Tests/NAMETests`.
func tests(of name: String, _ imports: Target.Dependency..., exclude: [String] = []) -> Target {
  .testTarget(name: name + "Tests", dependencies: imports, exclude: exclude, swiftSettings: settings + plain)
}

let package = Package(
  name: "tas",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tas", targets: ["tas"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    // Without its parts of Foundation and of configuration.
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    // Floor 0: the ground of every other room.
    library("LibC"),
    library("Calendar"),
    library("Work"),
    library("Text", "LibC", "CDecimal"),
    library("JSON"),
    library("Probability", "LibC"),
    .target(name: "CDecimal"),
    .target(name: "CLanes"),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CSQLite"),
    .target(name: "CSamples", exclude: ["data", "licences", "PROVENANCE.md"]),
    .target(name: "CPages", exclude: ["app", "pages"]),

    // Floor 1: the door to the system, columns, the language, the page, the valuation engine, the line editor, file formats.
    library("Platform", "Work", "Calendar", "LibC"),
    library("Columns", "Calendar", "LibC", "CLanes"),
    library("Language", "Text"),
    library("Presentation", "JSON", "Text", "Calendar", "LibC"),
    library("Valuation", "Probability", "JSON", "Text", "Work", "Calendar", "LibC"),
    library("LineEditing", "Text", "LibC", "CLibEdit"),
    library("FileFormats", "LibC", "CZlib", "CSQLite"),

    // Floor 2: engines on columns and data, the transport of the network.
    library("Indicators", "Columns"),
    library("Backtesting", "Columns", "Probability", "JSON", "Work", "Calendar", "LibC", "CLanes"),
    library("Robustness", "Probability", "JSON", "Work", "Calendar", "LibC", "CLanes"),
    library("Accounts", "Calendar", "LibC"),
    library(
      "MarketData", "FileFormats", "Columns", "Platform", "Text", "Work", "Calendar", "LibC", "CLanes", "CSamples"),
    library("Streams", "Platform", "Probability", "JSON", "Calendar"),
    room(
      "HTTPTransport", "Platform", asyncHTTPClient, .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
      .product(name: "NIOSSL", package: "swift-nio-ssl")),
    room(
      "WebSocketTransport", "HTTPTransport", "Platform", .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "NIOWebSocket", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl")),
    room(
      "WebServing", "Platform", .product(name: "HummingbirdCore", package: "hummingbird"),
      .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
      .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
      .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
      .product(name: "NIOSSL", package: "swift-nio-ssl")),

    // Floor 3: the catalogue of indicators, expressions on bars, research on companies, the sources of bars.
    library("StandardIndicators", "Indicators", "Columns", "LibC", "CLanes"),
    library("Evaluation", "Indicators", "Language", "Columns", "Text", "Work", "Calendar", "LibC", hashTreeCollections),
    library(
      "Research", "MarketData", "Valuation", "Columns", "JSON", "Text", "Calendar", "LibC", orderedCollections,
      hashTreeCollections),
    library("Imports", "Accounts", "FileFormats", "JSON", "Calendar"),
    library(
      "Bookkeeping", "Accounts", "Backtesting", "MarketData", "FileFormats", "Platform", "JSON", "Work", "Calendar",
      "LibC"),
    library(
      "Sourcing", "Accounts", "Streams", "MarketData", "FileFormats", "Columns", "Platform", "JSON", "Text", "Work",
      "Calendar"),

    // Floor 4: strategies, which join expressions and the backtester; valuations as spreadsheets.
    library(
      "Workspace", "Research", "Evaluation", "MarketData", "Valuation", "Language", "Columns", "Text", "Calendar",
      orderedCollections),
    library("Jobs", "Backtesting", "MarketData", "Platform", "JSON"),
    library(
      "Strategies", "Jobs", "Workspace", "Evaluation", "StandardIndicators", "MarketData", "Robustness", "Backtesting",
      "Indicators", "Language",
      "Columns", "Platform", "JSON", "Text", "Work", "Calendar", "LibC"),
    room("Workbooks", "Research", "FileFormats", "Valuation", "JSON", "Text", "Calendar"),

    // Floor 5: results as JSON and as documents.
    library(
      "Reports", "Imports", "Bookkeeping", "Accounts",
      "Strategies", "Workspace", "Research", "Evaluation", "StandardIndicators",
      "MarketData",
      "Robustness", "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns", "JSON", "Text",
      "Work", "Calendar", "LibC", orderedCollections),

    // Floor 6: the session with its file and its history; the statement at work on it.
    library(
      "Sessions", "Bookkeeping", "Accounts", "Reports", "Strategies", "Workspace", "Sourcing", "Research", "Evaluation",
      "StandardIndicators",
      "MarketData", "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns", "Platform",
      "JSON", "Text", "Work", "Calendar", "CPages", orderedCollections, hashTreeCollections),

    // Floor 7: the commands of the engines; the shell, which joins them, with the texts of help.
    library(
      "Commands", "Sessions", "Bookkeeping", "Imports", "Accounts", "Reports", "Workbooks", "Strategies", "Jobs",
      "Workspace",
      "Sourcing", "Streams", "Research", "Evaluation", "StandardIndicators", "MarketData", "Robustness", "Backtesting",
      "Indicators", "FileFormats", "Valuation",
      "Presentation", "Language", "Columns", "Platform", "JSON", "Text", "Work", "Calendar", "LibC",
      orderedCollections),
    library(
      "Shell", "Commands", "Sessions", "Bookkeeping", "Reports", "Strategies", "Jobs", "Workspace", "Sourcing",
      "Research", "Evaluation",
      "StandardIndicators", "MarketData", "Backtesting", "Indicators", "FileFormats", "Valuation", "Presentation",
      "Language", "Columns", "Platform", "JSON", "Text", "Work", "Calendar", orderedCollections),

    // Floor 8: rooms on top of the shell, which knows none of them; the programs.
    library(
      "Typing", "Shell", "Sessions", "Reports", "Strategies", "Workspace", "Sourcing", "Research", "Evaluation",
      "StandardIndicators", "MarketData", "Backtesting", "Indicators", "Valuation", "Language", "Columns", "Platform",
      "Calendar", "LibC", orderedCollections),
    room(
      "Manual", "Shell", "Sessions", "Reports", "Strategies", "Evaluation", "StandardIndicators", "Backtesting",
      "Indicators", "Valuation", "Presentation", "Language", "Platform", "JSON"),
    room(
      "Batch", "Manual", "Typing", "Shell", "Sessions", "Reports", "Presentation", "Language", "Platform", "JSON",
      "Work"),
    room(
      "Server", "Shell", "Sessions", "Bookkeeping", "Accounts", "Reports", "Strategies", "Workspace", "Evaluation",
      "MarketData", "Robustness", "FileFormats", "Presentation", "Language", "Columns", "Platform", "JSON", "Text",
      "Work",
      "Calendar", "LibC", "CPages", orderedCollections),
    program(
      "tas", "Server", "WebServing", "Batch", "Manual", "Commands", "Jobs", "Typing", "Shell", "Sessions",
      "Bookkeeping", "HTTPTransport",
      "WebSocketTransport", "LineEditing",
      "Reports", "Presentation", "Language", "MarketData", "Columns", "Platform", "JSON", "Text", "Work", "Calendar",
      "LibC"),
    program("pack-samples", "Research", "MarketData", "Columns", "Calendar", "LibC"),
    room(
      "Benchmarks", "Typing", "Shell", "Sessions", "Reports", "Workspace", "StandardIndicators", "MarketData",
      "Backtesting", "Indicators", "Valuation", "Presentation", "Language", "Columns", "Platform", "JSON", "Calendar",
      "LibC", orderedCollections),
    program("tas-bench", "Benchmarks", "LibC"),

    // Tests.
    .executableTarget(
      name: "line-editing-echo", dependencies: ["LineEditing", "LibC"], path: "Tests/LineEditingEcho",
      swiftSettings: settings + plain),
    .target(
      name: "TestSupport", dependencies: ["Columns", "Calendar", "LibC"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "PlainSimulation", dependencies: ["Backtesting", "Columns", "Calendar", "TestSupport"],
      path: "Tests/PlainSimulation", swiftSettings: settings),
    tests(of: "Calendar", "Calendar", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "Text", "Text", "LibC", "TestSupport"),
    tests(of: "JSON", "JSON", "LibC", "TestSupport"),
    tests(of: "Probability", "Probability", "LibC", "TestSupport"),
    tests(of: "Columns", "MarketData", "Columns", "Calendar", "TestSupport"),
    tests(of: "Language", "Shell", "Sessions", "Language", "TestSupport"),
    tests(
      of: "Presentation", "Presentation", "Platform", "JSON", "Text", "Calendar", "LibC", "TestSupport",
      exclude: ["Pictures"]),
    tests(of: "Valuation", "Evaluation", "Valuation", "Probability", "Text", "LibC", "TestSupport"),
    tests(of: "FileFormats", "FileFormats", "LibC", "TestSupport"),
    tests(
      of: "Workbooks", "Workbooks", "Research", "MarketData", "FileFormats", "Valuation", "Platform", "LibC",
      "TestSupport"),
    tests(of: "LineEditing", "LineEditing", "LibC", "TestSupport", "line-editing-echo"),
    tests(of: "Indicators", "StandardIndicators", "Indicators", "Columns", "TestSupport", exclude: ["Fixtures"]),
    tests(
      of: "Backtesting", "Backtesting", "Columns", "JSON", "Work", "Calendar", "LibC", "PlainSimulation", "TestSupport"),
    tests(of: "Jobs", "Jobs", "Backtesting", "Platform", "JSON", "Work", "TestSupport"),
    tests(of: "Robustness", "Robustness", "JSON", "Calendar", "LibC", "TestSupport", exclude: ["Fixtures"]),
    tests(of: "Accounts", "Bookkeeping", "Accounts", "MarketData", "JSON", "Calendar", "TestSupport"),
    tests(of: "Imports", "Imports", "Accounts", "Calendar", "LibC", "TestSupport"),
    tests(
      of: "MarketData", "Research", "MarketData", "FileFormats", "Valuation", "Columns", "Platform", "Work",
      "Calendar", "LibC", "CLanes", "TestSupport"),
    tests(
      of: "Evaluation", "Evaluation", "StandardIndicators", "Indicators", "Language", "Columns", "Work", "Calendar",
      "LibC", "TestSupport", exclude: ["TimeValue/Fixtures"]),
    tests(
      of: "Research", "Research", "MarketData", "Valuation", "Columns", "Calendar", orderedCollections,
      "TestSupport"),
    tests(
      of: "Shell", "Batch", "Typing", "Shell", "Sessions", "Reports", "Strategies", "Workspace", "Sourcing", "Research",
      "Evaluation", "StandardIndicators", "Backtesting", "Indicators", "Valuation", "Presentation", "Language",
      "Columns", "Platform", "JSON", "Work", "Calendar", "LibC", orderedCollections, "TestSupport"),
    tests(
      of: "Networking", "Sourcing", "HTTPTransport", "WebSocketTransport", "Streams", "MarketData", "FileFormats",
      "Columns", "Platform", "JSON", "Work", "Calendar", "LibC", "TestSupport"),
    tests(
      of: "Streams", "Streams", "Sourcing", "MarketData", "Platform", "JSON", "Calendar", "LibC", "TestSupport"),
    tests(
      of: "Server", "Server", "Shell", "Bookkeeping", "FileFormats", "Platform", "JSON", "Calendar", "LibC",
      "TestSupport"),
    tests(of: "Benchmarks", "Benchmarks", "Presentation", "JSON", "TestSupport"),
    tests(
      of: "Tas", "Manual", "Sourcing", "HTTPTransport", "FileFormats", "Platform", "JSON", "Calendar", "LibC",
      "TestSupport",
      exclude: ["Clients", "Fixtures"]),
    tests(
      of: "Transcript", "Commands", "Jobs", "Manual", "Typing", "Shell", "Sessions", "Reports", "Strategies",
      "Evaluation",
      "StandardIndicators", "Backtesting", "Indicators", "Presentation", "Language", "Columns", "Platform", "JSON",
      "Calendar", "LibC", orderedCollections, "TestSupport",
      exclude: ["Transcripts", "Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)
