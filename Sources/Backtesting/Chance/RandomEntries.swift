import Columns
import Probability
import Work

/// The entries of a run at random places: a test of whether the entry rules beat chance.
///
/// Each random run has the entries of the run in a random order, with random gaps between them that add up to those of
/// the run; every such arrangement is equally likely. The loop of the run fills them, with its stops, targets, trails,
/// sizes and costs. Entries that no level closes are held as long as the rules would have held them. The market's own
/// return for that exposure is therefore common to all runs, and only the choice of the places is tested.
///
/// The ranks of rules without skill are nearly even, not exactly. A random entry may be placed on the bars whose moves made the
/// rule enter, which the rule itself never holds: a rule that buys after falls leaves falls to chance and ranks too high, one
/// that buys after rises too low. And the number of the entries is that of the run, which is large if stops closed many at a
/// loss. Of 2,000 random rules each on random walks of 800 bars 8.6 % of those that buy after falls ranked above 95 % and
/// 5.6 % below 5 %, of those that buy after rises 3.7 % and 6.9 %; of 4,000 bars 7.0 % and 5.8 %, 4.9 % and 6.2 %. The
/// first effect fades with the square root of the bars over those that the rules look back to.
public struct RandomEntries: Sendable {
  /// The inputs of a run besides its rules.
  public struct Ground: Sendable {
    let bars: Bars
    let strategy: Strategy
    let settings: BacktestSettings
    let range: Range<Int>
    let actions: [BarAction]
    let finer: FinerBars?

    /// Takes what a result was made of.
    ///
    /// - Parameters:
    ///   - result: a run on one series with one set of rules.
    ///   - strategy: its rules.
    ///   - finer: the shorter bars inside the bars, which it settled the order of events by; nil for none.
    public init(
      of result: BacktestResult, bars: Bars, strategy: Strategy, actions: [BarAction] = [], finer: FinerBars? = nil
    ) {
      (self.bars, self.strategy, self.actions, self.finer) = (bars, strategy, actions, finer)
      (settings, range) = (result.settings, result.range)
    }

    /// The closes of the window whose decisions can fill in it.
    var decidingCloses: Int { settings.fill == .close ? range.count : range.count - 1 }
  }

  /// What a random run made.
  public struct Outcome: Sendable, Hashable {
    /// The gain over the starting cash, a fraction.
    public var totalReturn: Double
    /// The deepest drawdown, zero or negative.
    public var maxDrawdown: Double
    /// The lowest equity at a close over the starting cash, less 1; zero or negative.
    public var low: Double
  }

  /// The entries that are placed.
  public let entries: [HeldEntry]
  private let free: Int
  private let seed: UInt64
  private let ground: Ground
  /// The rules of a random run, without conditions.
  private let rules: Strategy
  private let engine: SignalBacktest?
  /// The bar after which nothing is held of an entry that only levels close, by the close that decides it; empty without levels.
  private let ends: [Side: [Int32]]

  /// Reads the entries of a result, and finds the places at which levels would close entries at other places.
  ///
  /// - Parameter seed: equal ones give equal runs.
  /// - Throws: `BacktestError.interrupted` if the monitor stops it.
  public init(
    of result: BacktestResult, on ground: Ground, seed: UInt64 = 1, workers: Int = 1, monitor: WorkMonitor = .none
  ) throws(BacktestError) {
    let held = try HeldEntries(result, ground, monitor: monitor)
    (entries, free) = (held.all, held.free)
    (self.seed, self.ground) = (seed, ground)
    let rules = ground.strategy.withoutRules
    self.rules = rules
    let followsInside = ground.finer != nil || ground.settings.inside == .path
    engine =
      SignalBacktest.supports(rules) && (rules.levels.isEmpty || !followsInside)
      ? try SignalBacktest(
        bars: ground.bars, settings: ground.settings, size: rules.size, range: ground.range, actions: ground.actions)
      : nil
    var ends: [Side: [Int32]] = [:]
    if !rules.levels.isEmpty || rules.sessionEnds != nil {
      for side in Side.allCases where held.all.contains(where: { $0.side == side }) {
        ends[side] = try ground.ends(of: side, under: rules, workers: workers, monitor: monitor)
      }
    }
    self.ends = ends
  }

  /// The outcomes of some random runs, the same bits for any number of threads.
  ///
  /// - Returns: nil at the runs that were not made when the monitor stopped it.
  public func outcomes(
    runs: Int, workers: Int = 1, monitor: WorkMonitor = .none
  ) throws(SweepError<BacktestError>) -> [Outcome?] {
    try Sweep.run(
      count: max(0, runs), workers: workers, monitor: monitor, keepsPart: true,
      makeScratch: { Scratch(bars: ground.range.count, free: free, entries: entries.count) },
      body: { run, scratch throws(BacktestError) in
        deal(run, &scratch)
        return try outcome(&scratch)
      })
  }

