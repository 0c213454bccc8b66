import Evaluation
import Language
import OrderedCollections
import Platform
import Research
import Sessions
import Text
import Valuation

extension Execution {
  /// The clauses of a statement as the engine knows them; presets are for the driver model and not among them.
  package mutating func changes(_ clauses: [ModelClause]) throws(Diagnostic) -> [Assumptions.Change] {
    var result: [Assumptions.Change] = []
    var spans: [String: SourceSpan] = [:]
    for clause in clauses {
      switch clause {
      case .change(let change): result += try self.changes(change, within: nil, &spans)
      case .part(let part):
        result.append(.part(part.name, part.kind == .part ? .part : .segment))
        for change in part.changes { result += try self.changes(change, within: part.name, &spans) }
      case .allow(let code): result.append(.allow(try text(code)))
      case .preset(let name, _):
        throw Diagnostic(
          .unexpectedPreset, "presets are for driver models", at: name.span,
          hints: ["`dcf TICKER drivers platform { preset \(try text(name)) }` begins one"])
      }
    }
    return result
  }

  /// One assumption as the engine has it, marked if its value was computed from later bars.
  private mutating func changes(
    _ change: AssumptionChange, within part: String?, _ spans: inout [String: SourceSpan]
  ) throws(Diagnostic) -> [Assumptions.Change] {
    (lookedAhead, barDay) = (false, nil)
    var known = try self.change(change, within: part, &spans)
    if case .set(let assumption) = known { known = .set(assumption.read(until: barDay)) }
    guard let name = known.name else { return [known] }
    var moves: [Assumptions.Change] = []
    if case .shifted(_, let shifts) = change.value {
      for shift in shifts {
        if let shift = try self.shift(shift, of: change.name, in: part) { moves.append(shift) }
      }
    }
    let reason = try change.reason.map { word throws(Diagnostic) in try text(word) }
    return [known] + moves + (lookedAhead ? [.lookAhead(name)] : []) + (reason.map { [.because(name, $0)] } ?? [])
  }

  /// Notes once in a session the name under which an assumption is shown.
  private mutating func noteOtherName(of change: AssumptionChange) {
    guard let name = AssumptionDefinition.canonical(change.name), name != change.name, !change.listsAmounts,
      session.notedFormerCommands.insert("assumption \(change.name)").inserted
    else { return }
    note(.otherName, "`\(change.name)` is shown as `\(name)`", at: change.nameSpan)
  }

  /// One assumption as the engine has it, prefixed with the name of its part.
  private mutating func change(
    _ change: AssumptionChange, within part: String?, _ spans: inout [String: SourceSpan]
  ) throws(Diagnostic) -> Assumptions.Change {
    let typed = part.map { "\($0).\(change.name)" } ?? change.name
    noteOtherName(of: change)
    if let year = change.year { return .year(typed, try count(year), try value(ofYear: change)) }
    if case .shift(let sign, let amount) = change.value,
      let shift = try shift(AssumptionChange.Shift(sign, amount), of: change.name, in: part)
    {
      return shift
    }
    let given = try assumption(typed, change)
    let name = AssumptionDefinition.canonical(given.name) ?? given.name
    if let first = spans[name] {
      throw Diagnostic(.givenTwice, "\(name) is given twice", at: change.span, hints: given.hintOfAmounts)
        .pointing(at: first, "first here")
    }
    spans[name] = change.span
    return .set(given)
  }

  /// A move of every year of an assumption, prefixed with its part's name; nil if the sign moves nothing.
  private mutating func shift(
    _ shift: AssumptionChange.Shift, of name: String, in part: String?
  ) throws(Diagnostic) -> Assumptions.Change? {
    guard let sign = Assumption.Shift.Operator(rawValue: shift.sign.rawValue) else { return nil }
    let typed = part.map { "\($0).\(name)" } ?? name
    let (amount, isRate) = try number(shift.amount, "`\(typed)`")
    let isSum = sign == .add || sign == .subtract
    if let unit = AssumptionDefinition.named(typed)?.unit, isSum {
      if isRate, unit.isAmount {
        throw Diagnostic(
          .wrongKind, "`\(typed)` is an amount, but this is a rate", at: shift.amount.span,
          hints: ["a factor moves it by a part of itself: `\(name) * 1.05`"])
      }
      // A larger number is an amount, which listed amounts can be moved by.
      if amount.magnitude < 1000 {
        try checkUnit(of: [amount], isRate: isRate, moving: sign, typed, at: shift.amount.span)
      }
    }
    let amountText = try valueText(of: shift.amount, of: typed)
    // Parentheses around an expression are not of its span.
    let isCompound = if case .binary = shift.amount { amountText == nil } else { false }
    let text = amountText ?? sources.text(of: shift.amount.span)
    return .shift(typed, Assumption.Shift(sign, amount, written: "\(sign.rawValue) \(isCompound ? "(\(text))" : text)"))
  }

