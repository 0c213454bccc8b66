import Evaluation
import Indicators
import Language

extension Execution {
  /// True for an expression whose values are fractions usually shown in percent: an indicator of such an output, its
  /// lag, its negative, itself on another series or timeframe.
  package func isFraction(_ expression: Expression) -> Bool {
    switch expression {
    case .call(let name, _, _, _):
      guard let outputs = session.expressionNames.catalogue.indicator(named: name.lowercased())?.outputs else {
        return false
      }
      return outputs.allSatisfy { $0.unit == .fraction }
    case .lag(let base, _, _), .context(let base, _, _), .unary(.negate, let base, _): return isFraction(base)
    case .name, .literal, .list, .field, .unary, .binary, .between: return false
    }
  }
}
