import Calendar
import Columns
import Indicators
import Language
import LibC

/// Turns expressions into nodes of a plan, checking all kinds before anything runs.
///
/// Names are looked up in the locals (a strategy's `let`s and the parameters) first, then in the session's
/// names. An indicator defined in the session is expanded where it is used, so that equal parts of different
/// names are one node.
///
/// ```swift
/// var planner = Planner(names: Names(catalogue: StandardCatalogue()), series: series, today: today)
/// let expression = try Parser.expression(parsing: "sma(close, 20)", source: SourceID(0))
/// let node = try planner.plan(expression).node      // nil for a string, a list, an indicator of several outputs
/// ```
public struct Planner: Sendable {
  /// The graph that is built.
  public internal(set) var plan: Plan
  /// Warnings about likely mistakes.
  public private(set) var warnings: [Diagnostic] = []
  /// The functions that were called by another name than the one that they are listed under, each once.
  public internal(set) var otherNames: [OtherName] = []
  /// The names of the session.
  public var names: Names
  /// The local date when the program started.
  let today: CivilDate
  /// The source of the series of contexts.
  let source: any SeriesSource
  /// The series that the current expression will be computed on; nil if that is not known yet.
  public var series: Series?
  /// Names that shadow those of the session.
  public var locals: [String: Planned] = [:]
  /// The items whose columns expressions know by name; nil for expressions on bars alone.
  public var frame: (any Frame)?
  /// True if `entry_price` and its like mean something.
  public var knowsPosition = false
  /// True if the facts about the account are known, with or without a position: in rules that enter.
  public var knowsAccount = false
  /// True if an order fills at the close that decides it, from which `ahead` then counts.
  public var entersAtClose = false
  /// True if no series is in use, so that a valuation is one number: the value as known today.
  public var isWithoutSeries = false
  /// The values that parameters have unless others are given.
  var usualValues: [NodeID: Double] = [:]
  /// True if only the last bar decides, which knows all that is known today.
  public var decidesNow = false
  /// True if a company without the scenario that others have is missing, not an error.
  public var toleratesAbsence = false
  /// True within a function across symbols.
  var isAcross = false
  /// The companies that were met without a scenario that others have.
  public internal(set) var absentValuations: [AbsentValuation] = []
  /// The symbols of a function across symbols that end before the bars that look at them.
  var endedSymbols: [String] = []
  /// The place where each valuation was first named.
  public internal(set) var valuationSpans: [ValuationName: SourceSpan] = [:]
  /// The reason why a valuation looks ahead, by the place where it is named.
  public internal(set) var valuationLookAhead: [SourceSpan: IntrinsicValues.LookAhead] = [:]
  /// Current nesting depth, not counting expanded names.
  private var depth = 0
  /// The stack of the thread that plans.
  private var stack: StackRoom?
  /// The indicators that are being expanded, outermost first.
  var expanding: [String] = []
  /// The same, to be asked for one.
  var isExpanding: Set<String> = []
  /// The indicator whose own past may be referred to here.
  var own: String?
  /// The planned calls of the session's indicators, so that a large definition is expanded once.
  var expansions: [Expansion: Planned] = [:]

  /// A function that was called by another name than the one that it is listed under.
  public struct OtherName: Hashable, Sendable {
    /// The name as typed, `stddev`.
    public var called: String
    /// The name that lists, help and completion show, `stdev`.
    public var listed: String
    /// The place of the call.
    public var span: SourceSpan
  }

  /// Makes a planner that sees the session's names.
  public init(
    names: Names, source: any SeriesSource = NoOtherSeries(), series: Series? = nil, today: CivilDate
  ) {
    self.names = names
    plan = Plan(catalogue: names.catalogue)
    self.source = source
    self.series = series
    self.today = today
  }

  /// Checks an expression and adds its computation to the plan.
  public mutating func plan(_ expression: Expression) throws(Diagnostic) -> Planned {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting, !isStackShort() else { throw tooDeep(at: expression.span) }
    let planned: Planned
    do {
      planned = try plan(inside: expression)
    } catch {
      // Met in a definition, the entire definition is too deep.
      throw depth == 1 && error.code == Diagnostic.Code(.nestedTooDeeply) ? tooDeep(at: expression.span) : error
    }
    guard height(of: planned) <= Self.deepestNesting else { throw tooDeep(at: expression.span) }
    return planned
  }

  /// The largest number of operations nested, with names expanded.
  static let deepestNesting = 1000

  /// True if the thread cannot go much deeper.
  private mutating func isStackShort() -> Bool {
    if depth == 1 { stack = StackRoom() }
    return stack?.isShort ?? false
  }

  private func height(of planned: Planned) -> Int {
    switch planned.content {
    case .value: 0
    case .node(let node): plan.facts(of: node).height
    case .record(let outputs): outputs.first.map { plan.facts(of: $0.node).height } ?? 0
    }
  }

