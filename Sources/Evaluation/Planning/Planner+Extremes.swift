import Calendar
import Columns
import Indicators
import Language
import Text

/// Comparisons that an extreme decides whose window holds the value itself, and times of day on bars of a day.
extension Planner {
  /// Warns of a value compared with the highest or the lowest of its own window: `close > highest(high, 20)` is never
  /// true, as the window ends with this bar.
  ///
  /// - Parameter isEnd: true for one end of `between`, which alone need not decide.
  mutating func warnExtremes(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), isEnd: Bool
  ) {
    for (low, high, binary) in [(a, b, binary), (b, a, binary.flipped)] {
      guard let lower = low.0.node, let upper = high.0.node, !plan.isScalar(lower), !plan.isScalar(upper),
        let order = plan.order(of: lower, below: upper), let always = binary.decision(on: order),
        !(isEnd && always)
      else { continue }
      let answer = "this is \(always ? "always" : "never") true"
      let span = a.1.span.joined(with: b.1.span)
      var warning = Diagnostic(
        .beyondScale, "\(answer): `\(low.1)` is never above `\(high.1)`", at: span, severity: .warning)
      if lower == upper {
        warning.message = "\(answer): both sides are the same"
      } else if plan.isExtreme(upper) || plan.isExtreme(lower) {
        // The extreme is on one side; the other one is compared with it.
        let isUpper = plan.isExtreme(upper)
        let (extreme, value) = isUpper ? (high.1, low.1) : (low.1, high.1)
        let sign = (isUpper ? binary : binary.flipped).rawValue
        let isPast = plan.isPast(lower, upper)
        warning.message = "\(answer): the window of `\(extreme)` holds \(isPast ? "that" : "this") bar"
        if !always, !isPast {
          warning.hints = ["`\(value) \(sign) \(extreme.laggedByOne)` looks at the bars before"]
        }
      }
      note(warning)
      return
    }
  }

  /// Warns of a time of day that no bar has: `hour == 10` on bars of a day, which all begin at the same hour.
  mutating func warnClock(
    _ binary: BinaryOperator, _ a: (Planned, Expression), _ b: (Planned, Expression), isEnd: Bool
  ) {
    guard let bars = series?.bars, bars.timeframe.unit >= .day, bars.count > 0 else { return }
    for (part, other, binary) in [(a, b, binary), (b, a, binary.flipped)] {
      guard let node = part.0.node, case .time(let field) = plan[node], [.hour, .minute, .clock].contains(field),
        let constant = other.0.node, let number = plan.constantValue(constant)
      else { continue }
      let values = TimeColumns.column(field, of: bars).values
      guard let first = values.first(where: { !$0.isNaN }) else { continue }
      let range = values.reduce(first...first) { range, value in
        min(range.lowerBound, value)...max(range.upperBound, value)
      }
      guard let always = binary.decision(on: range, number), !(isEnd && always) else { continue }
      // A number beyond the hours of a day is already reported.
      if let scale = field.scale, binary.decision(on: scale, number) != nil { continue }
      let single = range.lowerBound == range.upperBound
      func text(_ value: Double) -> String {
        guard field == .clock else { return Self.text(value) }
        let minute = Int(value) % 60
        return "\(Int(value) / 60):\(minute < 10 ? "0" : "")\(minute)"
      }
      note(
        Diagnostic(
          .beyondScale,
          "this is \(always ? "always" : "never") true: bars of \(bars.timeframe) have no time of day, so `\(field.rawValue)` "
            + "is \(single ? text(first) : "\(text(range.lowerBound)) to \(text(range.upperBound))")",
          at: part.1.span.joined(with: other.1.span), hints: ["it takes bars of hours or minutes"], severity: .warning))
    }
  }
}

extension Plan {
  /// The order of two values that is certain on each bar that has both.
  enum CertainOrder {
    case below, atMost
  }

