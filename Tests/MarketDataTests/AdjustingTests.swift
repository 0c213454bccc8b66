import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("Splits and dividends")
struct AdjustingTests {
  private static func bars(_ prices: [Double]) -> Bars {
    let start = CivilDate(daysSince1970: 18_500)
    let close = Column(prices)
    return Bars(
      times: prices.indices.map { Zone.utc.timestamp(of: CivilTime(date: start.adding(days: $0))) },
      open: close, high: close, low: close, close: close, volume: Column(prices.map { _ in 100 }),
      timeframe: .day, zone: .utc)
  }

  private static func day(_ index: Int) -> CivilDate { CivilDate(daysSince1970: 18_500 + index) }

  @Test(
    "A split divides the prices before it and multiplies the volumes, a dividend takes its share of the close before")
  func factors() throws {
    let actions = CorporateActions([
      CorporateAction(.dividend(10), on: Self.day(3)), CorporateAction(.split(4), on: Self.day(2)),
    ])
    let bars = Self.bars([400, 400, 100, 90, 90])
    let splits = try bars.adjusted(for: .splits, by: actions)
    #expect(splits.close.values == [100, 100, 100, 90, 90])
    #expect(splits.volume.values == [400, 400, 100, 100, 100])
    let all = try bars.adjusted(for: .splitsAndDividends, by: actions)
    #expect(all.close.values == [90, 90, 90, 90, 90])
    #expect(all.volume.values == [400, 400, 100, 100, 100])
    #expect(try bars.adjusted(for: .nothing, by: actions) == bars)
  }

  @Test("A split and a dividend of one day take their factors together, and actions outside the bars do not count")
  func together() throws {
    let actions = CorporateActions([
      CorporateAction(.split(2), on: Self.day(1)), CorporateAction(.dividend(20), on: Self.day(1)),
      CorporateAction(.split(3), on: Self.day(0)), CorporateAction(.split(5), on: Self.day(9)),
    ])
    #expect(try Self.bars([100, 40]).adjusted(for: .splitsAndDividends, by: actions).close.values == [40, 40])
  }

  @Test("A dividend that is not below the price is an error that names it")
  func tooLarge() {
    let actions = CorporateActions([CorporateAction(.dividend(100), on: Self.day(1))])
    #expect(throws: AdjustmentError.self) {
      try Self.bars([100, 40]).adjusted(for: .splitsAndDividends, by: actions)
    }
  }

  @Test(
    "Lists and factor files give the same actions",
    arguments: [
      "Date,Split,Dividend\n2014-06-09,7:1,\n2014-08-07,,0.47\n",
      "date;dividends;stock splits\n2014-08-07;0.47;0\n2014-06-09;0;7\n",
      "20140606,0.95,0.0357143,645.57\n20140806,0.95,0.25,94.96\n20210331,0.954725324,0.25,122.15\n",
    ])
  func files(_ text: String) throws {
    let actions = try ActionFile.actions(in: text, file: "x.csv")
    #expect(actions.splits.map(\.splitRatio) == [7])
    #expect(actions.dividends.count == 1 && abs((actions.dividends[0].dividend ?? 0) - 0.47) < 1e-5)
    #expect(actions.all.map(\.date.month) == [6, 8])
  }

  @Test(
    "What is no action names its line and what is allowed",
    arguments: [
      ("", "no splits"), ("Date,Open\n2014-06-09,7", "heading"), ("Date,Split\n9 June,7", "not a date"),
      ("Date,Split\n2014-06-09,seven", "not a split"), ("Date,Split\n2014-06-09,7:0", "not a split"),
      ("Date,Dividend\n2014-06-09,-1", "not a number"), ("20140606,0,1,645\n", "above 0"),
      ("20140606,1,1,645\n20140606,1,1,645", "order"),
    ])
  func faults(_ text: String, _ word: String) {
    let error = #expect(throws: MarketDataError.self) { try ActionFile.actions(in: text, file: "x.csv") }
    #expect(error?.message.contains(word) == true, "\(String(describing: error))")
  }

  @Test(
    "Apple adjusted by Lean's factors moves as Yahoo's adjusted closes do",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
  func apple() throws {
    let lean = try BarFile.load(
      path: try SharedFolder.file("data/market/daily/AAPL.csv"), options: .init(zone: "America/New_York")
    ).bars
    let yahoo = try BarFile.load(
      path: try SharedFolder.file("data/market/daily/AAPL_yahoo_2004-2018.csv"),
      options: .init(zone: "America/New_York")
    ).bars
    let actions = try ActionFile.actions(
      in: String(decoding: SharedFolder.bytes("data/market/corporate-actions/AAPL.factors.csv"), as: UTF8.self),
      file: "AAPL.factors.csv")
    #expect(actions.splits.map(\.splitRatio) == [2, 2, 7, 4])
    let splits = try lean.adjusted(for: .splits, by: actions)
    // Yahoo's file ends before the split of 2020. Single closes of the two providers differ by up to 1.4 %.
    let distances = (0..<yahoo.count).map { index in
      abs(splits.close[splits.firstIndex(notBefore: yahoo.times[index])] * 4 / yahoo.close[index] - 1)
    }
    let median = distances.sorted()[distances.count / 2]
    #expect(median < 1e-5, "\(median)")
  }

  @Test(
    "SPY's total returns by year are the published ones",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
  func spy() throws {
    let raw = try BarFile.load(
      path: try SharedFolder.file("data/market/daily/SPY.csv"), options: .init(zone: "America/New_York")
    ).bars
    let actions = try ActionFile.actions(
      in: String(decoding: SharedFolder.bytes("data/market/corporate-actions/SPY.factors.csv"), as: UTF8.self),
      file: "SPY.factors.csv")
    let bars = try raw.adjusted(for: .splitsAndDividends, by: actions)
    func close(_ year: Int) throws -> Double {
      let next = try #require(CivilDate(year: year + 1, month: 1, day: 1))
      return bars.close[bars.firstIndex(notBefore: bars.zone.timestamp(of: CivilTime(date: next))) - 1]
    }
    // State Street's market returns of calendar years, in percent.
    for (year, published) in [(2017, 21.70), (2018, -4.56), (2019, 31.22), (2020, 18.33)] {
      let total = 100 * (try close(year) / close(year - 1) - 1)
      #expect(abs(total - published) < 0.1, "\(year): \(total), published \(published)")
    }
  }
}
