import Evaluation
import Language
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Workspace

extension Execution {
  /// The valuations that some nodes use on a series, each with its figures.
  package func explainedValues(
    of nodes: [NodeID], _ plan: Plan, on series: Evaluation.Series, at span: SourceSpan?
  ) throws(Diagnostic) -> [IntrinsicValueExplanation] {
    var found: [IntrinsicValueExplanation] = []
    do throws(EvaluationError) {
      for used in try plan.valuations(of: nodes, on: series, source: session.seriesSource) {
        do throws(ValuationAbsence) {
          let history = try session.intrinsicValues.history(used.name, seenFrom: used.series)
          found.append(
            IntrinsicValueExplanation(
              name: "\(used.name)" + (used.context.isEmpty ? "" : " \(used.context)"), history: history,
              origin: (used.series.origin ?? used.series).bars))
        } catch { throw .valuation(error) }
      }
    } catch {
      throw diagnostic(error, at: span)
    }
    return found
  }

  /// The valuations that the rules of a strategy use on a series; none without one.
  package func explainedValues(
    of definition: StrategyDefinition, on series: Evaluation.Series?, at span: SourceSpan?
  ) throws(Diagnostic) -> [IntrinsicValueExplanation] {
    guard let series else { return [] }
    var compiler = StrategyCompiler(
      definition: definition, names: session.expressionNames, source: session.seriesSource, today: environment.today)
    try compiler.check()
    return try explainedValues(
      of: compiler.clauses.compactMap(\.part.node), compiler.plan, on: series, at: span)
  }
}
