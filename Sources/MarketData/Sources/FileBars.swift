import Calendar
import Platform
import Work

/// Bars of a file, in any dialect that ``BarFile`` reads.
public struct FileBars: BarSource {
  /// The word that requests name it by.
  public static let word = "file"
  /// The options that it takes.
  public static let options: Set<BarRequest.Option> = [
    .timezone, .timeframe, .calendar, .stamped, .clock, .repair, .table, .query, .adjusted,
    .dates, .decimals, .columns,
  ]
  /// No names: files are known only by looking.
  public static let offers: [BarOffer] = []

  /// True: its name is a path.
  public static let readsFile = true

  /// The request as typed.
  public let request: BarRequest

  /// Makes the source of a request, whose name is a path.
  public init(_ request: BarRequest) { self.request = request }

  /// The path.
  public var title: String { request.name }
  /// Nothing: the dialect of the file says how it was read.
  public var provenance: String? { nil }

  /// Reads the file.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    try BarFile.load(
      path: request.name, in: environment.files, options: options(in: environment),
      programs: environment.programs, monitor: environment.monitor)
  }

  /// Reads the file again.
  public func lines(
    ofBarsAt times: [Timestamp], contentHash: String, in environment: Environment
  ) throws(MarketDataError) -> [SourceLine?]? {
    try BarFile.lines(
      ofBarsAt: times, path: request.name, in: environment.files, contentHash: contentHash,
      options: options(in: environment), monitor: environment.monitor)
  }

  private func options(in environment: Environment) -> BarFile.Options {
    BarFile.Options(
      zone: request.timezone, timeframe: request.timeframe, adjusted: request.isAdjusted,
      threads: environment.workers, limit: environment.memory.file, calendar: request.calendar,
      clock: request.clock, repair: request.repair, table: request.table, query: request.query,
      stamped: request.stamped,
      form: request.form
    )
  }
}
