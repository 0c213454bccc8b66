import Language

extension StrategyDefinition {
  /// The number of its clauses that enter or exit.
  package var rules: Int {
    clauses.count { clause in
      switch clause.kind {
      case .enter, .exit, .exitAfter, .exitAtSessionClose, .stop, .target, .trail: true
      case .let, .size, .resize, .legs, .allow, .wait, .onceADay, .portfolio: false
      }
    }
  }
}
