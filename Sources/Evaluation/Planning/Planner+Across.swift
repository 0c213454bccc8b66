import Calendar
import Columns
import Indicators
import Language
import Text

/// `mean(close > sma(200), across=tech)`: functions of the values of several symbols at one time.
extension Planner {
  /// Plans a function with `across`; nil if the call has none.
  mutating func planAcross(
    _ name: String, _ arguments: [CallArgument], _ nameSpan: SourceSpan, _ span: SourceSpan
  ) throws(Diagnostic) -> Planned? {
    guard let index = arguments.firstIndex(where: { $0.name == "across" }) else { return nil }
    let across = arguments[index]
    guard let function = AcrossFunction(rawValue: name) else {
      let names = AcrossFunction.allCases.map(\.rawValue).joined(separator: ", ")
      throw Diagnostic(
        .unknownArgument, "`\(name)` does not work across symbols", at: across.nameSpan ?? nameSpan,
        hints: ["what does: \(names)"])
    }
    var rest = arguments
    rest.remove(at: index)
    guard let place = rest.firstIndex(where: { $0.name == nil || $0.name == "x" || $0.name == "condition" }) else {
      throw Diagnostic(
        .missingArgument, "`\(name)` across symbols needs an expression", at: span,
        hints: ["`mean(close > sma(200), across=tech)`"])
    }
    let value = rest.remove(at: place).value
    if let extra = rest.first {
      throw Diagnostic(
        .tooManyArguments, "`\(name)` across symbols looks at one time, so it takes no number of bars",
        at: extra.value.span)
    }
    let (symbols, membership) = try members(of: across.value)
    let seen = try planForEach(of: symbols, membership, value, function, at: across.value.span)
    var own: NodeID?
    if function.comparesOwn { own = try acrossNode(try plan(value), value, function) }
    let keepsKind = [.mean, .sum, .min, .max, .median].contains(function) && seen.allSatisfy { $0.kind == .rate }
    return Planned(
      kind: keepsKind ? .rate : .number, content: .node(add(.across(function, seen.map(\.node), own: own))),
      lookAhead: seen.lazy.compactMap(\.lookAhead).first)
  }

  /// An expression as one symbol sees it.
  private typealias SymbolValue = (node: NodeID, kind: Kind, lookAhead: SourceSpan?)

  /// Plans an expression for each symbol that has data; symbols without any, and those that ended, are noted.
  private mutating func planForEach(
    of symbols: [String], _ membership: [String: [ClosedRange<Int>]], _ value: Expression, _ function: AcrossFunction,
    at span: SourceSpan
  ) throws(Diagnostic) -> [SymbolValue] {
    var values: [SymbolValue] = []
    var absent: [String] = []
    let outer = (isAcross, toleratesAbsence)
    let before = absentValuations.count
    endedSymbols = []
    (isAcross, toleratesAbsence) = (true, true)
    defer { (isAcross, toleratesAbsence) = outer }
    for symbol in symbols {
      guard isLoaded(symbol) else {
        absent.append(symbol)
        continue
      }
      let seen = try plan(.context(value, [.symbol(symbol, value.span)], value.span))
      let node = try acrossNode(seen, value, function)
      values.append((membership[symbol].map { whileMember(node, $0) } ?? node, seen.kind, seen.lookAhead))
    }
    if values.isEmpty {
      throw Diagnostic(
        .noData, "no symbol of this universe is loaded", at: span,
        hints: ["`load sample SPY` or `load FILE.csv` loads one"])
    }
    if !absent.isEmpty {
      note(
        Diagnostic(
          .noData, "no data for \(absent.joined(separator: ", ")): left out", at: span,
          severity: .warning))
    }
    if !endedSymbols.isEmpty {
      note(
        Diagnostic(
          .seriesEnded,
          "\(endedSymbols.count) of \(NumberText.counted(symbols.count, "symbol")) skipped, with no recent bars: \(endedSymbols.joined(separator: ", "))",
          at: span, severity: .warning))
    }
    noteAbsent(absentValuations[before...])
    absentValuations.removeSubrange(before...)
    return values
  }

  /// The values of a node on the days that lie in spans; missing on all others.
  private mutating func whileMember(_ node: NodeID, _ spans: [ClosedRange<Int>]) -> NodeID {
    let time = add(.time(.time))
    func bound(_ day: Int, isEnd: Bool) -> Node {
      let date = CivilDate(daysSince1970: day)
      return .date(.day(year: date.year, month: date.month, day: date.day), isEnd: isEnd)
    }
    let parts = spans.map { days in
      let first = add(.operation(.greaterOrEqual, [time, add(bound(days.lowerBound, isEnd: false))]))
      let last = add(.operation(.less, [time, add(bound(days.upperBound, isEnd: true))]))
      return add(.operation(.and, [first, last]))
    }
    guard let start = parts.first else { return node }
    let isMember = parts.dropFirst().reduce(start) { add(.operation(.or, [$0, $1])) }
    return add(.operation(.select, [isMember, node, add(.constant(.nan))]))
  }

  private func isLoaded(_ symbol: String) -> Bool {
    if series?.name == symbol { return true }
    do throws(ContextError) {
      _ = try source.series(named: symbol)
      return true
    } catch {
      return false
    }
  }

  private func acrossNode(
    _ value: Planned, _ expression: Expression, _ function: AcrossFunction
  ) throws(Diagnostic) -> NodeID {
    try require(value, expression.span, "`\(function.rawValue)` across symbols needs numbers or a condition") {
      $0.isNumeric || $0 == .truth
    }
    guard let node = value.node else {
      throw Diagnostic(.wrongKind, "this has no value on each bar", at: expression.span)
    }
    try refusePerBar(node, at: expression.span)
    return node
  }

  /// The symbols of a universe, and the days on which those belong to it that do not always.
  private func members(
    of expression: Expression
  ) throws(Diagnostic) -> (symbols: [String], membership: [String: [ClosedRange<Int>]]) {
    if case .name(let name, let span) = expression {
      if let symbols = names.universes[name] { return (symbols, names.membership[name] ?? [:]) }
      var diagnostic = Diagnostic(.unknownName, "there is no universe `\(name)`", at: span)
      diagnostic.hints = [
        Spelling.hint(for: name, in: names.universes.keys.sorted())
          ?? "`universe \(name) = SPY, QQQ` names one"
      ]
      throw diagnostic
    }
    throw Diagnostic(.wrongKind, "`across` takes the name of a universe", at: expression.span)
  }
}
