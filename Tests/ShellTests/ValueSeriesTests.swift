import Calendar
import Columns
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import TestSupport
import Testing

/// A company made up by numbers: yearly and quarterly reports on irregular days, prices, a split of four for one.
private struct Company {
  /// A report with the figures it states, in the order of filing.
  struct Filing {
    var day: CivilDate
    var form: String
    var accession: String
    /// Concepts of money and shares, with the first day of the period; nil for a balance.
    var facts: [(concept: String, start: CivilDate?, end: CivilDate, value: Double)]
    /// Shares outstanding on the cover.
    var cover: Double
  }

  var filings: [Filing] = []
  /// The opening day of each bar, and prices in the shares of their day.
  var bars: [(day: CivilDate, open: Double, close: Double)] = []
  /// The bar from which on prices are of new shares.
  let splitBar = 900
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    let first = CivilDate(daysSince1970: 14_610)  // 2010-01-01
    var price = 200.0
    var day = first
    while bars.count < 1500 {
      if day.weekday < 6, dice(40) != 0 {
        if bars.count == splitBar { price /= 4 }
        let open = price
        price *= 1 + (Double(dice(601)) - 300) / 10_000
        bars.append((day, open, price))
      }
      day = day.adding(days: 1)
    }
    let split = bars[splitBar].day
    var revenue = 1e9
    var shares = 10e6
    var flows: [(start: CivilDate, end: CivilDate, revenue: Double)] = []
    for quarter in 0..<26 {
      let start = CivilDate(daysSince1970: first.daysSince1970 - 730).adding(months: 3 * quarter)
      let end = start.adding(months: 3).adding(days: -1)
      revenue *= 1 + (Double(dice(301)) - 120) / 2000
      flows.append((start, end, revenue / 4))
      guard quarter >= 3 else { continue }
      let isYear = quarter % 4 == 3
      let filed = end.adding(days: 20 + dice(60))
      let unit = filed >= split ? 4.0 : 1
      shares *= 1 - Double(dice(10)) / 1000
      var filing = Filing(
        day: filed, form: isYear ? "10-K" : "10-Q", accession: "0000000001-00-0000\(10 + quarter)", facts: [],
        cover: shares * unit)
      // The year to date, and the same a year before; an annual report states two years more.
      let months = quarter % 4 + 1
      for back in 0..<(isYear ? 3 : 2) {
        let last = quarter - 4 * back
        guard last - months + 1 >= 0 else { continue }
        let parts = flows[(last - months + 1)...last]
        let total = parts.reduce(0) { $0 + $1.revenue }
        let (from, to) = (flows[last - months + 1].start, flows[last].end)
        // Now and then a report restates the year before.
        let restated = back > 0 && (quarter + back) % 5 == 0 ? total * 1.01 : total
        filing.facts += [
          ("Revenues", from, to, restated),
          ("OperatingIncomeLoss", from, to, restated * (0.17 + 0.01 * Double(last % 7))),
          (
            "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest", from, to,
            restated * 0.2
          ),
          ("IncomeTaxExpenseBenefit", from, to, restated * 0.05), ("NetIncomeLoss", from, to, restated * 0.15),
          ("WeightedAverageNumberOfDilutedSharesOutstanding", from, to, (10e6 - 1000 * Double(last)) * unit),
        ]
      }
      filing.facts += [
        ("CashAndCashEquivalentsAtCarryingValue", nil, end, 1e8 + Double(dice(1000)) * 1e5),
        ("LongTermDebt", nil, end, 2e8), ("Assets", nil, end, 3e9), ("StockholdersEquity", nil, end, 1e9),
      ]
      filings.append(filing)
    }
    filings.sort { $0.day < $1.day }
  }

  mutating func dice(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }

  /// Writes the filings up to a day and the first n bars; with `isAdjusted` all prices are of new shares.
  func write(filedBy last: CivilDate? = nil, bars count: Int? = nil, isAdjusted: Bool = false, into folder: String)
    throws
  {
    var text = "date,open,high,low,close,volume\n"
    for (index, bar) in bars.prefix(count ?? bars.count).enumerated() {
      let unit = isAdjusted && index < splitBar ? 0.25 : 1
      let (open, close) = (bar.open * unit, bar.close * unit)
      text += "\(bar.day),\(open),\(max(open, close)),\(min(open, close)),\(close),100\n"
    }
    try DiskFiles().write(text, to: folder + "/ACME.csv")
    var concepts: [String: [String]] = [:]
    var covers: [String] = []
    for filing in filings where last.map({ filing.day <= $0 }) ?? true {
      let tail = "\"accn\":\"\(filing.accession)\",\"form\":\"\(filing.form)\",\"filed\":\"\(filing.day)\"}"
      for fact in filing.facts {
        let start = fact.start.map { "\"start\":\"\($0)\"," } ?? ""
        concepts[fact.concept, default: []].append("{\(start)\"end\":\"\(fact.end)\",\"val\":\(fact.value),\(tail)")
      }
      covers.append("{\"end\":\"\(filing.day.adding(days: -3))\",\"val\":\(filing.cover),\(tail)")
    }
    let gaap = concepts.keys.sorted().map { name in
      let unit = name.contains("Shares") && name.contains("Average") ? "shares" : "USD"
      return "\"\(name)\":{\"units\":{\"\(unit)\":[\((concepts[name] ?? []).joined(separator: ","))]}}"
    }
    try DiskFiles().write(
      "{\"cik\":1,\"entityName\":\"Acme\",\"facts\":{\"dei\":{\"EntityCommonStockSharesOutstanding\":{\"units\":{\"shares\":[\(covers.joined(separator: ","))]}}},\"us-gaap\":{\(gaap.joined(separator: ","))}}}",
      to: folder + "/ACME.json")
  }
}

