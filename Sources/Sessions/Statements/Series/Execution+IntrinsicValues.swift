import Evaluation
import Language
import Strategies

extension Execution {
  /// Refuses a strategy with a valuation in its rules that looks ahead on a series; adds the remarks on its
  /// valuations to the warnings.
  package mutating func checkValuations(
    of compiler: StrategyCompiler, on series: Evaluation.Series
  ) throws(Diagnostic) {
    let used: [Plan.UsedValuation]
    do throws(EvaluationError) {
      used = try compiler.plan.valuations(
        of: compiler.clauses.compactMap(\.part.node), on: series, source: compiler.source)
    } catch {
      throw diagnostic(error, at: compiler.firstValuation)
    }
    for valuation in used {
      let span = compiler.valuationSpans[ValuationName(scenario: valuation.name.scenario)]
      if let reason = valuation.steps.lookAhead { throw Diagnostic(reason, at: span) }
      for remark in valuation.steps.remarks {
        let warning = Diagnostic(
          remark.code, remark.message, at: span, severity: remark.isWarning ? .warning : .note)
        if !warnings.contains(warning) { warn(warning) }
      }
    }
  }
}

extension StrategyCompiler {
  /// The place of the first valuation of the rules.
  fileprivate var firstValuation: SourceSpan? {
    valuationSpans.values.min { ($0.source.index, $0.start) < ($1.source.index, $1.start) }
  }
}
