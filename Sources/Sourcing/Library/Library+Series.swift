import Calendar
import FileFormats
import MarketData

extension Library {
  /// The most bars of a page.
  private static let pageSize = 65_536

  /// The pages are put in order without their bytes, whose length alone is looked up.
  private static let columns = """
    SELECT s.source, s.symbol, s.timeframe, s.variant, s.since, s.through, s.fetched, s.is_whole, s.address,
      count(p.id), total(p.bars), total(p.size), min(p.first), max(p.last), group_concat(p.hash, '')
    FROM series s LEFT JOIN (
      SELECT id, series, bars, length(columns) AS size, first, last, hash FROM page ORDER BY first) p ON p.series = s.id
    """

  /// All series, by source and symbol.
  public func series() throws(LibraryError) -> [KeptSeries] {
    try open { database throws(SQLiteError) in
      try database.run(Self.columns + " GROUP BY s.id ORDER BY s.source, s.symbol, s.timeframe, s.variant")
        .compactMap(Self.series)
    }
  }

  /// The series of a key; nil if there is none.
  public func series(_ key: SeriesKey) throws(LibraryError) -> KeptSeries? {
    try open { database throws(SQLiteError) in try Self.series(key, in: database) }
  }

  private static func series(_ key: SeriesKey, in database: SQLiteDatabase) throws(SQLiteError) -> KeptSeries? {
    try database.run(
      columns + " WHERE s.source = ? AND s.symbol = ? AND s.timeframe = ? AND s.variant = ? GROUP BY s.id",
      .text(key.source), .text(key.symbol), .text(key.timeframe), .text(key.variant)
    ).compactMap(series).first
  }

  /// The number in place of the first day if everything was requested: a day long before any data.
  private static let beginning: Int64 = -10_000_000
  /// The numbers that days can have.
  private static let days = beginning...10_000_000
  /// The times that bars can have, in milliseconds since 1970: those of the days.
  private static let times = -8_640_000_000_000_000...Int64(8_640_000_000_000_000)

  /// The series of a row; nil for a row that no program has written.
  private static func series(_ row: [SQLiteValue]) -> KeptSeries? {
    guard row.count == 15 else { return nil }
    let (first, last) = (row[12].integer ?? 0, row[13].integer ?? 0)
    guard let source = row[0].text, let symbol = row[1].text, let timeframe = row[2].text,
      let variant = row[3].text, let since = row[4].integer, let through = row[5].integer, let fetched = row[6].integer,
      days.contains(since), days.contains(through), times.contains(fetched),
      let bars = Int(exactly: row[10].real ?? 0), let bytes = Int(exactly: row[11].real ?? 0),
      times.contains(first), times.contains(last)
    else { return nil }
    return KeptSeries(
      key: SeriesKey(source: source, symbol: symbol, timeframe: timeframe, variant: variant),
      since: since == beginning ? nil : CivilDate(daysSince1970: Int(since)),
      through: CivilDate(daysSince1970: Int(through)), fetched: fetched,
      isWhole: row[7].integer == 1, address: row[8].text ?? "", bars: bars,
      bytes: bytes, first: first, last: last,
      hash: ContentHash.text(of: Array((row[14].text ?? "").utf8)))
  }

  /// The bars of a series as the provider stated them; nil if there is no such series.
  ///
  /// Throws if a page is damaged.
  public func batch(of key: SeriesKey) throws(LibraryError) -> BarBatch? { try kept(key)?.batch }

  /// A series with its bars, both at one moment; nil if there is no such series.
  ///
  /// Throws if a page is damaged.
  public func kept(_ key: SeriesKey) throws(LibraryError) -> (entry: KeptSeries, batch: BarBatch)? {
    var isDamaged = false
    let kept = try open { database throws(SQLiteError) in
      try database.snapshot { () throws(SQLiteError) -> (KeptSeries, BarBatch)? in
        guard let entry = try Self.series(key, in: database) else { return nil }
        guard let batch = try Self.batch(of: key, in: database) else {
          isDamaged = true
          return nil
        }
        return (entry, batch)
      }
    }
    if isDamaged { throw LibraryError(path: path, reason: "a page of \(key.symbol) is damaged: `forget` and load it") }
    return kept
  }

