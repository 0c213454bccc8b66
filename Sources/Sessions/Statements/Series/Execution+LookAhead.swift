import Evaluation
import Language
import MarketData
import OrderedCollections
import Strategies
import Workspace

// Columns of files that know later bars: rules that use them have look-ahead.
extension Execution {
  /// Warns of columns of files that know later bars.
  package mutating func warn(_ findings: [LookAheadFinding], at span: SourceSpan) {
    for finding in findings {
      let remedy =
        finding.isRule
        ? "its legs read something that was made with later bars, in the file or before it"
        : hasLag(finding)
          ? "`load … published 1d` sets when a value became known"
          : "`load … stamped open` reads the times of bars as their beginning, so that each is known its length later"
      warn([
        Diagnostic(
          .dataLookAhead, "`\(finding.column)` \(finding.text)", at: span,
          hints: ["no rule could know that in time; \(remedy)"], severity: .warning)
      ])
    }
  }

  /// True of a column of values, or of bars that have closes alone: these can be published later than their period ends.
  private func hasLag(_ finding: LookAheadFinding) -> Bool {
    let parts = finding.column.split(separator: "@")
    guard parts.count > 1, let name = parts[1].split(separator: " ").first,
      let loaded = session.series[String(name)]
    else { return true }
    return loaded.isMacro || loaded.findings.contains { $0.code == .missingColumns && $0.count == 3 }
  }

  /// Warns of columns of files with look-ahead in expressions that decide something.
  ///
  /// - Parameters:
  ///   - range: the bars on which they decide.
  ///   - isOfOthers: true to look at the columns of other symbols alone.
  package mutating func warnOfLookAhead(
    in expressions: [Expression], on series: Evaluation.Series, _ range: Range<Int>, isOfOthers: Bool = false
  ) {
    for expression in expressions {
      var planner = makePlanner()
      // What cannot be planned is refused if it is computed.
      guard let node = try? planner.plan(expression).node else { continue }
      let found = planner.plan.lookAhead(
        readBy: [node], on: series, in: range, source: session.seriesSource, isOfOthers: isOfOthers)
      let told = warnings.map(\.message)
      warn(
        found.filter { finding in !told.contains { $0.hasSuffix("`\(finding.column)` \(finding.text)") } },
        at: expression.span)
    }
  }
}
