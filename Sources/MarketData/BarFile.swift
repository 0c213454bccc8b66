import Calendar
import Columns
import Platform
import Work

/// Reads bars, or a macro series, from a file of comma-separated values or one like it.
///
/// The file's dialect is recognised: separator, header, columns, dates, order. Every row is read or the file is refused
/// with the place of the fault. Equal bytes and options give the same result for any number of threads.
///
/// The decisions made here:
/// - rows whose prices are all empty are left out (`empty-rows`); single empty prices are missing values;
/// - of rows with equal times and values one is kept, of rows with equal times and different values the last one in the
///   file (`conflicting-rows`);
/// - rows in any order are sorted; newest first is a dialect, any other disorder a finding;
/// - dates stay unchanged, even if a source stamps bars with the end of their period;
/// - stamps that state an offset are exact; if all state the same one, it is the zone of the series unless a zone is
///   given. Others are read on the given zone's clock, UTC by default.
public enum BarFile {
  /// The caller's knowledge of a file.
  public struct Options: Sendable, Hashable {
    /// The symbol; by default that of the file.
    public var symbol: String?
    /// The zone's name, such as `America/New_York`.
    public var zone: String?
    /// The timeframe, unless given by the usual spacing of the rows.
    public var timeframe: Timeframe?
    /// True if prices are adjusted by the file's `Adj Close`.
    public var adjusted: Bool
    /// The most threads to use; by default the number of processors.
    public var threads: Int?
    /// The most bytes that the file may have.
    public var limit: Int
    /// The code of the market's calendar, `none` for none; nil if it is guessed.
    public var calendar: String?
    /// The name of the zone on whose clock the bars are shown.
    public var clock: String?
    /// The names of mends, see ``BarRepair``.
    public var repair: String?
    /// The table of a database; nil for its only one.
    public var table: String?
    /// The question in SQL to a database.
    public var query: String?
    /// The part of a bar that its stamp is of, `open` or `close`.
    public var stamped: String?
    /// The parts of the form that are stated and not guessed.
    public var form: FileForm

    /// Makes options; those left out are recognised from the file.
    public init(
      symbol: String? = nil,
      zone: String? = nil,
      timeframe: Timeframe? = nil,
      adjusted: Bool = false,
      threads: Int? = nil,
      limit: Int = MemoryBudget().file,
      calendar: String? = nil,
      clock: String? = nil,
      repair: String? = nil,
      table: String? = nil,
      query: String? = nil,
      stamped: String? = nil,
      form: FileForm = FileForm()
    ) {
      self.symbol = symbol
      self.zone = zone
      self.timeframe = timeframe
      self.adjusted = adjusted
      self.threads = threads
      self.limit = limit
      self.calendar = calendar
      self.clock = clock
      self.repair = repair
      self.table = table
      self.query = query
      self.stamped = stamped
      self.form = form
    }
  }

  /// Reads the file at a path: text, compressed or not, or a table of a database.
  ///
  /// Throws `MarketDataError`: of a missing file, cannot be read or holds no bars, of the first malformed row with
  /// line, column and text, of an unknown zone, and `interrupted` if the monitor stops.
  public static func load(
    path: String,
    in files: any FileSystem = DiskFiles(),
    options: Options = Options(),
    programs: any ProgramRunner = ClosedPrograms(),
    monitor: WorkMonitor = .none
  ) throws(MarketDataError) -> LoadedBars {
    let (zone, preparation) = try steps(options, file: path)
    // Once: a pipe that is opened and left again has lost its writer.
    let packed = PackedPath(path, in: files)
    let file = try opened(packed.file, in: files)
    if let kind = TableFile(file) {
      let text = try kind.text(
        of: file, path: path, at: files.absolutePath(of: path), table: options.table, query: options.query,
        limit: options.limit,
        programs: programs, monitor: monitor)
      var source = try FileSource(bytes: text, name: path, threads: threads(options))
      source.packing = kind.words
      return try loaded(source, options, zone, preparation, monitor)
    }
    guard options.table == nil, options.query == nil else {
      throw MarketDataError(
        .unknownOption, file: path, message: "the file is not a database, and takes no `table` and no query")
    }
    if file.size ?? .max <= options.limit {
      let streamed = try FileRows.streamed(
        file, usesAdjusted: options.adjusted, form: options.form, zone: zone, threads: threads(options),
        monitor: monitor)
      if let streamed { return try loaded(streamed, named: path, options, zone, preparation) }
    }
    var source = try FileSource(file, limit: options.limit, threads: threads(options))
    source = try source.unpacked(
      table: packed.table, limit: options.limit, threads: threads(options), monitor: monitor)
    source.name = path
    return try loaded(source, options, zone, preparation, monitor)
  }

  /// Reads bytes that are in memory; `name` denotes the file in errors and gives the symbol.
  public static func read(
    _ bytes: [UInt8],
    name: String,
    options: Options = Options(),
    monitor: WorkMonitor = .none
  ) throws(MarketDataError) -> LoadedBars {
    let (zone, preparation) = try steps(options, file: name)
    let source = try FileSource(bytes: bytes, name: name, threads: threads(options))
      .unpacked(table: nil, limit: options.limit, threads: threads(options), monitor: monitor)
    return try loaded(source, options, zone, preparation, monitor)
  }

