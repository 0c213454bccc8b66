import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Strategies
import Text
import Workspace

extension Execution {
  /// `let`, `param`, `indicator`: checks the definition and keeps it.
  package mutating func define(_ definition: Definition, _ span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let name = definition.name
    let replaced = session.names[name]
    let meaning: Names.Meaning
    let described: String
    var basis: String?
    barDay = nil
    switch definition.kind {
    case .let, .param:
      basis = session.basis(of: definition, on: environment.today)
      let (value, looksAhead) = try definedValue(definition)
      meaning = .value(value, looksAhead: looksAhead, span)
      described = "\(name) = \(value.text)"
    case .indicator:
      meaning = .indicator(definition)
      described = "\(name) is an indicator"
    }
    let text = sources.text(of: span)
    let users = session.users(of: name)
    let kept = NamedDefinition(
      meaning: meaning, kind: definition.kind, text: text,
      uses: definition.kind == .indicator ? definition.uses : [],
      basis: state.takenOverrides.contains(name) ? nil : basis, barDay: barDay)
    if definition.kind != .indicator, users.isEmpty {
      // Nothing rests on it that could refuse it.
      if replaced == nil { state.planned.pass(name, text, at: state.revision) }
      session.names[name] = kept
      return Defined(
        name: name, type: definition.kind.rawValue, described: described, replaced: replaced != nil, usedBy: [])
    }
    var changed = self
    changed.session.names[name] = kept
    // A name that no definition uses yet changes none.
    let isFresh = replaced == nil && session.names.users(of: name).isEmpty
    if definition.kind == .indicator {
      var planner = changed.makePlanner(isDefinition: true)
      if isFresh, let known = state.planned.take(at: state.revision, session.names) {
        let names = planner.names
        planner = known
        planner.names = names
      }
      let call =
        definition.parameters == nil
        ? Expression.name(name, definition.nameSpan)
        : .call(name, nameSpan: definition.nameSpan, arguments: [], definition.nameSpan)
      _ = try changed.plan(call, &planner)
      if isFresh, planner.isPlain { state.planned.keep(planner, after: name, text, at: state.revision) }
    } else if isFresh {
      state.planned.pass(name, text, at: state.revision)
    }
    try changed.checkUsers(users, of: name, at: definition.nameSpan)
    self = changed
    return Defined(
      name: name, type: definition.kind.rawValue, described: described, replaced: replaced != nil,
      usedBy: users)
  }

  private mutating func definedValue(
    _ definition: Definition
  ) throws(Diagnostic) -> (Value, looksAhead: Bool) {
    // A number is its own value, and thousands of them in a row need no plan.
    if case .literal(.number(let number), _) = definition.value,
      definition.kind == .let || !state.overrides.contains(where: { $0.name == definition.name })
    {
      return (Value(number), false)
    }
    var planner = makePlanner()
    let planned = try plan(definition.value, &planner)
    if let node = planned.node, !planner.plan.isScalar(node) {
      throw Diagnostic(
        .seriesInLet, "`\(definition.kind.rawValue)` keeps one value, but this is a series", at: definition.value.span,
        hints: ["`indicator \(definition.name) = …` names a series"])
    }
    let value = try value(of: planned, planner.plan, definition.value.span)
    noteBarDay(of: definition.value, planned, planner.plan)
    guard definition.kind == .param, let override = state.overrides.last(where: { $0.name == definition.name }) else {
      return (value, planned.lookAhead != nil)
    }
    state.takenOverrides.insert(definition.name)
    barDay = nil
    return try overridden(value, by: override, definition)
  }

