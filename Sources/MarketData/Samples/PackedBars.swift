import Calendar
import Columns

/// Bars in as few bytes as they need, every value kept exactly.
///
/// Layout: `TASB`, a version byte, the header as text that ends with a newline (symbol, timeframe, zone, kind, count,
/// decimals, first time), then a stream of bits. Prices are whole numbers of the least decimal that all of them need.
/// Most are on a coarser tick than that: the two parts are written separately, and the finer only if it is not zero. Of
/// each bar are written the distance in time, the open against the close before, the close against the open, the high
/// and the low against the outer one of these two, and the volume against the volume before.
public struct PackedBars: Sendable, Hashable {
  /// The bars.
  public var bars: Bars
  /// The symbol.
  public var symbol: String
  /// True for a macro series: one value a date, written once.
  public var isMacro: Bool

  private static let magic: [UInt8] = Array("TASB".utf8) + [1]

  /// Makes a series for packing.
  public init(bars: Bars, symbol: String, isMacro: Bool) {
    self.bars = bars
    self.symbol = symbol
    self.isMacro = isMacro
  }

  /// Packs the bars; throws `not-packable` if a value is missing or has more than eight decimals.
  public func encode() throws(MarketDataError) -> [UInt8] {
    let prices = isMacro ? [bars.close] : [bars.open, bars.high, bars.low, bars.close]
    let hasVolume = bars.volume.firstValid != nil
    guard let decimals = Self.decimals(prices),
      let volumeDecimals = hasVolume ? Self.decimals([bars.volume]) : 0
    else {
      throw MarketDataError(
        .notPackable,
        file: symbol,
        message: "bars can be packed only if no value is missing and none has more than eight decimals"
      )
    }
    let coarse = Self.coarseDecimals(prices, decimals)
    let header = [
      symbol, bars.timeframe.description, bars.zone.identifier, isMacro ? "macro" : "bars", "\(bars.count)",
      "\(decimals)", "\(coarse)", hasVolume ? "\(volumeDecimals)" : "-",
      "\(bars.times.first?.milliseconds ?? 0)",
    ]
    var writer = BitWriter()
    try write(
      Scale(decimals: decimals, coarse: coarse),
      volume: hasVolume ? Scale(decimals: volumeDecimals, coarse: volumeDecimals) : nil,
      to: &writer
    )
    return Self.magic + Array((header.joined(separator: "\t") + "\n").utf8) + writer.finish()
  }

  /// Writes the stream of bits: of each bar its time and its values.
  private func write(_ price: Scale, volume: Scale?, to writer: inout BitWriter) throws(MarketDataError) {
    var models = Models()
    // Days differ by whole days on the clock of the zone, though not in UTC when the clocks change.
    var last = bars.times.first.map { bars.zone.civilTime(at: $0).millisecondsSince1970 } ?? 0
    let unit = Self.timeUnit(bars.timeframe)
    var close: Int64 = 0
    var volumeBefore: Int64 = 0
    for index in 0..<bars.count {
      let civil = bars.zone.civilTime(at: bars.times[index]).millisecondsSince1970
      guard (civil - last) % unit == 0 else {
        throw MarketDataError(.notPackable, file: symbol, message: "times are not on the timeframe's steps")
      }
      writer.write(UInt64((civil - last) / unit), by: &models.time)
      last = civil
      if isMacro {
        let value = price.ticks(bars.close[index])
        price.write(value, against: close, &writer, &models.open, &models.fine)
        close = value
      } else {
        close = writePrices(index, price, against: close, &writer, &models)
        if let volume {
          let traded = volume.ticks(bars.volume[index])
          Self.writeVolume(traded, volumeBefore, &writer, &models)
          volumeBefore = traded
        }
      }
    }
  }

  /// Writes the four prices of a bar against the close before; returns its own close.
  private func writePrices(
    _ index: Int,
    _ price: Scale,
    against close: Int64,
    _ writer: inout BitWriter,
    _ models: inout Models
  ) -> Int64 {
    let open = price.ticks(bars.open[index])
    let closes = price.ticks(bars.close[index])
    let (high, low) = (price.ticks(bars.high[index]), price.ticks(bars.low[index]))
    price.write(open, against: close, &writer, &models.open, &models.fine)
    price.write(closes, against: open, &writer, &models.close, &models.fine)
    price.write(high, against: max(open, closes), &writer, &models.high, &models.fine)
    price.write(low, against: min(open, closes), &writer, &models.low, &models.fine)
    return closes
  }

