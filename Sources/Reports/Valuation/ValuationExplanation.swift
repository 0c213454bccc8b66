import Presentation
import Text
import Valuation

/// The way from the value of a share back to each number that was given, and its source.
package struct ValuationExplanation: ShapedResult {
  /// One step: a figure, and how it follows from those below it.
  package struct Step: Sendable {
    /// The number of steps below the value of a share.
    package var depth: Int
    package var item: String
    package var value: Double?
    package var format: NumberFormat
    /// Its formula, with the numbers put in.
    package var how: String

    package init(depth: Int, item: String, value: Double? = nil, format: NumberFormat, how: String) {
      self.depth = depth
      self.item = item
      self.value = value
      self.format = format
      self.how = how
    }
  }

  package var report: ValuationReport
  package var steps: [Step]

  package init(report: ValuationReport, steps: [Step]) {
    self.report = report
    self.steps = steps
  }

  package static let shape = ResultShape<ValuationExplanation>(
    "explanation", "How a value comes about.", isOpen: true,
    [.text("expression") { _ in "value" }, .text("title") { $0.report.title }, .list("steps", stepFields) { $0.steps }]
      + ValuationReport.shape.fields.named(["assumptions", "findings"]).map { $0.of(\.report) })

  private static let stepFields: [Field<Step>] = [
    .integer("depth") { $0.depth },
    .text("item") { $0.item }.shown(.text("figure", .name)) {
      .text(String(repeating: " ", count: $0.depth) + $0.item)
    },
    .number("value", .possible) { $0.value }.shown(.number("value")) { .number($0.value, $0.format) },
    .text(.text("how", .dim).wrapping, .never) { $0.how },
  ]

  package var document: Document {
    Document(StyledText("\(report.title): \(NumberFormat.fixed(2).grouped.text(report.result.valuePerShare)) a share"))
    {
      Self.stepFields.table(of: steps)
      if let parts = report.result.sumOfParts { report.result.partTable(parts) }
      for table in report.result.yearTables { table }
      sourceTable
      for finding in report.findings where finding.severity != .note {
        Block.warning(StyledText("\(finding.message) [\(finding.code.name)]"))
      }
    }
  }

  /// Each number that was given, with its source and the range in which it is usual.
  private var sourceTable: Table {
    let reasons = report.shownAssumptions.contains { $0.reason != nil }
    return Table(
      columns: [.text("input", .name), .text("value"), .text("usual"), .text("source", .dim).wrapping]
        + (reasons ? [.text("reason").wrapping] : []),
      rows: report.shownAssumptions.map { assumption in
        let definition = AssumptionDefinition.named(assumption.name)
        let usual = report.result.plausibleRange(of: assumption.name)
        return [
          .text(assumption.name), .text(assumption.text.withShortLists),
          .text(usual.flatMap { range in definition.map { $0.text(range) } } ?? ""), .text(assumption.source.text),
        ] + (reasons ? [.text(assumption.reason ?? "")] : [])
      })
  }
}
