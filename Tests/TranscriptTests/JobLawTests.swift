import Backtesting
import Columns
import Evaluation
import JSON
import OrderedCollections
import Platform
import Reports
import Sessions
import Shell
import Strategies
import Testing

/// A run is a value: what it was made from can be written, sent and run where the session that made it is not.
@Suite("Jobs")
struct JobLawTests {
  /// A job after it was written and read, on the bars of a session that has nothing else.
  private func sent(_ job: RunJob, from session: Session) throws -> StrategyRun {
    let text = JobFile.json(job, in: session).write()
    let (read, own) = try JobFile.read(
      JSONValue(parsing: Array(text.utf8)), environment: .fixed(), columns: ColumnBudget())
    let run = try own.run(of: read, today: Environment.fixed().today)
    #expect(run.job.identity == job.identity)
    #expect(JobFile.json(run.job, in: own).write() == text)
    return run
  }

  @Test(
    "The backtests and sweeps of a transcript are the same to the bit when only the job and its data are there",
    arguments: TranscriptTests.files)
  func isSame(file: String) throws {
    var interpreter = Interpreter(environment: .fixed())
    var seen: Set<NamedResult.ID> = []
    for part in Transcript(try #require(Files.text("\(TranscriptTests.folder)/\(file)"))).parts {
      guard case .statement(let text, _, _) = part else { continue }
      var sweeps: [SweepReport] = []
      _ = interpreter.runScript(text, named: "prompt", keepGoing: true) { event, _ in
        if case .outcome(let outcome) = event, let sweep = outcome.result as? SweepReport { sweeps.append(sweep) }
      }
      for result in interpreter.session.results.values where seen.insert(result.id).inserted {
        guard let made = result.backtest else { continue }
        expectSame(try sent(made.run.job, from: interpreter.session).backtest(.fixed()), made.run)
      }
      for sweep in sweeps { try check(sweep, interpreter.session) }
    }
  }

  private func expectSame(_ again: StrategyBacktest, _ made: StrategyBacktest) {
    #expect(again.result.trades == made.result.trades)
    #expect(again.result.orders == made.result.orders)
    #expect(again.result.equity.values.map(\.bitPattern) == made.result.equity.values.map(\.bitPattern))
    #expect("\(again.performance)" == "\(made.performance)")
  }

  private func numbered(_ rows: [SweepRow], from first: Int) -> [SweepRow] {
    rows.map { row in
      var row = row
      row.index += first
      return row
    }
  }

  /// The rows of a sweep's jobs, in one piece and in two shards.
  private func check(_ sweep: SweepReport, _ session: Session) throws {
    var first = 0
    for job in sweep.jobs {
      guard case .combinations(let grid, _) = job.task else { continue }
      let rows = try sent(job, from: session).rows(.fixed())
      for (_, row) in sweep.rows where (first..<first + grid.count).contains(row.index) {
        #expect("\(numbered(rows, from: first)[row.index - first])" == "\(row)")
      }
      let half = grid.count / 2
      if half > 0 {
        let parts = [0..<half, half..<grid.count].map { (try? sent(job.only($0), from: session).rows(.fixed())) ?? [] }
        #expect("\(parts[0] + numbered(parts[1], from: half))" == "\(rows)")
      }
      first += grid.count
    }
  }
}
