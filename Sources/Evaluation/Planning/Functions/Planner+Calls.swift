import Columns
import Indicators
import Language
import Text

extension Planner {
  /// Plans `f(…)`: a session indicator, a built-in function, an indicator of the catalogue.
  mutating func plan(
    call name: String, _ nameSpan: SourceSpan, _ arguments: [CallArgument], _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    if let across = try planAcross(name, arguments, nameSpan, span) { return across }
    // Without parameters it is a value: before a parenthesis its name still means the built-in function.
    let isBuiltIn = BarFunction.named(name) != nil || names.catalogue.indicator(named: name) != nil
    if case .indicator(let definition)? = names.meanings[name], definition.parameters != nil || !isBuiltIn {
      return try expand(definition, arguments: arguments, nameSpan: nameSpan, span: span)
    }
    if name == CycleParameters.word { return try plan(cycle: arguments, at: span) }
    if let function = BarFunction.named(name) {
      note(name, isListedAs: function.twin ?? function.name, at: nameSpan)
      return try plan(function, nameSpan, arguments, span)
    }
    if let indicator = names.catalogue.indicator(named: name) {
      note(name, isListedAs: indicator.name, at: nameSpan)
      return try plan(indicator, nameSpan, arguments, span)
    }
    if Self.barsFieldNames.contains(name) || names.meanings[name] != nil {
      throw Diagnostic(.unknownFunction, "`\(name)` is a value, not a function", at: nameSpan)
    }
    let known = names.catalogue.indicators.map(\.name) + BarFunction.all.map(\.name) + names.all
    let hint = ForeignWords.function(name) ?? Spelling.hint(for: name, in: known)
    throw Diagnostic(
      .unknownFunction, "unknown function `\(name)`", at: nameSpan,
      hints: [hint ?? "`indicators` lists them all"])
  }

  private mutating func note(_ name: String, isListedAs listed: String, at span: SourceSpan) {
    guard name != listed, !otherNames.contains(where: { $0.called == name }) else { return }
    otherNames.append(OtherName(called: name, listed: listed, span: span))
  }

  /// Plans a call of an indicator of the catalogue.
  private mutating func plan(
    _ indicator: Indicator, _ nameSpan: SourceSpan, _ arguments: [CallArgument], _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    if let anchored = try planAnchored(indicator, arguments, at: span) { return anchored }
    let arguments = namingPeriods(arguments, of: indicator)
    let preset = try preset(arguments, of: indicator)
    var lookAhead: SourceSpan?
    var inputs = [NodeID?](repeating: nil, count: indicator.inputs.count)
    var values = [NodeID?](repeating: nil, count: indicator.parameters.count)
    var spans = [SourceSpan?](repeating: nil, count: indicator.parameters.count)
    var position = 0
    for (order, argument) in arguments.enumerated() where argument.name == nil {
      let place = order == 0 ? 0 : position - indicator.inputs.count
      let word = indicator.parameters.indices.contains(place) ? indicator.parameters[place] : nil
      let value = try plan(argument.value, of: word)
      lookAhead = lookAhead ?? value.lookAhead
      let isAtStart = position < indicator.inputs.count && indicator.inputs[position].anchor != nil
      if order == 0 || isAtStart, isScalar(value) { position = indicator.inputs.count }
      if position < indicator.inputs.count {
        inputs[position] = try input(value, argument.value, indicator.inputs[position], of: indicator)
      } else {
        let index = position - indicator.inputs.count
        guard index < indicator.parameters.count else {
          throw tooMany(indicator, at: argument.value.span)
        }
        if case .choice = indicator.parameters[index].kind, !indicator.parameters[index].takesDate,
          value.kind.isNumeric,
          isScalar(value)
        {
          throw numberAsType(
            argument.value, index, of: indicator, afterSeries: inputs.count { $0 != nil }, arguments)
        }
        values[index] = try self.argument(value, argument.value.span, indicator.parameters[index], of: indicator)
        spans[index] = argument.value.span
      }
      position += 1
    }
    for argument in arguments {
      guard let name = argument.name, name != Self.presetArgument else { continue }
      let word = indicator.parameterIndex(named: name).map { indicator.parameters[$0] }
      let value = try plan(argument.value, of: word)
      lookAhead = lookAhead ?? value.lookAhead
      let nameSpan = argument.nameSpan ?? nameSpan
      if let index = indicator.parameterIndex(named: name) {
        guard values[index] == nil else {
          throw Diagnostic(.duplicateArgument, "`\(name)` is given twice", at: nameSpan)
        }
        values[index] = try self.argument(value, argument.value.span, indicator.parameters[index], of: indicator)
        spans[index] = argument.value.span
      } else if let index = indicator.inputs.firstIndex(where: { $0.name == name }) {
        guard inputs[index] == nil else {
          throw Diagnostic(.duplicateArgument, "`\(name)` is given twice", at: nameSpan)
        }
        inputs[index] = try input(value, argument.value, indicator.inputs[index], of: indicator)
      } else {
        throw unknownArgument(name, indicator, at: nameSpan)
      }
    }
    fillStarts(&inputs, &values, of: indicator)
    let columns = try complete(inputs: inputs, of: indicator, at: span)
    let numbers = try complete(arguments: values, of: indicator, like: preset, at: span)
    try check(numbers, spans, of: indicator, at: span)
    if values.allSatisfy({ $0 == nil }) { noteDefault(of: indicator, arguments, at: span) }
    return result(of: indicator, columns, numbers, lookAhead)
  }

