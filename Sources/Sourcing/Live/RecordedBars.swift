import Calendar
import Columns
import MarketData
import Platform
import Streams
import Work

/// The bars of a recorded stream, as its replay makes them.
public struct RecordedBars: BarSource {
  /// The word that requests name it by.
  public static let word = "recording"
  /// The options that it takes: the symbol is a table of the file.
  public static let options: Set<BarRequest.Option> = [.table, .timeframe, .calendar, .repair]
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
  /// Nothing: the dialect says how the bars came.
  public var provenance: String? { nil }

  /// Reads a recording; throws `not-readable` with the line for a file that is none.
  public func recording(in environment: Environment) throws(MarketDataError) -> (Recording, hash: String) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try environment.files.open(request.name).bytes(limit: environment.memory.file)
    } catch { throw MarketDataError(error) }
    do throws(Recording.Fault) {
      return (
        try Recording(bytes, isStopped: { environment.monitor.isStopped }), ContentHash.text(of: bytes)
      )
    } catch {
      if environment.monitor.isStopped {
        throw MarketDataError(.interrupted, file: request.name, message: "interrupted")
      }
      throw MarketDataError(
        .notReadable, file: request.name, line: error.line, message: "the file is not a recording: \(error.reason)")
    }
  }

  /// Plays the recording from its beginning to its end.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    let (recording, hash) = try recording(in: environment)
    let symbol = request.table ?? recording.header.series[0]
    var replay = StreamReplay(
      recording, names: [(symbol, symbol)], speed: nil, patience: StreamConnection.Patience(), at: 0)
    var bars: [Int64: StreamedBar] = [:]
    while !replay.isAtEnd, !environment.monitor.isStopped {
      for case .bar(let bar, _) in replay.step().map(\.kind) { bars[bar.time] = bar }
    }
    if environment.monitor.isStopped { throw MarketDataError(.interrupted, file: request.name, message: "interrupted") }
    return try loaded(
      bars.values.sorted { $0.time < $1.time }, of: symbol, recording.header, hash, threads: environment.workers)
  }

  /// The series of some bars of a recording; none for one that is to grow.
  public func loaded(
    _ bars: [StreamedBar], of symbol: String, _ header: Recording.Header, _ hash: String, threads: Int
  ) throws(MarketDataError) -> LoadedBars {
    let stated = StatedBars(
      times: bars.map { Timestamp(milliseconds: $0.time) },
      columns: [bars.map(\.open), bars.map(\.high), bars.map(\.low), bars.map(\.close), bars.map(\.volume)],
      timeframe: header.timeframe, zone: .utc, isMacro: false)
    var loaded = try stated.loaded(
      symbol: symbol, source: header.provider,
      notes: ["recorded", header.isOfTrades ? "bars made of trades" : "the provider's bars"], findings: [],
      request: request, threads: threads)
    loaded.contentHash = hash
    loaded.findings = []
    return loaded
  }
}
