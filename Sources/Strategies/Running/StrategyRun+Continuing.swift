import Backtesting
import Columns
import Evaluation
import Platform

/// A run on one series that is walked bar by bar: together the bars are the backtest on all of them, to the last bit.
package struct ContinuedRun: Sendable {
  /// The bars of the series.
  package let bars: Bars
  private let strategy: Strategy
  private let settings: BacktestSettings
  private let actions: [BarAction]
  private let finer: FinerBars?
  private let basis: ReturnBasis

  /// Makes a run of rules that have a value for each bar.
  package init(
    _ strategy: Strategy, on bars: Bars, _ settings: BacktestSettings, actions: [BarAction] = [],
    finer: FinerBars? = nil, basis: ReturnBasis? = nil
  ) {
    (self.strategy, self.bars, self.actions, self.finer) = (strategy, bars, actions, finer)
    var settings = settings
    settings.finalize = false
    self.settings = settings
    self.basis = basis ?? ReturnBasis(bars: bars, range: 0..<bars.count, settings)
  }

  /// Walks through a bar.
  ///
  /// - Parameters:
  ///   - state: the state after the bar before it; nil to begin.
  ///   - refusesEntries: true to fill no entry on it.
  package func advance(
    _ state: RunState?, through bar: Int, refusesEntries: Bool = false, _ environment: Environment
  ) throws(RunFailure) -> (result: BacktestResult, state: RunState) {
    var (state, strategy) = (state?.moved(by: bar - (state?.nextIndex ?? bar)), strategy)
    if refusesEntries {
      state = state?.withoutEntries
      // At the close that decides them there is nothing to cancel yet.
      let never = Condition.column(Column(repeating: 0, count: bars.count))
      if settings.fill == .close {
        for place in strategy.entries.indices { strategy.entries[place].condition = never }
      }
    }
    do throws(BacktestError) {
      return try Backtest.advance(
        state, bars: bars, strategy: strategy, settings: settings, range: bar..<bar + 1, actions: actions,
        basis: basis, finer: finer, monitor: environment.monitor)
    } catch { throw .backtest(error) }
  }

  /// The units that the run holds once a bar after the last one has opened at the last close, below zero for short ones:
  /// what an order that goes out at that close has to bring about.
  ///
  /// - Parameter state: the state after the last bar.
  package func heldAtNextOpen(_ state: RunState, _ environment: Environment) throws(RunFailure) -> Double {
    let last = bars.count - 1
    // What fills at the close is held already.
    guard last >= 0, settings.fill != .close else { return state.heldUnits }
    // The last bar again, without a range: what was decided at its close fills at its close.
    var flat = bars
    func still(_ column: Column) -> Column { column.prefix(last).appending(Column([bars.close[last]])) }
    (flat.open, flat.high, flat.low) = (still(bars.open), still(bars.high), still(bars.low))
    do throws(BacktestError) {
      return try Backtest.advance(
        state.moved(by: last - state.nextIndex), bars: flat, strategy: strategy, settings: settings,
        range: last..<last + 1, basis: basis, monitor: environment.monitor
      ).state.heldUnits
    } catch { throw .backtest(error) }
  }
}

extension StrategyRun {
  /// The run with values for the parameters, to be walked bar by bar; nil if it trades more than one series, resizes
  /// what it holds, or fills with the volume.
  package func continued(_ values: [Double], _ environment: Environment) throws(RunFailure) -> ContinuedRun? {
    guard !ground.kind.isOfMany, compiler.legs.isEmpty else { return nil }
    let series = ground.symbols[0]
    let money = try money(on: series, environment)
    guard case .single(let strategy, _) = try rules(values, on: ground, environment), strategy.resizes == nil,
      money.maximumVolumeShare == nil, money.contract.multiplier == 1, money.contract.margin == nil
    else { return nil }
    return ContinuedRun(
      strategy, on: series.bars, money, actions: series.bars.barActions(series.actions),
      finer: compiler.finer?.prefix(series.bars.count), basis: basis(money, 0..<series.bars.count))
  }
}
