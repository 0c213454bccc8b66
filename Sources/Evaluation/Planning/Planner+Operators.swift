import Calendar
import Columns
import Language
import Text

extension Planner {
  /// Plans `-x` and `not x`.
  mutating func plan(_ unary: UnaryOperator, _ operand: Expression) throws(Diagnostic) -> Planned {
    let value = try plan(operand)
    switch unary {
    case .negate:
      try require(value, operand.span, "`-` needs a number") { $0.isNumeric }
      return try combine(.negate, [value], kind: value.kind)
    case .not:
      try require(value, operand.span, "`not` needs a boolean") { $0 == .truth }
      return try combine(.not, [value], kind: .truth)
    }
  }

  /// Plans an operator between two operands.
  mutating func plan(
    _ binary: BinaryOperator, _ left: Expression, _ right: Expression, _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    let a = try plan(left)
    let b = try plan(right)
    switch binary {
    case .and, .or:
      for (value, expression) in [(a, left), (b, right)] {
        try require(value, expression.span, "`\(binary.rawValue)` joins booleans") { $0 == .truth }
      }
      return try combine(binary == .and ? .and : .or, [a, b], kind: .truth)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual:
      return try compare(binary, (a, left), (b, right), span)
    case .crosses, .crossesAbove, .crossesBelow:
      return try cross(binary, (a, left), (b, right), span)
    case .add, .subtract, .multiply, .divide, .power:
      return try arithmetic(binary, (a, left), (b, right), span)
    }
  }

  /// Adds an operation on numbers or booleans that were checked.
  mutating func combine(_ operation: Operation, _ operands: [Planned], kind: Kind) throws(Diagnostic) -> Planned {
    var nodes: [NodeID] = []
    for operand in operands {
      guard let node = operand.node else {
        throw Diagnostic(
          .wrongKind, "a series is computed from numbers and booleans, not from \(operand.kind.described)", at: nil)
      }
      nodes.append(node)
    }
    return Planned(
      kind: kind, content: .node(add(.operation(operation, nodes))),
      lookAhead: operands.lazy.compactMap(\.lookAhead).first)
  }

  /// Throws if a value has another kind than the one that is needed.
  func require(
    _ value: Planned, _ span: SourceSpan, _ need: String, hints: [String] = [], _ fits: (Kind) -> Bool
  ) throws(Diagnostic) {
    if case .record(let outputs) = value.content {
      let fields = outputs.map { "." + $0.name }
      throw Diagnostic(
        .needsField, "this has several outputs; say which one", at: span,
        hints: ["its outputs: \(fields.joined(separator: ", "))"])
    }
    guard !fits(value.kind) else { return }
    throw Diagnostic(.wrongKind, "\(need), but this is \(value.kind.described)", at: span, hints: hints)
  }

  private mutating func arithmetic(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    if a.0.kind == .date, b.0.kind == .duration, binary == .add || binary == .subtract {
      return try shift(a, by: b, sign: binary == .add ? 1 : -1, span)
    }
    for (value, expression) in [a, b] {
      try require(
        value, expression.span, "`\(binary.rawValue)` needs numbers", hints: Self.hints(binary, a.0.kind, b.0.kind)
      ) { $0.isNumeric }
    }
    let operation: Operation =
      switch binary {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      case .divide: .divide
      default: .power
      }
    let isSum = binary == .add || binary == .subtract
    let bothRates = a.0.kind == .rate && b.0.kind == .rate
    if isSum, !bothRates, let (rate, number) = rateAndSeries(a, b), !isScalar(number.0) {
      let sign = binary.rawValue
      throw Diagnostic(
        .rateAddedToNumber, "a rate is added to a series of numbers", at: rate.1.span,
        hints: ["a share of the value is `\(number.1.description) * (1 \(sign) \(rate.1.description))`"])
    }
    let sum = try combine(operation, [a.0, b.0], kind: isSum && bothRates ? .rate : .number)
    if isSum, !bothRates { warnSum(binary, a, b, sum) }
    return sum
  }