  /// The order of a value below another if certain from their shape; nil if it is not.
  fileprivate func order(of lower: NodeID, below upper: NodeID) -> CertainOrder? {
    if lower == upper { return .atMost }
    // A margin that is added: `highest(20) + 1`.
    if case .operation(.add, let operands) = self[upper], operands.count == 2 {
      for (value, margin) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        guard let number = constantValue(margin), number >= 0, let inner = order(of: lower, below: value) else {
          continue
        }
        return number > 0 ? .below : inner
      }
    }
    if case .operation(.subtract, let operands) = self[lower], operands.count == 2,
      let number = constantValue(operands[1]), number >= 0, let inner = order(of: operands[0], below: upper)
    {
      return number > 0 ? .below : inner
    }
    // The same symbol's values at one time, and values of the same bars ago.
    switch (self[lower], self[upper]) {
    case (.joined(let left, let context, let holding), .joined(let right, let other, let otherHolding)):
      return context == other && holding == otherHolding ? order(of: left, below: right) : nil
    case (.lag(let left, let bars), .lag(let right, let others)) where bars == others:
      return order(of: left, below: right)
    default: break
    }
    if case .operation(.max, let operands) = self[upper] {
      return operands.lazy.compactMap { order(of: lower, below: $0) }.first
    }
    if case .operation(.min, let operands) = self[lower] {
      return operands.lazy.compactMap { order(of: $0, below: upper) }.first
    }
    if let window = window(upper, isHighest: true), holds(lower, in: window, isHighest: true) { return .atMost }
    if let window = window(lower, isHighest: false), holds(upper, in: window, isHighest: false) { return .atMost }
    return nil
  }

  /// True if one of two values is of an earlier bar.
  fileprivate func isPast(_ values: NodeID...) -> Bool {
    values.contains { if case .lag = self[$0] { true } else { false } }
  }

  /// True for an extreme of a window that ends with the bar.
  fileprivate func isExtreme(_ id: NodeID) -> Bool {
    if case .operation(let operation, let operands) = self[id], [.add, .subtract, .max, .min].contains(operation) {
      return operands.contains { isExtreme($0) }
    }
    if case .joined(let inner, _, _) = self[id] { return isExtreme(inner) }
    if case .lag(let inner, _) = self[id] { return isExtreme(inner) }
    return window(id, isHighest: true) != nil || window(id, isHighest: false) != nil
  }

  /// The values of the window whose highest or lowest a node is, and its length if known; nil for another node.
  private func window(_ id: NodeID, isHighest: Bool) -> (values: NodeID, length: Double?)? {
    guard case .indicator(let name, let inputs, let arguments, let output) = self[id] else { return nil }
    let length = arguments.first.map { constantValue($0) } ?? nil
    switch (name, output) {
    case ("highest", 0) where isHighest, ("lowest", 0) where !isHighest, ("minmax", isHighest ? 1 : 0):
      return inputs.first.map { ($0, length) }
    case ("donchian", isHighest ? 0 : 2):
      guard inputs.count == 2 else { return nil }
      return (inputs[isHighest ? 0 : 1], length)
    default: return nil
    }
  }

  /// True if a value is one of a window, or lies within the bar of one.
  private func holds(_ value: NodeID, in window: (values: NodeID, length: Double?), isHighest: Bool) -> Bool {
    if case .lag(let inner, let bars) = self[value] {
      guard let lag = constantValue(bars), let length = window.length, lag >= 0, lag < length else { return false }
      return lies(inner, withinBarOf: window.values, isHighest: isHighest)
    }
    return lies(value, withinBarOf: window.values, isHighest: isHighest)
  }

  private func lies(_ value: NodeID, withinBarOf bound: NodeID, isHighest: Bool) -> Bool {
    if value == bound { return true }
    guard case .field(let price) = self[value], case .field(let extreme) = self[bound], price != .volume else {
      return false
    }
    return extreme == (isHighest ? .high : .low)
  }
}

extension BinaryOperator {
  /// The result of comparing a value with another one that it is never above; nil if it depends on the values.
  fileprivate func decision(on order: Plan.CertainOrder) -> Bool? {
    switch (self, order) {
    case (.greater, _), (.crossesAbove, _): false
    case (.lessOrEqual, _): true
    case (.less, .below): true
    case (.greaterOrEqual, .below), (.equal, .below): false
    default: nil
    }
  }
}

extension Expression {
  /// The text of the expression with its call of a window a bar earlier.
  fileprivate var laggedByOne: String {
    switch self {
    case .binary(let sign, let left, let right, _):
      if case .literal = left { return "\(left) \(sign.rawValue) \(right.laggedByOne)" }
      return "\(left.laggedByOne) \(sign.rawValue) \(right)"
    default: return "\(self)[1]"
    }
  }
}
