import Text

/// A value on its way: a number with its formula, its figures and, if there is none, the reason.
struct FigureOperand {
  var value: Double?
  var formula: String
  var figures: [Fundamentals.Figure] = []
  var reason: String?

  static func + (a: FigureOperand, b: FigureOperand) -> FigureOperand {
    // An optional term that is absent is left out of the formula.
    if b.figures.isEmpty, b.value == 0 { return a }
    if a.figures.isEmpty, a.value == 0 { return b }
    return join(a, b, "\(a.formula) + \(b.formula)") { $0 + $1 }
  }

  static func - (a: FigureOperand, b: FigureOperand) -> FigureOperand {
    join(a, b, "\(a.formula) - \(b.bracketed)") { $0 - $1 }
  }

  static func * (a: FigureOperand, b: FigureOperand) -> FigureOperand {
    join(a, b, "\(a.formula) * \(b.formula)") { $0 * $1 }
  }

  /// The quotient; there is none if the divisor is not above 0, as no share of a loss means anything.
  static func / (a: FigureOperand, b: FigureOperand) -> FigureOperand {
    var result = join(a, b, "\(a.bracketed) / \(b.bracketed)") { $0 / $1 }
    if let divisor = b.value, a.value != nil, divisor <= 0 {
      result.value = nil
      result.reason = "\(b.formula) is not above 0"
    }
    return result
  }

  private var bracketed: String {
    let isSum = formula.hasPart(" + ") || formula.hasPart(" - ")
    return isSum && !formula.hasPrefix("(") ? "(\(formula))" : formula
  }

  private static func join(
    _ a: FigureOperand, _ b: FigureOperand, _ formula: String, _ compute: (Double, Double) -> Double
  ) -> FigureOperand {
    var value: Double?
    if let left = a.value, let right = b.value { value = compute(left, right) }
    return FigureOperand(
      value: value, formula: formula, figures: a.figures + b.figures, reason: a.reason ?? b.reason)
  }
}
