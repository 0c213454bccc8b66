import Backtesting
import Calendar
import Columns
import Evaluation
import Language

/// The clauses of a portfolio after their kinds were checked.
package struct PlannedPortfolio: Sendable {
  /// The symbols and universes that it is on.
  package var symbols: [Word] = []
  var candidates: NodeID?
  var shorts: NodeID?
  var rank: (node: NodeID, descends: Bool)?
  var hold: NodeID?
  var weight: NodeID?
  var limit: NodeID?
  /// The column that names the groups, and their bounds.
  package var groups: Word?
  var groupHold: NodeID?
  var groupLimit: NodeID?
  var period = RebalancePeriod.monthly
  /// The symbol that receives the weight not allocated to the others.
  package var cash: Word?
}

extension StrategyCompiler {
  /// Plans a clause of a portfolio.
  mutating func plan(_ clause: PortfolioClause) throws(Diagnostic) {
    switch clause {
    case .on(let words): portfolio.symbols = words
    case .candidates(let condition): portfolio.candidates = try self.condition(condition)
    case .shorts(let condition): portfolio.shorts = try self.condition(condition)
    case .rank(let value, let descends): portfolio.rank = (try ranking(value, "rank by"), descends)
    case .hold(let count):
      let node = try number(count, "a count of symbols", scalar: true).node
      try requirePositive(node, "a count of symbols", isWhole: true, at: count.span)
      portfolio.hold = node
    case .weight(let value):
      let (node, kind) = try number(value, "a weight")
      try requirePositive(node, "a weight", kind: kind, at: value.span)
      portfolio.weight = node
    case .limit(let share): portfolio.limit = try limit(share)
    case .group(let column, let hold, let share):
      portfolio.groups = column
      if let hold {
        let node = try number(hold, "a count of symbols", scalar: true).node
        try requirePositive(node, "a count of symbols", isWhole: true, at: hold.span)
        portfolio.groupHold = node
      }
      if let share { portfolio.groupLimit = try limit(share) }
    case .rebalance(let period): portfolio.period = period
    case .cash(let word): portfolio.cash = word
    }
  }

  /// The node of a number that symbols are put in order by.
  ///
  /// - Throws: a number that is the same for all of them, which would leave the order to chance.
  mutating func ranking(_ value: Expression, _ clause: String) throws(Diagnostic) -> NodeID {
    let node = try number(value, "a number to \(clause == "prefer" ? "prefer by" : clause)").node
    guard !planner.plan.isScalar(node) else {
      throw Diagnostic(
        .wrongKind, "this is the same for all symbols, so it ranks nothing", at: value.span,
        hints: ["`\(clause) returns(20)` takes the symbols that rose most"])
    }
    return node
  }

  private mutating func limit(_ share: Expression) throws(Diagnostic) -> NodeID {
    let (node, kind) = try number(share, "a share of the equity", scalar: true)
    try requirePositive(node, "a limit", kind: kind, at: share.span)
    try requireShare(node, kind, "a limit", at: share.span)
    return node
  }

  /// Refuses a portfolio that says too little or two things at once.
  func checkPortfolio() throws(Diagnostic) {
    guard !portfolio.symbols.isEmpty else {
      throw Diagnostic(
        .noEntry, "a portfolio needs its symbols", at: definition.nameSpan,
        hints: ["`on SPY, AAPL`, or `on U` with a universe"])
    }
    for clause in definition.clauses {
      guard case .size(let size) = clause.kind else { continue }
      if portfolio.weight != nil {
        throw Diagnostic(
          .duplicateClause, "give `size` or `weight`, not both", at: clause.span,
          hints: ["`size` is a share of the equity for each symbol, `weight` a part of all of it"])
      }
      switch size {
      case .equityShare: break
      case .amount(let value):
        if case .size(.equityShare, _)? = clauses.first(where: \.isSize)?.part { break }
        throw Diagnostic(
          .wrongKind, "the size in a portfolio is a share of the equity, but this is money", at: value.span,
          hints: ["`size 20%`, `size 0.2 of equity`"])
      case .shares, .risk:
        throw Diagnostic(
          .wrongKind, "the size in a portfolio is a share of the equity", at: clause.span, hints: ["`size 20%`"])
      }
    }
    if portfolio.rank != nil, portfolio.hold == nil {
      throw Diagnostic(
        .noEntry, "a ranking without `hold` holds all, whatever their rank", at: definition.nameSpan,
        hints: ["add `hold 5`, the number of symbols to hold"])
    }
  }

