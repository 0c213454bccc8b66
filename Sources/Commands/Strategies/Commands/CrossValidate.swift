import Backtesting
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
  package static let crossValidate = Command(
    CommandSyntax(
      "crossvalidate",
      forms: [
        CommandSyntax.Form(
          "", [.required(.sweptStrategy)],
          clauses: [
            .clause("where", .condition), .clause("groups", .groupCount), .clause("test", .testGroups),
            .clause("purge", .purge), .clause("embargo", .embargoLength), .clause("seed", .seed),
            .clause("on", .symbols),
            .window, .clause("with", .runSettings),
          ])
      ]),
    category: .strategies,
    summary: "Shows what choosing the best parameters is worth on unseen bars.",
    discussion: """
      The returns are cut into `groups` (10), and `test` (2) of them are tested at a time, all choices of them: the \
      combination with the best Sharpe ratio on the others is the one that is tested. The tests join to paths through all \
      bars, which gives a distribution instead of the one result of a walk-forward (combinatorial purged cross-validation, \
      López de Prado 2018); `test 1` is k-fold. `purge 5 bars` leaves returns out on either side of a test, `embargo 20 \
      bars` further ones after it; the embargo is 1% of the returns without it. Of intraday bars the returns are those of \
      days: `purge 12 bars` and `purge 2d` leave out the days that this time touches.

      The probability of overfitting says how often the best of one half is below the median of the other \
      (Bailey, Borwein, López de Prado and Zhu 2017). The reality check (White 2000) and the test of superior ability \
      (Hansen 2005) are the probabilities that the best of all combinations beats cash by as much through luck.
      """,
    examples: [
      "crossvalidate cross(fast=5..15 step 5, slow=20..40 step 5) groups 6 test 2",
      "crossvalidate cross(fast=5..15 step 5, slow=20..40 step 5) groups 5 test 1 purge 5 bars",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.crossValidate(call)
  }
}

extension OptionalRole<Expression> {
  fileprivate static var groupCount: Self { Self(.expression("groups", "N")) }
  fileprivate static var testGroups: Self { Self(.expression("test", "N")) }
  fileprivate static var purge: Self { Self(.expression("purge", "LENGTH")) }
  fileprivate static var embargoLength: Self { Self(.expression("embargo", "LENGTH")) }
}

extension Execution {
  fileprivate mutating func crossValidate(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.sweptStrategy]
    let variant = SweepVariant(settings: try settings(call[.runSettings] ?? []), tried: [])
    let tried = try tried(subject, variant.settings, on: try ground(call, subject, [variant]), call)
    if let condition = tried.ofRows {
      throw Diagnostic(
        .wrongKind, "`where` compares the parameters of the strategy", at: condition.span,
        hints: ["`where fast < slow`"])
    }
    let grid = try grid(of: tried)
    try checkHolding(grid, tried)
    let groups = try call[.groupCount].map { expression throws(Diagnostic) in try count(expression) } ?? 10
    let tests = try call[.testGroups].map { expression throws(Diagnostic) in try count(expression) } ?? 2
    let seed = try call[.seed].map { expression throws(Diagnostic) in try count(expression) } ?? 1
    let sweep = try sweep(of: tried, grid, at: call.commandSpan)
    let matrix: ReturnMatrix
    var run = tried.run
    run.job = run.job.with(.returns(grid))
    let job = try onEngine([run], "combinations", variant.settings.engine, call)
    let sent = job?.returns(of: 0, grid.count)
    do throws(RunFailure) { if let sent { matrix = sent } else { matrix = try sweep.returns() } } catch {
      throw diagnostic(error, of: tried, at: call.commandSpan)
    }
    let (bars, basis) = (tried.series.bars, sweep.basis)
    func length(_ expression: Expression?) throws(Diagnostic) -> ReturnLength? {
      guard let expression else { return nil }
      return try returns(in: expression, of: basis, bars, tried.range, atLeast: 0, hints: ["`20 bars`, `20d`"])
    }
    let (purge, embargo) = (try length(call[.purge]), try length(call[.embargoLength]))
    let year = basis.periodsPerYear
    let validation: CrossValidation
    do throws(SplittingError) {
      validation = try CrossValidation(
        matrix, riskFree: sweep.basis.riskFree, groups: groups, testGroups: tests,
        purge: purge?.touched ?? 0, embargo: embargo?.touched ?? (matrix.bars + 99) / 100, periodsPerYear: year,
        seed: UInt64(clamping: seed), workers: environment.workers, monitor: environment.monitor)
    } catch {
      let text = error.description.trimmedStop.replacing("testGroups", with: "test")
      throw Diagnostic(.outOfRange, text, at: call.commandSpan)
    }
    if validation.paths.isEmpty { try checkInterruption() }
    if !validation.isWhole {
      try keepPart(
        1, of: 2, "steps", "the paths are those of all splits, and the tests against luck are missing",
        at: call.commandSpan)
    }
    let root = year.squareRoot()
    let trials = tried.run.job.identity
    count(
      (0..<matrix.trials).map { trial in
        trials.trial(
          grid.combination(trial), sharpe: ReturnMoments(of: Array(matrix[trial])).sharpeRatio * root)
      }, on: tried.series)
    let lookAhead = lookAhead(of: tried)
    warn(lookAhead, at: subject.span)
    var report = CrossValidationReport(
      strategy: tried.name, seriesName: tried.series.name, parameters: tried.parameters, validation: validation,
      choices: validation.choices.prefix(5).map { choice in
        (tried.shown(grid.combination(choice.combination)), choice.splits)
      }, since: tried.since, until: tried.until, assumptions: tried.assumptions(sweep.settings, sweep.basis))
    report.lookAhead = lookAhead
    report.job = job?.summary
    (report.period, report.purge, report.embargo) = (basis.period, purge?.typed, embargo?.typed)
    return report
  }

  /// Refuses combinations whose returns are too many to be held all at once, and a single one.
  private func checkHolding(_ grid: SweepGrid, _ tried: TriedStrategy) throws(Diagnostic) {
    guard Double(grid.count) * Double(tried.range.count) <= session.settings.maxCells * 100 else {
      throw Diagnostic(
        .tooManyCombinations,
        "\(NumberText.counted(grid.count, "combination")) of \(NumberText.counted(tried.range.count, "return")) are too many to hold",
        at: tried.subject.span, hints: ["a `step` makes a range coarser; `set max_cells` raises the limit"])
    }
    guard grid.count > 1 else {
      throw Diagnostic(
        .noCombinations, "there is only one combination to choose from", at: tried.subject.span,
        hints: ["`\(tried.name)(P = 5..20)` tries a range"])
    }
  }
}
