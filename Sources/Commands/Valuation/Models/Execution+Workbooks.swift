import Language
import OrderedCollections
import Platform
import Reports
import Research
import Sessions
import Text
import Valuation
import Workbooks

/// Workbooks as files.
package enum WorkbookFile {
  /// The ending of their names.
  package static let ending = "xlsx"
  /// The name of an open model that was not saved as a scenario.
  static let unsaved = "work"
}

extension ValuationStatement.Form {
  /// Whether the statement leaves the open model as it is.
  package var onlyReads: Bool {
    switch self {
    case .show, .full, .scenario: true
    case .new, .drivers, .change, .from, .inherit, .forecastAssumptions: false
    }
  }
}

extension Execution {
  /// The valuation of a scenario that a statement only writes to a file.
  package mutating func written(_ word: Word, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let scenario = try scenario(word)
    return try page(of: scenario, at: span)
  }

  /// Writes a valuation as a workbook with live formulas, together with the company's other scenarios.
  package mutating func writeWorkbook(
    _ result: any StatementResult, to path: String, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    let own: Scenario
    var entries: [ValuationWorkbook.Entry]
    switch result {
    case let report as ValuationReport:
      own = subject(of: report)
      entries = [ValuationWorkbook.Entry(own, report.result)]
    case let report as DriverReport:
      own = subject(of: report)
      entries = [ValuationWorkbook.Entry(own, try valued(own.assumptions, at: span))]
    default:
      throw Diagnostic(
        .workbookRefused, "only a valuation is written as a workbook", at: span,
        hints: ["`dcf to \"model.xlsx\"` writes the open model, `.csv` any table"])
    }
    for scenario in session.research.scenarios
    where scenario.ticker == own.ticker && scenario.id != own.id && scenario.name != own.name {
      if let result = try? DiscountedCashFlow.value(scenario.assumptions) { entries.append(.init(scenario, result)) }
    }
    let bytes: [UInt8]
    do throws(WorkbookError) {
      let ancestors = ancestors(of: entries.map(\.scenario))
      var workbook = try ValuationWorkbook(
        company: own.ticker, entries, ancestors: ancestors,
        figures: session.research.fundamentals[own.ticker]?.history(.annual))
      for (name, reason) in workbook.leftOut {
        note(.scenarioLeftOut, "`\(name)` is not in the workbook: \(reason)", at: span)
      }
      bytes = workbook.bytes()
    } catch {
      throw Diagnostic(.workbookRefused, error.message, at: span, hints: error.hint.map { [$0] } ?? [])
    }
    do { try environment.files.write(bytes, to: path) } catch { throw diagnostic(error, at: span) }
    return Written(file: path, format: WorkbookFile.ending)
  }

  /// The scenarios that some scenarios inherit from, each once.
  private func ancestors(of scenarios: [Scenario]) -> [Scenario] {
    var found: [Scenario] = []
    for parent in scenarios.compactMap({ session.research.parent(of: $0) }) {
      for scenario in [parent] + session.research.ancestors(of: parent.id)
      where !found.contains(where: { $0.id == scenario.id }) {
        found.append(scenario)
      }
    }
    return found
  }

  /// The scenario that a report is of: a saved one, or the open model under a name.
  private func subject(of report: ValuationReport) -> Scenario {
    let saved = report.scenario.flatMap { session.research.scenarios.named($0, of: report.ticker) }
    guard let model = session.research.model, model.ticker == report.ticker, model.scenario == report.scenario,
      model.isChanged == report.isChanged, saved == nil || report.isChanged
    else {
      return saved
        ?? scenario(of: ModelInWork(ticker: report.ticker, assumptions: report.result.assumptions))
    }
    return scenario(of: model)
  }

  /// The scenario that a report by drivers is of.
  private func subject(of report: DriverReport) -> Scenario {
    let saved = report.scenario.flatMap { session.research.scenarios.named($0, of: report.ticker) }
    if let saved, !report.isChanged { return saved }
    let plain = (try? report.work.plainAssumptions()) ?? Assumptions()
    return scenario(
      of: ModelInWork(ticker: report.ticker, scenario: report.scenario, .drivers(report.work, plain: plain)))
  }

  /// A open model as a scenario, under a name that is free.
  private func scenario(of model: ModelInWork) -> Scenario {
    var name = WorkbookFile.unsaved
    var count = 1
    while session.research.scenarios.named(name, of: model.ticker) != nil {
      count += 1
      name = "\(WorkbookFile.unsaved)\(count)"
    }
    return Scenario(
      id: session.research.newScenarioIdentifier(model, named: name), name: name, ticker: model.ticker,
      model: model.model, savedAt: environment.now())
  }
}
