import Evaluation
import Language
import OrderedCollections
import Reports
import Research
import Sessions
import Valuation
import Workspace

/// A number of a list, and whether it was written as a rate.
struct ListElement {
  package var value: Double
  package var isRate: Bool
  package var span: SourceSpan
}

extension Execution {
  /// The assumption of a value that may differ from year to year, follow another one, or be amounts of money by year.
  package mutating func assumption(_ name: String, _ path: AssumptionPath) throws(Diagnostic) -> Assumption {
    let written = try written(path, of: name)
    if let rate = try nameOfRate(of: name, path) { return try amounts(name, as: rate, path, written) }
    let (basis, whole) = try shareOf(path.basis, name)
    if path.phases.count == 1, let phase = path.phases.first, phase.length == nil, phase.endYear == nil, whole == nil,
      case .constant(let expression, let metric) = phase.kind, link(expression, of: name) == nil
    {
      let assumption = try single(name, expression, metric, written)
      return basis == nil
        ? assumption : Assumption(assumption.name, assumption.value, written: written, source: .typed, basis: basis)
    }
    var phases: [YearPath.Phase] = []
    for phase in path.phases {
      if let rate = phase.rate {
        throw Diagnostic(
          .wrongKind, "`\(try text(rate))` follows amounts of revenue or of operating income", at: rate.span,
          hints: ["leave out `\(try text(rate))`: the values of `\(name)` are rates already"])
      }
      phases.append(try self.phase(phase, of: name))
    }
    return Assumption(name, .path(YearPath(phases, of: whole)), written: written, basis: basis)
  }

  // MARK: Text