  /// Warns of a rate that is added to an amount: `10k + 5%` is 10000.05.
  private mutating func warnSum(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), _ sum: Planned
  ) {
    for (rate, number) in [(a, b), (b, a)] where rate.0.kind == .rate && number.0.kind == .number {
      guard let rateNode = rate.0.node, let node = number.0.node, let sumNode = sum.node else { continue }
      guard let share = plan.constantValue(rateNode), let amount = plan.constantValue(node) else { continue }
      guard share != 0, amount.magnitude >= 2, !rate.1.isCall else { continue }
      guard let result = plan.constantValue(sumNode) else { continue }
      let (written, of) = (rate.1.description, number.1.description)
      note(
        Diagnostic(
          .unitMismatch,
          "a rate is added to an amount: \(written) is \(NumberText.plain(share)), and the sum \(NumberText.plain(result))",
          at: rate.1.span, hints: ["a share of the amount is `\(of) * (1 \(binary.rawValue) \(written))`"],
          severity: .warning))
    }
  }

  /// The hints for adding anything but numbers.
  private static func hints(_ binary: BinaryOperator, _ left: Kind, _ right: Kind) -> [String] {
    switch (left, right) {
    case (.date, _) where binary == .divide: ["a date is written `2020-01-31`"]
    case (.date, _): ["a date moves by a duration: `today - 90d`, `2020-01-31 + 1mo`"]
    case (.duration, _): ["a duration is one number with its unit: `18mo`, `90d`"]
    case (.text, _), (_, .text): ["`print \"close\", close` puts values side by side"]
    default: []
    }
  }

  private func rateAndSeries(
    _ a: (Planned, Expression), _ b: (Planned, Expression)
  ) -> (rate: (Planned, Expression), number: (Planned, Expression))? {
    if a.0.kind == .rate, b.0.kind == .number { return (a, b) }
    if b.0.kind == .rate, a.0.kind == .number { return (b, a) }
    return nil
  }

  /// A date plus or minus a duration, by the calendar; one with a time of day keeps it, and its offset.
  private mutating func shift(
    _ date: (Planned, Expression), by duration: (Planned, Expression), sign: Int, _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    guard case .value(.date(let literal)) = date.0.content, case .value(.duration(let length)) = duration.0.content,
      let start = DateRange(literal, zone: .utc, today: today)?.start
    else {
      throw Diagnostic(
        .wrongKind, "a duration can only be added to a constant date", at: span, hints: ["`today - 2y`"])
    }
    var (hasTime, offset) = (length.unit < .days, Int?.none)
    if case .time(_, _, _, _, _, _, let written) = literal { (hasTime, offset) = (true, written) }
    let clock = offset.map { Zone(fixedOffset: $0 * 60) } ?? .utc
    let back = DurationLiteral(-sign * length.count, length.unit)
    let moved = clock.civilTime(at: DateRange.moment(back, before: start, zone: clock))
    let day = moved.date
    guard (1...9999).contains(day.year) else {
      throw Diagnostic(.outOfRange, "the date is outside the years 1 to 9999", at: span)
    }
    guard hasTime else { return planned(.date(.day(year: day.year, month: day.month, day: day.day))) }
    return planned(
      .date(
        .time(
          year: day.year, month: day.month, day: day.day, hour: moved.hour, minute: moved.minute,
          second: moved.second, offsetMinutes: offset)))
  }

  private mutating func cross(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    for (value, expression) in [a, b] {
      try require(value, expression.span, "a crossing needs numbers") { $0.isNumeric }
      if let node = value.node { try refusePerBar(node, at: expression.span) }
    }
    if isScalar(a.0), isScalar(b.0) {
      throw Diagnostic(
        .wrongKind, "two constants never cross", at: a.1.span.joined(with: b.1.span),
        hints: ["one side is a series: `close crosses above 100`"])
    }
    warnUnits(a, b)
    warnLevels(a, b)
    warnScales(binary, a, b, isEnd: false)
    warnExtremes(binary, a, b, isEnd: false)
    warnProfit(a, b)
    warnSigns(binary, a, b)
    warnAmounts(a, b)
    warnShares(a, b)
    warnDateNames(a, b)
    let operation: Operation =
      binary == .crossesAbove ? .crossesAbove : binary == .crossesBelow ? .crossesBelow : .crosses
    return try combine(operation, [a.0, b.0], kind: .truth)
  }

  mutating func compare(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), _ span: SourceSpan,
    isEnd: Bool = false
  ) throws(Diagnostic) -> Planned {
    if a.0.kind == .date || b.0.kind == .date { return try compareDates(binary, a, b, span) }
    for (value, expression) in [a, b] {
      var hints: [String] = []
      if case .value(.duration(let duration)) = value.content, duration.unit == .minutes {
        hints = ["`m` counts minutes: \(NumberText.counted(duration.count, "million")) is `\(duration.count)M`"]
      }
      try require(value, expression.span, "a comparison needs numbers", hints: hints) {
        $0 != .record && $0 != .list && $0 != .duration
      }
    }
    if a.0.kind == .text || b.0.kind == .text { return try compareTexts(binary, a, b, span) }
    let kinds = (a.0.kind, b.0.kind)
    guard (kinds.0.isNumeric && kinds.1.isNumeric) || kinds.0 == kinds.1 else {
      throw Diagnostic(
        .wrongKind, "\(kinds.0.described) cannot be compared with \(kinds.1.described)", at: b.1.span
      ).pointing(at: a.1.span, kinds.0.described)
    }
    if kinds.0 == .truth, binary != .equal, binary != .notEqual {
      throw Diagnostic(.wrongKind, "booleans have no order", at: span, hints: ["use `and`, `or`, `not`"])
    }
    warnUnits(a, b)
    warnLevels(a, b)
    warnScales(binary, a, b, isEnd: isEnd)
    warnExtremes(binary, a, b, isEnd: isEnd)
    warnClock(binary, a, b, isEnd: isEnd)
    warnProfit(a, b)
    warnSigns(binary, a, b)
    warnAmounts(a, b)
    warnShares(a, b)
    warnDateNames(a, b)
    return try combine(Self.operation(of: binary), [a.0, b.0], kind: .truth)
  }

  private static func operation(of binary: BinaryOperator) -> Operation {
    switch binary {
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .notEqual: .notEqual
    default: .equal
    }
  }

  /// A percent number compared with a rate is almost surely a mistake: `rsi(14) < 30%` never holds.
  private mutating func warnUnits(_ a: (Planned, Expression), _ b: (Planned, Expression)) {
    for (percent, rate) in [(a, b), (b, a)] where rate.0.kind == .rate {
      guard let counted = percent.0.node, plan.countsInPercent(counted), let node = rate.0.node else { continue }
      let written = rate.1.description
      let number =
        plan.constantValue(node).map { Self.text(($0 * 1e10).rounded() / 1e8) }
        ?? "100 * \(written.contains(" ") ? "(\(written))" : written)"
      note(
        Diagnostic(
          .unitMismatch, "this is in percent, 0 to 100, but a rate is a fraction", at: rate.1.span,
          hints: ["write `\(number)`"], severity: .warning
        ).pointing(at: percent.1.span, "a percent number"))
    }
  }

  /// A number that an adjusted price is compared with was a level of another day's prices: earlier ones are scaled by
  /// splits and dividends unknown then.
  private mutating func warnLevels(_ a: (Planned, Expression), _ b: (Planned, Expression)) {
    guard let series, series.basis != .nothing else { return }
    for (level, number) in [(a, b), (b, a)] {
      guard let node = level.0.node, plan.isLevel(node), let constant = number.0.node,
        let value = plan.constantValue(constant) ?? usualValues[constant], value > 0
      else { continue }
      note(
        Diagnostic(
          .adjustedLevel,
          "\(series.name) is adjusted for \(series.basis.rawValue): before them \(Self.text(value)) is not the traded level",
          at: level.1.span.joined(with: number.1.span),
          hints: ["`raw(\(level.1))` is on traded prices"], severity: .warning))
    }
  }

  private mutating func compareTexts(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    guard case .value(.text(let left)) = a.0.content, case .value(.text(let right)) = b.0.content else {
      return try compareTexts(Self.operation(of: binary), a, b, span)
    }
    // By code point, not by the collation of a locale: the same answer everywhere.
    let l = Array(left.unicodeScalars)
    let r = Array(right.unicodeScalars)
    let isLess = l.lexicographicallyPrecedes(r)
    let truth: Bool =
      switch binary {
      case .less: isLess
      case .lessOrEqual: isLess || l == r
      case .greater: !isLess && l != r
      case .greaterOrEqual: !isLess
      case .notEqual: l != r
      default: l == r
      }
    return planned(.truth(truth), lookAhead: a.0.lookAhead ?? b.0.lookAhead)
  }

  /// A time against a date, at the date's own precision: `time <= 2012-01-31` includes that day.
  private mutating func compareDates(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    let lookAhead = a.0.lookAhead ?? b.0.lookAhead
    if let time = a.0.node, a.0.kind == .date, let bounds = dateBounds(b.0) {
      return try compare(time, binary, bounds, lookAhead)
    }
    if let time = b.0.node, b.0.kind == .date, let bounds = dateBounds(a.0) {
      let flipped: BinaryOperator =
        switch binary {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: binary
        }
      return try compare(time, flipped, bounds, lookAhead)
    }
    if a.0.node != nil, b.0.node != nil, a.0.kind == .date, b.0.kind == .date {
      return try combine(Self.operation(of: binary), [a.0, b.0], kind: .truth)
    }
    if let left = dateBounds(a.0), let right = dateBounds(b.0) {
      return try compare(left.start, binary, right, lookAhead)
    }
    throw Diagnostic(
      .wrongKind, "\(a.0.kind.described) cannot be compared with \(b.0.kind.described)", at: b.1.span,
      hints: ["a date is written `2012-01-31`, a year `2012`"])
  }

  mutating func dateBounds(_ value: Planned) -> (start: NodeID, end: NodeID)? {
    var literal: DateLiteral?
    if case .value(.date(let date)) = value.content { literal = date }
    if let node = value.node, let number = plan.constantValue(node), value.kind == .number, number == number.rounded(),
      (1000...9999).contains(number)
    {
      literal = .year(Int(number))
    }
    guard let literal else { return nil }
    return (add(.date(literal, isEnd: false)), add(.date(literal, isEnd: true)))
  }

  private mutating func compare(
    _ time: NodeID, _ binary: BinaryOperator, _ date: (start: NodeID, end: NodeID), _ lookAhead: SourceSpan?
  ) throws(Diagnostic) -> Planned {
    let node: NodeID =
      switch binary {
      case .less: add(.operation(.less, [time, date.start]))
      case .lessOrEqual: add(.operation(.less, [time, date.end]))
      case .greater: add(.operation(.greaterOrEqual, [time, date.end]))
      case .greaterOrEqual: add(.operation(.greaterOrEqual, [time, date.start]))
      default:
        add(
          .operation(
            .and,
            [
              add(.operation(.greaterOrEqual, [time, date.start])), add(.operation(.less, [time, date.end])),
            ]))
      }
    let result = binary == .notEqual ? add(.operation(.not, [node])) : node
    return Planned(kind: .truth, content: .node(result), lookAhead: lookAhead)
  }
}

extension Expression {
  /// True for the value of a function, whose kind was not typed.
  fileprivate var isCall: Bool { if case .call = self { true } else { false } }
}
