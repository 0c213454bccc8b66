import Calendar
import Columns
import MarketData
import Platform

/// The bars of a stream without a history: the series is empty until its first bar closes.
public struct LiveBars: BarSource {
  /// The word that requests name it by.
  public static let word = "stream"
  /// The options that it takes: the provider is a table.
  public static let options: Set<BarRequest.Option> = [.table, .timeframe]
  /// No names: they are known only by asking.
  public static let offers: [BarOffer] = []

  /// The request as typed.
  public let request: BarRequest

  /// Makes the source of a request.
  public init(_ request: BarRequest) { self.request = request }

  /// The word and the symbol.
  public var title: String { "stream \(request.name)" }
  /// Nothing: the dialect says how the bars came.
  public var provenance: String? { nil }

  /// Throws: a stream says everything once.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    throw MarketDataError(
      .notAtProvider, file: request.name, message: "the bars of the stream of `\(request.name)` are not kept",
      hint: "`stream \(request.name) from \(request.table ?? "binance")` begins again")
  }

  /// A series without bars, which is to grow.
  ///
  /// - Parameters:
  ///   - notes: its origin, for the dialect.
  ///   - hash: the hash of what its bars will be made from; empty for a stream.
  public static func empty(
    _ symbol: String, _ timeframe: Timeframe, zone: Zone, from provider: String, notes: [String], hash: String = ""
  ) -> LoadedBars {
    let none = Column([])
    return LoadedBars(
      bars: Bars(
        times: [], open: none, high: none, low: none, close: none, volume: none, timeframe: timeframe, zone: zone),
      symbol: symbol, isMacro: false,
      dialect: Dialect(separator: provider, hasHeader: false, dates: "", columns: [], notes: notes), findings: [],
      contentHash: hash, byteCount: 0)
  }
}
