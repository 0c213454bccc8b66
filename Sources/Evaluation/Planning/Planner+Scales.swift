import Columns
import Indicators
import Language
import Text

/// Comparisons that the scale of one side decides, regardless of the bars.
extension Planner {
  /// Warns of a number beyond the scale of what it is compared with, `willr(14) < 20`, and of one that was meant as a share
  /// of it, `rsi(14) < 0.3`.
  ///
  /// - Parameter isEnd: true for one end of `between`, which alone need not decide.
  mutating func warnScales(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), isEnd: Bool
  ) {
    for (value, other, binary) in [(a, b, binary), (b, a, binary.flipped)] where other.0.kind == .number {
      guard let node = value.0.node, let range = plan.scale(of: node), let constant = other.0.node,
        let number = plan.constantValue(constant)
      else { continue }
      let scale = "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
      let span = value.1.span.joined(with: other.1.span)
      if let always = binary.decision(on: range, number), !(isEnd && always) {
        note(
          Diagnostic(
            .beyondScale, "this is \(always ? "always" : "never") true: `\(value.1)` goes from \(scale)", at: span,
            severity: .warning))
      } else if range.upperBound == 100, number > 0, number < 1, !isEnd {
        note(
          Diagnostic(
            .unitMismatch, "this goes from \(scale), and \(Self.text(number)) is almost nothing on it",
            at: other.1.span, hints: ["write `\(Self.text((number * 1e10).rounded() / 1e8))`"], severity: .warning
          ).pointing(at: value.1.span, "from \(scale)"))
      }
    }
  }

  /// Warns of a rate that is compared with a number that was meant in percent: `profit > 2` is above 200 %.
  ///
  /// It is a variable of the position, a fraction such as `returns(1)`, or a column of rates in a list.
  mutating func warnProfit(_ a: (Planned, Expression), _ b: (Planned, Expression)) {
    for (rate, other) in [(a, b), (b, a)] where other.0.kind == .number {
      guard let node = rate.0.node, let constant = other.0.node,
        isRateByRow(node, rate.0.kind) || isRateField(rate.1) && other.1.isNumberAsTyped,
        let number = plan.constantValue(constant) ?? usualValues[constant],
        abs(number) >= 1, number.isFinite
      else { continue }
      note(
        Diagnostic(
          .unitMismatch, "`\(rate.1)` is a rate, and \(Self.text(number)) is \(NumberText.percent(number)) of it",
          at: other.1.span,
          hints: ["write `\(Self.text(number))%`, or `\(NumberText.percent(number))` if that is meant"],
          severity: .warning))
    }
  }

  /// Warns of a price compared with a small part of a price, `close > open * 1%`, and of a quotient of two prices,
  /// which is around 1, compared with a small rate, `close / open > 1%`.
  mutating func warnShares(_ a: (Planned, Expression), _ b: (Planned, Expression)) {
    for (one, other) in [(a, b), (b, a)] {
      // A tenth of the usual volume is a sensible threshold.
      guard let node = one.0.node, let small = other.0.node, !plan.isOfVolume(node) else { continue }
      if plan.isLevel(node), let (price, rate) = other.1.shareOfValue, let share = rate.rateAsTyped, abs(share) < 0.3,
        case .operation(.multiply, let operands) = plan[small], operands.contains(where: { plan.isLevel($0) })
      {
        note(
          Diagnostic(
            .unitMismatch, "this compares \(NumberText.percent(share)) of a price with a price", at: other.1.span,
            hints: ["that much above it is `\(price) * (1 + \(NumberText.percent(share)))`"], severity: .warning))
      } else if case .operation(.divide, let operands) = plan[node], operands.allSatisfy({ plan.isLevel($0) }),
        let share = other.1.rateAsTyped, abs(share) < 0.3
      {
        note(
          Diagnostic(
            .unitMismatch, "a quotient of two prices is around 1, and this is \(NumberText.plain(share))",
            at: other.1.span, hints: ["the change is `\(one.1) - 1`"], severity: .warning
          ).pointing(at: one.1.span, "around 1"))
      }
    }
  }

  /// Warns of a part of a date that is compared with a name of another part: `day == friday` is the fifth of the month.
  mutating func warnDateNames(_ a: (Planned, Expression), _ b: (Planned, Expression)) {
    for (part, other) in [(a, b), (b, a)] {
      guard let node = part.0.node, case .time(let field) = plan[node], case .name(let name, _) = other.1,
        names.meanings[name] == nil, locals[name] == nil, let own = StandardName.field(of: name), own != field
      else { continue }
      note(
        Diagnostic(
          .unitMismatch, "`\(name)` is a number of `\(own)`, and this is `\(part.1)`", at: other.1.span,
          hints: ["write `\(own) == \(name)`"], severity: .warning))
    }
  }

  /// Warns of a drawdown that is compared with a rate above zero: `max_drawdown < 20%` holds for any.
  mutating func warnSigns(_ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression)) {
    for (loss, other, binary) in [(a, b, binary), (b, a, binary.flipped)] {
      guard let name = loss.1.lastName, Self.neverPositive.contains(name),
        loss.0.kind == .rate || isRateField(loss.1) && other.1.isNumberAsTyped, let constant = other.0.node,
        let number = plan.constantValue(constant) ?? usualValues[constant], number > 0
      else { continue }
      let (always, sign): (Bool, String)
      switch binary {
      case .less, .lessOrEqual: (always, sign) = (true, ">")
      case .greater, .greaterOrEqual, .equal: (always, sign) = (false, "<")
      default: continue
      }
      let turned = "`\(loss.1) \(sign) -\(NumberText.percent(number))`"
      note(
        Diagnostic(
          .beyondScale, "this is \(always ? "always" : "never") true: `\(loss.1)` is zero or negative",
          at: loss.1.span.joined(with: other.1.span),
          hints: ["a fall of \(always ? "less" : "more") than \(NumberText.percent(number)) is \(turned)"],
          severity: .warning))
    }
  }

  /// True for a statistic of a result that is a rate: `trial.win_rate`.
  private func isRateField(_ expression: Expression) -> Bool {
    guard case .field(.name(let result, _), let field, _) = expression, names.results[result] != nil else {
      return false
    }
    return names.rateFields.contains(field)
  }

  /// The rates of results that count falls.
  private static let neverPositive: Set<String> = ["max_drawdown", "average_drawdown", "drawdown", "depth"]

  private func isRateByRow(_ node: NodeID, _ kind: Kind) -> Bool {
    if case .position(let variable) = plan[node] { return variable.isRate }
    return kind == .rate && !plan.isScalar(node) || plan.isFraction(node)
  }

  /// Warns of a price, a volume or a published number that is compared with a rate: `change(close) > 2%` is a change of
  /// two cents.
  mutating func warnAmounts(_ a: (Planned, Expression), _ b: (Planned, Expression)) {
    for (amount, rate) in [(a, b), (b, a)] where rate.0.kind == .rate && amount.0.kind == .number {
      guard let node = amount.0.node, let constant = rate.0.node, plan.isScalar(constant),
        let number = plan.constantValue(constant) ?? usualValues[constant], number != 0, number.isFinite
      else { continue }
      let written = Self.text((number * 1e10).rounded() / 1e8)
      let hint: String
      switch plan.amount(of: node) ?? amountOfRow(node) {
      case .price:
        let share = "`close * \(NumberText.percent(number))`"
        hint = "`returns(1)` is the change as a fraction, and \(share) a share of a price"
      case .published: hint = "write `\(written)` if the series is in percent"
      case .money: hint = "an amount is a plain number; the gain of a trade as a rate is `return`"
      case nil: continue
      }
      note(
        Diagnostic(
          .unitMismatch, "this is not a share of anything, and \(NumberText.percent(number)) is \(Self.text(number))",
          at: rate.1.span, hints: [hint], severity: .warning
        ).pointing(at: amount.1.span, "an amount"))
    }
  }
}

