import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Platform
import Strategies
import Text
import Workspace

extension Session {
  /// The job of a strategy of the session on its ground.
  package func job(
    of definition: StrategyDefinition, on ground: RunGround, _ settings: Settings, _ range: Range<Int>
  ) -> RunJob {
    let bars = ground.symbols[0].bars
    let job = RunJob(
      rules(of: definition), settings: settings, kind: ground.kind,
      symbols: ground.symbols.map { RunSeries(name: $0.name) }, membership: ground.membership, groups: ground.groups,
      timeframe: bars.timeframe, hours: ground.kind.isOfMany ? nil : RunHours(of: bars), range: range)
    return identified(job, on: ground)
  }

  /// A strategy with the definitions of the session that it rests on.
  package func rules(of definition: StrategyDefinition) -> NamedRules {
    NamedRules(
      definition, text: strategies[definition.name]?.text ?? "", definitions: definitions(usedBy: definition))
  }

  /// A job with the identity of its bars.
  private func identified(_ job: RunJob, on ground: RunGround) -> RunJob {
    func identified(_ loaded: LoadedSeries) -> RunSeries {
      RunSeries(name: loaded.name, identity: loaded.identity, basis: loaded.basis)
    }
    var job = job
    let rules = job.rules.onOneLine
    job.symbols = job.symbols.map { symbol in series[symbol.name].map(identified) ?? symbol }
    job.others = series.values.filter { rules.hasPart($0.name) }.map(identified)
    if let first = job.range.first, let last = job.range.last {
      job.times = ground.time(at: first)...ground.time(at: last)
    }
    return job
  }

  /// A job on the bars that the session has.
  ///
  /// - Throws: the reason why it cannot be run, as a sentence ends.
  package func run(of job: RunJob, today: CivilDate) throws(RunAbsence) -> StrategyRun {
    if let rate = job.settings.rateSeries.first(where: { series[$0] == nil }) {
      throw RunAbsence(reason: "\(rate) is not loaded")
    }
    var symbols: [Evaluation.Series] = []
    for symbol in job.symbols {
      guard let loaded = series[symbol.name] else { throw RunAbsence(reason: "\(symbol.name) is not loaded") }
      let hours = job.kind.isOfMany ? loaded.bars.session : job.hours?.hours
      guard let bars = bars(of: loaded, job.timeframe, hours) else {
        throw RunAbsence(reason: "\(symbol.name) no longer has bars of \(job.timeframe)")
      }
      symbols.append(bars)
    }
    let ground = RunGround(job.kind, symbols, membership: job.membership, groups: job.groups)
    guard job.range.upperBound <= ground.count else {
      throw RunAbsence(reason: "\(job.seriesName) no longer has its bars")
    }
    let job = identified(job, on: ground)
    var names = expressionNames(with: job.settings)
    names.meanings = NameMeanings()
    for (name, definition) in job.definitions { names.meanings[name] = definition.meaning }
    var compiler = StrategyCompiler(definition: job.strategy, names: names, source: seriesSource, today: today)
    do throws(Diagnostic) {
      try compiler.check()
      if !job.kind.isOfMany, let timeframe = job.settings.insideTimeframe {
        compiler.finer = series[symbols[0].name]?.finerBars(timeframe, of: symbols[0])
      }
      return try StrategyRun(job, compiler, on: ground)
    } catch { throw RunAbsence(reason: "it can no longer be run") }
  }

  /// The names as the rules of a run see them: by its settings.
  package func expressionNames(with settings: Settings) -> Names {
    var names = expressionNames
    names.like = settings.like
    names.periodsPerYear = settings.backtest.periodsPerYear
    names.staleAfter = settings.staleAfter
    return names
  }

  /// The bars of a series in a timeframe and hours, those in use if they are these.
  private func bars(of loaded: LoadedSeries, _ timeframe: Timeframe, _ hours: SessionHours?) -> Evaluation.Series? {
    if let active, active.name == loaded.name, active.series.bars.timeframe == timeframe,
      active.series.bars.session == hours
    {
      return active.series
    }
    return try? loaded.series(timeframe: timeframe, session: hours)
  }
}

/// The reason why a job cannot be run with the bars that there are.
package struct RunAbsence: Error {
  /// The reason, as a clause for use inside a message.
  package let reason: String
}
