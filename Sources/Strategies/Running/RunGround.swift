import Backtesting
import Calendar
import Columns
import Evaluation

/// The way in which a run holds what it trades: chosen once, and read by every engine.
package enum RunKind: Sendable {
  /// One series, or the legs of a spread that is read on it.
  case single
  /// Many symbols that share the money of one account.
  case account(SharedTerms)
  /// The symbols of a portfolio; the index of the one that receives the weight not allocated to the others.
  case portfolio(reserve: Int?)

  /// True for the money of one account on many symbols.
  package var isOfMany: Bool { if case .single = self { false } else { true } }

  package var isPortfolio: Bool { if case .portfolio = self { true } else { false } }

  /// The terms on which symbols share an account; nil for other runs.
  package var terms: SharedTerms? { if case .account(let terms) = self { terms } else { nil } }
}

/// The bars that a run is on, and the way in which it holds them.
package struct RunGround: Sendable {
  package var kind: RunKind
  /// The symbols, in the order that breaks ties; of a run on one series that one.
  package let symbols: [Evaluation.Series]
  /// The steps of the bars of many symbols; none of a run on one series.
  package let clock: PortfolioClock
  /// The days on which symbols belong to their universe, by name, in days since 1970.
  package var membership: [String: [ClosedRange<Int>]]
  /// The name of the group of each symbol that has one.
  package var groups: [String: String]
  /// The remark that a universe has no dates; nil if it has, or there is none.
  package var survivors: String?

  /// One series.
  package init(_ series: Evaluation.Series) { self.init(.single, [series]) }

  /// Symbols in the order that breaks ties, at least one.
  package init(
    _ kind: RunKind, _ symbols: [Evaluation.Series], membership: [String: [ClosedRange<Int>]] = [:],
    groups: [String: String] = [:]
  ) {
    (self.kind, self.symbols, self.membership, self.groups) = (kind, symbols, membership, groups)
    clock = PortfolioClock(kind.isOfMany ? symbols.map(\.bars) : [])
  }

  /// The number of bars, or of steps of the clock, that a range may have.
  package var count: Int { kind.isOfMany ? clock.count : symbols[0].bars.count }

  /// The series that ranges are of: the one, or the steps of the clock with equal parts of the symbols as prices.
  ///
  /// - Parameters:
  ///   - name: the name of a clock.
  ///   - first: the step at which equal parts are bought.
  package func series(named name: String, from first: Int = 0) -> Evaluation.Series {
    guard kind.isOfMany else { return symbols[0] }
    let bars = clock.holding(
      symbols.map { PortfolioSymbol(name: $0.name, bars: $0.bars, actions: $0.bars.barActions($0.actions)) },
      from: first, timeframe: symbols[0].bars.timeframe, zone: symbols[0].bars.zone)
    return Evaluation.Series(name: name, bars: bars)
  }

  /// The time of a bar, or of a step of the clock.
  package func time(at index: Int) -> Timestamp { kind.isOfMany ? clock.times[index] : symbols[0].bars.times[index] }

  /// The ground at the end of a step, with sources of series that have no later bar.
  ///
  /// Symbols without a bar by then are left out of an account. A portfolio keeps them, without bars.
  func prefix(_ steps: Int, _ source: any SeriesSource) -> (ground: RunGround, sources: [any SeriesSource]) {
    var sources: [any SeriesSource] = []
    var known: [Evaluation.Series] = []
    for (place, symbol) in symbols.enumerated() {
      let bars = kind.isOfMany ? clock.steps(of: place, in: 0..<steps).count : steps
      guard bars > 0 || kind.isPortfolio else { continue }
      let cut = PrefixSource(source, of: symbol, bars: bars)
      known.append(cut.first)
      sources.append(cut)
    }
    return (RunGround(kind, known, membership: membership, groups: groups), sources)
  }
}
