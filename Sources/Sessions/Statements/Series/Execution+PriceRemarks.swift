import Calendar
import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Text
import Workspace

/// A remark on the prices of a series that a statement looked at.
package struct StatementRemark: Sendable {
  var series: LoadedSeries
  var remark: LoadedSeries.PriceRemark
  var use: Use
  /// True if the statement looks at several series, so that the remark names its own.
  var isNamed: Bool

  /// How the statement uses the prices.
  enum Use {
    /// It shows them, or values of their bars.
    case shown
    /// It computes from them over several bars.
    case computed
    /// It looks at them from the bars of another series.
    case beside
    /// Its runs take the splits and dividends that move them.
    case booked
  }

  /// The remark as a session that has heard it knows it.
  func told(by command: String) -> ToldRemark {
    let way: ToldRemark.Way =
      switch use {
      case .shown: .values
      case .computed: .computed(command: command)
      case .beside: .beside(command: command)
      case .booked: .booked
      }
    return ToldRemark(remark, on: series, way)
  }
}

/// Remarks on the prices that a statement used: unadjusted splits, prices that contradict each other.
extension Execution {
  /// The remarks on some bars of a series, or of one made of it, which the statement looks at.
  ///
  /// - Parameter reach: the bars before them that indicators look back to.
  package func priceRemarks(
    of series: Evaluation.Series, in range: Range<Int>, reach: Int = 0
  ) -> [LoadedSeries.PriceRemark] {
    reads.look(at: range, of: series.bars, reach: reach)
    return session.series[series.name]?.priceRemarks(on: series.bars, in: range, reach: reach) ?? []
  }

  /// The remarks under a backtest, which books dividends itself: only splits can still distort the prices its rules
  /// see.
  ///
  /// - Parameter reach: the bars before the run that its rules look back to.
  package func backtestRemarks(of series: Evaluation.Series, in range: Range<Int>, reach: Int = 0) -> [String] {
    reads.look(at: range, of: series.bars, reach: reach)
    return session.series[series.name]?.backtestRemarks(on: series, in: range, reach: reach) ?? []
  }

  /// Remarks that runs on a series take its splits and dividends.
  package mutating func remarkActions(of series: Evaluation.Series, in range: Range<Int>) {
    let actions = series.bars.barActions(series.actions).filter { range.contains($0.index) }
    let words = [
      actions.contains { $0.ratio != 1 } ? "splits change the units held" : nil,
      actions.contains { $0.dividend != 0 } ? "dividends are taken in cash" : nil,
    ].compactMap { $0 }
    guard !words.isEmpty, let loaded = session.series[series.name] else { return }
    let remark = LoadedSeries.PriceRemark(code: .actionsInPrices, text: Wording.list(words))
    priceRemarks.append(StatementRemark(series: loaded, remark: remark, use: .booked, isNamed: false))
  }

  /// Adds the remarks on some bars of a series to those shown at the end of the statement.
  ///
  /// - Parameters:
  ///   - naming: true if the statement looks at several series, so that each remark names its own.
  ///   - reach: the bars before them that indicators look back to.
  ///   - isComputed: true if the statement computes from them over several bars, false if it shows them as they are.
  ///   - basis: false if the basis of the prices is reported elsewhere, so that only wrong or missing prices are
  ///     reported.
  package mutating func remarkPrices(
    of series: Evaluation.Series, in range: Range<Int>, naming: Bool = false, reach: Int = 0,
    isComputed: Bool = false, basis: Bool = true
  ) {
    let remarks =
      basis
      ? priceRemarks(of: series, in: range, reach: reach) : defectRemarks(of: series, in: range, reach: reach)
    guard let loaded = session.series[series.name] else { return }
    for remark in remarks {
      priceRemarks.append(
        StatementRemark(series: loaded, remark: remark, use: isComputed ? .computed : .shown, isNamed: naming))
    }
  }

  /// The remarks on wrong or missing prices alone.
  package func defectRemarks(
    of series: Evaluation.Series, in range: Range<Int>, reach: Int = 0
  ) -> [LoadedSeries.PriceRemark] {
    let bases: Set<BarFinding.Code> = [.adjustedPrices, .actionsInPrices]
    return priceRemarks(of: series, in: range, reach: reach).filter { !bases.contains($0.code) }
  }

  /// Marks the findings of bars that were loaded as shown.
  package mutating func markTold(_ loaded: LoadedSeries) {
    let codes = loaded.unexplainedFindings.map(\.code) + (loaded.actionsText == nil ? [] : [.actionsInPrices])
    for code in codes {
      session.toldRemarks.insert(ToldRemark(LoadedSeries.PriceRemark(code: code, text: ""), on: loaded, .values))
    }
  }

  /// Reports the remarks on the prices that the statement used and on those of other series that its expressions and
  /// rules read, such as `close @ QQQ`, each once: earlier remarks are not repeated for results that depend on the
  /// prices in the same way.
  ///
  /// - Parameter command: the command of the statement.
  /// - Returns: the remarks in words, including earlier ones, for a page for others.
  package mutating func tellPriceRemarks(of command: String) -> [String] {
    let others = reads.series
    if !priceRemarks.isEmpty || !others.isEmpty {
      let looked = Set(priceRemarks.map(\.series.name))
      for other in others where !looked.contains(other.name) { remark(besides: other) }
    }
    guard !priceRemarks.isEmpty else { return remarksOfOthers }
    defer { priceRemarks = [] }
    let isNew = priceRemarks.map { session.toldRemarks.insert($0.told(by: command)).inserted }
    for (code, text) in lines(of: zip(priceRemarks, isNew).filter(\.1).map(\.0)) {
      note(code: Diagnostic.Code(engine: code.name), text)
    }
    return lines(of: priceRemarks).map(\.text) + remarksOfOthers
  }

  /// The findings of the statement's expressions on the series that they read.
  private var remarksOfOthers: [String] {
    if warnings.isEmpty { return [] }
    return warnings.filter { Self.codesOfOthers.contains($0.code) }.map(\.message)
  }

  /// The remarks on another series in the time that the statement looks at.
  private mutating func remark(besides other: Evaluation.Series) {
    guard let loaded = session.series[other.name] else { return }
    let bars = other.bars
    var (range, reach) = (0..<bars.count, 0)
    if let span = reads.span {
      // The bar that was open at the first one is seen from there.
      func place(_ moment: Timestamp) -> Int {
        bars.firstIndex(notBefore: Timestamp(milliseconds: moment.milliseconds + 1))
      }
      let start = max(0, place(span.start) - 1)
      guard start < place(span.last) else { return }
      range = start..<place(span.last)
      reach = start - max(0, place(span.earliest) - 1)
    }
    for remark in loaded.priceRemarks(on: bars, in: range, reach: reach) {
      priceRemarks.append(StatementRemark(series: loaded, remark: remark, use: .beside, isNamed: true))
    }
  }

  /// The lines of remarks, each once, by their codes.
  private func lines(of remarks: [StatementRemark]) -> [(code: BarFinding.Code, text: String)] {
    var byCode: OrderedDictionary<BarFinding.Code, [StatementRemark]> = [:]
    for remark in remarks { byCode[remark.remark.code, default: []].append(remark) }
    return byCode.flatMap { code, remarks in
      let own = remarks.filter { !$0.isNamed }.map(\.remark.text)
      let named = Wording.remarks(remarks.filter(\.isNamed).map { ($0.series.name, $0.remark.text) })
      return (OrderedSet(own) + named).map { (code, $0) }
    }
  }
}