  /// Notes that a mean or a sum of a series alone is over its last bars, unlike in other languages.
  private mutating func noteDefault(
    of indicator: Indicator, _ arguments: [CallArgument], at span: SourceSpan
  ) {
    let ofAll = [
      "mean": "`mean_of(…)` is of all bars", "sum": "`cumulative(…)` adds up all earlier ones",
      "stdev": "`stdev_of(…)` is of all bars", "median": "`quantile(…, 0.5)` is of all bars",
    ]
    guard !arguments.isEmpty, let hint = ofAll[indicator.name],
      case .value(let period)? = indicator.parameters.first?.defaultValue
    else { return }
    let text = NumberText.plain(period)
    note(
      Diagnostic(
        .defaultPeriod, "`\(indicator.name)` looks back over \(text) bars if no count is given", at: span,
        hints: ["write `\(indicator.name)(…, \(text))`; \(hint)"], severity: .note))
  }

  private mutating func result(
    of indicator: Indicator, _ inputs: [NodeID], _ arguments: [NodeID], _ lookAhead: SourceSpan?
  ) -> Planned {
    let outputs = indicator.outputs.enumerated().map { index, output in
      Planned.Output(
        name: output.name, aliases: output.aliases, kind: output.kind == .truth ? .truth : .number,
        node: add(.indicator(indicator.name, inputs: inputs, arguments: arguments, output: index)))
    }
    noteWindows(of: indicator, outputs.map(\.node), inputs, arguments)
    guard let only = outputs.first, outputs.count == 1 else {
      return Planned(kind: .record, content: .record(outputs), lookAhead: lookAhead)
    }
    return Planned(kind: only.kind, content: .node(only.node), lookAhead: lookAhead)
  }

