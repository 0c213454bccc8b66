import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Sessions
import Strategies
import Text
import Workspace

/// Remarks on the bars of a run.
extension Execution {
  /// The remarks on the bars of a run in a range: their prices, their holes, their actions, the ends of its symbols.
  ///
  /// - Parameters:
  ///   - reach: the bars before the range that the rules look back to.
  ///   - membership: the days on which symbols count; those of the ground unless a run has others.
  func notes(of run: StrategyRun, in range: Range<Int>, reach: Int = 0, ofSweep: Bool = false) -> [String] {
    let (ground, settings) = (run.ground, run.settings)
    guard ground.kind.isOfMany else {
      let series = ground.symbols[0]
      return backtestRemarks(of: series, in: range, reach: reach)
        + legRemarks(of: run.compiler, on: series, range, settings)
        + insideRemarks(run.compiler.finer, settings, range)
    }
    return (ground.kind.isPortfolio ? [] : contractNotes(ground.symbols, settings))
      + [ground.survivors].compactMap { $0 }
      + portfolioNotes(ground.symbols, ground.series(named: run.name), range, membership: ground.membership)
  }

  /// Remarks on bars whose shorter bars are missing.
  private func insideRemarks(_ finer: FinerBars?, _ settings: Settings, _ range: Range<Int>) -> [String] {
    guard let finer, let timeframe = settings.insideTimeframe, finer.missing(in: range) > 0 else { return [] }
    return [
      "\(NumberText.counted(finer.missing(in: range), "bar")) without bars of \(timeframe) that have the same open, high and low: stop-first there"
    ]
  }

  /// The remarks on the prices, the ends and the contracts of the legs of a spread, in the time of some bars.
  private func legRemarks(
    of compiler: StrategyCompiler, on series: Evaluation.Series, _ range: Range<Int>, _ settings: Settings
  ) -> [String] {
    let (since, until) = (series.bars.times[range.lowerBound], series.bars.times[range.upperBound - 1])
    let legs = compiler.legs.compactMap { session.series[$0.symbol].map(seriesInSession) }
    let remarks = legs.filter { $0.name != series.name }.flatMap { leg -> [String] in
      let bars = leg.bars.firstIndex(notBefore: since)..<leg.bars.firstIndex(notBefore: until)
      return bars.isEmpty ? [] : backtestRemarks(of: leg, in: bars).map { "\(leg.name): \($0)" }
    }
    // A spread fills if all of its legs have a bar.
    let ended = legs.compactMap { leg -> String? in
      guard let first = leg.bars.times.first, let last = leg.bars.times.last, first <= until, last >= since else {
        return "\(leg.name) has no bars in the window, so the spread never fills"
      }
      let after = range.count { series.bars.times[$0] > last }
      guard after > 10 else { return nil }
      return "the bars of \(leg.name) end on \(leg.bars.label(at: leg.bars.count - 1)): no fill of the spread after it"
    }
    return ended + contractNotes(legs, settings) + remarks
  }

  /// The terms of the contracts among symbols: those of the account are the terms of shares.
  private func contractNotes(_ series: [Evaluation.Series], _ settings: Settings) -> [String] {
    series.compactMap { series in
      guard let contract = settings.contracts[series.name], contract != Contract() else { return nil }
      return "\(series.name): contract \(contract.text)" + (contract.margin == nil ? "" : ", whole contracts")
    }
  }

  /// The price bases of the symbols, if they differ from traded prices, and the splits that their indicators see.
  private func portfolioNotes(
    _ symbols: [Evaluation.Series], _ clock: Evaluation.Series, _ range: Range<Int>,
    membership: [String: [ClosedRange<Int>]] = [:]
  ) -> [String] {
    var notes: [String] = []
    let days = [range.lowerBound, range.upperBound - 1].map { clock.bars.civilTime(at: $0).date.daysSince1970 }
    let strangers = symbols.map(\.name).filter { name in
      membership[name].map { !Membership($0).overlaps(days[0]...days[1]) } ?? false
    }
    if !strangers.isEmpty { notes.append("no member of the universe in the window: \(Wording.list(strangers))") }
    let adjusted = symbols.filter { $0.basis != .nothing }.map(\.name)
    if !adjusted.isEmpty { notes.append("adjusted prices: \(Wording.list(adjusted))") }
    let (since, until) = (clock.bars.times[range.lowerBound], clock.bars.times[range.upperBound - 1])
    let absent = symbols.filter { symbol in
      guard let first = symbol.bars.times.first, let last = symbol.bars.times.last else { return true }
      return first > until || last < since
    }
    if !absent.isEmpty { notes.append("no bars in the window: \(Wording.list(absent.map(\.name)))") }
    let present = symbols.filter { symbol in !absent.contains { $0.name == symbol.name } }
    notes += holdingRemark(present, on: days[0], since: since)
    var remarked: [(symbol: String, text: String)] = []
    for symbol in symbols {
      let bars = symbol.bars.firstIndex(notBefore: since)..<symbol.bars.firstIndex(notBefore: until)
      guard !bars.isEmpty else { continue }
      let remarks =
        symbol.basis == .nothing
        ? backtestRemarks(of: symbol, in: bars) : defectRemarks(of: symbol, in: bars).map(\.text)
      remarked += remarks.map { (symbol.name, $0) }
    }
    return notes + Wording.remarks(remarked)
  }

  /// Names the symbols that buy and hold adds later because they have no bar on the first day.
  private func holdingRemark(_ symbols: [Evaluation.Series], on day: Int, since: Timestamp) -> [String] {
    let dayBefore = Timestamp(milliseconds: since.milliseconds - 86_400_000)
    let late = symbols.filter { symbol in
      let bars = symbol.bars
      let next = bars.firstIndex(notBefore: dayBefore)..<bars.count
      return !next.lazy.map { bars.civilTime(at: $0).date.daysSince1970 }.prefix { $0 <= day }.contains(day)
    }
    guard !late.isEmpty, late.count < symbols.count else { return [] }
    let named = late.prefix(10).map(\.name) + (late.count > 10 ? ["\(late.count - 10) more"] : [])
    return [
      "buy and hold begins with equal parts of \(NumberText.counted(symbols.count - late.count, "symbol")) and adds \(Wording.list(named)), which \(Wording.plural(late.count, "has", "have")) no bar on the first day, when \(Wording.plural(late.count, "it begins", "they begin"))"
    ]
  }
}
