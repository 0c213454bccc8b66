import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Robustness
import Sessions
import Strategies
import Text
import Workspace

extension Command {
  package static let monteCarlo = Command(
    CommandSyntax(
      "montecarlo",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .result), .optional(role: .resampledRuns, then: .keyword("runs"))],
          clauses: [
            .clause("by", .resampling, optional: .blockLength), .clause("noise", .noise), .clause("ruin", .ruin),
            .clause("seed", .seed), .clause("with", .engineSettings),
          ])
      ]),
    category: .strategies, summary: "Reshuffles a backtest many times, to show how much was luck.",
    discussion: """
      `by trades` draws the same number of trades with replacement, and puts the trades \
      in random order for the drawdown; a trade counts by its gain over the equity before its entry. `by blocks 20d` draws \
      the returns of the equity in blocks of about that length, as days are dependent; without a length it is estimated \
      (Politis and White). Of intraday bars the returns are those of days, and `12 bars` is their share of a day. `by bars` runs the strategy on bars whose prices have noise, `noise 10%` of the deviation of \
      their returns. `by entries` runs the same entries at random places, with the stops, sizes and costs of the run, each held as long as \
      the rules would have held it: it shows whether the entry rules beat chance. Random entries may be placed where the rule \
      looked, which favours rules that buy after falls: on random walks of 800 bars 9% of them beat chance instead of 5%, and \
      4% of those that buy after rises.

      10,000 runs by default, 500 of `by bars`; the same seed gives the same answer on any number of \
      processors. `ruin 30%` is the loss of the starting account that counts as ruin, half without it; \
      the share of runs that fall as far from a peak is shown next to it. `to "fan.svg"` draws the fan.
      """,
    examples: [
      "backtest cross as trial; montecarlo trial 2_000 runs by trades seed 7",
      "backtest cross; montecarlo by blocks 20d ruin 30%", "backtest cross; montecarlo 1_000 runs by entries",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.monteCarlo(call)
  }
}

extension OptionalRole<Expression> {
  fileprivate static var resampledRuns: Self { Self(.expression("runs", "N")) }
  fileprivate static var blockLength: Self { Self(.expression("length", "LENGTH")) }
  fileprivate static var noise: Self { Self(.expression("noise", "10%")) }
  fileprivate static var ruin: Self { Self(.expression("ruin", "50%")) }
}

extension OptionalRole<String> {
  fileprivate static var resampling: Self {
    let words = MonteCarloMethod.allCases.map(\.rawValue)
    return Self(.choice("by", words, words.joined(separator: "|")))
  }
}

extension Execution {
  fileprivate mutating func monteCarlo(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let report = try listedBacktest(call)
    let method = call[.resampling].flatMap { MonteCarloMethod(rawValue: $0) } ?? .trades
    let runs = try call[.resampledRuns].map { expression throws(Diagnostic) in try count(expression) }
    let seed = try call[.seed].map { expression throws(Diagnostic) in try count(expression) } ?? 1
    let ruinLevel = try share(call[.ruin], "a loss that is ruin", usual: 0.5)
    let dealt = runs ?? (method == .bars ? 500 : 10_000)
    try checkSize(Double(dealt), "runs", at: call[.resampledRuns]?.span ?? call.commandSpan)
    let noise = try share(call[.noise], "noise", usual: 0.1)
    if let expression = call[.noise], method != .bars {
      throw Diagnostic(
        .wrongKind, "`noise` is on the prices of bars", at: expression.span, hints: ["`by bars noise 10%`"])
    }
    if let expression = call[.blockLength], method != .blocks {
      throw Diagnostic(.wrongKind, "a length is that of blocks", at: expression.span, hints: ["`by blocks 20d`"])
    }
    guard report.result.trades.count > 1 || method == .blocks || method == .bars else {
      throw Diagnostic(
        .noResult,
        "`\(report.name)` has \(NumberText.counted(report.result.trades.count, "closed trade")), too few to reshuffle",
        at: call.commandSpan, hints: ["`by blocks` reshuffles the returns of its equity"])
    }
    let block = try call[.blockLength].map { expression throws(Diagnostic) in try blockLength(expression, report) }
    let engine = try engine(call[.engineSettings])
    let (outcome, job) = try deal(
      report, method, dealt, UInt64(clamping: seed), noise: noise, block: block, engine, call)
    try keepPart(outcome.runs, of: dealt, "runs", "the result covers these runs only", at: call.commandSpan)
    var dealtAgain = MonteCarloReport(
      name: report.name, title: report.title, outcome: outcome, ruin: ruinLevel,
      gain: report.performance.totalReturn, period: report.result.basis.period, block: block?.typed,
      isShortBlock: block.map { $0.count < 1 } ?? false)
    dealtAgain.job = job?.summary
    return dealtAgain
  }

