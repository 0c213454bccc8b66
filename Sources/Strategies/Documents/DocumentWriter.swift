import Backtesting
import Calendar
import Evaluation
import Language
import Text

extension StrategyDocument {
  /// Reads a strategy of the language as a document; a clause that documents cannot represent is an error at its place.
  ///
  /// - Parameter comment: the lines that the document has as its description.
  package init(
    _ definition: StrategyDefinition, comment: String?, names: Names, source: any SeriesSource, today: CivilDate
  ) throws(Diagnostic) {
    var writer = DocumentWriter(planner: Planner(names: names, source: source, today: today))
    try writer.read(definition)
    self.init(
      name: definition.name, description: comment, indicators: writer.indicators.map(\.indicator), rules: writer.rules)
  }
}

/// A reader of a strategy's clauses, limited to those that a document can represent.
private struct DocumentWriter {
  var planner: Planner
  var definitions: [String: Expression] = [:]
  var indicators: [(indicator: StrategyDocument.Indicator, node: NodeID)] = []
  var rules: [StrategyDocument.Rule] = []

  init(planner: Planner) { self.planner = planner }

  mutating func read(_ definition: StrategyDefinition) throws(Diagnostic) {
    if definition.isPortfolio {
      throw refusal("a document is of a strategy, and `\(definition.name)` is a portfolio", at: definition.nameSpan)
    }
    for parameter in definition.parameters {
      planner.locals[parameter.name] = try planner.plan(parameter.defaultValue)
    }
    var hasEntry = false
    for clause in definition.clauses {
      switch clause.kind {
      case .let(let name, _, let value):
        planner.knowsPosition = true
        planner.locals[name] = try planner.plan(value)
        planner.knowsPosition = false
        definitions[name] = value
      case .enter(let side, let order, let condition):
        guard side == .long else { throw refusal("a document has only long positions", at: clause.span) }
        guard order == nil else { throw refusal("a document has no limit or stop orders", at: clause.span) }
        guard !hasEntry else {
          throw refusal(
            "a document enters if all its entry rules hold, but these are alternatives", at: clause.span)
        }
        hasEntry = true
        try add(parts(of: condition, joined: .and), isEntry: true, clause.label)
      case .exit(let side, let share, let condition):
        guard side != .short else { throw refusal("a document has only long positions", at: clause.span) }
        guard share == nil else { throw refusal("a document exits full positions only", at: clause.span) }
        try add(parts(of: condition, joined: .or), isEntry: false, clause.label)
      default:
        throw refusal("a document has rules and no `\(clause.kind.description)`", at: clause.span)
      }
    }
  }

  private func refusal(_ message: String, at span: SourceSpan, hints: [String] = []) -> Diagnostic {
    Diagnostic(.strategyNotInDocument, message, at: span, hints: hints)
  }

  /// The parts of a condition that an operator joins, each with its name if it is a value of the strategy.
  private func parts(
    of condition: Expression, joined joint: BinaryOperator, name: String? = nil
  ) -> [(name: String?, condition: Expression)] {
    if case .name(let name, _) = condition, let value = definitions[name] {
      return parts(of: value, joined: joint, name: name)
    }
    guard case .binary(joint, let left, let right, _) = condition else { return [(name, condition)] }
    return parts(of: left, joined: joint) + parts(of: right, joined: joint)
  }

  private mutating func add(
    _ parts: [(name: String?, condition: Expression)], isEntry: Bool, _ label: String?
  ) throws(Diagnostic) {
    for (index, part) in parts.enumerated() {
      var rule = try self.rule(part.condition, isEntry: isEntry)
      let base = label ?? (isEntry ? "entry_rule" : "exit_rule")
      let usual = parts.count > 1 || label == nil ? "\(base)_\(index + 1)" : base
      rule.name = free(part.name ?? usual)
      rules.append(rule)
    }
  }

  /// The name, or one like it that no rule has.
  private func free(_ name: String) -> String {
    let taken = Set(rules.map(\.name))
    guard taken.contains(name) else { return name }
    let others = (2...(rules.count + 2)).lazy.map { "\(name)_\($0)" }
    return others.first { !taken.contains($0) } ?? name
  }

