import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Reports
import Research
import Strategies
import Workspace

/// A job with all that it reads of its session: what a program needs to run it that has nothing else.
package enum JobFile {
  /// The document of a job.
  package static func json(_ job: RunJob, in session: Session) -> JSONValue {
    ["job": .object(job.members), "session": SessionFile.json(of: session.part(readBy: job), savedAt: "")]
  }

  /// The job of a document, and a session with the data that it reads.
  ///
  /// - Throws: a document that cannot be read, bars that are not there or not the same.
  package static func read(
    _ json: JSONValue, environment: Environment, columns: ColumnBudget
  ) throws(SessionFileError) -> (job: RunJob, session: Session) {
    var reader = SessionFile.Reader(
      environment: environment, columns: columns, place: nil, occasion: "the job was made", sources: SourceMap())
    reader.read(json["session"] ?? .null)
    // Results have numbers of their own, whatever became of the definitions that they had.
    if let finding = reader.findings.first(where: { $0.code != .resultOutdated }) {
      throw SessionFileError(code: finding.code.name, message: finding.message)
    }
    return (try reader.job(json["job"] ?? .null, of: "the job"), reader.session)
  }
}

extension Session {
  /// The part of a session that a job reads.
  fileprivate func part(readBy job: RunJob) -> Session {
    var texts = [job.text] + job.definitions.values.map(\.text) + job.symbols.map(\.name) + job.settings.rateSeries
    if let preference = job.kind.terms?.preference { texts.append("\(preference)") }
    if let benchmark = job.settings.benchmark { texts.append(benchmark) }
    let read = WordReach(from: texts, in: self, isValuation: false)
    for result in results.values where result.name != job.strategy.name && read.reaches(result.name) {
      texts += result.backtest?.run.job.symbols.map(\.name) ?? []
    }
    let reach = WordReach(from: texts, in: self, isValuation: false)
    var part = Session()
    part.series = series.filter { reach.reaches($0.key) }
    part.universes = universes.filter { reach.reaches($0.key) }
    // A backtest has the name of its strategy, whose rules do not read it.
    part.results = results.filter { $0.key != job.strategy.name && reach.reaches($0.key) }
    guard reach.isOfResearch else { return part }
    part.research.fundamentals = research.fundamentals.filter { reach.reaches($0.key) }
    part.research.fundamentalsFiles = research.fundamentalsFiles.filter { reach.reaches($0.key) }
    part.research.model = research.model
    for scenario in research.scenarios where reach.scenarios.contains(scenario.id) {
      part.research.scenarios.append(scenario)
    }
    return part
  }
}
