import Calendar
import Language
import Text

/// `irr([-100, 60, 60])`: the time value of money.
extension Planner {
  /// Plans a call of a financial function: its kinds are checked, and so is all that is known before the run.
  mutating func plan(
    _ financial: FinancialFunction, _ function: BarFunction, _ arguments: [CallArgument], _ nameSpan: SourceSpan,
    _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    let slots = try slots(arguments, of: function, nameSpan, span)
    var call = FinancialCall()
    for (parameter, expression) in zip(financial.parameters, slots) {
      switch parameter {
      case .number(let name, let standard):
        guard let expression else {
          call.numbers.append(add(.constant(standard ?? .nan)))
          continue
        }
        let value = try financialNumber(expression, "`\(name)` of `\(function.name)` is a number", &call)
        if name.hasSuffix("rate"), let rate = plan.constantValue(value) {
          if rate <= -1 {
            throw Diagnostic(.outOfRange, "`\(name)` of `\(function.name)` is above -100%", at: expression.span)
          }
          try checkRate(rate, of: expression, "`\(name)` of `\(function.name)`")
        }
        call.numbers.append(value)
      case .due: call.numbers.append(add(.constant(try due(expression, of: function))))
      case .flows:
        call.flows = try flows(expression, of: function, least: financial.leastFlows, &call)
        call.flowsSpan = expression?.span
      case .dates: call.days = try days(expression, of: function, count: call.flows.count).map { add(.constant($0)) }
      }
    }
    try checkRates(of: call, financial, function, at: call.flowsSpan ?? span)
    let node = add(.financial(financial, numbers: call.numbers, flows: call.flows, days: call.days))
    return Planned(kind: financial.givesRate ? .rate : .number, content: .node(node), lookAhead: call.lookAhead)
  }

  /// A call of a financial function while it is planned.
  private struct FinancialCall {
    var numbers: [NodeID] = []
    var flows: [NodeID] = []
    var days: [NodeID] = []
    var flowsSpan: SourceSpan?
    var lookAhead: SourceSpan?
  }

  /// The arguments in the order of the parameters; nil for those that are left out.
  private func slots(
    _ arguments: [CallArgument], of function: BarFunction, _ nameSpan: SourceSpan, _ span: SourceSpan
  ) throws(Diagnostic) -> [Expression?] {
    var slots = [Expression?](repeating: nil, count: function.parameters.count)
    var position = 0
    for argument in arguments {
      var index = position
      if let name = argument.name {
        guard let named = function.parameters.firstIndex(of: name) else {
          let hint = Spelling.hint(for: name, in: function.parameters)
          throw Diagnostic(
            .unknownArgument, "`\(function.name)` has no parameter `\(name)`", at: argument.nameSpan ?? nameSpan,
            hints: [hint ?? function.signature])
        }
        index = named
      } else {
        position += 1
      }
      guard index < slots.count else {
        throw Diagnostic(
          .tooManyArguments, "`\(function.name)` takes \(Self.counted(slots.count, "argument"))",
          at: argument.value.span, hints: [function.signature, "for example `\(function.example)`"])
      }
      guard slots[index] == nil else {
        throw Diagnostic(
          .duplicateArgument, "`\(function.parameters[index])` is given twice", at: argument.nameSpan ?? nameSpan)
      }
      slots[index] = argument.value
    }
    if let missing = slots.prefix(function.required).firstIndex(where: { $0 == nil }) {
      throw Diagnostic(
        .missingArgument, "`\(function.name)` needs `\(function.parameters[missing])`", at: span,
        hints: [function.signature, "for example `\(function.example)`"])
    }
    return slots
  }

  /// Refuses a number without a percent sign that would be a rate of 100% or more: `npv(10, …)`.
  mutating func checkRate(_ rate: Double, of expression: Expression, _ what: String) throws(Diagnostic) {
    guard rate.magnitude >= 1, rate.isFinite, try plan(expression).kind != .rate else { return }
    let (text, percent) = (NumberText.plain(rate), NumberText.percent(rate))
    throw Diagnostic(
      .numberAsRate, "\(what) is a rate, so \(text) is \(percent)", at: expression.span,
      hints: ["write `\(text)%`; or `\(percent)` if that is meant"])
  }

  private mutating func financialNumber(
    _ expression: Expression, _ need: String, _ call: inout FinancialCall
  ) throws(Diagnostic) -> NodeID {
    let value = try plan(expression)
    try require(value, expression.span, need) { $0.isNumeric }
    guard let node = value.node else {
      throw Diagnostic(.wrongKind, "\(need), but this is \(value.kind.described)", at: expression.span)
    }
    try refusePerBar(node, at: expression.span)
    call.lookAhead = call.lookAhead ?? value.lookAhead
    return node
  }

  /// The number for `"end"` or `"begin"`; spreadsheets type 0 and 1.
  private mutating func due(_ expression: Expression?, of function: BarFunction) throws(Diagnostic) -> Double {
    guard let expression else { return Double(Annuity.Due.end.rawValue) }
    let value = try plan(expression)
    if let due = Self.due(named: value) { return Double(due.rawValue) }
    if value.kind == .number, let node = value.node, let number = plan.constantValue(node), number == 0 || number == 1 {
      return number
    }
    throw Diagnostic(
      .outOfRange, "`due` of `\(function.name)` is \"end\" (0) or \"begin\" (1)", at: expression.span)
  }

  /// The due time that a string names; nil for other values and other strings.
  private static func due(named value: Planned) -> Annuity.Due? {
    guard value.kind == .text, case .value(let name) = value.content else { return nil }
    switch name.text.lowercased() {
    case "end": return .end
    case "begin": return .begin
    default: return nil
    }
  }

