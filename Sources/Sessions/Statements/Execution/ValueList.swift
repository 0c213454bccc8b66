import Evaluation
import Language
import Text

extension Execution {
  /// The numbers of a range: a, a + s, … as long as b is not passed.
  ///
  /// Bounds that are written out are computed in decimal, so that `7%..11% step 0.5%` has nine values; for
  /// bounds that are names a billionth of a step is tolerated. Without `step` it is 1 for whole numbers and 1%
  /// for whole rates.
  ///
  /// - Parameter decides: true if the values decide something in a backtest; then none may depend on later bars.
  package mutating func numbers(
    _ range: ValueRange, decides: Bool = false
  ) throws(Diagnostic) -> (values: [Double], isRate: Bool) {
    switch range {
    case .single(let expression):
      let (value, isRate) = try bound(expression, "a value to try", decides)
      return ([value], isRate)
    case .list(let elements, let span):
      guard !elements.isEmpty else {
        throw Diagnostic(.outOfRange, "a list of values to try must not be empty", at: span)
      }
      var values: [Double] = []
      var isRate = true
      for element in elements {
        let (value, rate) = try bound(element, "a value to try", decides)
        values.append(value)
        isRate = isRate && rate
      }
      return (values, isRate)
    case .steps(let from, let to, let step, let span):
      let (first, firstIsRate) = try bound(from, "the start of a range", decides)
      let (last, lastIsRate) = try bound(to, "the end of a range", decides)
      guard first <= last else {
        let swapped = "\(to)..\(from)" + (step.map { " step \($0)" } ?? "")
        throw Diagnostic(
          .outOfRange, "a range begins with its smaller end", at: span, hints: ["write `\(swapped)`"])
      }
      let isRate = firstIsRate && lastIsRate
      let decimals = [from, to, step].map { $0.flatMap(\.writtenDecimals) }
      var size = isRate ? 0.01 : 1.0
      var sizeDecimals: Int? = isRate ? 2 : 0
      if let step {
        let typed = try bound(step, "the step of a range", decides)
        size = typed.0
        sizeDecimals = decimals[2]
        guard size > 0 else { throw Diagnostic(.outOfRange, "a step is above 0", at: step.span) }
        if isRate, !typed.isRate, size > last - first {
          // `1%..5% step 1` would have one value.
          let (text, percent) = (NumberText.plain(size), NumberText.percent(size))
          throw Diagnostic(
            .numberAsRate, "the step of a range of rates is a rate, so \(text) is \(percent)", at: step.span,
            hints: ["write `step \(text)%`"])
        }
      } else if !first.isMultiple(of: size) || !last.isMultiple(of: size) {
        throw Diagnostic(
          .outOfRange, "a range without `step` needs whole numbers or whole percents", at: span,
          hints: ["give the step: `… step \(isRate ? "0.5%" : "0.1")`"])
      }
      let count = ((last - first) / size + 1e-9).rounded(.down)
      try checkSize(count + 1, "values", at: span)
      var scale: Double?
      if let a = decimals[0], let s = sizeDecimals, max(a, s) <= 15 { scale = Self.powerOfTen(max(a, s)) }
      let values = (0...Int(count)).map { index -> Double in
        let value = first + Double(index) * size
        return scale.map { (value * $0).rounded() / $0 } ?? value
      }
      return (values, isRate)
    }
  }

  private mutating func bound(
    _ expression: Expression, _ what: String, _ decides: Bool
  ) throws(Diagnostic) -> (Double, isRate: Bool) {
    try decides ? decidingNumber(expression, what) : number(expression, what)
  }

  private static func powerOfTen(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { power, _ in power * 10 } }
}

extension Double {
  /// True within rounding: 0.07 is a multiple of 0.01.
  fileprivate func isMultiple(of step: Double) -> Bool {
    let quotient = self / step
    return abs(quotient - quotient.rounded()) < 1e-9
  }
}

extension Expression {
  /// The decimals of a number that is written out, with or without a minus; nil for anything else.
  fileprivate var writtenDecimals: Int? {
    switch self {
    case .literal(.number(let number), _): number.decimals
    case .unary(.negate, let operand, _): operand.writtenDecimals
    default: nil
    }
  }
}