  /// The zone that times without an offset are read in, and the steps after reading.
  ///
  /// A calendar that was asked for says the zone if nothing else does.
  static func steps(
    _ options: Options, file: String
  ) throws(MarketDataError) -> (zone: ReadingZone, preparation: BarPreparation) {
    var request = BarRequest(FileBars.word, file)
    (request.calendar, request.clock, request.repair) = (options.calendar, options.clock, options.repair)
    request.stamped = options.stamped
    let preparation = try request.preparation()
    let name = options.zone ?? preparation.calendar.market?.zoneIdentifier
    let zone = try name.map { name throws(MarketDataError) in try ZoneDatabase.zone(named: name) }
    return (ReadingZone(zone: zone, isOfMarket: options.zone == nil), preparation)
  }

  static func opened(_ path: String, in files: any FileSystem) throws(MarketDataError) -> any ReadableFile {
    do throws(FileError) { return try files.open(path) } catch { throw MarketDataError(error) }
  }

  static func threads(_ options: Options) -> Int { max(1, options.threads ?? Int.max) }

  private static func loaded(
    _ source: FileSource,
    _ options: Options,
    _ zone: ReadingZone,
    _ preparation: BarPreparation,
    _ monitor: WorkMonitor
  ) throws(MarketDataError) -> LoadedBars {
    var source = source
    let rows = try FileRows(
      of: &source, usesAdjusted: options.adjusted, form: options.form, zone: zone, threads: threads(options),
      monitor: monitor)
    return try loaded(rows, named: source.name, options, zone, preparation)
  }

  private static func loaded(
    _ rows: consuming FileRows,
    named name: String,
    _ options: Options,
    _ zone: ReadingZone,
    _ preparation: BarPreparation
  ) throws(MarketDataError) -> LoadedBars {
    guard !rows.table.columns.times.isEmpty else {
      throw MarketDataError(
        .noRows,
        file: name,
        message: rows.table.emptyRows > 0 ? "every row is without prices" : "the file has no rows"
      )
    }
    let seriesZone = zone.zone(of: rows.layout) ?? rows.statedZone()
    let skipped = rows.table.findings(ofSkippedTimes: seriesZone)
    let order = RowOrder.sort(&rows.table, zone: seriesZone, isMacro: rows.layout.isMacro)
    rows.layout.notes += order.notes
    let layout = rows.layout
    let longer = layout.isMacro ? nil : rows.table.longer(options.timeframe, zone: seriesZone)
    let bars = rows.table.bars(layout, zone: seriesZone, timeframe: longer == nil ? options.timeframe : nil)
    var preparation = preparation
    preparation.isZoneKnown = zone.zone != nil || rows.layout.isInUTC || !rows.table.hasCivilTimes
    let prepared = try preparation.prepare(
      bars.bars, isMacro: layout.isMacro, hasVolume: layout.roles.contains(.volume),
      plain: rows.table.isRising ? rows.table.plainRows : [], threads: threads(options), file: name)
    var findings = layout.findings + skipped + order.findings + rows.table.findings(isMacro: layout.isMacro)
    findings += prepared.findings.map { Self.placed($0, rows.table, prepared.read, order.rows) }
    if let order = ColumnOrder(contradicting: prepared.read, findings) { order.say(in: &findings, layout) }
    if bars.isIrregular {
      findings.append(
        BarFinding(
          .irregularTimes,
          message: "the spacing of the rows is not a usual timeframe; \(bars.bars.timeframe) is assumed",
          count: 1
        )
      )
    }
    let made = try longer.map { timeframe throws(MarketDataError) in
      try LongerBars(prepared.bars, timeframe, file: name)
    }
    if let made { findings.append(made.finding) }
    if longer == nil, !layout.isMacro, let asked = options.timeframe {
      findings += try rows.table.finding(onShorter: asked, zone: seriesZone, file: name)
    }
    var loaded = LoadedBars(
      bars: made?.bars ?? prepared.bars,
      symbol: symbol(options, layout, name),
      isMacro: layout.isMacro,
      dialect: layout.dialect,
      findings: findings,
      contentHash: rows.hash,
      byteCount: rows.byteCount,
      hasGuessedCalendar: prepared.isGuessed
    )
    loaded.currency = layout.currency
    return loaded
  }

  /// A finding with the line of its first bar in the file.
  private static func placed(
    _ finding: BarFinding, _ table: RowTable, _ bars: Bars, _ rows: [Int]?
  ) -> BarFinding {
    guard let time = finding.firstTime else { return finding }
    guard finding.firstLine == nil, let index = bars.index(of: time) else { return finding }
    var finding = finding
    finding.firstLine = table.line(ofRow: rows.map { $0[index] } ?? index)
    return finding
  }

  private static func symbol(_ options: Options, _ layout: Layout, _ file: String) -> String {
    if let symbol = options.symbol { return symbol }
    if let symbol = layout.symbol, !symbol.isEmpty { return symbol }
    if layout.isMacro, layout.hasHeader, let column = layout.index(of: .close), !layout.names[column].isEmpty {
      return layout.names[column]
    }
    let stem = FileName.stem(of: file)
    return stem.isEmpty ? "data" : stem
  }
}

extension FileRows {
  /// The zone of the times if not stated: the offset that all of them have, else UTC.
  ///
  /// Days that are stated as midnights of a clock that changes, `2024-07-01 00:00:00+02:00`, are those days in UTC too.
  mutating func statedZone() -> Zone {
    guard !table.hasCivilTimes, let offsets = table.offsets else { return .utc }
    if offsets.lowerBound == offsets.upperBound { return Zone(fixedOffset: offsets.lowerBound / 1000) }
    if table.hasTimes {
      layout.notes.append("several offsets, shown in UTC")
    } else {
      table.columns.takeDays(aheadOf: Int64(offsets.upperBound))
      layout.notes.append("several offsets, the days as stated")
    }
    return .utc
  }
}
