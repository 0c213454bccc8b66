import Columns
import Indicators
import Language
import Text

extension Planner {
  /// Plans a name: a local, a field of the bars, a session name, a field of the position.
  mutating func plan(name: String, at span: SourceSpan) throws(Diagnostic) -> Planned {
    if let local = locals[name] { return local }
    if let column = frameColumn(named: name) { return column }
    if let field = Self.barsField(name) { return plan(field) }
    if own == name {
      throw Diagnostic(
        .ownPast, "`\(name)` may refer to itself only by its past", at: span, hints: ["write `\(name)[1]`"])
    }
    if let meaning = names.meanings[name] {
      switch meaning {
      case .value(let value, let looksAhead, let origin):
        return planned(value, lookAhead: looksAhead ? origin ?? span : nil)
      case .indicator(let definition):
        if definition.parameters != nil { throw needsParentheses(name, at: span) }
        return try expand(definition, arguments: [], nameSpan: span, span: span)
      }
    }
    if let variable = PositionVariable(rawValue: name) {
      guard knowsPosition || (knowsAccount && variable.isOfAccount) else {
        let places = variable.isOfAccount ? "rules, prices" : "exit rules, stops, targets, trails"
        throw Diagnostic(.noPosition, "`\(name)` is known only in \(places) and sizes of a strategy", at: span)
      }
      return Planned(kind: variable.isRate ? .rate : .number, content: .node(add(.position(variable))))
    }
    if let standard = StandardName.named(name) { return plan(standard) }
    if let value = try plan(seriesNamed: name, at: span) { return value }
    if name == CycleParameters.word { return try plan(cycle: [], at: span) }
    throw unknown(name, at: span)
  }

  /// Plans the name of a series of published values, which is its value as known; nil if no series has the name.
  private mutating func plan(seriesNamed name: String, at span: SourceSpan) throws(Diagnostic) -> Planned? {
    guard let named = try? source.series(named: name) else { return nil }
    guard named.publication != nil else {
      throw Diagnostic(
        .unknownName, "`\(name)` is a set of bars, with several prices each", at: span,
        hints: ["`show \(name)` lists them, `plot \(name)` draws them, `close @ \(name)` is its close"])
    }
    let close = Expression.name("close", span)
    if let series, series === named || series.origin === named { return try plan(close) }
    return try plan(close, in: [.symbol(name, span)], span)
  }

  /// The bars' fields and the means and times derived from them.
  enum BarsField {
    case price(BarField)
    case mean([BarField])
    case time(TimeField)
  }

  /// The names of the bars' fields, in the order of the documentation.
  public static let barsFieldNames: [String] =
    ["open", "high", "low", "close", "volume", "hl2", "hlc3", "ohlc4"] + TimeField.allCases.map(\.rawValue)

  private static func barsField(_ name: String) -> BarsField? {
    switch name {
    case "open": .price(.open)
    case "high": .price(.high)
    case "low": .price(.low)
    case "close": .price(.close)
    case "volume": .price(.volume)
    case "hl2": .mean([.high, .low])
    case "hlc3": .mean([.high, .low, .close])
    case "ohlc4": .mean([.open, .high, .low, .close])
    default: TimeField(rawValue: name).map { .time($0) }
    }
  }

  private mutating func plan(_ field: BarsField) -> Planned {
    switch field {
    case .price(let price): return Planned(kind: .number, content: .node(add(.field(price))))
    case .mean(let prices):
      let columns = prices.map { add(.field($0)) }
      let sum = columns.dropFirst().reduce(columns[0]) { add(.operation(.add, [$0, $1])) }
      let mean = add(.operation(.divide, [sum, add(.constant(Double(prices.count)))]))
      return Planned(kind: .number, content: .node(mean))
    case .time(let part):
      let kind: Kind = part == .time ? .date : part == .clock ? .timeOfDay : .number
      return Planned(kind: kind, content: .node(add(.time(part))))
    }
  }

