import JSON
import Presentation
import Text
import Valuation

/// All findings on a valuation, those first that cost a share most.
package struct FindingsReport: StatementResult {
  /// The valuation: `AAPL base`.
  package var title: String
  /// The value of a share, or of the index of a driver model.
  package var value: Double
  /// The findings in order.
  package var findings: [FindingCost]
  /// True where the value is that of a share.
  package var isPerShare: Bool

  package init(title: String, value: Double, isPerShare: Bool = true, findings: [FindingCost]) {
    self.title = title
    self.value = value
    self.isPerShare = isPerShare
    self.findings = findings
  }

  package var kind: String { "findings" }
  package var rowCount: Int? { findings.count }

  package var data: JSONValue {
    ["title": .string(title), "value": .number(value), "findings": .array(findings.map(\.json))]
  }

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
    Table(
      columns: [
        .number("a share", NumberFormat.fixed(2).signed, key: "effect"), .text("with", key: "remedy").wrapping,
        .text("severity"), .text("finding").wrapping,
      ],
      rows: findings.map { cost in
        [
          .number(cost.effect), .text(cost.remedy?.text ?? ""), .text(cost.finding.severity.rawValue),
          .text(cost.finding.styledText),
        ]
      })
  }
}

extension FindingCost {
  /// The finding as programs read it, with its remedy and that one's effect on a share.
  package var json: JSONValue {
    var members = finding.json.members?.map { ($0.key, $0.value) } ?? []
    members.append(("remedy", .string(remedy?.text)))
    members.append(("effect", .number(effect)))
    return .object(members)
  }
}
