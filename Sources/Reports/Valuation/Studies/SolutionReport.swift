import JSON
import Presentation
import Text
import Valuation

/// The assumption at which the value meets a target.
package struct SolutionReport: StatementResult {
  package var title: String
  /// The company, and the scenario or nil for the model in work.
  package var ticker: String
  package var scenario: String?
  package var solution: Solution
  /// The path that was typed and is moved, in parentheses; nil where the one of the model is.
  package var path: String?

  package init(title: String, ticker: String, scenario: String?, solution: Solution) {
    self.title = title
    self.ticker = ticker
    self.scenario = scenario
    self.solution = solution
  }

  package var kind: String { "solution" }
  package var data: JSONValue {
    [
      "ticker": .string(ticker), "scenario": .string(scenario),
      "parameter": .string(solution.parameter), "shift": .bool(isShift),
      "path": .string(path), "value": .number(solution.value),
      "target": .number(solution.target), "roots": .numbers(solution.roots), "unique": .bool(solution.isUnique),
      "range": [
        ["parameter": .number(solution.lowest.parameter), "value": .number(solution.lowest.value)],
        ["parameter": .number(solution.highest.parameter), "value": .number(solution.highest.value)],
      ],
    ]
  }

  private var isShift: Bool { if case .shift = solution.variation.mode { true } else { false } }

  private func text(_ value: Double) -> String {
    // The search begins next to 0 where 0 itself is not allowed; a reader need not see how near.
    solution.variation.text(abs(value) < 1e-12 ? 0 : value)
  }

  /// `= 5%`, or the shift with its sign: `+ 1pp`, `- 1pp`, `* 1.1`.
  private func equation(_ value: Double) -> String {
    guard case .shift(let how) = solution.variation.mode else { return "= \(text(value))" }
    let moved = path.map { "= \($0) " } ?? ""
    return moved + (how == .add && value < 0 ? "- \(text(-value))" : "\(how.rawValue) \(text(value))")
  }

  package var document: Document {
    Document {
      if let value = solution.value {
        StyledText(
          "\(title): \(solution.parameter) \(equation(value)) gives \(NumberFormat.fixed(2).text(solution.target)) a share"
        )
        if !solution.isUnique {
          Block.warning(StyledText("not the only answer: \(solution.roots.map(text).joined(separator: ", "))"))
        }
      } else {
        Block.warning(
          StyledText(
            "\(title): no \(solution.parameter) gives \(NumberFormat.fixed(2).text(solution.target)) a share; it is \(NumberFormat.fixed(2).text(solution.lowest.value)) at \(text(solution.lowest.parameter)) and \(NumberFormat.fixed(2).text(solution.highest.value)) at \(text(solution.highest.parameter))"
          ))
      }
    }
  }
}

/// The values that two assumptions must have together.
package struct SolutionCurveReport: StatementResult {
  package var title: String
  package var curve: SolutionCurve

  package init(title: String, curve: SolutionCurve) {
    self.title = title
    self.curve = curve
  }

  package var kind: String { "curve" }

  package var data: JSONValue {
    [
      "parameters": .strings([curve.first.parameter, curve.second.parameter]), "target": .number(curve.target),
      "curve": .array(
        curve.points.map {
          [
            "first": .number($0.first), "second": .number($0.second), "roots": .numbers($0.roots),
            "refusal": .string($0.refusal?.code.rawValue),
          ]
        }),
    ]
  }

  package var document: Document {
    let target = NumberFormat.fixed(2).text(curve.target)
    return Document(
      StyledText(
        "\(title): the \(curve.second.parameter) that each \(curve.first.parameter) needs for \(target) a share")
    ) {
      Table(
        columns: [.text(curve.first.parameter, .name), .text(curve.second.parameter), .text("", .dim).wrapping],
        rows: curve.points.filter { $0.refusal == nil }.map { point in
          let others = point.roots.filter { $0 != point.second }.map(curve.second.shortText)
          let remark = point.second == nil ? "none" : others.isEmpty ? "" : "or \(others.joined(separator: ", "))"
          return [
            .text(curve.first.shortText(point.first)), .text(point.second.map(curve.second.shortText) ?? ""),
            .text(remark),
          ]
        })
      for refused in refusals { Block.note(StyledText(refused)) }
    }
  }

  /// The points at which nothing could be looked for, a line for each sort of refusal.
  private var refusals: [String] {
    var sorts: [(first: ValuationError, values: [Double])] = []
    for point in curve.points {
      guard let refusal = point.refusal else { continue }
      if let known = sorts.firstIndex(where: { $0.first.code == refusal.code }) {
        sorts[known].values.append(point.first)
      } else {
        sorts.append((refusal, [point.first]))
      }
    }
    return sorts.map { sort in
      let texts = sort.values.map(curve.first.shortText)
      let which = texts.count < 3 ? texts.joined(separator: ", ") : "\(texts[0]) to \(texts[texts.count - 1])"
      return "refused for \(curve.first.parameter) \(which): \(sort.first.message)"
    }
  }
}

extension Variation {
  /// A value of the assumption in its unit, with as many digits as a table needs.
  fileprivate func shortText(_ value: Double) -> String {
    switch (AssumptionDefinition.named(parameter)?.unit, mode) {
    case (.rate, .set), (.rate, .path), (.terminal, .set): NumberFormat.percent(2).text(value)
    default: text(value)
    }
  }
}