  private func needsParentheses(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownName, "`\(name)` is an indicator with parameters", at: span,
      hints: ["a call has parentheses: `\(name)()`"])
  }

  private func unknown(_ name: String, at span: SourceSpan) -> Diagnostic {
    if names.catalogue.indicator(named: name) != nil || BarFunction.named(name) != nil {
      return Diagnostic(
        .unknownName, "`\(name)` is a function", at: span, hints: ["a call has parentheses: `\(name)()`"])
    }
    if let fields = names.results[name] {
      let field = fields["total_return"] == nil ? fields.keys.min() : "total_return"
      return Diagnostic(
        .needsField, "`\(name)` is a result", at: span,
        hints: field.map { ["a field of it is a value: `\(name).\($0)`"] } ?? [])
    }
    var diagnostic = Diagnostic(.unknownName, "unknown name `\(name)`", at: span)
    let columns = frame?.columns ?? []
    // Items without their own bar have no value of the bars.
    let hasBars = columns.isEmpty || frame?.barOfEach != nil
    let known =
      (hasBars ? Self.barsFieldNames : []) + names.all + locals.keys.sorted() + StandardName.all.map(\.name)
      + ["true", "false", "today"]
    let foreign = ForeignWords.amount(name) ?? (hasBars && columns.isEmpty ? ForeignWords.value(name) : nil)
    let hint = Spelling.hint(for: name, in: columns.map(\.name)) ?? foreign ?? Spelling.hint(for: name, in: known)
    if hasBars, name.lowercased() == "date" {
      // The tables of bars head the times of days with this word.
      diagnostic.hints = ["the date of a bar is `time`: `time >= 2020-01-31`"]
    } else if let hint {
      diagnostic.hints = [hint]
    } else if let frame, !columns.isEmpty {
      let own = columns.filter { !$0.isDerived }.map(\.name)
      diagnostic.hints = ["\(frame.one) has: \(own.joined(separator: ", "))"]
    }
    return diagnostic
  }

  /// Plans `base.field`: an output of an indicator, or a field of a result.
  mutating func plan(field: String, _ fieldSpan: SourceSpan, of base: Expression) throws(Diagnostic) -> Planned {
    if case .name(let name, let span) = base, locals[name] == nil, names.meanings[name] == nil,
      let fields = names.results[name]
    {
      if names.resultCurves[name]?.contains(field) == true {
        return plan(ResultCurve(result: name, name: field), at: span)
      }
      guard let value = fields[field] else {
        let texts = names.resultTexts[name] ?? [:]
        if let text = texts[field] {
          let date = text.utf8.count == 10 ? DateLiteral(text) : nil
          return planned(date.map { .date($0) } ?? .text(text), lookAhead: span)
        }
        let other = names.otherFieldNames[field.lowercased()].flatMap { fields[$0] == nil ? nil : $0 }
        let hint =
          other.map { Spelling.hint(offering: [$0]) }
          ?? Spelling.hint(
            for: field, in: fields.keys.sorted() + texts.keys.sorted() + (names.resultCurves[name] ?? []))
        throw Diagnostic(
          .unknownField, "the result `\(name)` has no field `\(field)`", at: fieldSpan,
          hints: hint.map { [$0] } ?? ["its fields: \(fields.keys.sorted().joined(separator: ", "))"])
      }
      return planned(.number(value), lookAhead: span)
    }
    let whole = try plan(base)
    var outputs = whole.fields
    if case .record(let all) = whole.content { outputs = all }
    guard !outputs.isEmpty else {
      throw Diagnostic(
        .unknownField, "\(whole.kind.described) has no fields", at: fieldSpan)
    }
    guard let output = outputs.first(where: { $0.name == field || $0.aliases.contains(field) }) else {
      throw Diagnostic(
        .unknownField, "there is no output `\(field)`", at: fieldSpan,
        hints: ["its outputs: \(outputs.map { "." + $0.name }.joined(separator: ", "))"])
    }
    return Planned(kind: output.kind, content: .node(output.node), lookAhead: whole.lookAhead)
  }

  /// Puts an indicator's definition in place of its name, its parameters bound to arguments.
  mutating func expand(
    _ definition: Definition, arguments: [CallArgument], nameSpan: SourceSpan, span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    if isExpanding.contains(definition.name) {
      throw Diagnostic(
        .cycle,
        "`\(definition.name)` is defined by itself: \((expanding + [definition.name]).joined(separator: " → "))",
        at: nameSpan, hints: ["its own past is `\(definition.name)[1]`, with `start VALUE` after the definition"])
    }
    let bound = try bind(arguments, to: definition, nameSpan: nameSpan)
    let expansion = Expansion(name: definition.name, arguments: bound)
    if let known = expansions[expansion] { return known }
    planFoundations(of: definition)
    let outer = (locals, own, knowsPosition, knowsAccount, frame)
    defer { (locals, own, knowsPosition, knowsAccount, frame) = outer }
    locals = bound
    (knowsPosition, knowsAccount) = (false, false)
    frame = nil
    expanding.append(definition.name)
    isExpanding.insert(definition.name)
    defer {
      expanding.removeLast()
      isExpanding.remove(definition.name)
    }
    let result = try body(of: definition)
    expansions[expansion] = result
    return result
  }

  /// Plans the expression of a definition, its parameters being bound.
  private mutating func body(of definition: Definition) throws(Diagnostic) -> Planned {
    own = nil
    guard let start = definition.start else { return try plan(definition.value) }
    let first = try plan(start)
    own = definition.name
    let body = try plan(definition.value)
    guard first.kind.isNumeric || first.kind == .truth, let firstNode = first.node else {
      throw Diagnostic(.wrongKind, "an own past starts with a number, not \(first.kind.described)", at: start.span)
    }
    guard body.kind.isNumeric || body.kind == .truth, let bodyNode = body.node else {
      throw Diagnostic(
        .wrongKind, "an indicator with an own past is a number, not \(body.kind.described)",
        at: definition.value.span)
    }
    return Planned(
      kind: body.kind, content: .node(add(.recursion(body: bodyNode, start: firstNode))),
      lookAhead: first.lookAhead ?? body.lookAhead)
  }

  /// Binds arguments to the parameters of a session indicator, by the same rules as for built-in ones.
  private mutating func bind(
    _ arguments: [CallArgument], to definition: Definition, nameSpan: SourceSpan
  ) throws(Diagnostic) -> [String: Planned] {
    let parameters = definition.parameters ?? []
    var bound: [String: Planned] = [:]
    var values: [Planned] = []
    for argument in arguments {
      let value = try plan(argument.value)
      if definition.start != nil, let node = value.node { try refusePerBar(node, at: argument.value.span) }
      values.append(value)
    }
    // Leading series are left out together: skip the parameters whose default is a field of the bars.
    let first = arguments.firstIndex { $0.name == nil }
    var position = 0
    if first.map({ isScalar(values[$0]) }) ?? true {
      position = parameters.firstIndex { !isBarsField($0.defaultValue) } ?? parameters.count
    }
    for (argument, value) in zip(arguments, values) where argument.name == nil {
      guard position < parameters.count else {
        throw Diagnostic(
          .tooManyArguments, "`\(definition.name)` takes \(Self.counted(parameters.count, "argument"))",
          at: argument.value.span)
      }
      bound[parameters[position].name] = value
      position += 1
    }
    for (argument, value) in zip(arguments, values) {
      guard let name = argument.name else { continue }
      guard parameters.contains(where: { $0.name == name }) else {
        let hint = Spelling.hint(for: name, in: parameters.map(\.name)).map { [$0] }
        throw Diagnostic(
          .unknownArgument, "`\(definition.name)` has no parameter `\(name)`", at: argument.nameSpan ?? nameSpan,
          hints: hint
            ?? (parameters.isEmpty ? [] : ["its parameters: \(parameters.map(\.name).joined(separator: ", "))"]))
      }
      guard bound[name] == nil else {
        throw Diagnostic(.duplicateArgument, "`\(name)` is given twice", at: argument.nameSpan ?? nameSpan)
      }
      bound[name] = value
    }
    let outer = (locals, own, frame)
    defer { (locals, own, frame) = outer }
    own = nil
    frame = nil
    for parameter in parameters where bound[parameter.name] == nil {
      locals = bound
      bound[parameter.name] = try plan(parameter.defaultValue)
    }
    return bound
  }

  private func isBarsField(_ expression: Expression) -> Bool {
    if case .name(let name, _) = expression { Self.barsFieldNames.contains(name) } else { false }
  }

  /// True for one value that is the same on all bars.
  func isScalar(_ planned: Planned) -> Bool {
    switch planned.content {
    case .value: true
    case .node(let id): plan.isScalar(id)
    case .record: false
    }
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    count == 0 ? "no \(noun)s" : NumberText.counted(count, noun)
  }
}

/// A call of a session indicator with its arguments.
struct Expansion: Hashable, Sendable {
  let name: String
  let arguments: [String: Planned]
}
