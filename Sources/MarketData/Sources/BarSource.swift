import Calendar
import Columns
import Platform
import Work

/// A place that bars come from: a file, a sample inside the program; later a provider on the network or a library.
///
/// A source is made of a request and loads the same bars for it as long as its content is the same. A new one is a
/// type that conforms, in a file of its own, and one line in ``BarSources/all``.
///
/// ```swift
/// let source = try BarSources.source(for: BarRequest("sample", "SPY"))
/// let spy = try source.load(in: environment)
/// ```
public protocol BarSource: Sendable {
  /// The word that requests name it by.
  static var word: String { get }

  /// The options of a request that it takes.
  static var options: Set<BarRequest.Option> { get }

  /// Its known names, in the order of listings; empty if known only by loading.
  static var offers: [BarOffer] { get }

  /// True if its names are paths, which a session keeps in two forms.
  static var readsFile: Bool { get }

  /// Makes the source of a request; throws if it is known in advance that there are no such bars.
  init(_ request: BarRequest) throws(MarketDataError)

  /// The request as typed.
  var request: BarRequest { get }

  /// The source as messages name it: a path, `sample SPY 1h`.
  var title: String { get }

  /// The origin and the licence of the data; nil if the dialect of the content says more.
  var provenance: String? { get }

  /// The splits and dividends that it knows; nil if it knows none.
  var actions: CorporateActions? { get }

  /// Loads the bars; work that is stopped throws `interrupted`, and progress goes to the environment's monitor.
  func load(in environment: Environment) throws(MarketDataError) -> LoadedBars

  /// The lines of its text that the bars of some times were read from, nil for one without; nil instead of all if it
  /// has no lines, or has changed since it was loaded.
  ///
  /// - Parameter contentHash: the hash of the content that was loaded.
  func lines(
    ofBarsAt times: [Timestamp], contentHash: String, in environment: Environment
  ) throws(MarketDataError) -> [SourceLine?]?
}

extension BarSource {
  /// False.
  public static var readsFile: Bool { false }

  /// None.
  public var actions: CorporateActions? { nil }

  /// None.
  public func lines(
    ofBarsAt times: [Timestamp], contentHash: String, in environment: Environment
  ) throws(MarketDataError) -> [SourceLine?]? { nil }
}

/// Bars that a source is known to have.
public struct BarOffer: Hashable, Sendable {
  /// The name for a request.
  public var name: String
  /// The length of the bars.
  public var timeframe: Timeframe

  /// Makes an offer.
  public init(name: String, timeframe: Timeframe) {
    self.name = name
    self.timeframe = timeframe
  }
}

/// The identity of bars: their origin, and a hash of the bytes they were made from.
public struct BarIdentity: Hashable, Sendable {
  /// The request that they were loaded for.
  public var request: BarRequest
  /// The hash of the content; see ``LoadedBars/contentHash``.
  public var contentHash: String

  /// Makes an identity.
  public init(request: BarRequest, contentHash: String) {
    self.request = request
    self.contentHash = contentHash
  }
}

/// The table of all sources.
public enum BarSources {
  /// All sources, in the order in which names are looked for.
  public static let all: [any BarSource.Type] = [FileBars.self, SampleBars.self]

  /// The source of a word; nil if there is none.
  public static func named(_ word: String) -> (any BarSource.Type)? { all.first { $0.word == word } }

  /// The source that a request asks.
  ///
  /// Throws `unknown-source` for a word that no source has, and the errors of the source itself.
  ///
  /// - Parameter all: the sources that there are.
  public static func source(
    for request: BarRequest, in all: [any BarSource.Type] = BarSources.all
  ) throws(MarketDataError) -> any BarSource {
    guard let type = all.first(where: { $0.word == request.source }) else {
      throw MarketDataError(
        .unknownSource, file: request.name, message: "there is no source `\(request.source)`",
        hint: "the sources: \(all.map { $0.word }.joined(separator: ", "))")
    }
    if let option = request.options.first(where: { !type.options.contains($0) }) {
      throw MarketDataError(
        .unknownOption, file: request.name, message: "bars of a \(type.word) take no `\(option.rawValue)`",
        hint: "they take \(type.options.map(\.rawValue).sorted().joined(separator: " and "))")
    }
    return try type.init(request)
  }
}