  private func tooDeep(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestedTooDeeply, "with the definitions of its names this has too many nested operations",
      at: span)
  }

  private mutating func plan(inside expression: Expression) throws(Diagnostic) -> Planned {
    switch expression {
    case .literal(let literal, _): return try plan(literal)
    case .name(let name, let span): return try plan(name: name, at: span)
    case .list(let elements, _): return try plan(list: elements)
    case .call(let name, let nameSpan, let arguments, let span):
      return try plan(call: name, nameSpan, arguments, span)
    case .field(let base, let field, let fieldSpan): return try plan(field: field, fieldSpan, of: base)
    case .lag(let operand, let bars, let span): return try plan(lag: operand, bars, span)
    case .context(let operand, let contexts, let span): return try plan(operand, in: contexts, span)
    case .unary(let unary, let operand, _): return try plan(unary, operand)
    case .binary(let binary, let left, let right, let operatorSpan):
      return try plan(binary, left, right, operatorSpan)
    case .between(let subject, let low, let high, let operatorSpan):
      return try plan(subject, between: low, and: high, operatorSpan)
    }
  }

  private mutating func plan(
    _ subject: Expression, between low: Expression, and high: Expression, _ operatorSpan: SourceSpan
  ) throws(Diagnostic) -> Planned {
    let value = (try plan(subject), subject)
    let ends = ((try plan(low), low), (try plan(high), high))
    try hintAtWindow(value.0, between: ends)
    try requireOrder(of: ends.0, ends.1, "`between`", subject: subject)
    let atLeast = try compare(.greaterOrEqual, value, ends.0, operatorSpan, isEnd: true)
    let atMost = try compare(.lessOrEqual, value, ends.1, operatorSpan, isEnd: true)
    return try combine(.and, [atLeast, atMost], kind: .truth)
  }

  /// Adds a parameter that is bound for each run, with the kind of its default.
  ///
  /// - Parameter usual: its default value, for remarks on its uses.
  public mutating func addParameter(_ number: Int, kind: Kind, usual: Double? = nil) -> Planned {
    let node = add(.parameter(number))
    usualValues[node] = usual
    return Planned(kind: kind, content: .node(node))
  }

  /// The value that a node has on all bars if parameters have their defaults; nil if it depends on the bars.
  public func usualValue(of node: NodeID) -> Double? {
    if let constant = plan.constantValue(node) { return constant }
    var parameters: [Double] = []
    for (parameter, value) in usualValues {
      guard case .parameter(let number) = plan[parameter] else { continue }
      if parameters.count <= number { parameters += Array(repeating: .nan, count: number + 1 - parameters.count) }
      parameters[number] = value
    }
    guard plan.isScalar(node), let value = plan.value(of: node, parameters: parameters), value.isFinite else {
      return nil
    }
    return value
  }

  /// A value as a planned expression: numbers become constants of the plan.
  public mutating func planned(_ value: Value, lookAhead: SourceSpan? = nil) -> Planned {
    let number: Double? =
      switch value {
      case .number(let number), .rate(let number), .moment(let number), .timeOfDay(let number): number
      case .truth(let truth): truth.map { $0 ? 1 : 0 } ?? .nan
      case .text, .date, .duration, .bars, .list: nil
      }
    guard let number else { return Planned(kind: value.kind, content: .value(value), lookAhead: lookAhead) }
    return Planned(kind: value.kind, content: .node(add(.constant(number))), lookAhead: lookAhead)
  }

  mutating func add(_ node: Node) -> NodeID { plan.add(node) }

  /// Keeps a warning; the same one is kept once.
  public mutating func note(_ warning: Diagnostic) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  private mutating func plan(_ literal: Literal) throws(Diagnostic) -> Planned {
    switch literal {
    case .number(let number): return planned(Value(number))
    case .duration(let duration): return planned(.duration(duration))
    case .bars(let count): return planned(.bars(count))
    case .date(.today):
      return planned(.date(.day(year: today.year, month: today.month, day: today.day)))
    case .date(let date): return planned(.date(date))
    case .timeOfDay(let minutes): return planned(.timeOfDay(Double(minutes)))
    case .text(let text): return planned(.text(text))
    case .template(let word): return try plan(template: word)
    case .truth(let truth): return planned(.truth(truth))
    case .unknown: return planned(.number(.nan))
    }
  }

  /// A text with the values of names put in, each as it would be typed.
  private mutating func plan(template word: Word) throws(Diagnostic) -> Planned {
    var text = ""
    var lookAhead: SourceSpan?
    for part in word.parts {
      switch part {
      case .text(let piece): text += piece
      case .value(let name, let span):
        let named = try plan(name: name, at: span)
        lookAhead = lookAhead ?? named.lookAhead
        if case .value(let value) = named.content {
          text += value.text
        } else if let node = named.node, let number = plan.constantValue(node) {
          text += Value(number, kind: named.kind).text
        } else {
          throw Diagnostic(
            .wrongKind, "a string takes constant values, but `\(name)` is a series", at: span,
            hints: ["`print \"close\", close` prints the last value of a series"])
        }
      }
    }
    return planned(.text(text), lookAhead: lookAhead)
  }

  private mutating func plan(list elements: [Expression]) throws(Diagnostic) -> Planned {
    var values: [Value] = []
    for element in elements {
      let part = try plan(element)
      if case .value(let value) = part.content {
        values.append(value)
      } else if let node = part.node, let number = plan.constantValue(node) {
        values.append(part.kind == .rate ? .rate(number) : .number(number))
      } else {
        throw Diagnostic(.wrongKind, "a list takes constant values", at: element.span)
      }
    }
    return planned(.list(values))
  }

  private mutating func plan(
    lag operand: Expression, _ bars: Expression, _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    let distance = try plan(bars)
    guard distance.kind == .number || distance.kind == .duration,
      let count = try node(ofBars: distance, at: bars.span), isKnownBeforeRun(count)
    else {
      throw Diagnostic(
        .invalidLag, "a lag must be a constant whole number of bars", at: bars.span,
        hints: ["`x[3]` is x three bars ago"])
    }
    if let number = plan.constantValue(count), number != number.rounded() || !(0...Plan.longestLag).contains(number) {
      let hints = number < 0 ? ["later bars are not known; `x[3]` looks back three bars"] : []
      throw Diagnostic(
        .invalidLag, "a lag is a whole number from 0 to \(Self.text(Plan.longestLag)), not \(Self.text(number))",
        at: bars.span, hints: hints)
    }
    if let own, case .name(let name, _) = operand, name == own, locals[name] == nil {
      guard let number = plan.constantValue(count), number >= 1 else {
        throw Diagnostic(
          .ownPast, "an indicator may refer to its own past only from one bar ago on", at: span,
          hints: ["write `\(name)[1]`"])
      }
      return Planned(kind: .number, content: .node(add(.ownPast(lag: Int(clamping: number)))))
    }
    var past = try plan(operand)
    switch past.content {
    case .value:
      throw Diagnostic(.wrongKind, "\(past.kind.described) has no past", at: operand.span)
    case .node(let node):
      try refusePerBar(node, at: operand.span)
      past.content = .node(plan.isScalar(node) ? node : add(.lag(node, count)))
    case .record(let outputs):
      past.content = .record(
        outputs.map { output in
          var copy = output
          copy.node = plan.isScalar(output.node) ? output.node : add(.lag(output.node, count))
          return copy
        })
    }
    past.lookAhead = past.lookAhead ?? distance.lookAhead
    return past
  }

  /// A number as written in a message: whole ones without a point.
  static func text(_ number: Double) -> String {
    Int(exactly: number).flatMap { abs(number) < 1e15 ? "\($0)" : nil } ?? "\(number)"
  }

  /// Position values and own pasts have no column to look back in.
  func refusePerBar(_ node: NodeID, at span: SourceSpan) throws(Diagnostic) {
    guard plan.isPerBar(node) else { return }
    if plan.facts(of: node).usesPosition {
      throw Diagnostic(
        .noPosition,
        "fields of the position are allowed in arithmetic only, without a lag and outside indicators", at: span)
    }
    throw Diagnostic(
      .ownPast, "an own past is allowed in arithmetic only, outside other indicators", at: span)
  }

  /// The node of a number of bars: of a number as it is, of a duration the bars of each bar's window of calendar time;
  /// nil for other kinds.
  public mutating func node(ofBars planned: Planned, at span: SourceSpan) throws(Diagnostic) -> NodeID? {
    switch planned.content {
    case .node(let id): return id
    case .value(.bars(let count)): return add(.constant(Double(count)))
    case .value(.duration(let duration)):
      try check(duration, at: span)
      return add(.barsSince(duration))
    default: return nil
    }
  }

  /// Refuses a duration of no time, whose window holds nothing, and warns of minutes on bars of a day.
  mutating func check(_ duration: DurationLiteral, at span: SourceSpan) throws(Diagnostic) {
    guard duration.count > 0 else {
      throw Diagnostic(.outOfRange, "a window needs a duration above 0", at: span)
    }
    guard let timeframe = series?.bars.timeframe,
      let warning = Diagnostic.minutes(duration, on: timeframe, at: span)
    else { return }
    note(warning)
  }

  /// True for a number of bars that is the same on all bars, or that a duration decides.
  func isKnownBeforeRun(_ bars: NodeID) -> Bool {
    if case .barsSince = plan[bars] { return true }
    return plan.isScalar(bars)
  }
}