  private mutating func flows(
    _ expression: Expression?, of function: BarFunction, least: Int, _ call: inout FinancialCall
  ) throws(Diagnostic) -> [NodeID] {
    guard let expression else { return [] }
    let need = "an amount of `\(function.name)` is a number"
    var flows: [NodeID] = []
    if case .list(let elements, _) = expression {
      for element in elements { flows.append(try financialNumber(element, need, &call)) }
    } else {
      let whole = try plan(expression)
      guard case .value(.list(let values)) = whole.content else {
        throw Diagnostic(
          .wrongKind, "`\(function.name)` needs a list of amounts, but this is \(whole.kind.described)",
          at: expression.span, hints: ["for example `\(function.example)`"])
      }
      call.lookAhead = call.lookAhead ?? whole.lookAhead
      for value in values {
        guard value.kind.isNumeric, let number = value.number else {
          throw Diagnostic(.wrongKind, "\(need), but this list has \(value.kind.described)", at: expression.span)
        }
        flows.append(add(.constant(number)))
      }
    }
    guard flows.count >= least else {
      throw Diagnostic(
        .outOfRange, "`\(function.name)` needs at least \(Self.counted(least, "amount")), not \(flows.count)",
        at: expression.span)
    }
    return flows
  }

  /// The numbers of the days, each of which is known before the run.
  private mutating func days(
    _ expression: Expression?, of function: BarFunction, count: Int
  ) throws(Diagnostic) -> [Double] {
    guard let expression else { return [] }
    var dates: [(value: Value, span: SourceSpan)] = []
    if case .list(let elements, _) = expression {
      for element in elements {
        let part = try plan(element)
        guard case .value(let value) = part.content else { throw noDay(part.kind.described, function, element.span) }
        dates.append((value, element.span))
      }
    } else {
      let whole = try plan(expression)
      guard case .value(.list(let values)) = whole.content else {
        throw noDay(whole.kind.described, function, expression.span)
      }
      dates = values.map { ($0, expression.span) }
    }
    guard dates.count == count else {
      throw Diagnostic(
        .outOfRange,
        "`\(function.name)` needs a date for each amount: \(Self.counted(count, "amount")), "
          + Self.counted(dates.count, "date"), at: expression.span)
    }
    var days: [Double] = []
    for (value, span) in dates {
      let day = try day(value, function, span)
      if let first = days.first, day < first {
        throw Diagnostic(
          .outOfRange, "a date lies before the first one, from which `\(function.name)` counts", at: span)
      }
      days.append(day)
    }
    return days
  }

  private func day(_ value: Value, _ function: BarFunction, _ span: SourceSpan) throws(Diagnostic) -> Double {
    var date: DateLiteral?
    switch value {
    case .date(let literal): date = literal
    case .text(let text): date = DateLiteral(text)
    default: break
    }
    switch date {
    case .today: return Double(today.daysSince1970)
    case .day(let year, let month, let day):
      if let civil = CivilDate(year: year, month: month, day: day) { return Double(civil.daysSince1970) }
    default: break
    }
    throw noDay(date == nil ? value.kind.described : "a date without a day, or with a time", function, span)
  }

  private func noDay(_ described: String, _ function: BarFunction, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongKind, "`\(function.name)` needs a list of days, but this is \(described)", at: span,
      hints: ["for example `\(function.example)`"])
  }

  /// Refuses a call whose arguments are all known and that has no rate, or several without a guess to choose one.
  private func checkRates(
    of call: FinancialCall, _ financial: FinancialFunction, _ function: BarFunction, at span: SourceSpan
  ) throws(Diagnostic) {
    let numbers = call.numbers.compactMap { plan.constantValue($0) }
    let flows = call.flows.compactMap { plan.constantValue($0) }
    guard numbers.count == call.numbers.count, flows.count == call.flows.count,
      !numbers.dropLast().contains(where: \.isNaN), !flows.contains(where: \.isNaN)
    else { return }
    let days = call.days.compactMap { plan.constantValue($0) }
    guard let rates = financial.rates(numbers, flows: flows, days: days) else { return }
    let noun = financial == .rate ? "these payments" : "these amounts"
    if rates.isEmpty, !days.isEmpty, Dictionary(zip(days, flows), uniquingKeysWith: +).values.allSatisfy({ $0 == 0 }) {
      throw Diagnostic(
        .noRate, "\(noun) cancel each other on their days: they are worth zero at any rate", at: span,
        hints: ["a rate of return needs amounts on different days"])
    }
    if rates.isEmpty {
      let haveOneSign = !flows.isEmpty && (flows.allSatisfy { $0 >= 0 } || flows.allSatisfy { $0 <= 0 })
      let reason = haveOneSign ? ": they have one sign" : ""
      throw Diagnostic(
        .noRate, "there is no rate at which \(noun) are worth zero\(reason)", at: span,
        hints: [
          haveOneSign || flows.isEmpty
            ? "payments are negative, receipts positive" : "searched from -99.99% to 1,000,000%"
        ])
    }
    if rates.count > 1, numbers.last?.isNaN == true {
      let list =
        rates.prefix(4).map { Value.rate($0).text }.joined(separator: ", ") + (rates.count > 4 ? ", …" : "")
      throw Diagnostic(
        .severalRates, "there are \(rates.count) rates at which \(noun) are worth zero: \(list)", at: span,
        hints: [
          "`guess` takes the nearest: `\(function.name)(…, guess=\((rates.last.map { Value.rate($0).text }) ?? "10%"))`",
          "`npv` at the cost of capital, or `mirr`, is one number",
        ])
    }
  }
}