  /// The one value of a change of one year.
  private mutating func value(ofYear change: AssumptionChange) throws(Diagnostic) -> Double {
    guard case .path(let path) = change.value, path.phases.count == 1, path.basis == nil, let phase = path.phases.first,
      phase.length == nil, phase.endYear == nil, case .constant(let expression, nil) = phase.kind
    else {
      throw Diagnostic(.wrongKind, "one year has one value", at: change.span, hints: ["`\(change.name)[3] = 1%`"])
    }
    let (value, isRate) = try number(expression, "`\(change.name)`")
    try checkUnit(of: [value], isRate: isRate, change.name, at: expression.span)
    return value
  }

  private mutating func assumption(_ name: String, _ change: AssumptionChange) throws(Diagnostic) -> Assumption {
    switch change.value {
    case .word(let word): return Assumption(name, word: try text(word), written: sources.text(of: word.span))
    case .grants(let grants):
      guard AssumptionDefinition.named(name)?.unit == .options else {
        throw Diagnostic(
          .wrongKind, "`\(name)` has no strike", at: change.span, hints: ["`options = 8M at 20` is"])
      }
      var tranches: [OptionTranche] = []
      for grant in grants { tranches.append(try tranche(grant)) }
      // As typed: a life of `8.4y` keeps its unit.
      let written = grants.map { sources.text(of: $0.span) }.joined(separator: ", ")
      return Assumption(options: tranches, written: written)
    case .priced(let multiple, let metric, let figure):
      return Assumption(
        name,
        .priced(
          try number(multiple, "the multiple").0, of: try self.metric(metric), try number(figure, "the figure").0),
        written: sources.text(of: multiple.span.joined(with: figure.span)))
    case .path(let path), .shifted(let path, by: _): return try assumption(name, path)
    case .shift(_, let expression):
      throw Diagnostic(.wrongKind, "`\(name)` cannot be moved like this", at: expression.span)
    case .tried(let values, _):
      throw Diagnostic(.wrongKind, "`\(name)` is one value, but this is a range", at: values.span)
    }
  }

  private mutating func tranche(_ grant: AssumptionChange.Grant) throws(Diagnostic) -> OptionTranche {
    let count = try number(grant.count, "the number of options").0
    for (part, what) in [
      (grant.count, "a number of options is a count"), (grant.strike, "a strike is an amount a share"),
    ]
    where try number(part, what).1 {
      throw Diagnostic(
        .wrongKind, "\(what), but this is a rate", at: part.span, hints: ["`options = 8M at 20` is at a strike of 20"])
    }
    let strike = try number(grant.strike, "the strike").0
    guard let life = grant.life, let volatility = grant.volatility else {
      if let alone = grant.life ?? grant.volatility {
        throw Diagnostic(
          .missingAssumptions, "options are valued with both their life and the share's volatility", at: alone.span,
          hints: ["`8M at 20 life 4y volatility 35%`"])
      }
      return OptionTranche(count: count, strike: strike)
    }
    return OptionTranche(
      count: count, strike: strike, life: try years(life, "the life of options"),
      volatility: try number(volatility, "the volatility").0)
  }

  /// A length of time in years, from a duration or a number.
  private mutating func years(_ expression: Expression, _ what: String) throws(Diagnostic) -> Double {
    switch try value(of: expression).value {
    case .duration(let duration) where duration.unit == .years: return Double(duration.count)
    case .duration(let duration) where duration.unit == .quarters: return Double(duration.count) / 4
    case .duration(let duration) where duration.unit == .months: return Double(duration.count) / 12
    case .number(let number): return number
    default:
      throw Diagnostic(.wrongKind, "\(what) is in years", at: expression.span, hints: ["write `4y`, `18mo` or `2.5`"])
    }
  }

