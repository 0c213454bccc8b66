import Columns
import Indicators
import Language

/// Functions of later bars, of dates, and of windows that begin with a period of the calendar.
extension Planner {
  /// `ahead(n)`, the return of the next n bars, and `ahead(x, n)`, x n bars later: both look ahead.
  mutating func planAhead(
    _ arguments: [CallArgument], _ function: BarFunction, _ nameSpan: SourceSpan, _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    var series: Expression?
    var distance: Expression?
    let positional = arguments.filter { $0.name == nil }.map(\.value)
    for argument in arguments {
      guard let name = argument.name else { continue }
      switch name {
      case "x": series = argument.value
      case "n": distance = argument.value
      default:
        throw Diagnostic(
          .unknownArgument, "`ahead` has no parameter `\(name)`", at: argument.nameSpan ?? nameSpan,
          hints: [function.signature])
      }
    }
    var rest = positional[...]
    if series == nil, rest.count > 1 { series = rest.popFirst() }
    if distance == nil { distance = rest.popFirst() }
    if let extra = rest.first {
      throw Diagnostic(
        .tooManyArguments, "`ahead` takes a series and a number of bars", at: extra.span, hints: [function.signature])
    }
    guard let distance else {
      throw Diagnostic(
        .missingArgument, "`ahead` needs a number of bars", at: span,
        hints: [function.signature, "for example `\(function.example)`"])
    }
    let bars = try barsAhead(distance)
    guard let series else { return returnAhead(bars, span) }
    var later = try plan(series)
    later.lookAhead = span
    switch later.content {
    case .value: throw Diagnostic(.wrongKind, "\(later.kind.described) has no later value", at: series.span)
    case .node(let node):
      try refusePerBar(node, at: series.span)
      if !plan.isScalar(node) { later.content = .node(add(.ahead(node, bars))) }
    case .record(let outputs):
      later.content = .record(
        outputs.map { output in
          var copy = output
          copy.node = add(.ahead(output.node, bars))
          return copy
        })
    }
    return later
  }

  private mutating func barsAhead(_ expression: Expression) throws(Diagnostic) -> NodeID {
    let distance = try plan(expression)
    if case .value(.duration(let duration)) = distance.content {
      try check(duration, at: expression.span)
      return add(.barsUntil(duration))
    }
    guard distance.kind == .number || distance.kind == .duration,
      let bars = try node(ofBars: distance, at: expression.span), plan.isScalar(bars)
    else {
      throw Diagnostic(
        .invalidLag, "`ahead` needs a constant whole number of bars", at: expression.span)
    }
    if let number = plan.constantValue(bars), number != number.rounded() || !(1...Plan.longestLag).contains(number) {
      throw Diagnostic(
        .invalidLag, "`ahead` needs a whole number of bars from 1, not \(Self.text(number))",
        at: expression.span)
    }
    return bars
  }

  /// From the fill of an order that is decided on a bar to the close n bars after that, with its extremes.
  private mutating func returnAhead(_ bars: NodeID, _ span: SourceSpan) -> Planned {
    let one = add(.constant(1))
    let entry =
      entersAtClose ? add(.field(.close)) : add(.ahead(add(.field(.open)), one))
    func change(to price: NodeID, _ planner: inout Planner) -> NodeID {
      planner.add(.operation(.subtract, [planner.add(.operation(.divide, [price, entry])), one]))
    }
    func extreme(_ name: String, _ field: BarField, _ planner: inout Planner) -> NodeID {
      let window = planner.add(
        .indicator(name, inputs: [planner.add(.field(field))], arguments: [bars], output: 0))
      return change(to: planner.add(.ahead(window, bars)), &planner)
    }
    let close = change(to: add(.ahead(add(.field(.close)), bars)), &self)
    // The extremes of a number of bars that changes from bar to bar are not known.
    guard plan.isScalar(bars) else { return Planned(kind: .number, content: .node(close), lookAhead: span) }
    let best = extreme("highest", .high, &self)
    let worst = extreme("lowest", .low, &self)
    return Planned(
      kind: .number, content: .node(close), lookAhead: span,
      fields: [("best", best), ("worst", worst)].map { name, node in
        Planned.Output(name: name, aliases: [], kind: .number, node: node)
      })
  }

  /// `in ["2024-01-31", …]`: true on the bars that dates fall on.
  mutating func planDates(_ expression: Expression) throws(Diagnostic) -> Planned {
    var values: [Value] = []
    var spans: [SourceSpan] = []
    if case .list(let elements, _) = expression {
      for element in elements {
        let part = try plan(element)
        guard case .value(let value) = part.content else { throw noDate(part.kind, at: element.span) }
        values.append(value)
        spans.append(element.span)
      }
    } else {
      let whole = try plan(expression)
      guard case .value(.list(let list)) = whole.content else { throw noDate(whole.kind, at: expression.span) }
      values = list
      spans = list.map { _ in expression.span }
    }
    var dates: [DateLiteral] = []
    for (value, span) in zip(values, spans) {
      switch value {
      case .date(let date): dates.append(date)
      case .text(let text):
        guard let date = DateLiteral(text) else {
          throw Diagnostic(
            .wrongKind, "\"\(text)\" is not a date", at: span, hints: ["a date is written \"2024-01-31\""])
        }
        dates.append(date)
      default: throw noDate(value.kind, at: span)
      }
    }
    return Planned(kind: .truth, content: .node(add(.eventDates(dates))))
  }