  /// The text of an override as the kind of the default; a string needs no quotes.
  private mutating func overridden(
    _ value: Value, by override: Override, _ definition: Definition
  ) throws(Diagnostic) -> (Value, looksAhead: Bool) {
    let text = environment.addresses.hiding(override.text)
    if case .text = value { return (.text(text), false) }
    let source = sources.add(name: "\(definition.name)=…", text: text)
    let expression = try Parser.expression(parsing: text, source: source)
    let (replacement, looksAhead) = try self.value(of: expression)
    let fits =
      replacement.kind == value.kind || (replacement.kind.isNumeric && value.kind.isNumeric)
      || (value.kind == .date && replacement.number.map { (1000...9999).contains($0) } == true)
    guard fits else {
      throw Diagnostic(
        .wrongKind,
        "`\(definition.name)` is \(value.kind.described), but \(override.text) is \(replacement.kind.described)",
        at: definition.nameSpan)
    }
    switch (value, replacement) {
    case (.rate, .number(let number)):
      try checkBareRate(number, override, definition)
      return (.rate(number), looksAhead)
    case (.number, .rate(let rate)):
      throw Diagnostic(
        .wrongKind, "`\(definition.name)` is a number, like its default, but \(override.text) is a rate",
        at: definition.nameSpan, hints: ["`\(definition.name)=\(NumberText.plain(rate))` is the same number"])
    default: return (replacement, looksAhead)
    }
  }

  /// Looks twice at a number for a parameter that is a rate: below 1 it is one, with a warning, and else it was meant in
  /// percent.
  private mutating func checkBareRate(
    _ number: Double, _ override: Override, _ definition: Definition
  ) throws(Diagnostic) {
    guard number != 0 else { return }
    let percent = NumberText.percent(number)
    let meaning = "`\(definition.name)` is a rate, like its default, so \(override.text) is \(percent)"
    guard abs(number) < 1 else {
      throw Diagnostic(
        .numberAsRate, meaning, at: definition.nameSpan,
        hints: ["write `\(definition.name)=\(override.text)%`, or `\(percent)` if that is meant"])
    }
    warn(
      Diagnostic(
        .numberAsRate, meaning, at: definition.nameSpan,
        hints: ["write `\(definition.name)=\(percent)`, or `\(override.text)%` if that is meant"], severity: .warning))
  }

  /// `strategy NAME { … }`: checks all its clauses and keeps it.
  package mutating func define(
    _ definition: StrategyDefinition, _ span: SourceSpan
  ) throws(Diagnostic) -> Defined {
    var compiler = StrategyCompiler(
      definition: definition, names: session.expressionNames, source: session.seriesSource, today: environment.today)
    try compiler.check()
    warn(compiler.warnings)
    note(compiler.otherNames)
    let replaced = session.strategies[definition.name] != nil
    session.strategies[definition.name] = NamedStrategy(definition: definition, text: sources.text(of: span))
    return Defined(
      name: definition.name, type: definition.isPortfolio ? "portfolio" : "strategy",
      described: definition.isPortfolio
        ? "\(definition.name) is a portfolio"
        : "\(definition.name) is a strategy of \(NumberText.counted(definition.rules, "rule"))",
      replaced: replaced, usedBy: [])
  }

  /// Refuses a change that would make a user of the name invalid.
  package func checkUsers(_ users: [String], of name: String, at span: SourceSpan?) throws(Diagnostic) {
    for user in users {
      var failure: Diagnostic?
      do throws(Diagnostic) {
        if let strategy = session.strategies[user]?.definition {
          var compiler = StrategyCompiler(
            definition: strategy, names: session.expressionNames, source: session.seriesSource,
            today: environment.today)
          try compiler.check()
        }
        if case .indicator(let definition)? = session.names[user]?.meaning {
          var planner = makePlanner(isDefinition: true)
          let call: Expression =
            definition.parameters == nil
            ? .name(user, definition.nameSpan)
            : .call(user, nameSpan: definition.nameSpan, arguments: [], definition.nameSpan)
          _ = try planner.plan(call)
        }
      } catch {
        failure = error
      }
      if let failure {
        throw Diagnostic(
          failure.code == .cycle ? .cycle : .nameInUse,
          "`\(user)` uses `\(name)` and would no longer be valid: \(failure.message)", at: span,
          hints: ["change or drop `\(user)` first"])
      }
    }
  }
}
