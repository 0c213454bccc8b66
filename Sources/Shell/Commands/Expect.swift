import Evaluation
import Language
import Reports
import Sessions
import Text

extension Command {
  static let expect = Command(
    CommandSyntax(
      "expect",
      forms: [
        CommandSyntax.Form(
          "",
          [.required(.expected), .keyword("within"), .required(.tolerance), .keyword("of"), .required(.expectedNumber)])
      ], hasResult: false),
    category: .names, summary: "Fails if a number is not near the expected one.",
    discussion: """
      A rate is a share of the expected number, `within 1% of 142.10`; a plain number is a distance, `within 0.5 of \
      142.10`. Of a series its last value is compared; a missing one is never near. `tas test FOLDER` runs scripts that \
      expect.
      """,
    examples: ["expect last(close) within 1% of 396.33", "expect cross.total_trades within 5% of 90"]
  ) { execution, call throws(Diagnostic) in
    try execution.expect(call)
  }
}

extension Role<Expression> {
  fileprivate static var expected: Self { .expression("value", "EXPR") }
  fileprivate static var tolerance: Self { .expression("tolerance", "TOLERANCE") }
  fileprivate static var expectedNumber: Self { .expression("target", "NUMBER") }
}

extension Execution {
  fileprivate mutating func expect(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let expression = try call[.expected]
    let toleranceText = try call[.tolerance]
    let (tolerance, isRate) = try number(toleranceText, "a tolerance")
    let targetText = try call[.expectedNumber]
    guard let target = try lastValue(of: targetText).number else {
      throw Diagnostic(.wrongKind, "expected a number", at: targetText.span)
    }
    guard tolerance >= 0 else {
      throw Diagnostic(.outOfRange, "a tolerance is not below zero", at: toleranceText.span)
    }
    let value = try lastValue(of: expression)
    guard value.kind.isNumeric, let found = value.number else {
      throw Diagnostic(.wrongKind, "expected a number, but this is \(value.kind.described)", at: expression.span)
    }
    let distance = abs(found - target)
    if distance <= (isRate ? tolerance * abs(target) : tolerance) {
      return Assertion(expected: Assertion.Expected(value: found, target: target, distance: distance))
    }
    let share = isRate && target != 0 ? " (\(NumberFormat.percent.text(distance / abs(target))))" : ""
    let what = found.isNaN ? "it is missing" : "\(NumberFormat.general.text(distance))\(share) away"
    throw Diagnostic(
      .assertionFailed,
      "assertion failed: expected \(NumberText.plain(target)) within \(sources.text(of: toleranceText.span)), \(what)",
      at: expression.span, label: found.isNaN ? "" : "is \(NumberText.plain(found))")
  }
}