  /// The rules with values for the parameters.
  ///
  /// - Parameters:
  ///   - reserve: the index of the symbol that receives the weight not allocated to the others.
  ///   - groups: the name of the group of each symbol.
  func portfolioRules(
    reserve: Int?, groups: [String?], _ evaluator: inout Evaluator
  ) throws(EvaluationError) -> PortfolioRules {
    let isShare = clauses.contains(where: \.isSize)
    var rules = PortfolioRules(
      name: definition.name,
      hold: try portfolio.hold.map { node throws(EvaluationError) in
        try count(node, "a count of symbols", &evaluator)
      },
      weighting: isShare ? .share : portfolio.weight == nil ? .equal : .proportional,
      limit: try portfolio.limit.map { node throws(EvaluationError) in try evaluator.scalar(node) } ?? .infinity,
      period: portfolio.period.unit, reserve: reserve)
    rules.holdsLong = portfolio.candidates != nil || portfolio.shorts == nil
    rules.holdsShort = portfolio.shorts != nil
    guard portfolio.groups != nil else { return rules }
    rules.groups = SymbolGroups(
      names: groups,
      hold: try portfolio.groupHold.map { node throws(EvaluationError) in
        try count(node, "a count of symbols", &evaluator)
      },
      limit: try portfolio.groupLimit.map { node throws(EvaluationError) in try evaluator.scalar(node) } ?? .infinity)
    return rules
  }

  /// The nodes that decide of each symbol whether it may be held, its rank and its weight.
  var portfolioNodes: PortfolioNodes {
    var weight = portfolio.weight
    if case .size(_, let node)? = clauses.first(where: \.isSize)?.part { weight = node }
    return PortfolioNodes(
      candidates: portfolio.candidates, shorts: portfolio.shorts, rank: portfolio.rank, weight: weight)
  }
}

/// The nodes of a plan that say of each symbol of a portfolio whether it may be held, its rank and its weight.
struct PortfolioNodes: Sendable {
  var candidates: NodeID?
  var shorts: NodeID?
  var rank: (node: NodeID, descends: Bool)?
  var weight: NodeID?

  /// All of them.
  var all: [NodeID] { [candidates, shorts, rank?.node, weight].compactMap { $0 } }

  /// A symbol with the values of the rules on each of its bars.
  func symbol(
    _ series: Evaluation.Series, named name: String, _ evaluator: inout Evaluator
  ) throws(EvaluationError) -> PortfolioSymbol {
    var symbol = PortfolioSymbol(name: name, bars: series.bars, actions: series.bars.barActions(series.actions))
    if let candidates { symbol.isCandidate = try evaluator.column(candidates) }
    if let shorts { symbol.isShortCandidate = try evaluator.column(shorts) }
    if let (node, descends) = rank {
      let column = try evaluator.column(node)
      symbol.rank = descends ? column : Column(column.values.map { -$0 })
    }
    if let weight { symbol.weight = try evaluator.column(weight) }
    return symbol
  }
}

extension StrategyCompiler.PlannedClause {
  fileprivate var isSize: Bool { if case .size = part { true } else { false } }
}

extension RebalancePeriod {
  var unit: Timeframe.Unit {
    switch self {
    case .daily: .day
    case .weekly: .week
    case .monthly: .month
    case .quarterly: .quarter
    case .yearly: .year
    }
  }
}