  /// A path as written, with values in place of names of the session: a name may later mean another value, and readers
  /// of the assumption see its number.
  private mutating func written(_ path: AssumptionPath, of name: String) throws(Diagnostic) -> String {
    var values: [(span: SourceSpan, text: String)] = []
    for expression in path.phases.flatMap(\.values) {
      if let text = try valueText(of: expression, of: name) { values.append((expression.span, text)) }
    }
    let text = sources.text(of: path.span)
    guard !values.isEmpty, let source = sources[path.span.source]?.text else { return text }
    var bytes = Array(text.utf8)
    // Parentheses around a path belong to its text and not to its span.
    let own = source[path.span.start..<path.span.end]
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: own) }) else { return text }
    for value in values.sorted(by: { $0.span.start > $1.span.start }) {
      let place = start + value.span.start - path.span.start
      bytes.replaceSubrange(place..<(place + value.span.end - value.span.start), with: Array(value.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of an expression that uses names of the session, as the assumption is shown; nil for any other.
  package mutating func valueText(of expression: Expression, of name: String) throws(Diagnostic) -> String? {
    guard expression.usedNames.contains(where: { session.names[$0] != nil || session.results[$0] != nil }) else {
      return nil
    }
    switch try value(of: expression).value {
    case .number(let number), .rate(let number): return AssumptionDefinition.named(name)?.text(number)
    default: return nil
    }
  }

  // MARK: Amounts by year

  /// The name of the rate that amounts by year give, prefixed with the part; nil if a value is of its own name.
  ///
  /// Revenue by year is growth; one amount of revenue is the base year's.
  private func nameOfRate(of name: String, _ path: AssumptionPath) throws(Diagnostic) -> String? {
    let parts = name.split(separator: ".").map(String.init)
    let prefix = parts.dropLast().map { $0 + "." }.joined()
    if parts.last == "operating_income" { return prefix + AssumptionName.margin.rawValue }
    guard AssumptionDefinition.named(name)?.key == .revenue else { return nil }
    if path.phases.count == 1, path.phases[0].length == nil, path.phases[0].endYear == nil,
      case .constant = path.phases[0].kind
    {
      return nil
    }
    return prefix + AssumptionName.growth.rawValue
  }

  /// Amounts by year, with the rates that follow them.
  private mutating func amounts(
    _ name: String, as rate: String, _ path: AssumptionPath, _ written: String
  ) throws(Diagnostic) -> Assumption {
    let key = AssumptionDefinition.named(rate)?.key.rawValue ?? rate
    guard case .list = path.phases[0].kind, path.basis == nil else {
      let base =
        key == AssumptionName.growth.rawValue ? "`\(name) = 391B` is the base year's" : "`\(key) = 30%` is the rate"
      throw Diagnostic(
        .wrongKind, "`\(name)` by year begins with a list of amounts, the first for year 1", at: path.span,
        hints: ["`\(name) = [420B, 455B] then \(key) 6%`; \(base)"])
    }
    var phases: [YearPath.Phase] = []
    for phase in path.phases {
      if case .list(let elements) = phase.kind {
        let elements = try numbers(elements, name)
        try checkAmounts(elements, of: name)
        phases.append(YearPath.Phase(.amounts(elements.map(\.value)), try length(of: phase)))
        continue
      }
      if let word = phase.rate, try text(word) != key {
        throw Diagnostic(
          .wrongKind, "`\(name)` is followed by \(key), not \(try text(word))", at: word.span,
          hints: ["`then \(key) 6%`"])
      }
      phases.append(try self.phase(phase, of: rate))
    }
    return Assumption(rate, .path(YearPath(phases)), written: written)
  }

  private func checkAmounts(_ elements: [ListElement], of name: String) throws(Diagnostic) {
    if let rate = elements.first(where: \.isRate) {
      throw Diagnostic(
        .wrongKind, "a list of `\(name)` takes amounts of money, but this is a rate", at: rate.span,
        hints: ["rates follow the amounts: `[420B, 455B] then 6%`"])
    }
    if let unknown = elements.first(where: { $0.value == YearPath.unknown }) {
      throw Diagnostic(
        .wrongKind, "an amount of a list cannot be solved for", at: unknown.span,
        hints: ["`solve growth + ?` moves every year"])
    }
  }

  /// A list by itself: that of a session name, whose kind shows in its numbers.
  mutating func listed(_ name: String, _ elements: [ListElement], _ written: String) throws(Diagnostic)
    -> Assumption
  {
    if AssumptionDefinition.named(name)?.key == .revenue {
      try checkAmounts(elements, of: name)
      let rate = name.split(separator: ".").dropLast().map { $0 + "." }.joined() + AssumptionName.growth.rawValue
      return Assumption(rate, YearPath(.amounts(elements.map(\.value))), written: written)
    }
    return Assumption(name, YearPath(try shape(of: elements, name)), written: written)
  }

  /// A list of rates, or of amounts if the assumption takes them and its numbers are beyond any rate.
  private func shape(of elements: [ListElement], _ name: String) throws(Diagnostic) -> YearPath.Shape {
    guard let definition = AssumptionDefinition.named(name), definition.key.takesAmounts, let hard = definition.hard
    else {
      return .list(elements.map(\.value))
    }
    func isAmount(_ element: ListElement) -> Bool {
      !element.isRate && element.value.isFinite && element.value.magnitude > hard.upper
    }
    guard let first = elements.first(where: isAmount) else {
      for element in elements { try checkUnit(of: [element.value], isRate: element.isRate, name, at: element.span) }
      return .list(elements.map(\.value))
    }
    let amounts = definition.key.nameOfAmounts
    if amounts != definition.name, first.value.magnitude < 1000 {
      // No plausible yearly revenue: percents without their sign.
      try checkUnit(of: [first.value], isRate: false, isTried: true, name, at: first.span)
    }
    if amounts != definition.name {
      throw Diagnostic(
        .wrongKind, "`\(name)` is a rate, but this is an amount", at: first.span,
        hints: ["`\(amounts) = [420B, 455B]` lists amounts, the first for year 1"])
    }
    if let rate = elements.first(where: { $0.value != 0 && !isAmount($0) }) {
      throw Diagnostic(
        .wrongKind, "a list of `\(name)` takes amounts or rates, not both", at: rate.span,
        hints: ["rates follow the amounts: `[75B, 90B] then to 8%`"]
      ).pointing(at: first.span, "an amount")
    }
    return .amounts(elements.map(\.value))
  }

  // MARK: Links

  /// The assumption denoted by a bare name as a value: `terminal = growth`; nil if it means something else.
  ///
  /// A name that the session has goes before, with a warning.
  private mutating func link(_ expression: Expression, of name: String) -> AssumptionName? {
    guard case .name(let word, let span) = expression, let other = assumption(linked: word, to: name) else {
      return nil
    }
    guard let definition = session.names[word] else { return other }
    let value = if case .value(let value, _, _) = definition.meaning { value.text } else { definition.text }
    warn(
      Diagnostic(
        .hidesAssumption,
        "`\(word)` is the session's \(definition.isIndicator ? "indicator" : "value") here, \(value), and not the assumption "
          + "`\(other.rawValue)`", at: span,
        hints: ["`rename \(word) to …` lets it mean the assumption, which `\(name)` follows then"], severity: .warning))
    return nil
  }

  /// The assumption of a name that another one can follow; nil if there is none.
  private func assumption(linked word: String, to name: String) -> AssumptionName? {
    guard let other = AssumptionDefinition.named(word), other.unit == .rate || other.unit == .terminal,
      let own = AssumptionDefinition.named(name)?.unit, own == .rate || own == .terminal
    else { return nil }
    return other.key
  }

  /// The amount that values are shares of, or the assumption that they follow; neither for the usual one, revenue or the
  /// value.
  private mutating func shareOf(
    _ word: Word?, _ name: String
  ) throws(Diagnostic) -> (basis: Assumption.Basis?, whole: AssumptionName?) {
    guard let word else { return (nil, nil) }
    let text = try text(word)
    let bases = Assumption.Basis.of(name)
    let isFailure = AssumptionDefinition.named(name)?.key == .failureProceeds
    let usual = bases.isEmpty ? [] : [isFailure ? "value" : "revenue"]
    if usual.contains(text) { return (nil, nil) }
    if let basis = bases.first(where: { $0.rawValue == text }) { return (basis, nil) }
    if let other = assumption(linked: text, to: name) { return (nil, other) }
    let possible = usual + bases.map(\.rawValue)
    throw Diagnostic(
      .unknownBasis, "`\(name)` is not a share of `\(text)`", at: word.span,
      hints: possible.isEmpty
        ? ["leave out `of \(text)`"]
        : ["it is a share of \(possible.joined(separator: " or ")), or of another rate: `80% of capex`"])
  }

  // MARK: Phases

  private mutating func phase(
    _ phase: AssumptionPath.Phase, of name: String
  ) throws(Diagnostic) -> YearPath.Phase {
    let length = try length(of: phase)
    switch phase.kind {
    case .constant(.name("hold", _), _): return YearPath.Phase(.hold, length)
    case .constant(let expression, _):
      if let other = link(expression, of: name) { return YearPath.Phase(.linked(other), length) }
      return YearPath.Phase(.constant(try yearly(expression, name)), length)
    case .glide(let from, let to):
      let start = try from.map { expression throws(Diagnostic) in try yearly(expression, name) }
      if let other = link(to, of: name) { return YearPath.Phase(.approach(from: start, to: other), length) }
      return YearPath.Phase(.glide(from: start, to: try yearly(to, name)), length)
    case .list(let elements): return YearPath.Phase(try shape(of: try numbers(elements, name), name), length)
    }
  }

  private mutating func length(of phase: AssumptionPath.Phase) throws(Diagnostic) -> YearPath.Length? {
    if let expression = phase.length {
      guard case .duration(let duration) = try value(of: expression).value, duration.unit == .years else {
        throw Diagnostic(
          .wrongKind, "a phase lasts a whole number of years", at: expression.span, hints: ["write `for 5y`"])
      }
      return .years(duration.count)
    }
    return try phase.endYear.map { expression throws(Diagnostic) in .byYear(try count(expression)) }
  }

  private mutating func numbers(_ elements: [Expression], _ name: String) throws(Diagnostic) -> [ListElement] {
    var result: [ListElement] = []
    for element in elements {
      if case .literal(.unknown, _) = element {
        result.append(ListElement(value: YearPath.unknown, isRate: false, span: element.span))
        continue
      }
      let (value, isRate) = try number(element, "`\(name)`")
      result.append(ListElement(value: value, isRate: isRate, span: element.span))
    }
    return result
  }

  /// A number of a path; the `?` of `solve` is the unknown.
  private mutating func yearly(_ expression: Expression, _ name: String) throws(Diagnostic) -> Double {
    if case .literal(.unknown, _) = expression { return YearPath.unknown }
    let (value, isRate) = try number(expression, "`\(name)`")
    try checkUnit(of: [value], isRate: isRate, name, at: expression.span)
    return value
  }
}

extension AssumptionPath.Phase {
  /// The expressions that its values are made of.
  fileprivate var values: [Expression] {
    switch kind {
    case .constant(let expression, _): [expression]
    case .glide(let from, let to): [from, to].compactMap { $0 }
    case .list(let elements): elements
    }
  }
}

extension AssumptionChange {
  /// Whether it lists amounts under a name that only amounts have.
  var listsAmounts: Bool {
    guard name.split(separator: ".").last == "operating_income", let path = value.path,
      case .list? = path.phases.first?.kind
    else { return false }
    return true
  }

  /// The name of the assumption that it gives, without the part: a list of revenue gives growth.
  var givenName: String {
    guard AssumptionDefinition.named(name)?.key == .revenue, let path = value.path,
      case .list? = path.phases.first?.kind
    else { return name }
    return name.split(separator: ".").dropLast().map { $0 + "." }.joined() + AssumptionName.growth.rawValue
  }
}

extension Assumption {
  /// The remark that amounts by year give a rate of another name.
  var hintOfAmounts: [String] {
    guard hasAmounts, let key = AssumptionDefinition.named(name)?.key, key.nameOfAmounts != key.rawValue else {
      return []
    }
    return ["\(key.nameOfAmounts) by year also sets \(key): give one of the two"]
  }
}
