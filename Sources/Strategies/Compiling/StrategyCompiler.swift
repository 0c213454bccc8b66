import Backtesting
import Calendar
import Evaluation
import Language
import Text

/// Turns a strategy's clauses into the rules that the backtester runs.
///
/// All clauses are planned into one graph, so that equal parts are computed once; parameters are bound at the
/// run, so that a sweep plans once and computes each average once.
package struct StrategyCompiler: Sendable {
  package let definition: StrategyDefinition
  /// The planner of the clauses; after `check` it knows all their names.
  var planner: Planner
  /// The parameters by name, as clauses see them.
  private(set) var parameterLocals: [String: Planned] = [:]
  /// The names that its clauses may use.
  let names: Names
  package private(set) var clauses: [PlannedClause] = []
  package private(set) var warnings: [Diagnostic] = []
  /// The place where each valuation is first named.
  package var valuationSpans: [ValuationName: SourceSpan] { planner.valuationSpans }
  /// The defaults of the parameters, in their order.
  package private(set) var defaults: [Double] = []
  package private(set) var parameterKinds: [Kind] = []
  /// The source of the series of contexts.
  package let source: any SeriesSource

  /// The demands of the clauses on numbers that are known only with the parameters.
  private(set) var demands: [Demand] = []

  /// A clause after its kinds were checked.
  package struct PlannedClause: Sendable {
    package enum Part: Sendable {
      case enter(String, Side, NodeID)
      case exit(String, Side?, NodeID)
      case exitAfter(NodeID)
      case exitAfterTime(DurationLiteral, NodeID)
      case stop(Level.Rule, NodeID, onClose: Bool)
      case target(Level.Rule, NodeID)
      case trail(Level.Rule, NodeID)
      case size(SizeRule, NodeID)
      case allow(NodeID)
      case wait(NodeID, afterStop: Bool)
      case onceADay
      case legs([PlannedLeg])
      case resize(RebalancePeriod)
      case exitAtSessionClose(NodeID)
    }

    package enum SizeRule: Sendable {
      case equityShare, money, shares, risk
    }

    /// The order of an entry that does not fill at the market.
    package struct Order: Sendable {
      package var type: OrderType
      package var price: NodeID?
      package var bars: NodeID?
    }

    package var part: Part
    package var order: Order?
    /// The share of the position that an exit or a target closes; for `resize` the deviation that it tolerates.
    package var share: NodeID?
    package var span: SourceSpan

    package init(part: Part, order: Order? = nil, span: SourceSpan) {
      self.part = part
      self.order = order
      self.span = span
    }

    /// The condition of a rule; nil for prices, sizes and counts.
    package var rule: NodeID? {
      switch part {
      case .enter(_, _, let node), .exit(_, _, let node): node
      default: nil
      }
    }
  }

  /// The clauses that only a portfolio has.
  package internal(set) var portfolio = PlannedPortfolio()

  /// The shorter bars inside those of the series that it runs on; nil if only these are known.
  package var finer: FinerBars?
  /// The value by which entries of one moment are ranked in one account of many symbols.
  var preference: NodeID?

  /// The plan of all clauses.
  package var plan: Plan { planner.plan }

  /// The functions that its clauses call by another name than the one that they are listed under.
  package var otherNames: [Planner.OtherName] { planner.otherNames }

  /// A compiler for a strategy; with the series that it is to run on its warnings include those of these bars.
  package init(
    definition: StrategyDefinition, names: Names, source: any SeriesSource, series: Evaluation.Series? = nil,
    today: CivilDate
  ) {
    self.definition = definition
    self.names = names
    self.source = source
    planner = Planner(names: names, source: source, series: series, today: today)
  }

  /// Checks and plans all clauses.
  package mutating func check() throws(Diagnostic) {
    try addParameters()
    parameterLocals = planner.locals
    var counts: [String: Int] = [:]
    let hasStop = definition.clauses.contains { if case .stop = $0.kind { true } else { false } }
    for clause in definition.clauses { try plan(clause, hasStop: hasStop, &counts) }
    warnings = planner.warnings
    let places = definition.parameters.enumerated().filter { defaults[$0.offset].isFinite }
    try check(
      defaults, at: Dictionary(uniqueKeysWithValues: places.map { ($0.offset, $0.element.defaultValue.span) }),
      or: definition.nameSpan)
    if definition.isPortfolio { return try checkPortfolio() }
    try checkLegs()
    guard clauses.contains(where: { if case .enter = $0.part { true } else { false } }) else {
      throw Diagnostic(
        .noEntry, "a strategy needs a rule that enters", at: definition.nameSpan,
        hints: ["`enter long when close > sma(200)`"])
    }
  }

  /// Plans a clause.
  ///
  /// - Parameters:
  ///   - hasStop: whether some clause is a stop, which a size by risk needs.
  ///   - counts: the number of rules without a label so far, by their kind.
  private mutating func plan(
    _ clause: StrategyClause, hasStop: Bool, _ counts: inout [String: Int]
  ) throws(Diagnostic) {
    (planner.knowsPosition, planner.knowsAccount) = (false, false)
    switch clause.kind {
    case .let(let name, _, let value):
      planner.knowsPosition = true
      planner.locals[name] = try planner.plan(value)
    case .enter(let side, let order, let condition):
      planner.knowsAccount = true
      let node = try self.condition(condition)
      try refusePosition(node, "a rule that enters", at: condition.span)
      let label = label(clause, "enter", &counts)
      var clause = PlannedClause(part: .enter(label, Side(side), node), span: clause.span)
      if let order { clause.order = try plan(order) }
      clauses.append(clause)
    case .exit(let side, let share, let condition):
      planner.knowsPosition = true
      let node = try self.condition(condition)
      let label = label(clause, "exit", &counts)
      clauses.append(PlannedClause(part: .exit(label, side.map { Side($0) }, node), span: clause.span))
      try add(share: share)
    case .exitAfter(let bars): clauses.append(PlannedClause(part: try exit(after: bars), span: clause.span))
    case .stop(let level, let onClose): try add(level, clause) { .stop($0, $1, onClose: onClose) }
    case .target(let level, let share):
      try add(level, clause) { .target($0, $1) }
      try add(share: share)
    case .trail(let level): try add(level, clause) { .trail($0, $1) }
    case .wait(let bars, let afterStop):
      clauses.append(
        PlannedClause(part: .wait(try count(bars, "a count of bars"), afterStop: afterStop), span: clause.span))
    case .exitAtSessionClose:
      clauses.append(PlannedClause(part: .exitAtSessionClose(planner.lastBarsOfSessions()), span: clause.span))
    case .onceADay: clauses.append(PlannedClause(part: .onceADay, span: clause.span))
    case .resize(let period, let rate):
      clauses.append(PlannedClause(part: .resize(period), span: clause.span))
      try add(share: rate, "the part of its size that a position is off by", example: "a tenth of it is `10%`")
    case .legs(let legs): clauses.append(PlannedClause(part: .legs(try plan(legs)), span: clause.span))
    case .size(let size): try add(size, clause, hasStop: hasStop)
    case .allow(let entries):
      clauses.append(PlannedClause(part: .allow(try count(entries, "a count of entries")), span: clause.span))
    case .portfolio(let clause): try plan(clause)
    }
  }

  /// The end of a position after a number of bars, or after a length of time.
  private mutating func exit(after bars: Expression) throws(Diagnostic) -> PlannedClause.Part {
    let planned = try planner.plan(bars)
    if case .value(.duration(let duration)) = planned.content,
      let node = try planner.node(ofBars: planned, at: bars.span)
    {
      return .exitAfterTime(duration, node)
    }
    return .exitAfter(try count(bars, "a count of bars"))
  }

  /// A whole number above zero that is known before the run.
  private mutating func count(_ expression: Expression, _ what: String) throws(Diagnostic) -> NodeID {
    let node = try number(expression, what, scalar: true).node
    try requirePositive(node, what, isWhole: true, at: expression.span)
    return node
  }

  /// Plans the share of the position that the last clause is for.
  private mutating func add(
    share: Expression?, _ what: String = "a share of the position", example: String = "half of it is `50%`"
  ) throws(Diagnostic) {
    guard let share else { return }
    planner.knowsPosition = false
    let (node, kind) = try number(share, what, scalar: true)
    guard kind == .rate else {
      throw Diagnostic(.wrongKind, "\(what) is a rate, but this is a number", at: share.span, hints: [example])
    }
    let demand = Demand(
      node: node, what: what, kind: .rate, isWhole: false, shareLimit: 1.0.nextUp,
      isOfEquity: false)
    try require(demand, at: share.span)
    clauses[clauses.count - 1].share = node
  }

  private mutating func plan(
    _ order: StrategyClause.EntryOrder
  ) throws(Diagnostic) -> PlannedClause.Order {
    switch order {
    case .close: return PlannedClause.Order(type: .close)
    case .limit(let price, let bars), .stop(let price, let bars):
      let type: OrderType = if case .limit = order { .limit } else { .stop }
      let (node, kind) = try number(price, "a price")
      guard kind != .rate else {
        throw Diagnostic(
          .wrongKind, "a price is needed, but this is a rate", at: price.span,
          hints: ["2% below the close is `\(type.rawValue) close * 0.98`"])
      }
      try refusePosition(node, "the price of an entry", at: price.span)
      try requirePositive(node, "a price", at: price.span)
      if let constant = planner.plan.constantValue(node) {
        planner.note(
          Diagnostic(
            .constantDistance, "this is a price of \(NumberText.plain(constant)), the same on each bar", at: price.span,
            hints: [
              "a distance from the close is written `close \(type == .limit ? "-" : "+") \(NumberText.plain(constant))`"
            ],
            severity: .warning))
      }
      guard let bars else { return PlannedClause.Order(type: type, price: node) }
      let count = try number(bars, "a count of bars", scalar: true).node
      try requirePositive(count, "a count of bars", isWhole: true, at: bars.span)
      return PlannedClause.Order(type: type, price: node, bars: count)
    }
  }

  /// Refuses variables that exist only while a position is held, if there is none yet.
  private func refusePosition(_ node: NodeID, _ what: String, at span: SourceSpan) throws(Diagnostic) {
    guard let variable = planner.plan.factOfPosition(in: node) else { return }
    throw Diagnostic(
      .noPosition, "\(what) cannot use position fields: no position is open yet", at: span,
      hints: [
        "`\(variable.rawValue)` is known in exit rules, stops, targets, trails and sizes, and `equity`, `bars_flat`, `last_exit` in entries as well"
      ])
  }

  private mutating func addParameters() throws(Diagnostic) {
    for (index, parameter) in definition.parameters.enumerated() {
      let planned = try planner.plan(parameter.defaultValue)
      try planner.refuse(lookAhead: planned, at: parameter.defaultValue.span)
      if case .value = planned.content {
        planner.locals[parameter.name] = planned
        defaults.append(.nan)
        parameterKinds.append(planned.kind)
        continue
      }
      guard let node = planned.node, planner.plan.isScalar(node), let value = planner.plan.constantValue(node) else {
        throw Diagnostic(
          .wrongKind, "the default of a parameter must be one constant value",
          at: parameter.defaultValue.span)
      }
      defaults.append(value)
      parameterKinds.append(planned.kind)
      planner.locals[parameter.name] = planner.addParameter(index, kind: planned.kind, usual: value)
    }
  }

  private func label(_ clause: StrategyClause, _ kind: String, _ counts: inout [String: Int]) -> String {
    counts[kind, default: 0] += 1
    return clause.label ?? "\(kind)_\(counts[kind] ?? 1)"
  }

  mutating func condition(_ expression: Expression) throws(Diagnostic) -> NodeID {
    let planned = try planner.plan(expression)
    try planner.refuse(lookAhead: planned, at: expression.span)
    guard planned.kind == .truth, let node = planned.node else {
      if case .record = planned.content {
        throw Diagnostic(.needsField, "this has several outputs; say which one", at: expression.span)
      }
      throw Diagnostic(
        .wrongKind, "a rule needs a condition, but this is \(planned.kind.described)", at: expression.span,
        hints: ["compare it: `rsi(14) < 30`"])
    }
    return node
  }

  mutating func number(
    _ expression: Expression, _ what: String, scalar: Bool = false
  ) throws(Diagnostic) -> (node: NodeID, kind: Kind) {
    let planned = try planner.plan(expression)
    try planner.refuse(lookAhead: planned, at: expression.span)
    if scalar, case .value(.bars) = planned.content, let node = try planner.node(ofBars: planned, at: expression.span) {
      return (node, .number)
    }
    guard planned.kind.isNumeric, let node = planned.node else {
      throw Diagnostic(.wrongKind, "\(what) is needed, but this is \(planned.kind.described)", at: expression.span)
    }
    if scalar, !planner.plan.isScalar(node) {
      throw Diagnostic(.wrongKind, "\(what) is one number, but this is a series", at: expression.span)
    }
    return (node, planned.kind)
  }

  /// Refuses a constant that could never lead to a fill; a computed value is looked at when it runs.
  mutating func requirePositive(
    _ node: NodeID, _ what: String, kind: Kind = .number, isWhole: Bool = false, at span: SourceSpan
  ) throws(Diagnostic) {
    try require(Demand(node: node, what: what, kind: kind, isWhole: isWhole), at: span)
  }

  private mutating func require(_ demand: Demand, at span: SourceSpan) throws(Diagnostic) {
    let node = demand.node
    if let value = planner.plan.constantValue(node) {
      guard demand.allows(value) else { throw demand.refusal(of: value, at: span) }
    } else if !planner.plan.parameters(of: node).isEmpty {
      demands.append(demand)
    }
  }

  /// Refuses a plain number that is not a share of the equity, if one is meant: `50 of equity`.
  ///
  /// - Parameter limit: the first value that is refused.
  mutating func requireShare(
    _ node: NodeID, _ kind: Kind, _ what: String, below limit: Double = 1.0.nextUp, at span: SourceSpan
  ) throws(Diagnostic) {
    guard kind == .number else { return }
    let demand = Demand(node: node, what: what, kind: kind, isWhole: false, shareLimit: limit)
    if let value = planner.plan.constantValue(node) {
      guard demand.allows(value) else { throw demand.refusal(of: value, at: span) }
    } else if !planner.plan.parameters(of: node).isEmpty {
      demands.append(demand)
    }
  }

  private mutating func add(
    _ level: StrategyClause.Level, _ clause: StrategyClause,
    _ part: (Level.Rule, NodeID) -> PlannedClause.Part
  ) throws(Diagnostic) {
    planner.knowsPosition = true
    switch level {
    case .price(let expression):
      let (node, kind) = try number(expression, "a price")
      guard kind != .rate else {
        let text = expression.description
        throw Diagnostic(
          .wrongKind, "a price is needed, but this is a rate", at: expression.span,
          hints: ["without `at` \(text) is a rate of the entry price"])
      }
      if case .trail = clause.kind, let price = planner.plan.constantValue(node) {
        planner.note(
          Diagnostic(
            .constantDistance, "this is a price of \(NumberText.plain(price)), the same on each bar",
            at: expression.span, hints: ["a price that never moves is written `stop at \(NumberText.plain(price))`"],
            severity: .warning))
      }
      clauses.append(PlannedClause(part: part(.price, node), span: clause.span))
    case .distance(let expression):
      let (node, kind) = try number(expression, "a rate or a distance")
      var demand = Demand(
        node: node, what: kind == .rate ? "a rate of the price" : "a distance", kind: kind, isWhole: false)
      if kind == .rate, liesBelowEntry(clause) { (demand.isBelowEntry, demand.shareLimit) = (true, 1) }
      try require(demand, at: expression.span)
      if kind == .number, let distance = planner.usualValue(of: node) {
        let isConstant = planner.plan.constantValue(node) != nil
        let hint =
          isConstant
          ? "a rate of the entry price is written "
            + (distance < 1 ? "`\(NumberText.percent(distance))` or " : "") + "`\(NumberText.plain(distance))%`"
          : "a rate of the entry price is a parameter that is one: `x = 2%`, and `stop x`"
        planner.note(
          Diagnostic(
            .constantDistance,
            "this is a distance of \(NumberText.plain(distance)) in price\(isConstant ? "" : " by its defaults")",
            at: expression.span, hints: [hint], severity: .warning))
      }
      clauses.append(PlannedClause(part: part(kind == .rate ? .fraction : .distance, node), span: clause.span))
    }
  }

  /// Whether a level lies below the entry of all positions.
  private func liesBelowEntry(_ clause: StrategyClause) -> Bool {
    let sides = definition.clauses.compactMap { clause -> Side? in
      if case .enter(let side, _, _) = clause.kind { Side(side) } else { nil }
    }
    switch clause.kind {
    case .stop, .trail: return !sides.isEmpty && !sides.contains(.short)
    case .target: return !sides.isEmpty && !sides.contains(.long)
    default: return false
    }
  }

  private mutating func add(
    _ size: StrategyClause.Size, _ clause: StrategyClause, hasStop: Bool
  ) throws(Diagnostic) {
    planner.knowsPosition = true
    switch size {
    case .equityShare(let expression):
      let (node, kind) = try number(expression, "a share of the equity")
      try requirePositive(node, "a size", kind: kind, at: expression.span)
      try requireShare(node, kind, "a size", at: expression.span)
      clauses.append(PlannedClause(part: .size(.equityShare, node), span: clause.span))
    case .amount(let expression):
      let (node, kind) = try number(expression, "a rate of equity, or money")
      try requirePositive(node, "a size", kind: kind, at: expression.span)
      // Whole hundreds without a unit are shares in other languages.
      if case .literal(.number(let number), _) = expression, number.suffix == .none, kind == .number,
        (10..<1000).contains(number.value)
      {
        planner.note(
          Diagnostic(
            .sizeTooSmall, "this size is money: \(NumberText.plain(number.value)) for each entry", at: expression.span,
            hints: ["a count is `size \(NumberText.plain(number.value)) shares`"], severity: .note))
      }
      clauses.append(PlannedClause(part: .size(kind == .rate ? .equityShare : .money, node), span: clause.span))
    case .shares(let expression):
      let (node, kind) = try number(expression, "a count of shares")
      if kind == .rate {
        throw Diagnostic(
          .wrongKind, "a count of shares is a number, but this is a rate", at: expression.span,
          hints: ["without `shares` it is a share of the equity: `size \(expression.description)`"])
      }
      try requirePositive(node, "a size", at: expression.span)
      clauses.append(PlannedClause(part: .size(.shares, node), span: clause.span))
    case .risk(let expression):
      guard hasStop else {
        throw Diagnostic(
          .riskWithoutStop, "`size risk` needs a stop: the distance to it determines the size", at: clause.span,
          hints: ["add `stop 2%` or `stop 3 * atr(14)`"])
      }
      let (node, kind) = try number(expression, "a rate of equity")
      try requirePositive(node, "a size", kind: kind, at: expression.span)
      try requireShare(node, kind, "a risk", below: 1, at: expression.span)
      clauses.append(PlannedClause(part: .size(.risk, node), span: clause.span))
    }
  }
}

extension Side {
  package init(_ side: StrategyClause.Side) { self = side == .long ? .long : .short }
}
