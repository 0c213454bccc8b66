import Calendar
import Columns
import Evaluation
import Language
import TestSupport
import Testing

@Suite("Laws of values of other bars, tried on random expressions")
struct ContextLawTests {
  /// The loaded series as they were at a moment: bars that had closed, values that were published.
  private struct World {
    let own: Series
    let source: LoadedBars

    init(_ full: [Series], until moment: Timestamp? = nil) {
      let known = full.map { series in
        let count = moment.map { moment in series.knownTimes().count { $0 <= moment } } ?? series.bars.count
        return Series(name: series.name, bars: series.bars.prefix(count), publication: series.publication)
      }
      source = LoadedBars(known, longer: [Timeframe(4, .hour), .day, .week, .month])
      own = known[0]
    }
  }

  /// Hours of a market in New York, with nights, weekends and holidays; coins by two hours in UTC with gaps; a
  /// stock's days; weekly values with a lag.
  private static func series(seed: UInt64) -> [Series] {
    var dice = Dice(seed)
    func cut(_ bars: Bars, _ times: [Timestamp], _ timeframe: Timeframe, _ zone: Zone) -> Bars {
      var cut = bars.prefix(times.count)
      cut.times = Values(times)
      cut.timeframe = timeframe
      cut.zone = zone
      return cut
    }
    let first = CivilDate(daysSince1970: 19_780)
    var hours: [Timestamp] = []
    var days: [Timestamp] = []
    for day in 0..<100 {
      let date = first.adding(days: day)
      guard date.weekday <= 5 else { continue }
      if dice.whole(0...15) > 0 { days.append(newYork.timestamp(of: CivilTime(date: date))) }
      guard dice.whole(0...15) > 0 else { continue }
      for hour in 9..<16 where dice.whole(0...30) > 0 {
        hours.append(newYork.timestamp(of: CivilTime(date: date, hour: hour)))
      }
    }
    let start = newYork.timestamp(of: CivilTime(date: first)).milliseconds / 86_400_000 * 86_400_000
    let coins = (0..<1100).filter { _ in dice.whole(0...20) > 0 }
      .map { Timestamp(milliseconds: start + Int64($0) * 7_200_000) }
    let weeks = (0..<14).map { Timestamp(milliseconds: start + Int64($0) * 604_800_000) }
    func made(_ count: Int, _ offset: UInt64) -> Bars { randomBars(count, seed: seed &+ offset, holes: 0.01) }
    // Currencies: days that begin in the evening, and weeks that begin on Sunday.
    let evenings = (0..<100).filter { first.adding(days: $0).weekday % 7 <= 4 && dice.whole(0...20) > 0 }
      .map { newYork.timestamp(of: CivilTime(date: first.adding(days: $0), hour: 17)) }
    let sundays = (0..<100).filter { first.adding(days: $0).weekday == 7 }
      .map { newYork.timestamp(of: CivilTime(date: first.adding(days: $0), hour: dice.whole(0...1) * 17)) }
    return [
      Series(name: "SPY", bars: cut(made(hours.count, 1), hours, .hour, newYork)),
      Series(name: "BTC", bars: cut(made(coins.count, 2), coins, Timeframe(2, .hour), .utc)),
      Series(name: "MSFT", bars: cut(made(days.count, 3), days, .day, newYork)),
      Series(name: "FX", bars: cut(made(evenings.count, 5), evenings, .day, newYork)),
      Series(name: "FXW", bars: cut(made(sundays.count, 6), sundays, .week, newYork)),
      Series(
        name: "RATE", bars: cut(made(weeks.count, 4), weeks, .week, .utc), publication: PublicationLag(3, .day)),
    ]
  }

  private static func column(_ text: String, _ world: World) throws -> [UInt64] {
    var planner = Planner(names: Names(), source: world.source, today: today)
    let node = try #require(try planner.plan(try expression(text)).node)
    var evaluator = Evaluator(plan: planner.plan, series: world.own, source: world.source, today: today)
    return bits(try evaluator.column(node).values)
  }

  @Test(
    "No look-ahead: the data of a moment gives the values up to it, bit for bit",
    arguments: Thoroughness.some(0..<6))
  func noLookAhead(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed) + 7000)
    random.contexts = [
      "1d", "4h", "BTC @ 4h", "MSFT @ 1w", "BTC @ 1d", "SPY @ 1d", "MSFT @ 1mo", "BTC @ 1w", "FX", "FXW", "FX @ 1w",
      "FX @ 1mo",
    ]
    var tried = 0
    for round in 0..<40 {
      let text = Self.withRate(random.dice.whole(0...1) == 0 ? random.series(4) : random.truth(4), &random.dice)
      let full = Self.series(seed: UInt64(seed * 100 + round))
      let whole: [UInt64]
      do {
        whole = try Self.column(text, World(full))
      } catch let error as Diagnostic where error.code == .cannotResample {
        continue
      } catch EvaluationError.context(let error) where error.part == .timeframe {
        continue
      }
      tried += 1
      let closings = full[0].bars.closings()
      for _ in 0..<6 {
        let count = random.dice.whole(1...closings.count)
        let part = try Self.column(text, World(full, until: closings[count - 1]))
        #expect(part == Array(whole.prefix(part.count)), "\(text) on \(part.count) bars")
        #expect(part.count >= count)
      }
    }
    #expect(tried > 25)
  }

  /// Sometimes a series that is not bars as well.
  private static func withRate(_ text: String, _ dice: inout Dice) -> String {
    dice.whole(0...2) > 0 ? text : "if((close[1] @ RATE) > 100, na(\(text)), fresh((close > open) @ RATE))"
  }

  @Test("The value is that of the last bar known at the close, looked for bar by bar", arguments: 0..<2)
  func reference(seed: Int) throws {
    let full = Self.series(seed: UInt64(seed) + 900)
    let world = World(full)
    for text in ["BTC @ 4h", "BTC", "MSFT", "RATE", "1d", "MSFT @ 1w", "BTC @ 1mo", "4h", "FX", "FXW", "FX @ 1w"] {
      let words = text.split(separator: " @ ").map(String.init)
      var context = BarContext()
      for word in words {
        if let timeframe = Timeframe(word) { context.timeframe = timeframe } else { context.symbol = word }
      }
      let other = try world.source.series(in: context, seenFrom: world.own)
      let known = other.knownTimes()
      var last = -1
      let closes = world.own.bars.closings()
      var plain: [Double] = []
      var fresh: [Double] = []
      for (bar, close) in closes.enumerated() {
        let place = known.lastIndex { $0 <= close } ?? -1
        plain.append(place < 0 ? .nan : other.bars.close[place])
        let since = bar == 0 ? world.own.bars.times[0] : closes[bar - 1]
        let isNew = place >= 0 && known[place] > since
        #expect(bar == 0 || isNew == (place != last))
        fresh.append(isNew ? other.bars.close[place] : .nan)
        last = place
      }
      #expect(try Self.column("close @ \(text)", world) == bits(plain), "\(text)")
      #expect(try Self.column("fresh(close @ \(text))", world) == bits(fresh), "\(text)")
    }
  }
}
