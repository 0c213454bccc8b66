import Evaluation
import Language

extension Execution {
  /// Refuses a strategy on a series where a valuation in its rules carries today's figures into the past; tells what
  /// there is to tell of its valuations.
  mutating func checkValuations(
    of compiler: StrategyCompiler, on series: Evaluation.Series
  ) throws(Diagnostic) {
    let used: [Plan.UsedValuation]
    do throws(EvaluationError) {
      used = try compiler.plan.valuations(
        of: compiler.clauses.map(\.part.node), on: series, source: compiler.source)
    } catch {
      throw diagnostic(error, at: compiler.firstValuation)
    }
    for valuation in used {
      let span = compiler.valuationSpans[ValuationName(scenario: valuation.name.scenario)]
      if let reason = valuation.steps.lookAhead { throw Diagnostic(reason, at: span) }
      for remark in valuation.steps.remarks {
        let told = Diagnostic(
          remark.code, remark.message, at: span, severity: remark.isWarning ? .warning : .note)
        if !warnings.contains(told) { warn(told) }
      }
    }
  }
}

extension StrategyCompiler {
  /// Where the first valuation of the rules stands.
  fileprivate var firstValuation: SourceSpan? {
    valuationSpans.values.min { ($0.source.index, $0.start) < ($1.source.index, $1.start) }
  }
}

extension Diagnostic {
  /// Why a valuation may decide nothing.
  init(_ reason: ValuationSteps.LookAhead, at span: SourceSpan?) {
    self.init(.lookAheadInRule, reason.message, at: span, hints: reason.hints)
  }
}
