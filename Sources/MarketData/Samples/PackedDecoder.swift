import Calendar
import Columns

/// Turns the bits of packed bars back into columns.
struct PackedDecoder {
  private var reader: BitReader
  private var models = PackedBars.Models()
  private let price: PackedBars.Scale
  private let volume: PackedBars.Scale?
  private let isMacro: Bool

  init(reader: BitReader, price: PackedBars.Scale, volume: PackedBars.Scale?, isMacro: Bool) {
    self.reader = reader
    self.price = price
    self.volume = volume
    self.isMacro = isMacro
  }

  /// The bars, or nil if the bits end too early or the times do not rise.
  mutating func bars(count: Int, first: Timestamp, timeframe: Timeframe, zone: Zone) -> Bars? {
    var times: [Timestamp] = []
    times.reserveCapacity(count)
    var opens = [Double](repeating: 0, count: isMacro ? 0 : count)
    var highs = opens
    var lows = opens
    var closes = [Double](repeating: 0, count: count)
    var volumes = volume == nil || isMacro ? [Double](repeating: .missing, count: count) : opens
    var clock = CivilClock(zone: zone)
    let unit = PackedBars.timeUnit(timeframe)
    var civil = zone.civilTime(at: first).millisecondsSince1970
    var closeBefore: Int64 = 0
    var volumeBefore: Int64 = 0
    for index in 0..<count {
      let step = reader.read(by: &models.time)
      // Two centuries are further than any two bars are apart.
      guard step <= 6_400_000_000_000 / UInt64(unit), index > 0 || step == 0 else { return nil }
      civil += Int64(step) * unit
      let moment =
        index == 0
        ? first.milliseconds
        : clock.moment(day: Self.day(civil), millisecond: Int(civil - Int64(Self.day(civil)) * 86_400_000))
      if let last = times.last, last.milliseconds >= moment { return nil }
      guard moment.magnitude < 1 << 52 else { return nil }
      times.append(Timestamp(milliseconds: moment))
      if isMacro {
        closeBefore = price.read(against: closeBefore, &reader, &models.open, &models.fine)
        closes[index] = price.value(closeBefore)
        continue
      }
      let open = price.read(against: closeBefore, &reader, &models.open, &models.fine)
      let close = price.read(against: open, &reader, &models.close, &models.fine)
      let high = price.read(against: max(open, close), &reader, &models.high, &models.fine)
      let low = price.read(against: min(open, close), &reader, &models.low, &models.fine)
      opens[index] = price.value(open)
      highs[index] = price.value(high)
      lows[index] = price.value(low)
      closes[index] = price.value(close)
      if let volume {
        volumeBefore = readVolume(after: volumeBefore)
        volumes[index] = volume.value(volumeBefore)
      }
      closeBefore = close
    }
    guard !reader.isExhausted else { return nil }
    let close = Column(closes)
    return Bars(
      times: times,
      open: isMacro ? close : Column(opens),
      high: isMacro ? close : Column(highs),
      low: isMacro ? close : Column(lows),
      close: close,
      volume: Column(volumes),
      timeframe: timeframe,
      zone: zone
    )
  }

  @inline(__always)
  private mutating func readVolume(after before: Int64) -> Int64 {
    reader.read(bits: 1) == 0
      ? (before / 100 &+ reader.readSigned(by: &models.lots)) &* 100
      : before &+ reader.readSigned(by: &models.volume)
  }

  private static func day(_ civil: Int64) -> Int {
    Int(civil >= 0 ? civil / 86_400_000 : -((86_399_999 - civil) / 86_400_000))
  }
}
