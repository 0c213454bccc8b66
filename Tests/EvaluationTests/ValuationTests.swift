import Calendar
import Columns
import Evaluation
import Language
import TestSupport
import Testing

/// Scenarios of some companies, as steps from moments on.
private struct Companies: SeriesSource {
  var loaded: [Series] = []
  var steps: [String: IntrinsicValues] = [:]

  func series(named symbol: String) throws(ContextError) -> Series {
    guard let series = loaded.first(where: { $0.name == symbol }) else { throw ContextError(.symbol, "not loaded") }
    return series
  }

  func series(in context: BarContext, seenFrom series: Series) throws(ContextError) -> Series {
    try context.symbol.map { symbol throws(ContextError) in try self.series(named: symbol) } ?? series
  }

  func valuation(_ name: ValuationName, seenFrom series: Series) throws(ValuationAbsence) -> IntrinsicValues {
    guard name.scenario ?? "base" == "base" else { throw ValuationAbsence(.unknownScenario, "there is none") }
    guard let steps = steps[name.company ?? series.name] else {
      throw ValuationAbsence(.unknownScenario, "it is of others", isOfOthers: true)
    }
    return steps
  }

  func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double { 7 }

  func check(_ name: ValuationName) throws(ValuationAbsence) {
    guard name.scenario ?? "base" == "base", name.company.map({ steps[$0] != nil }) ?? true else {
      throw ValuationAbsence(.unknownScenario, "there is none")
    }
  }
}

@Suite("Valuations in expressions, each worked out by hand")
struct ValuationTests {
  private static let day: Int64 = 86_400_000
  private let own = Series(name: "X", bars: bars([10, 11, 12, 13, 14, 15]))

  /// Steps that become known when n days have closed.
  private static func steps(
    _ steps: [(day: Int, value: Double)], lookAhead: IntrinsicValues.LookAhead? = nil
  ) -> IntrinsicValues {
    IntrinsicValues(
      known: steps.map { Timestamp(milliseconds: Int64($0.day) * day) }, values: steps.map(\.value),
      lookAhead: lookAhead, remarks: [IntrinsicValues.Remark(.typedFigures, "something to tell")])
  }

  private func plan(
    _ text: String, _ source: Companies, on series: Series?, prepare: (inout Planner) -> Void = { _ in }
  ) throws -> (planner: Planner, planned: Planned) {
    var planner = Planner(names: Names(), source: source, series: series, today: today)
    prepare(&planner)
    let planned = try planner.plan(try expression(text))
    return (planner, planned)
  }

  private func values(_ text: String, _ source: Companies) throws -> [Double] {
    let (planner, planned) = try plan(text, source, on: own)
    var evaluator = Evaluator(plan: planner.plan, series: own, source: source, today: today)
    return try evaluator.column(try #require(planned.node)).values.array
  }

  private func refusal(
    _ text: String, _ source: Companies, on series: Series?, prepare: (inout Planner) -> Void = { _ in }
  ) -> String? {
    do {
      _ = try plan(text, source, on: series, prepare: prepare)
      return nil
    } catch {
      return (error as? Diagnostic)?.code.name
    }
  }

  @Test("A value holds from the bar that closes when it is known up to the next one; before the first it is missing")
  func steps() throws {
    // The bar of day n closes when n + 1 days have.
    let source = Companies(steps: ["X": Self.steps([(3, 20), (5, 24), (6, .nan)])])
    #expect(same(try values("value(base)", source), [.nan, .nan, 20, 20, 24, .nan]))
    #expect(same(try values("value()", source), [.nan, .nan, 20, 20, 24, .nan]))
    #expect(
      same(
        try values("close / value(base) - 0.5", source),
        [.nan, .nan, 12 / 20 - 0.5, 13 / 20 - 0.5, 14 / 24 - 0.5, .nan]))
    #expect(same(try values("value(base)[1]", source), [.nan, .nan, .nan, 20, 20, 24]))
    #expect(same(try values("close < 0.6 * value(base)", source), [.nan, .nan, 0, 0, 1, .nan]))
    let (planner, planned) = try plan("value(base)", source, on: own)
    #expect(planned.kind == .number && planned.lookAhead == nil)
    #expect(planner.plan.warmUp(of: try #require(planned.node)) == 2)
    #expect(planner.warnings.map(\.code) == [Diagnostic.Code(.typedFigures)])
  }