  private func noDate(_ kind: Kind, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongKind, "`in` needs dates, but this is \(kind.described)", at: span,
      hints: ["`in [\"2024-01-31\", \"2024-03-20\"]`"])
  }

  /// `first_of(x, today)`, or over a number of bars.
  mutating func planFirst(_ expressions: [Expression]) throws(Diagnostic) -> Planned {
    let value = try plan(expressions[0])
    try require(value, expressions[0].span, "`first_of` needs a series of numbers") { $0.isNumeric || $0 == .date }
    guard let node = value.node, !plan.isScalar(node) else {
      throw Diagnostic(.wrongKind, "`first_of` needs a series, but this is one value", at: expressions[0].span)
    }
    try refusePerBar(node, at: expressions[0].span)
    if let anchor = anchor(expressions[1]) {
      return Planned(
        kind: value.kind, content: .node(add(.anchored(.first, node, anchor))), lookAhead: value.lookAhead)
    }
    let count = try plan(expressions[1])
    guard count.kind == .number || count.kind == .duration,
      let bars = try self.node(ofBars: count, at: expressions[1].span), isKnownBeforeRun(bars)
    else {
      throw Diagnostic(
        .wrongKind, "`first_of` needs a number of bars, or today, week, month or year", at: expressions[1].span)
    }
    if let number = plan.constantValue(bars), number != number.rounded() || !(1...Plan.longestLag).contains(number) {
      throw Diagnostic(
        .outOfRange, "`first_of` takes a whole number of bars from 1, not \(Self.text(number))",
        at: expressions[1].span)
    }
    let distance = add(.operation(.subtract, [bars, add(.constant(1))]))
    return Planned(
      kind: value.kind, content: .node(add(.lag(node, distance))), lookAhead: value.lookAhead ?? count.lookAhead)
  }

  /// The period that an argument names: `today`, `week`, `month`, `year`, unless the word has another meaning.
  func anchor(_ expression: Expression) -> Anchor? {
    switch expression {
    case .literal(.date(.today), _): .today
    case .name(let name, _) where locals[name] == nil && names.meanings[name] == nil && name != "today":
      Anchor(rawValue: name)
    default: nil
    }
  }

  /// Plans an indicator whose window begins with a period of the calendar; nil if no argument names one.
  mutating func planAnchored(
    _ indicator: Indicator, _ arguments: [CallArgument], at span: SourceSpan
  ) throws(Diagnostic) -> Planned? {
    guard let first = indicator.parameters.first, case .whole = first.kind else { return nil }
    let positional = arguments.filter { $0.name == nil }
    let named = arguments.first { $0.name.map { indicator.parameterIndex(named: $0) == 0 } ?? false }
    let isPeriodLast = positional.count == 1 || positional.count == indicator.inputs.count + 1
    guard let period = named ?? (isPeriodLast ? positional.last : nil), let anchor = anchor(period.value) else {
      return nil
    }
    guard let function = AnchoredFunction(indicator: indicator.name) else {
      let names = AnchoredFunction.allCases.map(\.rawValue).joined(separator: ", ")
      throw Diagnostic(
        .wrongKind, "`\(indicator.name)` takes a number of bars and cannot begin with a \(anchor.noun)",
        at: period.value.span, hints: ["since a day, week, month or year began: \(names)"])
    }
    let others = arguments.filter { $0 != period && $0 != positional.first && $0.name != indicator.inputs[0].name }
    if let other = others.first {
      throw Diagnostic(
        .tooManyArguments, "`\(indicator.name)` since a \(anchor.noun) began takes a series only",
        at: other.value.span)
    }
    var node = indicator.inputs[0].defaultField.map { add(.field($0)) }
    var lookAhead: SourceSpan?
    let series = arguments.first { $0.name == indicator.inputs[0].name } ?? positional.first { $0 != period }
    if let series {
      let value = try plan(series.value)
      node = try input(value, series.value, indicator.inputs[0], of: indicator)
      lookAhead = value.lookAhead
    }
    guard let node else {
      throw Diagnostic(
        .missingArgument, "`\(indicator.name)` needs its series `\(indicator.inputs[0].name)`", at: span,
        hints: ["for example `\(indicator.example)`"])
    }
    return Planned(kind: .number, content: .node(add(.anchored(function, node, anchor))), lookAhead: lookAhead)
  }
}

extension Anchor {
  /// The period in the words of a message.
  var noun: String { self == .today ? "day" : rawValue }
}
