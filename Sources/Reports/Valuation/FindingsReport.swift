import Presentation
import Text
import Valuation

/// All findings on a valuation, those first that cost a share most.
package struct FindingsReport: ShapedResult {
  /// The valuation: `AAPL base`.
  package var title: String
  /// The value of a share, or of the index of a driver model.
  package var value: Double
  /// The findings in order.
  package var findings: [FindingCost]
  /// True if the value is that of a share.
  package var isPerShare: Bool

  package init(title: String, value: Double, isPerShare: Bool = true, findings: [FindingCost]) {
    self.title = title
    self.value = value
    self.isPerShare = isPerShare
    self.findings = findings
  }

  package var rowCount: Int? { findings.count }

  package static let shape = ResultShape<FindingsReport>(
    "findings", "What is to be doubted in a valuation.",
    [
      .text("title") { $0.title }, .number("value") { $0.value },
      .list("findings", FindingCost.fields) { $0.findings },
    ])

  package var document: Document {
    let unit = isPerShare ? " a share" : ""
    let worth = NumberFormat.fixed(2).text(value)
    return Document(StyledText("\(title): \(worth)\(unit), \(NumberText.counted(findings.count, "finding"))")) {
      if !findings.isEmpty { table }
      if findings.contains(where: { $0.effect != nil }) {
        Block.note("a share: what the value would change by if that assumption alone were at the limit")
      }
    }
  }

  private var table: Table {
    FindingCost.fields.named(["effect", "remedy", "severity", "message"]).table(of: findings)
  }
}

extension FindingCost {
  /// A finding with its remedy, and the effect of the remedy on the value of a share.
  static let fields: [Field<FindingCost>] =
    ValuationFinding.fields.map { $0.of(\.finding) } + [
      Field.text("remedy", .possible) { $0.remedy?.text }
        .shown(.text("with", key: "remedy").wrapping) { .text($0.remedy?.text ?? "") },
      .number(.number("a share", NumberFormat.fixed(2).signed, key: "effect")) { $0.effect },
    ]

  /// A finding, with its remedy if the review has one.
  static let reviewedFields: [Field<(finding: ValuationFinding, cost: FindingCost?)>] =
    ValuationFinding.fields.map { $0.of { $0.finding } } + [
      Field.text("remedy", .possible) { $0.cost?.remedy?.text }.only { $0.cost != nil },
      Field.number("effect", .possible) { $0.cost?.effect }.only { $0.cost != nil },
    ]
}
