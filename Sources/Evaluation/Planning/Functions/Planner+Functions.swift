import Columns
import Language

extension Planner {
  /// Plans a call of a function of the language.
  mutating func plan(
    _ function: BarFunction, _ nameSpan: SourceSpan, _ arguments: [CallArgument], _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    if case .valuation = function.rule { return try plan(valuation: arguments, span) }
    if case .ahead = function.rule { return try planAhead(arguments, function, nameSpan, span) }
    if case .financial(let financial) = function.rule {
      return try plan(financial, function, arguments, nameSpan, span)
    }
    let expressions = try ordered(arguments, of: function, nameSpan, span)
    switch function.rule {
    case .lagged: return try plan(.lag(expressions[0], expressions[1], span))
    case .select: return try select(expressions, hasElse: true)
    case .cases: return try select(expressions, hasElse: expressions.count % 2 == 1)
    case .na: return try planMissing(expressions[0])
    case .fixnan: return try fill(expressions[0])
    case .bins: return try bins(expressions)
    case .convertRate: return try convertRate(expressions)
    case .dates: return try planDates(expressions[0])
    case .firstOf: return try planFirst(expressions)
    case .nz: return try replaceMissing(expressions)
    case .binary(let binary): return try plan(binary, expressions[0], expressions[1], span)
    case .extreme(let operation): return try extreme(operation, expressions, of: function)
    case .operation(let operation, let kind): return try apply(operation, kind, expressions, of: function)
    case .reduction(let reduction): return try reduce(reduction, expressions, function, span)
    case .fresh: return try plan(fresh: expressions[0])
    case .raw: return try plan(raw: expressions[0])
    case .ahead, .valuation, .financial: return planned(.number(.nan))
    }
  }

  // Each has a function of its own: calls may be nested a hundred deep, and one stack frame with the locals of all
  // cases would exhaust the stack.

  /// `na(x)`.
  private mutating func planMissing(_ expression: Expression) throws(Diagnostic) -> Planned {
    let value = try plan(expression)
    try require(value, expression.span, "`na` needs one value") {
      $0.isNumeric || $0 == .truth || $0 == .date || $0 == .text
    }
    // A value that is written out is there.
    if case .value = value.content { return planned(.truth(false), lookAhead: value.lookAhead) }
    return try combine(.na, [value], kind: .truth)
  }

  /// `nz(x, other)`, if the other value is 0 or false unless it is given.
  private mutating func replaceMissing(_ expressions: [Expression]) throws(Diagnostic) -> Planned {
    let value = try plan(expressions[0])
    if value.kind == .text, expressions.count > 1 {
      let other = try plan(expressions[1])
      try require(other, expressions[1].span, "`nz` needs two values of the same kind") { $0 == .text }
      return try choice(.nz, [], [coded(value), coded(other)])
    }
    try require(value, expressions[0].span, "`nz` needs a number") { $0.isNumeric || $0 == .truth }
    let zero: Value = value.kind == .truth ? .truth(false) : .number(0)
    let other = expressions.count > 1 ? try plan(expressions[1]) : planned(zero)
    if expressions.count > 1 {
      try require(other, expressions[1].span, "`nz` needs two values of the same kind") {
        $0 == value.kind || ($0.isNumeric && value.kind.isNumeric)
      }
    }
    return try combine(.nz, [value, other], kind: value.kind == other.kind ? value.kind : .number)
  }

  /// `min` or `max` of two values or more.
  private mutating func extreme(
    _ operation: Operation, _ expressions: [Expression], of function: BarFunction
  ) throws(Diagnostic) -> Planned {
    let values = try numbers(expressions, of: function)
    noteExtreme(operation, Array(zip(values, expressions)))
    let kind: Kind = values.allSatisfy { $0.kind == .rate } ? .rate : .number
    var result = values[0]
    for value in values.dropFirst() { result = try combine(operation, [result, value], kind: kind) }
    return result
  }

  /// A function that is one operation of its arguments; without a kind of its own, it keeps rates.
  private mutating func apply(
    _ operation: Operation, _ kind: Kind?, _ expressions: [Expression], of function: BarFunction
  ) throws(Diagnostic) -> Planned {
    var values = try numbers(expressions, of: function)
    let isRate = values.allSatisfy { $0.kind == .rate }
    if operation == .clamp {
      try requireOrder(of: (values[1], expressions[1]), (values[2], expressions[2]), "`clamp`", subject: expressions[0])
    }
    if operation == .round, values.count == 1 { values.append(planned(.number(0))) }
    return try combine(operation, values, kind: kind ?? (isRate ? .rate : .number))
  }

  /// The arguments in the order of the parameters, named ones put in their place.
  private func ordered(
    _ arguments: [CallArgument], of function: BarFunction, _ nameSpan: SourceSpan, _ span: SourceSpan
  ) throws(Diagnostic) -> [Expression] {
    var slots: [Expression?] = []
    for argument in arguments {
      if let name = argument.name {
        guard let index = function.parameters.firstIndex(of: name) else {
          throw Diagnostic(
            .unknownArgument, "`\(function.name)` has no parameter `\(name)`", at: argument.nameSpan ?? nameSpan,
            hints: [function.signature])
        }
        while slots.count <= index { slots.append(nil) }
        guard slots[index] == nil else {
          throw Diagnostic(.duplicateArgument, "`\(name)` is given twice", at: argument.nameSpan ?? nameSpan)
        }
        slots[index] = argument.value
      } else {
        slots.append(argument.value)
      }
    }
    if slots.count > function.parameters.count, !function.isVariadic {
      throw Diagnostic(
        .tooManyArguments, "`\(function.name)` takes \(Self.counted(function.parameters.count, "argument"))",
        at: slots[function.parameters.count]?.span ?? span, hints: [function.signature])
    }
    let complete = slots.compactMap { $0 }
    guard complete.count == slots.count, complete.count >= function.required else {
      throw Diagnostic(
        .missingArgument, "`\(function.name)` needs \(Self.counted(function.required, "argument"))", at: span,
        hints: [function.signature, "for example `\(function.example)`"])
    }
    return complete
  }