  /// The bars of a series that there is; nil if something of it is damaged.
  private static func batch(of key: SeriesKey, in database: SQLiteDatabase) throws(SQLiteError) -> BarBatch? {
    let rows = try database.run(
      "SELECT id, facts FROM series WHERE source = ? AND symbol = ? AND timeframe = ? AND variant = ?",
      .text(key.source), .text(key.symbol), .text(key.timeframe), .text(key.variant))
    guard let row = rows.first, let facts = row[1].text, var batch = BarPage.batch(facts: facts) else { return nil }
    let count = try database.run("SELECT total(bars) FROM page WHERE series = ?", row[0]).first?.first?.real ?? 0
    batch.reserve(min(Int(exactly: count) ?? 0, 1 << 27))
    var isDamaged = false
    try database.eachBlob("SELECT columns, bars, hash FROM page WHERE series = ? ORDER BY first", [row[0]]) {
      raw, page in
      let bytes = raw.bindMemory(to: UInt8.self)
      isDamaged =
        page[2].text != ContentHash.text(of: bytes) || !BarPage.add(raw, bars: Int(page[1].integer ?? -1), to: &batch)
      return !isDamaged
    }
    return isDamaged ? nil : batch
  }

  /// Keeps bars of a series.
  ///
  /// - Parameters:
  ///   - batch: the bars, and the provider's metadata of the full series.
  ///   - from: the bars of the series from this time on are replaced; nil replaces all.
  ///   - since: the first requested day; nil if the full history was requested.
  ///   - isWhole: false for a page that others follow.
  public func keep(
    _ batch: BarBatch, of key: SeriesKey, from: Int64?, since: CivilDate?, through: CivilDate, fetched: Int64,
    isWhole: Bool, address: String
  ) throws(LibraryError) {
    try open { database throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        // Bars that continue others are useless if these are gone, or begin elsewhere.
        if from != nil, try Self.reached(key, in: database)?.since != Self.number(of: since) { return }
        try Self.put(
          batch, of: key, from: from, since: since, through: through, fetched: fetched, isWhole: isWhole,
          address: address, in: database)
      }
    }
  }

  /// Keeps a page of a series that others follow.
  ///
  /// If another program has meanwhile kept the same part of the series, or forgotten the part that the page continues,
  /// nothing is written: no program removes bars fetched by another.
  ///
  /// - Parameter last: the newest bar of the series that was kept before; nil if the page is the first.
  public func keep(
    page: BarBatch, of key: SeriesKey, after last: Int64?, since: CivilDate?, through: CivilDate, fetched: Int64,
    address: String
  ) throws(LibraryError) {
    guard let first = page.times.min(), let newest = page.times.max() else { return }
    try open { database throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        if let entry = try Self.reached(key, in: database) {
          guard entry.since == Self.number(of: since), entry.last < newest, entry.last >= last ?? .min else { return }
        } else if last != nil {
          return
        }
        try Self.put(
          page, of: key, from: first, since: since, through: through, fetched: fetched, isWhole: false,
          address: address, in: database)
      }
    }
  }

  /// The first day of a series, as its number, and its newest bar; nil if there is no such series.
  private static func reached(
    _ key: SeriesKey, in database: SQLiteDatabase
  ) throws(SQLiteError) -> (since: Int64, last: Int64)? {
    let row = try database.run(
      """
      SELECT s.since, max(p.last) FROM series s LEFT JOIN page p ON p.series = s.id
      WHERE s.source = ? AND s.symbol = ? AND s.timeframe = ? AND s.variant = ? GROUP BY s.id
      """, .text(key.source), .text(key.symbol), .text(key.timeframe), .text(key.variant)
    ).first
    guard let since = row?[0].integer else { return nil }
    return (since, row?[1].integer ?? .min)
  }

  private static func number(of since: CivilDate?) -> Int64 { since.map { Int64($0.daysSince1970) } ?? beginning }

  private static func put(
    _ batch: BarBatch, of key: SeriesKey, from: Int64?, since: CivilDate?, through: CivilDate, fetched: Int64,
    isWhole: Bool, address: String, in database: SQLiteDatabase
  ) throws(SQLiteError) {
    let id = try write(
      database, key, BarPage.facts(of: batch), since: since, through: through, fetched: fetched, isWhole, address)
    try cut(database, id, from: from, isKnown: batch.known != nil)
    for start in stride(from: 0, to: batch.count, by: pageSize) {
      let range = start..<min(start + pageSize, batch.count)
      let bytes = BarPage.bytes(of: batch, range)
      let times = batch.times[range]
      try database.run(
        "INSERT INTO page (series, first, last, bars, columns, hash) VALUES (?, ?, ?, ?, ?, ?)", .integer(id),
        .integer(times.min() ?? 0), .integer(times.max() ?? 0), .integer(Int64(range.count)), .blob(bytes),
        .text(ContentHash.text(of: bytes)))
    }
  }

  private static func write(
    _ database: SQLiteDatabase, _ key: SeriesKey, _ facts: String, since: CivilDate?, through: CivilDate,
    fetched: Int64, _ isWhole: Bool, _ address: String
  ) throws(SQLiteError) -> Int64 {
    let rows = try database.run(
      """
      INSERT INTO series (source, symbol, timeframe, variant, since, through, fetched, is_whole, address, facts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (source, symbol, timeframe, variant) DO UPDATE SET since = excluded.since, through = excluded.through,
        fetched = excluded.fetched, is_whole = excluded.is_whole, address = excluded.address, facts = excluded.facts
      RETURNING id
      """, .text(key.source), .text(key.symbol), .text(key.timeframe), .text(key.variant),
      .integer(number(of: since)), .integer(through.daysSince1970), .integer(fetched),
      .integer(isWhole ? 1 : 0),
      .text(address), .text(facts))
    return rows.first?.first?.integer ?? database.lastRow
  }

  /// Removes the bars of a series from a time on; a page on both sides is rewritten.
  private static func cut(
    _ database: SQLiteDatabase, _ id: Int64, from: Int64?, isKnown: Bool
  ) throws(SQLiteError) {
    guard let from else {
      try database.run("DELETE FROM page WHERE series = ?", .integer(id))
      return
    }
    let rows = try database.run(
      "SELECT id, bars, columns FROM page WHERE series = ? AND first < ? AND last >= ?", .integer(id), .integer(from),
      .integer(from))
    for row in rows {
      guard let bytes = row[2].blob, let bars = row[1].integer else { continue }
      var page = BarBatch(zone: "UTC", basis: .values)
      if isKnown { page.known = [] }
      guard BarPage.add(bytes, bars: Int(bars), to: &page) else { continue }
      let kept = page.cut(before: from)
      let left = BarPage.bytes(of: kept, 0..<kept.count)
      try database.run(
        "UPDATE page SET last = ?, bars = ?, columns = ?, hash = ? WHERE id = ?", .integer(kept.times.max() ?? 0),
        .integer(Int64(kept.count)), .blob(left), .text(ContentHash.text(of: left)), row[0])
    }
    try database.run("DELETE FROM page WHERE series = ? AND first >= ?", .integer(id), .integer(from))
  }

  /// Forgets series of a symbol, of one source or of all, or everything.
  ///
  /// - Returns: the number of series and documents that were forgotten.
  public func forget(symbol: String?, source: String?) throws(LibraryError) -> Int {
    try open { database throws(SQLiteError) in
      let (symbol, source) = (SQLiteValue.text(symbol), SQLiteValue.text(source))
      return try database.transaction { () throws(SQLiteError) in
        let series = try database.run(
          "DELETE FROM series WHERE (?1 IS NULL OR symbol = ?1) AND (?2 IS NULL OR source = ?2) RETURNING id", symbol,
          source)
        let documents = try database.run(
          "DELETE FROM document WHERE (?1 IS NULL OR name = ?1) AND (?2 IS NULL OR source = ?2) RETURNING name",
          symbol, source)
        return series.count + documents.count
      }
    }
  }
}