extension Planner {
  /// The amount of money that a column of a list is; nil if it is none, or that is not known.
  private func amountOfRow(_ id: NodeID) -> Plan.Amount? {
    guard case .given(let index) = plan[id], let column = frame?.columns[index], column.kind == .number else {
      return nil
    }
    return Self.money.contains(column.name) ? .money : nil
  }

  /// The columns of lists that are amounts of money.
  private static let money: Set<String> = [
    "pnl", "entry_price", "exit_price", "price", "equity", "cash", "holdings", "value_per_share", "end_value",
  ]
}

extension Plan {
  /// True for a volume, or a mean, a lag or a part of one.
  fileprivate func isOfVolume(_ id: NodeID) -> Bool {
    switch self[id] {
    case .field(let field): field == .volume
    case .indicator(_, let inputs, _, _): inputs.first.map { isOfVolume($0) } ?? false
    case .lag(let operand, _): isOfVolume(operand)
    case .operation(_, let operands): operands.first.map { isOfVolume($0) } ?? false
    default: false
    }
  }
}

extension Operation {
  /// True for an operation whose result is of the unit of all its operands.
  fileprivate var keepsUnit: Bool {
    switch self {
    case .abs, .negate, .min, .max: true
    default: false
    }
  }
}

extension Expression {
  /// The rate that is written out, `5%` or `-20bp`; nil for anything else.
  fileprivate var rateAsTyped: Double? {
    switch self {
    case .literal(.number(let number), _) where number.suffix == .percent || number.suffix == .basisPoints: number.value
    case .unary(.negate, let operand, _): operand.rateAsTyped.map { -$0 }
    default: nil
    }
  }