  private mutating func rule(_ condition: Expression, isEntry: Bool) throws(Diagnostic) -> StrategyDocument.Rule {
    guard case .binary(let sign, let left, let right, _) = condition else {
      throw refusal(
        "a document tests only if one indicator crosses another, or is above or below a number",
        at: condition.span)
    }
    switch sign {
    case .crossesAbove, .crossesBelow:
      for side in [left, right] where try constant(side) != nil {
        throw refusal(
          "a document has no crossing of a number: its thresholds hold on each bar beyond them", at: condition.span,
          hints: ["`\(left) \(sign == .crossesAbove ? ">" : "<") \(right)` is one"])
      }
      let (fast, slow) = (try indicator(left), try indicator(right))
      return StrategyDocument.Rule(
        name: "", test: .crossing(fast: fast, slow: slow), isAbove: sign == .crossesAbove, isEntry: isEntry)
    case .less, .greater:
      if let threshold = try constant(right) {
        let test = StrategyDocument.Test.level(indicator: try indicator(left), threshold: threshold)
        return StrategyDocument.Rule(name: "", test: test, isAbove: sign == .greater, isEntry: isEntry)
      }
      if let threshold = try constant(left) {
        let test = StrategyDocument.Test.level(indicator: try indicator(right), threshold: threshold)
        return StrategyDocument.Rule(name: "", test: test, isAbove: sign == .less, isEntry: isEntry)
      }
      throw refusal("a document compares two indicators only for a crossing", at: condition.span)
    case .lessOrEqual, .greaterOrEqual:
      throw refusal(
        "a document's thresholds are strict", at: condition.span,
        hints: ["`\(left) \(sign == .lessOrEqual ? "<" : ">") \(right)`"])
    default:
      throw refusal("a document has no `\(sign.rawValue)` in a rule of this side", at: condition.span)
    }
  }

  /// The number of an expression that is the same on each bar.
  private mutating func constant(_ expression: Expression) throws(Diagnostic) -> Double? {
    let planned = try planner.plan(expression)
    guard let node = planned.node else { return nil }
    return planner.plan.constantValue(node)
  }

  /// The name of the indicator that an operand is, added if new.
  private mutating func indicator(_ operand: Expression) throws(Diagnostic) -> String {
    let planned = try planner.plan(operand)
    guard let node = planned.node else {
      throw refusal("this has several outputs; say which one", at: operand.span)
    }
    if let known = indicators.first(where: { $0.node == node }) { return known.indicator.name }
    var expression = operand
    var name: String?
    while case .name(let other, _) = expression, let value = definitions[other] {
      name = other
      expression = value
    }
    if case .field(.name(let record, _), _, _) = expression, let value = definitions[record] {
      name = name ?? record
      if case .field(_, let field, let span) = expression { expression = .field(value, field, nameSpan: span) }
    }
    guard let (kind, numbers) = try kind(of: expression, at: operand.span) else {
      let kinds = StrategyDocument.Kind.allCases.map { "`\($0.rawValue.lowercased())`" }
      throw refusal(
        "a document has \(Wording.list(kinds, or: true)) of the closes, and this is `\(operand)`", at: operand.span)
    }
    let text = kind.expression(numbers)
    let own = try planner.plan(try Parser.expression(parsing: text, source: operand.span.source))
    guard own.node == node else {
      throw refusal(
        "`\(operand)` is not the service's, whose conventions a document has", at: operand.span,
        hints: ["`\(text)`, or `set like service` for all"])
    }
    let usual = ([kind.rawValue.lowercased()] + numbers.map(String.init)).joined(separator: "_")
    let names = Set(indicators.map(\.indicator.name))
    let free = [name, usual, usual + "_b"].compactMap(\.self).first { !names.contains($0) } ?? usual
    indicators.append((StrategyDocument.Indicator(name: free, kind: kind, numbers: numbers), node))
    return free
  }

  /// The kind and the numbers of a call; nil for another expression.
  private mutating func kind(
    of expression: Expression, at span: SourceSpan
  ) throws(Diagnostic) -> (StrategyDocument.Kind, [Int])? {
    var call = expression
    var field: String?
    if case .field(let base, let name, _) = expression { (call, field) = (base, name) }
    guard case .call(let function, _, let arguments, _) = call,
      let kind = StrategyDocument.Kind(rawValue: function.uppercased())
    else { return nil }
    guard kind != .macd || field == "macd" else {
      throw refusal(
        "a document has the MACD line alone, without its signal line and histogram", at: span)
    }
    var given: [Int: Double] = [:]
    var place = 0
    for argument in arguments {
      let value = try constant(argument.value)
      if let name = argument.name {
        let index = kind.numbers.firstIndex { name.hasPrefix($0.key) || ["period", "timeperiod"].contains(name) }
        if let index, let value { given[index] = value }
      } else if let value {
        given[place] = value
        place += 1
      }
    }
    var numbers: [Int] = []
    for (index, number) in kind.numbers.enumerated() {
      let value = given[index] ?? Double(number.standard)
      guard let whole = Int(exactly: value), number.limits.contains(whole) else {
        throw refusal(
          "\(number.key) is \(NumberText.plain(value)), and a document's is a whole number from \(number.limits.lowerBound) to \(number.limits.upperBound)",
          at: span)
      }
      numbers.append(whole)
    }
    if kind == .macd, numbers[1] <= numbers[0] {
      throw refusal("a document's MACD is slower than fast: \(numbers[1]) is not above \(numbers[0])", at: span)
    }
    return (kind, numbers)
  }
}