  /// The memory of a thread.
  private struct Scratch {
    /// A bit for each free close and each entry, set for an entry.
    var places: [UInt64]
    /// The entries in the order of their places, by their numbers.
    var order: [Int]
    var signals: BarSignals
    var backtest = SignalBacktest.Scratch()

    init(bars: Int, free: Int, entries: Int) {
      places = [UInt64](repeating: 0, count: (free + entries + 63) / 64)
      order = Array(0..<entries)
      signals = BarSignals(count: bars)
    }
  }

  /// Sets the signals of a run.
  private func deal(_ run: Int, _ scratch: inout Scratch) {
    var dice = SplitMix(seed: seed, stream: run)
    for index in entries.indices { scratch.order[index] = index }
    scratch.order.shuffle(using: &dice)
    // Places among the free closes and the entries, all choices alike (Floyd's sampling, Bentley 1987).
    for last in free..<free + entries.count {
      let place = dice.below(last + 1)
      let isTaken = scratch.places[place / 64] >> (place % 64) & 1 == 1
      let own = isTaken ? last : place
      scratch.places[own / 64] |= 1 << (own % 64)
    }
    scratch.signals.clear()
    // The closes that entries have taken beyond one each, which move all later places.
    var taken = 0
    var done = 0
    for word in scratch.places.indices {
      while scratch.places[word] != 0 {
        let place = word * 64 + scratch.places[word].trailingZeroBitCount
        scratch.places[word] &= scratch.places[word] &- 1
        let entry = scratch.order[done]
        let following = done + 1 < entries.count ? scratch.order[done + 1] : entry
        let next = put(
          entries[entry], at: place - done + taken, before: entries[following].side, &scratch.signals)
        taken = next - (place - done)
        done += 1
      }
    }
  }

  /// Signals an entry, and its exit if the rules are to close it.
  ///
  /// - Returns: the first close that may decide an entry of the side that follows.
  private func put(_ entry: HeldEntry, at place: Int, before following: Side, _ signals: inout BarSignals) -> Int {
    let ends = ends.isEmpty ? nil : ends[entry.side]
    let count = ground.decidingCloses
    var place = place
    // An entry whose level is missing waits for a close that has one.
    while place < count, ends?[place] == Self.refused { place += 1 }
    guard place < count else { return place }
    // The end of an entry by its levels, or after the window.
    func end(_ offset: Int) -> Int {
      let decided = place + offset
      guard decided < count, let end = ends?[decided], end != Self.refused else { return 0 }
      return Int(end)
    }
    let closed = ends == nil ? .max : entry.entries.lazy.map(end).max() ?? .max
    for offset in entry.entries where place + offset < count {
      signals.add(entry.side == .long ? .enterLong : .enterShort, at: place + offset)
    }
    guard let exit = entry.exit, exit <= count, place + exit < closed else { return min(closed, count) }
    if place + exit < ground.range.count {
      signals.add(entry.side == .long ? .exitLong : .exitShort, at: place + exit)
    }
    return place + exit + (following == entry.side ? 1 : 0)
  }

  /// The mark of a close that can decide no entry.
  fileprivate static let refused = Int32.min

  private func outcome(_ scratch: inout Scratch) throws(BacktestError) -> Outcome {
    if let engine {
      let performance = engine.performance(of: scratch.signals, levels: rules.levels, scratch: &scratch.backtest)
      return outcome(performance, lowest: engine.lowestEquity(scratch.backtest))
    }
    func condition(_ action: BarSignals.Action) -> Condition {
      .column(scratch.signals.column(of: action, from: ground.range.lowerBound, of: ground.bars.count))
    }
    var strategy = rules
    strategy.entries = [
      EntryRule(name: "", side: .long, condition: condition(.enterLong)),
      EntryRule(name: "", side: .short, condition: condition(.enterShort)),
    ]
    strategy.exits = [
      ExitRule(name: "", side: .long, condition: condition(.exitLong)),
      ExitRule(name: "", side: .short, condition: condition(.exitShort)),
    ]
    let result = try ground.run(strategy, ground.range)
    return outcome(result.performance(.essential), lowest: result.lowestEquity)
  }

  private func outcome(_ performance: Performance, lowest: Double) -> Outcome {
    Outcome(
      totalReturn: performance.totalReturn, maxDrawdown: performance.maxDrawdown,
      low: min(lowest / ground.settings.cash - 1, 0))
  }
}