  /// The two sides of a value times a rate that is written out; nil for anything else.
  fileprivate var shareOfValue: (value: Expression, rate: Expression)? {
    guard case .binary(.multiply, let left, let right, _) = self else { return nil }
    if right.rateAsTyped != nil { return (left, right) }
    return left.rateAsTyped != nil ? (right, left) : nil
  }

  /// True for a number that is written out, with or without a minus.
  fileprivate var isNumberAsTyped: Bool {
    switch self {
    case .literal(.number, _): true
    case .unary(.negate, let operand, _): operand.isNumberAsTyped
    default: false
    }
  }

  /// The name that a value goes by: itself, or the field of a result.
  fileprivate var lastName: String? {
    switch self {
    case .name(let name, _): name
    case .field(_, let name, _): name
    default: nil
    }
  }
}

extension Plan {
  /// The amounts of which a rate is not a share by itself.
  fileprivate enum Amount {
    case price, published, money
  }

  /// The amount that a node is; nil if it is none, or that is not known.
  fileprivate func amount(of id: NodeID) -> Amount? {
    if isLevel(id) { return .price }
    switch self[id] {
    case .joined(let operand, _, _): return isLevel(operand) ? .published : nil
    case .indicator(let name, _, _, let output):
      guard let indicator = catalogue.indicator(named: name), indicator.outputs.indices.contains(output) else {
        return nil
      }
      return indicator.outputs[output].unit == .price ? .price : nil
    case .operation(.subtract, let operands): return operands.lazy.compactMap { amount(of: $0) }.first
    case .lag(let operand, _): return amount(of: operand)
    default: return nil
    }
  }

  /// True if 0.02 means 2 %, as of returns and volatilities.
  fileprivate func isFraction(_ id: NodeID) -> Bool {
    switch self[id] {
    case .indicator(let name, let inputs, _, let output):
      guard let indicator = catalogue.indicator(named: name), indicator.outputs.indices.contains(output) else {
        return false
      }
      switch indicator.outputs[output].unit {
      case .fraction: return true
      case .asInput: return inputs.first.map { isFraction($0) } ?? false
      default: return false
      }
    case .operation(let operation, let operands) where operation.keepsUnit:
      return operands.allSatisfy { isFraction($0) }
    case .lag(let operand, _): return isFraction(operand)
    default: return false
    }
  }
}

extension Plan {
  /// The bounds that the values of a node never leave, if its indicator declares them.
  fileprivate func scale(of id: NodeID) -> ClosedRange<Double>? {
    switch self[id] {
    case .indicator(let name, _, _, let output):
      guard let indicator = catalogue.indicator(named: name), indicator.outputs.indices.contains(output),
        indicator.outputs[output].kind == .number
      else { return nil }
      return indicator.outputs[output].range
    case .lag(let operand, _): return scale(of: operand)
    case .time(let field): return field.scale
    default: return nil
    }
  }
}

extension TimeField {
  /// The numbers that a part of a time can be; nil for times themselves.
  var scale: ClosedRange<Double>? {
    switch self {
    case .time, .clock: nil
    case .year: 1000...9999
    case .month: 1...12
    case .day: 1...31
    case .weekday: 1...7
    case .hour: 0...23
    case .minute: 0...59
    }
  }
}

extension BinaryOperator {
  /// The operator with its sides in the other order.
  var flipped: BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .crossesAbove: .crossesBelow
    case .crossesBelow: .crossesAbove
    default: self
    }
  }

  /// The result of comparing any value of a range with a number; nil if it depends on the value.
  func decision(on range: ClosedRange<Double>, _ number: Double) -> Bool? {
    switch self {
    case .less: number > range.upperBound ? true : number <= range.lowerBound ? false : nil
    case .lessOrEqual: number >= range.upperBound ? true : number < range.lowerBound ? false : nil
    case .greater: number < range.lowerBound ? true : number >= range.upperBound ? false : nil
    case .greaterOrEqual: number <= range.lowerBound ? true : number > range.upperBound ? false : nil
    case .equal, .crosses, .crossesAbove, .crossesBelow: range.contains(number) ? nil : false
    default: nil
    }
  }
}