@Suite("Valuations as values in expressions")
struct ValueSeriesTests {
  private static let scenario = """
    dcf ACME { growth = 6% to 3%; margin = 20%; discount = 9%; terminal = 2.5%; horizon = 5y; allow unit-mistake }
    save scenario base
    """

  /// The scenario beside bars that end before a split of shares, which a headline would refuse.
  private static let atAnyPrice = scenario.replacing("horizon = 5y", with: "horizon = 5y; allow split-suspected")

  /// The data of the last result of a script after company and scenario are loaded, and the codes of its diagnostics.
  private static func result(
    _ folder: String, _ script: String, prepare: String = scenario, figures: Bool = true
  ) throws -> (data: JSONValue, codes: [String]) {
    var interpreter = Interpreter(environment: .still)
    var last: JSONValue?
    var codes: [String] = []
    let load = figures ? "load fundamentals \"\(folder)/ACME.json\" as ACME" : ""
    let text = "load \"\(folder)/ACME.csv\" as ACME\n\(load)\n\(prepare)\n\(script)"
    _ = interpreter.runScript(text, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome):
        last = outcome.result?.data ?? last
        codes += outcome.warnings.map(\.code.name)
      case .failure(let diagnostic, _, _): codes.append(diagnostic.code.name)
      }
    }
    return (try #require(last), codes)
  }

  private static func folder() -> String {
    let folder = "/tmp/tas-values-\(UInt64.random(in: 0 ... .max))"
    DiskFiles().makeFolder(folder)
    return folder
  }

  private static func values(
    _ folder: String, _ expression: String = "value(base)", prepare: String = scenario
  ) throws -> [Double] {
    let rows = try #require(
      try result(folder, "show \(expression) as v all", prepare: prepare).data["rows"]?.elements)
    return rows.map { $0.elements?[1].doubleValue ?? .nan }
  }

  private static func same(_ left: [Double], _ right: [Double]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  @Test("A filing is seen from the bar after its day on, and the last value is that of the model")
  func steps() throws {
    let company = Company(seed: 1)
    let folder = Self.folder()
    try company.write(into: folder)
    let values = try Self.values(folder)
    let first = try #require(company.filings.firstIndex { $0.form == "10-K" })
    for filing in company.filings[first...] {
      guard let place = company.bars.firstIndex(where: { $0.day > filing.day }), place > 0 else { continue }
      #expect(values[place] != values[place - 1], "\(filing.day) is not seen on \(company.bars[place].day)")
    }
    var changes = 0
    for place in values.indices.dropFirst() where values[place] != values[place - 1] {
      guard !(values[place].isNaN && values[place - 1].isNaN), place != company.splitBar else { continue }
      changes += 1
      let isFiled = company.filings.contains {
        $0.day >= company.bars[place - 1].day && $0.day < company.bars[place].day
      }
      #expect(isFiled, "a change on \(company.bars[place].day) without a filing before")
    }
    #expect(changes > 15)
    // Where all reports are filed by the last bar, its value is the model's value of today.
    let last = try #require(company.bars.last).day
    try company.write(filedBy: last.adding(days: -1), into: folder)
    let model = try Self.result(folder, "dcf").data["value_per_share"]?.doubleValue
    #expect(model == values.last)
  }

  @Test(
    "What is filed later changes nothing before, by random days", arguments: Thoroughness.some([2, 3, 4] as [UInt64]))
  func filings(seed: UInt64) throws {
    var company = Company(seed: seed)
    let folder = Self.folder()
    try company.write(into: folder)
    let expressions = ["value(base)", "close / value(base) - 1", "sma(value(base), 20)", "value() @ 1w"]
    let whole = try expressions.map { try Self.values(folder, $0, prepare: Self.atAnyPrice) }
    for _ in 0..<6 {
      let place = 300 + company.dice(1100)
      let day = company.bars[place].day
      try company.write(filedBy: day, into: folder)
      for (expression, all) in zip(expressions, whole) {
        let part = try Self.values(folder, expression)
        #expect(Self.same(Array(part[...place]), Array(all[...place])), "\(expression), filed by \(day)")
      }
    }
  }

  @Test(
    "A margin that is not given is that of the filings known then", arguments: Thoroughness.some([13, 14] as [UInt64]))
  func margins(seed: UInt64) throws {
    var company = Company(seed: seed)
    let folder = Self.folder()
    let untyped = Self.atAnyPrice.replacing("margin = 20%; ", with: "")
    try company.write(into: folder)
    let whole = try Self.values(folder, prepare: untyped)
    #expect(!Self.same(whole, try Self.values(folder)))
    for _ in 0..<6 {
      let place = 300 + company.dice(1100)
      let day = company.bars[place].day
      try company.write(filedBy: day, into: folder)
      let part = try Self.values(folder, prepare: untyped)
      #expect(Self.same(Array(part[...place]), Array(whole[...place])), "filed by \(day)")
    }
  }

  @Test("The first bars give what all bars give on them", arguments: Thoroughness.some([5, 6] as [UInt64]))
  func prefixes(seed: UInt64) throws {
    var company = Company(seed: seed)
    let folder = Self.folder()
    try company.write(into: folder)
    let expressions = ["value(base)", "close < 0.8 * value(base)", "(close / value(base)) @ 1mo", "value(base)[7]"]
    let whole = try expressions.map { try Self.values(folder, $0) }
    for _ in 0..<6 {
      let count = 200 + company.dice(1250)
      try company.write(bars: count, into: folder)
      for (expression, all) in zip(expressions, whole) {
        let part = try Self.values(folder, expression, prepare: Self.atAnyPrice)
        #expect(Self.same(part, Array(all[..<count])), "\(expression), \(count) bars")
      }
    }
  }

  @Test("A backtest gated by a valuation has the trades it would have had without later filings")
  func backtests() throws {
    let strategy = """
      strategy cheap { enter long when close < 0.9 * value(base); exit long when close > 1.1 * value(base) or close < 0.5 * value(base) }
      backtest cheap
      """
    func trades(_ folder: String, until day: CivilDate) throws -> [String] {
      let trades = try #require(try Self.result(folder, strategy).data["trades"]?.elements)
      return trades.compactMap { trade in
        guard let exit = trade["exit_date"]?.stringValue, exit <= "\(day)" else { return nil }
        return
          "\(trade["entry_date"] ?? .null) \(exit) \(trade["entry_price"] ?? .null) \(trade["exit_price"] ?? .null)"
      }
    }
    var compared = 0
    for seed in 7..<10 {
      var company = Company(seed: UInt64(seed))
      let folder = Self.folder()
      for _ in 0..<3 {
        let day = company.bars[700 + company.dice(700)].day
        try company.write(into: folder)
        let all = try trades(folder, until: day)
        try company.write(filedBy: day, into: folder)
        #expect(try trades(folder, until: day) == all)
        compared += all.count
      }
    }
    #expect(compared > 5)
  }

  @Test("Adjusted prices and prices as they were lead to the same relation of value to price")
  func splits() throws {
    let company = Company(seed: 11)
    let folder = Self.folder()
    try company.write(into: folder)
    let plain = try Self.values(folder, "value(base) / close")
    let values = try Self.values(folder)
    #expect(abs(values[company.splitBar] * 4 / values[company.splitBar - 1] - 1) < 1e-12)
    try company.write(isAdjusted: true, into: folder)
    let adjusted = try Self.values(folder, "value(base) / close")
    #expect(plain.count { !$0.isNaN } > 1000)
    for (left, right) in zip(plain, adjusted) {
      #expect(left.isNaN && right.isNaN || abs(left / right - 1) < 1e-12)
    }
    let told = try Self.result(folder, "value(base)").codes
    #expect(told.contains("split-adjusted"))
  }

  @Test("Typed figures look ahead unless a date says since when they are known")
  func typed() throws {
    let company = Company(seed: 12)
    let folder = Self.folder()
    try company.write(into: folder)
    let day = company.bars[800].day
    let figures =
      "revenue = 1B; shares = 10M; growth = 5%; margin = 20%; discount = 9%; terminal = 2%; allow unit-mistake"
    let rule = "strategy cheap { enter long when close < value(base) }\nbacktest cheap"
    func run(_ extra: String, _ script: String) throws -> (data: JSONValue, codes: [String]) {
      try Self.result(
        folder, script, prepare: "dcf ACME { \(figures)\(extra) }\nsave scenario base", figures: false)
    }
    #expect(try run("", rule).codes.last == "hindsight-in-rule")
    #expect(try run("", "show value(base) last 1").codes.contains("typed-figures"))
    #expect(try run("", "scan ACME: value(base) where value(base) > 0").data["matched"]?.intValue == 1)
    #expect(try run("", "scan ACME: value(base) at \(day)").codes.last == "hindsight-in-rule")
    let dated = try run("; date = \(day); base_end = \(day.adding(days: -40))", "show value(base) as v all")
    let rows = try #require(dated.data["rows"]?.elements).map { $0.elements?[1].doubleValue }
    #expect(rows.firstIndex { $0 != nil } == 801 && rows.last != nil)
    #expect(
      try run("; date = \(day); base_end = \(day.adding(days: -40))", rule).codes.contains("hindsight-in-rule") == false
    )
    let ended = try run("; base_end = \(day.adding(days: -90))", "show value(base) as v all")
    let later = try #require(ended.data["rows"]?.elements).firstIndex { $0.elements?[1].doubleValue != nil }
    #expect(later == 801)
  }

  @Test("Typed shares are of the day on which they were known, and a split divides their value on its day")
  func typedShares() throws {
    let company = Company(seed: 15)
    let folder = Self.folder()
    try company.write(into: folder)
    let figures =
      "revenue = 1B; shares = 10M; growth = 5%; margin = 20%; discount = 9%; terminal = 2%; allow unit-mistake"
    func values(_ extra: String) throws -> [Double?] {
      let result = try Self.result(
        folder, "show value(base) as v all", prepare: "dcf ACME { \(figures)\(extra) }\nsave scenario base",
        figures: false)
      return try #require(result.data["rows"]?.elements).map { $0.elements?[1].doubleValue }
    }
    let undated = try values("")
    let value = try #require(undated.last ?? nil)
    #expect(undated[company.splitBar] == value && undated[company.splitBar - 1] == value * 4 && undated[0] == value * 4)
    let day = company.bars[800].day
    let dated = try values("; date = \(day); base_end = \(day)")
    #expect(dated[800] == nil && dated[801] == value && dated[company.splitBar] == value / 4)
  }

  @Test("A child follows the filings as its parent does, and relative changes act again on each")
  func children() throws {
    let company = Company(seed: 13)
    let folder = Self.folder()
    try company.write(into: folder)
    let prepare = Self.scenario + "\ndcf bull = base with growth + 2pp, cash * 2"
    let written = """
      dcf ACME { growth = 6% to 3%; margin = 20%; discount = 9%; terminal = 2.5%; horizon = 5y; allow unit-mistake }
      dcf growth + 2pp, cash * 2
      save scenario bull
      """
    func rows(_ prepare: String) throws -> JSONValue {
      try #require(try Self.result(folder, "show value(bull) all", prepare: prepare).data["rows"])
    }
    #expect(try rows(prepare) == rows(written))
  }

  @Test("The argument is a scenario's name, never the value of a name")
  func names() throws {
    let company = Company(seed: 14)
    let folder = Self.folder()
    try company.write(into: folder)
    let prepare = Self.scenario + "\nsave scenario \"Bull 2026\"\nlet base = 3\n"
    let plain = try Self.result(folder, "show value(base) last 3").data["rows"]
    #expect(try Self.result(folder, "show value(base) last 3", prepare: prepare).data["rows"] == plain)
    #expect(try Self.result(folder, "show value(\"Bull 2026\") last 3", prepare: prepare).data["rows"] == plain)
    #expect(try Self.result(folder, "show value() last 3", prepare: prepare).data["rows"] == plain)
    #expect(
      try Self.result(
        folder, "drop value base", prepare: prepare + "strategy s { enter long when close < value(base) }"
      )
      .codes.isEmpty)
    #expect(try Self.result(folder, "show value(bas) last 3", prepare: prepare).codes == ["unknown-scenario"])
  }
}