  /// Notes from which bar on windows of calendar time contain only bars of the data, if the series is known.
  private mutating func noteWindows(
    of indicator: Indicator, _ outputs: [NodeID], _ inputs: [NodeID], _ arguments: [NodeID]
  ) {
    var durations = arguments.compactMap { if case .barsSince(let duration) = plan[$0] { duration } else { nil } }
    guard let series, !durations.isEmpty else { return }
    var settled = 0
    for input in inputs {
      guard let bar = plan.settled(of: input) else { return }
      settled = max(settled, bar)
    }
    let beside = indicator.settlingBesideTime(arguments.map { plan.constantValue($0) })
    var bars = 0
    if beside?.isNested == true {
      // Windows of one length may also be nested.
      if durations.count == 1 { durations += durations }
      bars = durations.reduce(max(1, settled)) { series.firstBar(withWindow: $1, from: $0) }
    } else {
      bars = durations.map { series.firstBar(withWindow: $0, from: max(1, settled)) }.max() ?? 0
    }
    // A length of time counted as its least number of bars, which its window holds already.
    let counted = zip(indicator.parameters, arguments).reduce(0) { sum, pair in
      if case .barsSince = plan[pair.1] { sum + max(Int(pair.0.least) - 1, 0) } else { sum }
    }
    for output in outputs {
      let settled = beside.map { bars + max($0.bars - counted, 0) }
      plan.note(warmUp: plan.warmUp(of: output), settled: settled, of: output)
    }
  }

  func input(
    _ value: Planned, _ expression: Expression, _ input: Input, of indicator: Indicator
  ) throws(Diagnostic) -> NodeID {
    try require(
      value, expression.span,
      "`\(indicator.name)` needs \(input.kind == .truth ? "a condition" : "a series of numbers") as its `\(input.name)`"
    ) {
      input.kind == .truth ? $0 == .truth : $0.isNumeric
    }
    guard let node = value.node, !plan.isScalar(node) else {
      let series = indicator.inputs.map(\.name).joined(separator: ", ")
      throw Diagnostic(
        .wrongKind, "`\(indicator.name)` needs a series as its `\(input.name)`, but this is one value",
        at: expression.span,
        hints: ["pass all of its series (\(series)) first, or none"])
    }
    try refusePerBar(node, at: expression.span)
    return node
  }

  private mutating func argument(
    _ value: Planned, _ span: SourceSpan, _ parameter: Parameter, of indicator: Indicator
  ) throws(Diagnostic) -> NodeID {
    let what = "`\(parameter.name)` of `\(indicator.name)`"
    if case .choice = parameter.kind, case .value(.text(let text)) = value.content {
      guard let number = parameter.number(ofChoice: text.lowercased()) else {
        throw Diagnostic(.outOfRange, "\(what) is \(parameter.allowed), not \"\(text)\"", at: span)
      }
      return add(.constant(number))
    }
    if parameter.takesDate, let since = barsSince(value) { return since }
    switch value.content {
    case .value(.duration(let duration)):
      guard parameter.countsBars != nil || parameter.isYear || parameter.isWhole else { break }
      try check(duration, at: span)
      return add(parameter.countsBars != nil ? .barsSince(duration) : .barsIn(duration))
    case .value(.bars(let count)) where parameter.isWhole: return add(.constant(Double(count)))
    default: break
    }
    guard value.kind.isNumeric, let node = value.node else {
      throw Diagnostic(.wrongKind, "\(what) is \(parameter.allowed), not \(value.kind.described)", at: span)
    }
    if value.kind == .rate, parameter.aliases.contains("percent"), let rate = plan.constantValue(node) {
      note(
        Diagnostic(
          .unitMismatch, "\(what) is in percent, 0 to 100, but a rate is a fraction", at: span,
          hints: ["write `\(Self.text((rate * 1e10).rounded() / 1e8))`"], severity: .warning))
    }
    guard plan.isScalar(node), !plan.isPerBar(node) else {
      throw Diagnostic(
        .wrongKind, "\(what) must be a constant number, but this is a series", at: span)
    }
    return node
  }

