import Language
import Sessions
import Text
import Valuation

/// Numbers that are typed for an assumption of another unit.
extension Execution {
  /// Refuses numbers of the wrong unit for an assumption: a rate for an amount, and for a rate a number that would be
  /// more than all of it, as 7 is 700%.
  ///
  /// - Parameters:
  ///   - shift: the sign by which the numbers move the assumption; nil if they are its values.
  ///   - isTried: true for numbers of a grid or of draws, of which refused ones are left out.
  ///   - name: the assumption's name as typed.
  package func checkUnit(
    of numbers: [Double], isRate: Bool, moving shift: Assumption.Shift.Operator? = nil, isTried: Bool = false,
    _ name: String, at span: SourceSpan
  ) throws(Diagnostic) {
    let isSum = shift == .add || shift == .subtract
    guard let definition = AssumptionDefinition.named(name), shift == nil || isSum else { return }
    if isRate {
      guard definition.unit.isAmount else { return }
      let remedy = "a factor moves it by a part of itself: `\(name) * 1.05`"
      throw Diagnostic(
        .wrongKind, "`\(name)` is an amount, but this is a rate", at: span, hints: isSum ? [remedy] : [])
    }
    guard definition.unit == .rate || definition.unit == .terminal,
      let number = numbers.first(where: { isSum ? $0.magnitude >= 1 : $0.magnitude > 1 }), number.isFinite
    else { return }
    let text = NumberText.plain(number)
    let points = NumberText.plain(number * 100)
    if isSum, let sign = shift?.rawValue {
      throw Diagnostic(
        .numberAsRate, "`\(name)` is a rate, so `\(sign) \(text)` moves it by \(points) percentage points", at: span,
        hints: ["write `\(sign) \(text)pp`, or `\(sign) \(points)pp` if that is meant"])
    }
    if !isTried, definition.unit == .rate, let bounds = definition.hard, !bounds.contains(number) {
      // A value that is out of bounds even with its sign is refused by the model, with the possible range.
      guard bounds.contains(number / 100) else { return }
      throw Diagnostic(
        .numberAsRate, "`\(name)` is a rate, so \(text) is \(points)%", at: span, hints: ["write `\(text)%`"])
    }
    let multiple = definition.unit == .terminal ? ", or `\(text)x` for a multiple" : ""
    throw Diagnostic(
      .numberAsRate, "`\(name)` is a rate, so \(text) is \(points)%", at: span,
      hints: ["write `\(text)%`\(multiple); or `\(points)%` if that is meant"])
  }
}
