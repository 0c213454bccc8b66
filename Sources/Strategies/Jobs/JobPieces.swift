import Backtesting
import Columns
import Evaluation
import Jobs
import Platform
import Robustness
import Work

/// The pieces of a job: what each gives, as the bytes of a shard, and back.
///
/// What all pieces share is made once: the columns of a grid, the settings of an account.
package struct JobPieces: Sendable {
  package let job: RunJob
  private let run: StrategyRun
  private let environment: Environment
  private let ground: Ground

  /// What all pieces share.
  private enum Ground: Sendable {
    case combinations(SweepRun, SharedColumns?)
    case backtest(StrategyBacktest)
  }

  /// - Throws: a job whose task is a single run, or that cannot be run.
  package init(_ run: StrategyRun, _ environment: Environment) throws(RunFailure) {
    (job, self.run, self.environment) = (run.job, run, environment)
    switch run.job.task {
    case .combinations(let grid, let metric), .training(let grid, let metric, _):
      ground = try Self.ground(of: run, grid, metric, environment)
    case .returns(let grid): ground = try Self.ground(of: run, grid, Metric.all[0], environment)
    case .noisy(let values, _): ground = .backtest(try run.backtest(values, environment))
    case .values, .windows: throw .evaluation(.interrupted)
    }
  }

  private static func ground(
    of run: StrategyRun, _ grid: SweepGrid, _ metric: Metric, _ environment: Environment
  ) throws(RunFailure) -> Ground {
    let sweep = try SweepRun(run, metric: metric, grid: grid, environment: environment)
    return .combinations(sweep, try sweep.sharedColumns())
  }

  /// What some pieces give.
  package func bytes(of pieces: Range<Int>) throws(RunFailure) -> [UInt8] {
    var writer = PieceWriter(words: pieces.count * SweepRow.words)
    switch (job.task, ground) {
    case (.combinations, .combinations(let sweep, let shared)):
      for row in try sweep.part(pieces).rows(sharing: shared) { row.write(to: &writer) }
    case (.training(_, _, let windows), .combinations(let sweep, let shared)):
      for rows in try sweep.rows(on: Array(windows[pieces]), sharing: shared) {
        for row in rows { row.write(to: &writer) }
      }
    case (.returns, .combinations(let sweep, let shared)):
      for returns in try sweep.part(pieces).returns(sharing: shared) {
        writer.write(returns.count)
        for value in returns { writer.write(value) }
      }
    case (.noisy(_, let runs), .backtest(let made)):
      for outcome in try run.outcomes(of: runs, pieces, from: made, environment) {
        for number in [outcome.total, outcome.drawdown, outcome.low] { writer.write(number) }
      }
    default: break
    }
    return writer.bytes
  }
}

extension RunJob.Task {
  /// The number of its pieces; none of a single run.
  package var pieces: Int {
    switch self {
    case .combinations(let grid, _), .returns(let grid): grid.count
    case .training(_, _, let windows): windows.count
    case .noisy(_, let runs): runs.runs
    case .values, .windows: 0
    }
  }
}

extension NoisyRuns.Outcome {
  /// The outcome that was written; nil at the end of the bytes.
  package init?(_ reader: inout PieceReader) {
    guard let total = reader.number(), let drawdown = reader.number(), let low = reader.number() else { return nil }
    self.init(total: total, drawdown: drawdown, low: low)
  }
}

extension PieceReader {
  /// A list of numbers after their count; nil at the end of the bytes.
  package mutating func numbers() -> [Double]? {
    guard let count = integer(), count >= 0 else { return nil }
    var numbers: [Double] = []
    for _ in 0..<count {
      guard let number = number() else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Rows that are numbered from a number on, to the end of the bytes; nil if there are not as many as there should be.
  package mutating func rows(numbered range: Range<Int>) -> [SweepRow]? {
    var rows: [SweepRow] = []
    rows.reserveCapacity(range.count)
    for index in range {
      guard let row = SweepRow(&self, index: index) else { return nil }
      rows.append(row)
    }
    return rows
  }
}