  private mutating func complete(
    inputs: [NodeID?], of indicator: Indicator, at span: SourceSpan
  ) throws(Diagnostic) -> [NodeID] {
    let hasTypedSeries = zip(inputs, indicator.inputs).contains { $0.0 != nil && $0.1.anchor == nil }
    var nodes: [NodeID] = []
    for (node, input) in zip(inputs, indicator.inputs) {
      if let node {
        nodes.append(node)
      } else if let field = input.defaultField, !hasTypedSeries || indicator.inputs.count == 1 {
        nodes.append(add(.field(field)))
      } else {
        let signature =
          "\(indicator.name)(\((indicator.inputs.map(\.name) + indicator.parameters.map(\.name)).joined(separator: ", ")))"
        throw Diagnostic(
          .missingArgument, "`\(indicator.name)` needs its series `\(input.name)`", at: span,
          hints: [signature, "for example `\(indicator.example)`"])
      }
    }
    return nodes
  }

  private mutating func complete(
    arguments values: [NodeID?], of indicator: Indicator, like preset: Preset?, at span: SourceSpan
  ) throws(Diagnostic) -> [NodeID] {
    let changed = preset?.defaults(of: indicator)
    var nodes: [NodeID] = []
    for (index, parameter) in indicator.parameters.enumerated() {
      if let node = values[index] {
        nodes.append(node)
        continue
      }
      if parameter.isYear, changed?[index] == nil {
        // By its name, which a session may give another meaning.
        let year = try plan(name: StandardName.barsPerYear, at: span)
        if let node = year.node, plan.isScalar(node), !plan.isPerBar(node) {
          nodes.append(node)
          continue
        }
      }
      switch changed?[index] ?? parameter.defaultValue {
      case .value(let value): nodes.append(add(.constant(value)))
      case .sameAs(let name):
        let other = indicator.parameterIndex(named: name) ?? index
        nodes.append(other < nodes.count ? nodes[other] : values[other] ?? add(.constant(.nan)))
      case .required:
        throw Diagnostic(
          .missingArgument, "`\(indicator.name)` needs `\(parameter.name)`: \(parameter.allowed)", at: span,
          hints: ["for example `\(indicator.example)`"])
      }
    }
    // Averages without a window take the usual number of bars.
    for (index, node) in nodes.enumerated() {
      guard case .barsSince(let duration) = plan[node] else { continue }
      if !indicator.takesTime(index, nodes.map { plan.constantValue($0) }) { nodes[index] = add(.barsIn(duration)) }
    }
    return nodes
  }

  private func check(
    _ arguments: [NodeID], _ spans: [SourceSpan?], of indicator: Indicator, at span: SourceSpan
  ) throws(Diagnostic) {
    for (index, parameter) in indicator.parameters.enumerated() {
      guard let value = plan.constantValue(arguments[index]), !parameter.allows(value) else { continue }
      var diagnostic = Diagnostic(
        .outOfRange, "`\(parameter.name)` of `\(indicator.name)` is \(parameter.allowed), not \(Self.text(value))",
        at: spans[index] ?? span)
      if case .whole = parameter.kind, value != value.rounded() {
        diagnostic.hints = ["`floor(…)` or `round(…)` makes it whole"]
      }
      throw diagnostic
    }
  }

  private func tooMany(_ indicator: Indicator, at span: SourceSpan) -> Diagnostic {
    let parameters = indicator.parameters.map(\.name).joined(separator: ", ")
    return Diagnostic(
      .tooManyArguments,
      "`\(indicator.name)` takes \(Self.counted(indicator.parameters.count, "parameter")) after its series", at: span,
      hints: parameters.isEmpty ? [] : ["its parameters: \(parameters)"])
  }

  private func unknownArgument(_ name: String, _ indicator: Indicator, at span: SourceSpan) -> Diagnostic {
    let known = indicator.parameters.flatMap { [$0.name] + $0.aliases } + [Self.presetArgument]
    let hint = Spelling.hint(for: name, in: known)
    let list = indicator.parameters.map(\.name).joined(separator: ", ")
    return Diagnostic(
      .unknownArgument, "`\(indicator.name)` has no parameter `\(name)`", at: span,
      hints: [hint ?? (list.isEmpty ? "it has no parameters" : "its parameters: \(list)")])
  }
}
