import Columns
import Language

extension Planner {
  /// `convert_rate(r, inflation_from, inflation_to)`: the rate with another inflation and the same real rate.
  mutating func convertRate(_ expressions: [Expression]) throws(Diagnostic) -> Planned {
    var growths: [Planned] = []
    for expression in expressions {
      let rate = try plan(expression)
      try require(rate, expression.span, "`convert_rate` needs rates") { $0.isNumeric }
      if let node = rate.node, let number = plan.constantValue(node) {
        try checkRate(number, of: expression, "each number of `convert_rate`")
      }
      growths.append(try combine(.add, [rate, planned(.number(1))], kind: .number))
    }
    let grown = try combine(.multiply, [growths[0], growths[2]], kind: .number)
    let real = try combine(.divide, [grown, growths[1]], kind: .number)
    return try combine(.subtract, [real, planned(.number(1))], kind: .rate)
  }
}
