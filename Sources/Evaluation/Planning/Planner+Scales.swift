import Indicators
import Language
import Text

/// Comparisons that the scale of one side decides, whatever the bars are.
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
            .unitMismatch, "this goes from \(scale), and \(Self.text(number)) is next to nothing on it",
            at: other.1.span, hints: ["write `\(Self.text((number * 1e10).rounded() / 1e8))`"], severity: .warning
          ).pointing(at: value.1.span, "from \(scale)"))
      }
    }
  }

  /// Warns of a rate of profit that is compared with a number that was meant in percent: `profit > 2` is above 200 %.
  mutating func warnProfit(_ a: (Planned, Expression), _ b: (Planned, Expression)) {
    for (rate, other) in [(a, b), (b, a)] where other.0.kind == .number {
      guard let node = rate.0.node, case .position(let variable) = plan[node], variable.isRate,
        let constant = other.0.node, let number = plan.constantValue(constant) ?? usualValues[constant],
        abs(number) >= 1, number.isFinite
      else { continue }
      note(
        Diagnostic(
          .unitMismatch, "`\(rate.1)` is a rate, and \(Self.text(number)) is \(NumberText.percent(number)) of it",
          at: other.1.span,
          hints: ["write `\(Self.text(number))%`, or `\(NumberText.percent(number))` where that is meant"],
          severity: .warning))
    }
  }
}

extension Plan {
  /// The bounds that the values of a node never leave, where its indicator declares them.
  fileprivate func scale(of id: NodeID) -> ClosedRange<Double>? {
    switch self[id] {
    case .indicator(let name, _, _, let output):
      guard let indicator = catalogue.indicator(named: name), indicator.outputs.indices.contains(output),
        indicator.outputs[output].kind == .number, indicator.outputs[output].countsInPercent
      else { return nil }
      return indicator.outputs[output].range
    case .lag(let operand, _): return scale(of: operand)
    default: return nil
    }
  }
}

extension BinaryOperator {
  /// The operator with its sides in the other order.
  fileprivate var flipped: BinaryOperator {
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

  /// The result of comparing any value of a range with a number; nil where it depends on the value.
  fileprivate func decision(on range: ClosedRange<Double>, _ number: Double) -> Bool? {
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
