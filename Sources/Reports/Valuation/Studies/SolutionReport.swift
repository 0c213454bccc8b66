import Presentation
import Text
import Valuation

/// The assumption at which the value meets a target.
package struct SolutionReport: ShapedResult {
  package var title: String
  /// The company, and the scenario or nil for the open model.
  package var ticker: String
  package var scenario: String?
  package var solution: Solution
  /// The path that was typed and is moved, in parentheses; nil if the one of the model is.
  package var path: String?

  package init(title: String, ticker: String, scenario: String?, solution: Solution) {
    self.title = title
    self.ticker = ticker
    self.scenario = scenario
    self.solution = solution
  }

  package static let shape = ResultShape<SolutionReport>(
    "solution", "The assumption that gives a value.",
    [
      .text("ticker") { $0.ticker }, .text("scenario", .possible) { $0.scenario },
      .text("parameter") { $0.solution.parameter }, .truth("shift") { $0.solution.variation.isShift },
      .text("path", .possible) { $0.path }, .number("value", .possible) { $0.solution.value },
      .number("target") { $0.solution.target }, .numbers("roots") { $0.solution.roots },
      .truth("unique") { $0.solution.isUnique },
      .list("range", rangeFields) { report in
        [report.solution.lowest, report.solution.highest].map { (parameter: $0.parameter, value: $0.value) }
      },
    ])

  /// An end of the range that was searched, and the value there.
  static let rangeFields: [Field<(parameter: Double, value: Double)>] = [
    .number("parameter") { $0.parameter }, .number("value") { $0.value },
  ]

  private func text(_ value: Double) -> String {
    // The search begins next to 0 if 0 itself is not allowed; a reader need not see how near.
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
package struct SolutionCurveReport: ShapedResult {
  package var title: String
  package var curve: SolutionCurve

  package init(title: String, curve: SolutionCurve) {
    self.title = title
    self.curve = curve
  }

  package static let shape = ResultShape<SolutionCurveReport>(
    "curve", "Pairs of two assumptions that give the same value.",
    [
      .strings("parameters") { [$0.curve.first.parameter, $0.curve.second.parameter] },
      .number("target") { $0.curve.target }, .list("curve", pointFields) { $0.curve.points },
    ])

  private static let pointFields: [Field<SolutionCurve.Point>] = [
    .number("first") { $0.first }, .number("second", .possible) { $0.second }, .numbers("roots") { $0.roots },
    .text("refusal", .possible) { $0.refusal?.code.name },
  ]

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