  /// The mean length of a block in returns; it may have a day of intraday bars at least, and all returns at most.
  private mutating func blockLength(
    _ expression: Expression, _ report: BacktestReport
  ) throws(Diagnostic) -> ReturnLength {
    let result = report.result
    let length = try returns(
      in: expression, of: result.basis, report.bars, result.range, atLeast: 1,
      hints: ["`by blocks 20d`, `by blocks 20 bars`"])
    let count = result.returns().count
    guard length.count <= Double(count) else {
      throw Diagnostic(
        .outOfRange,
        "a block of \(NumberText.counted(length.touched, "return")) is longer than the \(NumberText.counted(count, "return")) that there are",
        at: expression.span, hints: ["`by blocks` estimates the length from the data"])
    }
    return length
  }

  private mutating func deal(
    _ report: BacktestReport, _ method: MonteCarloMethod, _ runs: Int, _ seed: UInt64, noise: Double,
    block: ReturnLength?, _ engine: EngineSettings, _ call: CommandCall
  ) throws(Diagnostic) -> (MonteCarlo, FinishedJob?) {
    let (workers, monitor) = (environment.workers, environment.monitor)
    if method == .bars {
      let noisy = NoisyRuns(noise: noise, seed: seed, runs: runs)
      let (run, values) = (try run(again: report, method, call), report.run.parameters.map(\.value))
      var sent = run
      sent.job = run.job.with(.noisy(values, noisy))
      let job = try onEngine([sent], "runs", engine, call)
      let outcomes: [NoisyRuns.Outcome]
      if let known = job?.outcomes() {
        outcomes = known
      } else {
        outcomes = try self.outcomes(of: report, run, call) { environment throws(RunFailure) in
          try run.outcomes(of: noisy, 0..<runs, from: report.run, environment)
        }
      }
      return (MonteCarlo(noisy, outcomes, from: report.run), job)
    }
    if engine.kind != .threads {
      note(.engineNotWorthIt, "`by \(method.rawValue)` deals numbers, which is done here sooner", at: call.commandSpan)
    }
    switch method {
    case .entries:
      let run = try run(again: report, method, call)
      return (
        try outcomes(of: report, run, call) { environment throws(RunFailure) in
          try run.randomEntryRuns(of: report.run, runs: runs, seed: seed, environment: environment)
        }, nil
      )
    case .blocks:
      let length = block.map { max(1, $0.count) }
      return (
        report.run.blocksDealtAgain(meanBlock: length, runs: runs, seed: seed, workers: workers, monitor: monitor), nil
      )
    case .trades, .bars:
      return (report.run.tradesDealtAgain(runs: runs, seed: seed, workers: workers, monitor: monitor), nil)
    }
  }

  /// Refuses a run on more than one series.
  private func refuseMany(_ report: BacktestReport, at span: SourceSpan) throws(Diagnostic) {
    guard !report.result.symbols.isEmpty || !report.result.legs.isEmpty else { return }
    throw Diagnostic(
      .wrongKind, "`\(report.name)` is a run on several series, but this needs the bars of one", at: span,
      hints: ["`by trades` and `by blocks` work for any run"])
  }

  private mutating func share(
    _ expression: Expression?, _ what: String, usual: Double
  ) throws(Diagnostic) -> Double {
    guard let expression else { return usual }
    let (value, _) = try number(expression, what)
    guard value > 0, value <= 1 else {
      let isPercent = value > 1 && value <= 100
      throw Diagnostic(
        .outOfRange, "\(what) is a share above 0% and up to 100%, not \(NumberText.plain(value))", at: expression.span,
        hints: [isPercent ? "write `\(NumberText.plain(value))%`" : "`\(NumberText.percent(usual))` is usual"])
    }
    return value
  }

  /// The run that a backtest's strategy makes again; its definition must not have changed since.
  private mutating func run(
    again report: BacktestReport, _ method: MonteCarloMethod, _ call: CommandCall
  ) throws(Diagnostic) -> StrategyRun {
    let span = call.commandSpan
    try refuseMany(report, at: span)
    guard report.run.choices.isEmpty else {
      throw Diagnostic(
        .wrongKind, "`by \(method.rawValue)` is of a run with one set of parameters, and `\(report.name)` has several",
        at: span,
        hints: ["`by blocks` reshuffles the returns of any run"])
    }
    guard session.strategies[report.strategy]?.text == report.text else {
      throw Diagnostic(
        .wrongKind, "`\(report.strategy)` has changed since `\(report.name)` ran", at: span,
        hints: ["`backtest \(report.strategy) as \(report.name)` runs it again"])
    }
    var compiler = try compiler(word(of: report, call), with: report.settings, on: report.series)
    try compiler.check()
    return try StrategyRun(report.run.job, compiler, on: RunGround(report.series))
  }

  private func word(of report: BacktestReport, _ call: CommandCall) -> Word {
    Word(parts: [.text(report.strategy)], span: call.commandSpan, isQuoted: true)
  }

  /// What runs of a strategy came to, with the place of an error.
  private func outcomes<Outcome>(
    of report: BacktestReport, _ run: StrategyRun, _ call: CommandCall,
    _ make: (Environment) throws(RunFailure) -> Outcome
  ) throws(Diagnostic) -> Outcome {
    do throws(RunFailure) { return try make(environment) } catch {
      let subject = Subject(name: word(of: report, call), span: call.commandSpan)
      throw diagnostic(error, of: run.compiler, on: report.series, subject, at: call.commandSpan)
    }
  }
}