  /// The figure that a multiple multiplies.
  package mutating func metric(_ word: Word) throws(Diagnostic) -> TerminalAssumption.Metric {
    let name = try text(word)
    if let known = TerminalAssumption.Metric(named: name) { return known }
    let all = TerminalAssumption.Metric.allCases.map(\.rawValue)
    throw Diagnostic(
      .unknownMetric, "there is no multiple of `\(name)`", at: word.span,
      hints: ["a multiple is of \(all.joined(separator: ", ")); alone it applies to free cash flow"])
  }

  /// An assumption with one value: a number, a multiple, a duration in years, a word.
  package mutating func single(
    _ name: String, _ expression: Expression, _ metric: Word?, _ written: String
  ) throws(Diagnostic) -> Assumption {
    if case .literal(.number(let number), _) = expression, number.suffix == .multiple {
      var of = TerminalAssumption.Metric.freeCashFlow
      if let metric { of = try self.metric(metric) }
      return Assumption(terminal: .multiple(number.value, of: of), written: written)
    }
    if case .name("hold", _) = expression, session.names["hold"] == nil {
      throw Diagnostic(.wrongKind, "`hold` follows `then`", at: expression.span)
    }
    if let word = try bareWord(expression, of: name) {
      if word == "drivers", AssumptionDefinition.named(name)?.key == .model {
        throw Diagnostic(
          .wrongKind, "a driver model starts with its business", at: expression.span,
          hints: ["`dcf TICKER drivers platform { … }`; `drivers` lists the businesses"])
      }
      return Assumption(name, word: word, written: written)
    }
    let value = try self.value(of: expression).value
    switch value {
    // A year is a word here: `base = 2024`.
    case .number(let number) where AssumptionDefinition.named(name)?.unit == .text:
      return Assumption(name, word: NumberText.plain(number), written: written)
    case .rate where AssumptionDefinition.named(name)?.unit.isAmount == true:
      throw Diagnostic(.wrongKind, "`\(name)` is an amount, but this is a rate", at: expression.span)
    case .number(let number), .rate(let number):
      let isRate = if case .rate = value { true } else { false }
      try checkUnit(of: [number], isRate: isRate, name, at: expression.span)
      return Assumption(name, number, written: written)
    case .duration(let duration):
      if let unit = AssumptionDefinition.named(name)?.unit, unit == .rate || unit.isAmount {
        throw Diagnostic(
          .wrongKind, "`\(name)` is \(unit == .rate ? "a rate" : "an amount"), but this is a duration",
          at: expression.span,
          // A hundred minutes.
          hints: duration.unit == .minutes && unit.isAmount
            ? ["`\(duration.count)M` is in millions: case counts"] : [])
      }
      guard duration.unit == .years else {
        throw Diagnostic(.wrongKind, "`\(name)` is a whole number of years", at: expression.span, hints: ["write `5y`"])
      }
      return Assumption(name, Double(duration.count), written: written)
    case .date(let date):
      switch date {
      case .day: return Assumption(name, word: "\(date)", written: written)
      case .today: return Assumption(name, word: "\(environment.today)", written: "\(environment.today)")
      default:
        throw Diagnostic(.wrongKind, "`\(name)` is a day", at: expression.span, hints: ["write `2026-01-30`"])
      }
    case .text(let word): return Assumption(name, word: word, written: written)
    case .list(let values):
      var elements: [ListElement] = []
      for value in values {
        guard let number = value.number else {
          throw Diagnostic(.wrongKind, "a list of `\(name)` takes numbers only", at: expression.span)
        }
        let isRate = if case .rate = value { true } else { false }
        elements.append(ListElement(value: number, isRate: isRate, span: expression.span))
      }
      return try listed(name, elements, written)
    default:
      throw Diagnostic(.wrongKind, "`\(name)` is a number, but this is \(value.kind.described)", at: expression.span)
    }
  }

  /// A literal word if the assumption's value is a word: `currency = TWD`, `model = ddm`.
  private func bareWord(_ expression: Expression, of name: String) throws(Diagnostic) -> String? {
    guard case .name(let word, _) = expression, let definition = AssumptionDefinition.named(name),
      definition.unit.isWord
    else { return nil }
    return definition.words.contains(word) || session.names[word] == nil ? word : nil
  }
}

extension AssumptionChange.Grant {
  /// The span of the entire grant.
  fileprivate var span: SourceSpan {
    [strike, life, volatility].compactMap { $0?.span }.reduce(count.span) { $0.joined(with: $1) }
  }
}