  /// Unpacks bars; throws `damaged-sample` for bytes that `encode` did not make.
  public static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    name: String
  ) throws(MarketDataError) -> PackedBars {
    let damage = MarketDataError(.damagedSample, file: name, message: "the packed bars are damaged")
    guard bytes.starts(with: magic), let end = bytes.prefix(400).firstIndex(of: 10) else { throw damage }
    let header = String(decoding: bytes[magic.count..<end], as: UTF8.self)
      .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard header.count == 9, let timeframe = Timeframe(header[1]), let count = Int(header[4]),
      // A bar takes a bit at the least for each of its numbers.
      count >= 0, count <= bytes.count * 8, let decimals = Int(header[5]), let coarse = Int(header[6]),
      (0...8).contains(decimals), (0...decimals).contains(coarse), let first = Int64(header[8]),
      abs(first) < 1 << 50
    else { throw damage }
    let volumeDecimals = header[7] == "-" ? nil : Int(header[7])
    guard header[7] == "-" || (0...8).contains(volumeDecimals ?? -1) else { throw damage }
    let zone =
      header[2] == ZoneDatabase.newYork.identifier
      ? ZoneDatabase.newYork : try ZoneDatabase.zone(named: header[2])
    let isMacro = header[3] == "macro"
    var decoder = PackedDecoder(
      reader: BitReader(UnsafeBufferPointer(rebasing: bytes[(end + 1)...])),
      price: Scale(decimals: decimals, coarse: coarse),
      volume: volumeDecimals.map { Scale(decimals: $0, coarse: $0) },
      isMacro: isMacro
    )
    guard
      let bars = decoder.bars(
        count: count,
        first: Timestamp(milliseconds: first),
        timeframe: timeframe,
        zone: zone
      )
    else { throw damage }
    return PackedBars(bars: bars, symbol: header[0], isMacro: isMacro)
  }

  /// The step that times are counted in.
  static func timeUnit(_ timeframe: Timeframe) -> Int64 {
    timeframe.isIntraday ? timeframe.nominalMilliseconds : 86_400_000
  }

  private static func writeVolume(
    _ volume: Int64,
    _ before: Int64,
    _ writer: inout BitWriter,
    _ models: inout Models
  ) {
    // Volumes of old are in round lots of a hundred.
    if volume % 100 == 0 {
      writer.write(0, bits: 1)
      writer.writeSigned(volume / 100 - before / 100, by: &models.lots)
    } else {
      writer.write(1, bits: 1)
      writer.writeSigned(volume - before, by: &models.volume)
    }
  }

  /// The fewest decimals that all values need; nil if eight are too few or one is missing.
  private static func decimals(_ columns: [Column]) -> Int? {
    (0...8).first { decimals in
      let scale = Scale(decimals: decimals, coarse: decimals)
      return columns.allSatisfy { column in
        column.values.allSatisfy { value in
          abs(value) < 1e15 && scale.value(scale.ticks(value)) == value
        }
      }
    }
  }

  /// The decimals that seven in ten prices make do with.
  private static func coarseDecimals(_ columns: [Column], _ decimals: Int) -> Int {
    let total = columns.reduce(0) { $0 + $1.count }
    return (0...decimals).first { coarse in
      let scale = Scale(decimals: coarse, coarse: coarse)
      let fitting = columns.reduce(0) { sum, column in
        sum + column.values.count { scale.value(scale.ticks($0)) == $0 }
      }
      return fitting * 10 >= total * 7
    } ?? decimals
  }

  /// The usual size of each kind of number.
  struct Models {
    var time = RiceModel()
    var open = RiceModel()
    var high = RiceModel()
    var low = RiceModel()
    var close = RiceModel()
    var fine = RiceModel()
    var volume = RiceModel()
    var lots = RiceModel()
  }

  /// The tick that values are whole multiples of.
  struct Scale {
    private let factor: Double
    private let step: Int64

    init(decimals: Int, coarse: Int) {
      factor = NumberField.powers[decimals]
      step = Int64(NumberField.powers[decimals - coarse])
    }

    func ticks(_ value: Double) -> Int64 { value.magnitude < 1e17 ? Int64((value * factor).rounded()) : 0 }

    /// The value of ticks: the quotient of two exact numbers, so the double nearest to the decimal text.
    @inline(__always)
    func value(_ ticks: Int64) -> Double { Double(ticks) / factor }

    fileprivate func write(
      _ ticks: Int64,
      against reference: Int64,
      _ writer: inout BitWriter,
      _ model: inout RiceModel,
      _ fine: inout RiceModel
    ) {
      let base = Self.floored(reference, step)
      let whole = Self.floored(ticks, step)
      writer.writeSigned(whole - base, by: &model)
      if step > 1 {
        let rest = ticks - whole * step
        writer.write(rest == 0 ? 0 : 1, bits: 1)
        if rest != 0 { writer.write(UInt64(rest), by: &fine) }
      }
    }

    @inline(__always)
    func read(
      against reference: Int64,
      _ reader: inout BitReader,
      _ model: inout RiceModel,
      _ fine: inout RiceModel
    ) -> Int64 {
      let whole = Self.floored(reference, step) &+ reader.readSigned(by: &model)
      guard step > 1 else { return whole }
      let rest = reader.read(bits: 1) == 0 ? 0 : Int64(truncatingIfNeeded: reader.read(by: &fine))
      return whole &* step &+ rest
    }

    @inline(__always)
    private static func floored(_ value: Int64, _ step: Int64) -> Int64 {
      if step == 1 { return value }
      return value >= 0 ? value / step : -((step - 1 &- value) / step)
    }
  }
}