  @Test("Another company's valuation is seen on its bars first, and without bars on those in use")
  func contexts() throws {
    // The other company has no bar on day 3.
    let days = [0, 1, 2, 4, 5].map { Timestamp(milliseconds: Int64($0) * Self.day) }
    let closes = Column([1, 2, 3, 4, 5])
    let other = Series(
      name: "Y",
      bars: Bars(
        times: days, open: closes, high: closes, low: closes, close: closes, volume: closes, timeframe: .day, zone: .utc
      ))
    let source = Companies(
      loaded: [own, other],
      steps: ["X": Self.steps([(1, 1)]), "Y": Self.steps([(4, 50)]), "Z": Self.steps([(4, 60)])])
    #expect(same(try values("value(base) @ Y", source), [.nan, .nan, .nan, .nan, 50, 50]))
    #expect(same(try values("value(base) @ Z", source), [.nan, .nan, .nan, 60, 60, 60]))
    #expect(same(try values("value(base) @ Y + value(base)", source), [.nan, .nan, .nan, .nan, 51, 51]))
    #expect(refusal("value(base) @ W", source, on: own) == "unknown-series")
  }

  @Test("Without a series it is one number; in a definition it is a series that is looked up where it is used")
  func kinds() throws {
    let source = Companies(steps: ["X": Self.steps([(3, 20)])])
    let number = try plan("value(base) * 2", source, on: nil) { $0.isWithoutSeries = true }
    #expect(number.planner.plan.constantValue(try #require(number.planned.node)) == 14)
    let series = try plan("value(base) * 2", source, on: nil)
    #expect(!series.planner.plan.isScalar(try #require(series.planned.node)))
    #expect(refusal("value(bull)", source, on: nil) == "unknown-scenario")
  }

  @Test("The argument is a scenario's name, as a word or a text")
  func arguments() throws {
    let source = Companies(steps: ["X": Self.steps([(0, 20)])])
    #expect(same(try values("value(\"base\")", source), try values("value(base)", source)))
    #expect(same(try values("value(scenario=base)", source), try values("value(base)", source)))
    for (text, code) in [
      ("value(bull)", "unknown-scenario"), ("value(3)", "wrong-kind"), ("value(base, 2)", "too-many-arguments"),
      ("value(period=base)", "unknown-argument"), ("value(close + 1)", "wrong-kind"),
    ] { #expect(refusal(text, source, on: own) == code, "\(text)") }
  }

  @Test("A value that carries later figures back looks ahead, except where only the last bar decides")
  func lookAhead() throws {
    let source = Companies(
      steps: ["X": Self.steps([(0, 20)], lookAhead: IntrinsicValues.LookAhead("figures of today"))])
    let seen = try plan("close < value(base)", source, on: own)
    let origin = try #require(seen.planned.lookAhead)
    #expect(seen.planner.valuationLookAhead[origin]?.message == "figures of today")
    let decided = try plan("close < value(base)", source, on: own) { $0.decidesNow = true }
    #expect(decided.planned.lookAhead == nil)
  }

  @Test("A company without the scenario is refused, or missing if it is one of several")
  func absence() throws {
    let source = Companies(steps: ["Y": Self.steps([(0, 20)])])
    #expect(refusal("value(base)", source, on: own) == "unknown-scenario")
    let (planner, planned) = try plan("value(base)", source, on: own) { $0.toleratesAbsence = true }
    #expect(planner.absentValuations.map(\.company) == ["X"])
    var evaluator = Evaluator(plan: planner.plan, series: own, source: source, today: today)
    #expect(try evaluator.column(try #require(planned.node)).values.allSatisfy { $0.isNaN })
  }

  @Test("A column is found again as long as the steps are the same, and never after they were remade")
  func cache() throws {
    let series = Series(name: "X", bars: bars([1, 2, 3]))
    var counts: [Int] = []
    for value in [20.0, 20, 30] {
      let steps = Self.steps([(1, value)])
      let source = Companies(steps: ["X": steps])
      for _ in 0..<2 {
        var planner = Planner(names: Names(), source: source, series: series, today: today)
        let node = try #require(try planner.plan(try expression("value(base)")).node)
        var evaluator = Evaluator(plan: planner.plan, series: series, source: source, today: today)
        #expect(try evaluator.column(node).values == [value, value, value])
        counts.append(series.cache.count)
      }
    }
    #expect(counts == [1, 1, 2, 2, 3, 3])
  }
}
