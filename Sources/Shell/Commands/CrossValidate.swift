import Backtesting
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Robustness
import Strategies
import Text
import Workspace

extension Command {
  static let crossValidate = Command(
    CommandSyntax(
      "crossvalidate",
      forms: [
        CommandSyntax.Form(
          "", [.required(.sweptStrategy)],
          clauses: [
            .clause("where", .condition), .clause("groups", .groupCount), .clause("test", .testGroups),
            .clause("purge", .purge), .clause("embargo", .embargoBars), .clause("seed", .seed), .clause("on", .symbols),
            .window, .clause("with", .runSettings),
          ])
      ]),
    category: .strategies,
    summary: "Says what choosing the best parameters is worth on bars that the choice did not see.",
    discussion: """
      The returns are cut into `groups` (10), of which `test` (2) are tested at a time, all choices of them: the \
      combination with the best Sharpe ratio on the others is the one that is tested. The tests join to paths through all \
      bars, so that there is a distribution where a walk-forward has one result (combinatorial purged cross-validation, \
      López de Prado 2018); `test 1` is k-fold. `purge 5 bars` leaves returns out on either side of a test, `embargo 20 \
      bars` further ones behind it; the embargo is 1% of the returns without it.

      The probability of overfitting says how often the best of one half is below the middle of all on the other \
      (Bailey, Borwein, López de Prado and Zhu 2017). The reality check (White 2000) and the test of superior ability \
      (Hansen 2005) are the probabilities that the best of so many earns as much more than cash by luck.
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
  fileprivate static var purge: Self { Self(.expression("purge", "N bars")) }
  fileprivate static var embargoBars: Self { Self(.expression("embargo", "N bars")) }
}

extension Execution {
  fileprivate mutating func crossValidate(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.sweptStrategy]
    try refusePortfolio(subject)
    let settings = try settings(call[.runSettings] ?? [])
    let series = try sweptSeries(call)
    var compiler = try compiler(subject.name, like: settings.like, on: series)
    try compiler.check()
    warn(compiler.warnings)
    let (values, spans) = try triedValues(of: subject, compiler)
    try checkValuations(of: compiler, on: series)
    let range = try bars(call.window, in: series)
    remarkPrices(of: series, in: range)
    remarkActions(of: series, in: range)
    let grid = try grid(values, compiler, where: call[.condition], at: subject.span)
    try compiler.check(grid, at: spans, or: subject.span)
    // Their returns are held all at once.
    let limit = session.settings.maxCells * 100
    guard Double(grid.count) * Double(range.count) <= limit else {
      throw Diagnostic(
        .tooManyCombinations,
        "\(NumberText.counted(grid.count, "combination")) of \(NumberText.counted(range.count, "return")) are too many to hold",
        at: subject.span, hints: ["a `step` makes a range coarser; `set max_cells` raises the limit"])
    }
    guard grid.count > 1 else {
      throw Diagnostic(
        .noCombinations, "there is one combination, and nothing to choose from", at: subject.span,
        hints: ["`\(compiler.definition.name)(P = 5..20)` tries a range"])
    }
    compiler.finer = try finerBars(for: series, settings, at: call.commandSpan)
    let groups = try call[.groupCount].map { expression throws(Diagnostic) in try count(expression) } ?? 10
    let tests = try call[.testGroups].map { expression throws(Diagnostic) in try count(expression) } ?? 2
    let purge = try call[.purge].map { expression throws(Diagnostic) in try countOfBars(expression) } ?? 0
    let embargo = try call[.embargoBars].map { expression throws(Diagnostic) in try countOfBars(expression) }
    let seed = try call[.seed].map { expression throws(Diagnostic) in try count(expression) } ?? 1
    let metric = try metric(nil)
    let matrix: ReturnMatrix
    let sweep: SweepRun
    do throws(RunFailure) {
      sweep = SweepRun(
        compiler: compiler, series: series,
        settings: try compiler.runSettings(
          settings, on: series, named: series.name, today: environment.today, monitor: environment.monitor),
        range: range, metric: metric, grid: grid, contracts: settings.contracts,
        environment: environment)
      matrix = try sweep.returns()
    } catch {
      throw diagnostic(error, of: compiler, on: series, subject, at: call.commandSpan)
    }
    let year = sweep.basis.periodsPerYear
    let root = year.squareRoot()
    let validation: CrossValidation
    do throws(SplittingError) {
      validation = try CrossValidation(
        matrix, groups: groups, testGroups: tests, purge: purge, embargo: embargo ?? (matrix.bars + 99) / 100,
        periodsPerYear: year, seed: UInt64(clamping: seed), workers: environment.workers)
    } catch {
      let text = error.description.trimmedStop.replacing("testGroups", with: "test")
      throw Diagnostic(.outOfRange, text, at: call.commandSpan)
    }
    let sharpes = (0..<matrix.trials).map { ReturnMoments(of: Array(matrix[$0])).sharpeRatio * root }
    let text = session.strategies[compiler.definition.name]?.text ?? ""
    countTrials(
      TrialTally(sharpes), "crossvalidate \(text) \(values) \(settings.backtest) \(range)", on: series)
    let shown = values.indices.filter { index in
      subject.parameters.contains { $0.name == compiler.definition.parameters[index].name }
    }
    return CrossValidationReport(
      strategy: compiler.definition.name, seriesName: series.name,
      parameters: shown.map { (compiler.definition.parameters[$0].name, compiler.parameterKinds[$0]) },
      validation: validation,
      choices: validation.choices.prefix(5).map { choice in
        let combination = grid.combination(choice.combination)
        return (shown.map { combination[$0] }, choice.splits)
      }, since: series.bars.label(at: range.lowerBound), until: series.bars.label(at: range.upperBound - 1),
      assumptions: RunAssumptions(
        settings, sweep.settings, sweep.basis, staleAfter: settings.staleAfter,
        hasWaitingOrders: compiler.clauses.contains { $0.order != nil }))
  }

  /// A count of bars, as `5 bars` or a whole number.
  mutating func countOfBars(_ expression: Expression) throws(Diagnostic) -> Int {
    switch try value(of: expression).value {
    case .bars(let count): return count
    case .number(let number) where number >= 0 && number == number.rounded() && number < 1e9: return Int(number)
    case let other:
      throw Diagnostic(
        .wrongKind, "a count of bars is needed here, and this is \(other.shown)", at: expression.span,
        hints: ["`20 bars`"])
    }
  }
}
