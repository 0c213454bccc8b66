import Calendar
import Columns
import MarketData
import Platform

/// Bars of files that were put into the library.
public struct StoredBars: BarSource {
  /// The word that requests name it by.
  public static let word = "stored"
  /// The options that it takes.
  public static let options: Set<BarRequest.Option> = [.timeframe, .since, .until, .calendar, .stamped, .repair]
  /// No names: only the library has them.
  public static let offers: [BarOffer] = []

  /// The request as typed.
  public let request: BarRequest

  /// Makes the source of a request.
  public init(_ request: BarRequest) { self.request = request }

  /// The word and the symbol: `stored AAPL 1d`.
  public var title: String { "stored \(request.name)" + (request.timeframe.map { " \($0)" } ?? "") }
  /// Nothing: the dialect says how the bars came.
  public var provenance: String? { nil }

  /// Reads the bars from the library.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    let missing = MarketDataError(
      .libraryFault, file: request.name, message: "no bars of `\(request.name)` are stored",
      hint: "`store \"FOLDER/*.csv\"` puts files into the library")
    guard let library = Library(environment) else { throw missing }
    let kept: (entry: KeptSeries, batch: BarBatch)?
    do throws(LibraryError) {
      let wanted = request.timeframe.map { "\($0)" }
      let entry = try library.series().first {
        $0.key.source == Self.word && $0.key.symbol == request.name && (wanted == nil || $0.key.timeframe == wanted)
      }
      kept = try entry.flatMap { entry throws(LibraryError) in try library.kept(entry.key) }
    } catch { throw MarketDataError(error) }
    guard let kept else { throw missing }
    return try reading(kept.entry, kept.batch, environment)
  }

  private func reading(
    _ entry: KeptSeries, _ batch: BarBatch, _ environment: Environment
  ) throws(MarketDataError) -> LoadedBars {
    let query = BarQuery(
      symbol: request.name, timeframe: Timeframe(entry.key.timeframe) ?? .day, since: request.since,
      until: request.until, today: environment.today)
    let profile = ProviderProfile(
      word: Self.word, title: "The library", documentation: "", base: "", policy: WebPolicy(), timeframes: [], delay: ""
    )
    return try BatchReading(query, profile, environment).loaded(
      batch, fetched: entry.fetched,
      notes: ["from \(entry.address)", Age.updated(entry.fetched, environment.clock.now())], for: request)
  }

  /// Puts bars that were read from a file into the library.
  public static func store(
    _ loaded: LoadedBars, from path: String, in library: Library, now: Int64
  ) throws(MarketDataError) {
    let bars = loaded.bars
    var batch = BarBatch(zone: bars.zone.identifier, basis: loaded.isMacro ? .values : .asInFile)
    batch.times = bars.times.map(\.milliseconds)
    (batch.open, batch.high, batch.low) = (bars.open.values.array, bars.high.values.array, bars.low.values.array)
    (batch.close, batch.volume) = (bars.close.values.array, bars.volume.values.array)
    func day(_ index: Int) -> CivilDate { bars.civilTime(at: index).date }
    guard !bars.isEmpty else { return }
    do throws(LibraryError) {
      try library.keep(
        batch,
        of: SeriesKey(source: word, symbol: loaded.symbol, timeframe: "\(bars.timeframe)", variant: ""), from: nil,
        since: day(0), through: day(bars.count - 1), fetched: now, isWhole: true, address: path)
    } catch { throw MarketDataError(error) }
  }
}