extension Strategy {
  /// The levels, sizes and bounds of the strategy without conditions to enter and leave.
  fileprivate var withoutRules: Strategy {
    var strategy = self
    (strategy.entries, strategy.exits) = ([], [])
    (strategy.exitAfterBars, strategy.exitAfterTime) = (nil, nil)
    (strategy.cooldown, strategy.entersOnceADay) = (nil, false)
    return strategy
  }
}

extension RandomEntries.Ground {
  fileprivate func run(
    _ strategy: Strategy, _ range: Range<Int>, _ settings: BacktestSettings? = nil
  ) throws(BacktestError) -> BacktestResult {
    try Backtest.run(
      bars: bars, strategy: strategy, settings: settings ?? self.settings, range: range,
      actions: actions.filter { $0.index >= range.lowerBound && $0.index < range.upperBound }, finer: finer)
  }

  /// The first trade of a strategy that enters at a close, looked for in ever longer windows; nil if it is open at the end.
  private func firstTrade(
    _ strategy: Strategy, from close: Int, _ settings: BacktestSettings
  ) throws(BacktestError) -> (trade: Trade?, isEntered: Bool) {
    var length = 64
    while true {
      let end = min(range.upperBound, close + length)
      let result = try run(strategy, close..<end, settings)
      // An entry that is refused at first may be taken later: that is another entry.
      let trades = result.trades.lazy.filter { $0.entryNumber == 0 }
      let lag = settings.fill == .close ? 0 : 1
      guard let opened = result.openTrades.first(where: { $0.entryNumber == 0 }) ?? trades.first,
        opened.entryIndex == close + lag
      else { return (nil, false) }
      if !result.openTrades.contains(where: { $0.entryNumber == 0 }) {
        return (trades.max { $0.exitIndex < $1.exitIndex }, true)
      }
      if end == range.upperBound { return (nil, true) }
      length *= 8
    }
  }

  /// The settings of a run that asks for its exits only.
  private var exitsOnly: BacktestSettings {
    var settings = settings
    settings.finalize = false
    settings.maximumVolumeShare = nil
    return settings
  }

  /// The rule that enters at each close.
  private func always(_ side: Side) -> EntryRule {
    EntryRule(name: "", side: side, condition: .column(Column([Double](repeating: 1, count: bars.count))))
  }

  /// The closes after an entry at which the rules alone, without levels, would decide to leave; nil if they would not.
  func plannedExit(of side: Side, decided: Int) throws(BacktestError) -> Int? {
    var rules = strategy
    (rules.stop, rules.target, rules.trail, rules.targetShare, rules.sessionEnds) = (nil, nil, nil, nil, nil)
    (rules.stopsAtCloses, rules.maximumEntries, rules.resizes) = (false, 1, nil)
    rules.size = .equityShare(.constant(0.5))
    (rules.cooldown, rules.entersOnceADay) = (nil, false)
    rules.entries = [always(side)] + rules.entries.filter { $0.side != side && $0.order == .market }
    rules.exits.removeAll { $0.share != nil }
    let isHeld = rules.exitAfterBars == nil && rules.exitAfterTime == nil && rules.exits.isEmpty
    if isHeld && rules.entries.count == 1 { return nil }
    var settings = BacktestSettings(fill: settings.fill)
    settings.contract = self.settings.contract
    let exit = try firstTrade(rules, from: decided, settings).trade?.exitIndex
    return exit.map { $0 - (settings.fill == .close ? 0 : 1) - decided }
  }

  /// The first close, counted from the window's first, that may decide again after an entry that only levels close, by
  /// the close that decides it; after the window if none closes it.
  fileprivate func ends(
    of side: Side, under rules: Strategy, workers: Int, monitor: WorkMonitor
  ) throws(BacktestError) -> [Int32] {
    var strategy = rules
    strategy.entries = [always(side)]
    (strategy.maximumEntries, strategy.resizes) = (1, nil)
    let (first, settings) = (range.lowerBound, exitsOnly)
    do throws(SweepError<BacktestError>) {
      return try Sweep.run(
        count: decidingCloses, workers: workers, monitor: WorkMonitor(isCancelled: { monitor.isStopped }),
        makeScratch: { () },
        body: { [strategy] place, _ throws(BacktestError) -> Int32? in
          let (trade, isEntered) = try firstTrade(strategy, from: first + place, settings)
          guard isEntered else { return RandomEntries.refused }
          return Int32(clamping: trade.map { $0.exitIndex - first } ?? range.count)
        }
      ).map { $0 ?? RandomEntries.refused }
    } catch {
      if case .failed(_, let failure) = error { throw failure }
      throw .interrupted
    }
  }
}