  /// Notes that a window may be meant: in other languages `min(close, 30)` is the lowest close of 30 bars.
  private mutating func noteExtreme(_ operation: Operation, _ operands: [(Planned, Expression)]) {
    guard operands.count == 2, let series = operands.first(where: { !isScalar($0.0) }),
      let number = operands.first(where: { isScalar($0.0) }), number.0.kind == .number, let node = number.0.node,
      let value = plan.constantValue(node) ?? usualValues[node], value > 1, value == value.rounded()
    else { return }
    let window = operation == .min ? "lowest" : "highest"
    note(
      Diagnostic(
        .extremeOfTwo, "this is the \(operation == .min ? "smaller" : "larger") of each value and \(Self.text(value))",
        at: number.1.span, hints: ["the \(window) of \(Self.text(value)) bars: `\(window)(\(series.1), \(number.1))`"],
        severity: .note))
  }

  private mutating func numbers(
    _ expressions: [Expression], of function: BarFunction
  ) throws(Diagnostic) -> [Planned] {
    var values: [Planned] = []
    for expression in expressions {
      let value = try plan(expression)
      try require(value, expression.span, "`\(function.name)` needs numbers") { $0.isNumeric }
      values.append(value)
    }
    return values
  }

  /// `if` and `case`: conditions and values in turn, the last one alone is the value otherwise.
  private mutating func select(_ expressions: [Expression], hasElse: Bool) throws(Diagnostic) -> Planned {
    var values: [Planned] = []
    for (index, expression) in expressions.enumerated() {
      let value = try plan(expression)
      let isCondition = index % 2 == 0 && index + 1 < expressions.count
      if isCondition {
        try require(value, expression.span, "a condition is a boolean") { $0 == .truth }
      } else {
        try require(value, expression.span, "a choice needs numbers, booleans or strings") {
          $0.isNumeric || $0 == .truth || $0 == .date || $0 == .text
        }
      }
      values.append(coded(value))
    }
    let results = values.enumerated().filter { $0.offset % 2 == 1 || $0.offset == values.count - 1 }
    // A value that is missing is of any kind.
    guard let first = results.first(where: { !isMissing($0.element) }) ?? results.first else {
      return planned(.number(.nan))
    }
    var kind = first.element.kind
    for (index, result) in results where result.kind != kind && !isMissing(result) {
      guard result.kind.isNumeric, kind.isNumeric else {
        throw Diagnostic(
          .wrongKind, "all values must be of one kind: \(kind.described) before, \(result.kind.described) here",
          at: expressions[index].span)
      }
      kind = .number
    }
    var result = hasElse ? values[values.count - 1] : planned(.number(.nan))
    var index = (hasElse ? values.count - 1 : values.count) - 2
    while index >= 0 {
      result =
        kind == .text
        ? try choice(.select, [values[index]], [values[index + 1], result])
        : try combine(.select, [values[index], values[index + 1], result], kind: kind)
      index -= 2
    }
    return result
  }

  /// True for a value that is known to be missing.
  private func isMissing(_ value: Planned) -> Bool {
    value.kind == .number && value.node.flatMap { plan.constantValue($0) }?.isNaN == true
  }

  private mutating func reduce(
    _ reduction: Reduction, _ expressions: [Expression], _ function: BarFunction, _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    let column = try plan(expressions[0])
    let needsTruth = reduction == .countOf
    try require(
      column, expressions[0].span, "`\(function.name)` needs \(needsTruth ? "a condition" : "a series of numbers")"
    ) {
      needsTruth
        ? $0 == .truth
        : $0.isNumeric || (($0 == .date || $0 == .truth || $0 == .text) && (reduction == .first || reduction == .last))
    }
    guard let node = column.node else { return column }
    try refusePerBar(node, at: expressions[0].span)
    var arguments: [NodeID] = []
    if expressions.count > 1 {
      let share = try plan(expressions[1])
      try require(share, expressions[1].span, "a share is a rate from 0% to 100%") { $0.isNumeric }
      guard let shareNode = share.node, plan.isScalar(shareNode) else {
        throw Diagnostic(.wrongKind, "a share must be one constant rate", at: expressions[1].span)
      }
      if let value = plan.constantValue(shareNode), !(0...1).contains(value) {
        throw Diagnostic(.outOfRange, "a share is a rate from 0% to 100%, such as 50%", at: expressions[1].span)
      }
      arguments = [shareNode]
    }
    let kind: Kind = [.rate, .date, .truth, .text].contains(column.kind) ? column.kind : .number
    let isCount = reduction == .countOf
    return Planned(
      kind: isCount ? .number : kind, content: .node(add(.reduction(reduction, node, arguments))), lookAhead: span,
      choices: column.choices)
  }
}
