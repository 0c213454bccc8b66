import Accounts
import Imports
import JSON
import Presentation
import Text

/// What the import of a statement changed, or would change.
package struct ImportReport: ShapedResult {
  package let file: String
  package let account: String
  package let dialect: StatementDialect
  package let result: StatementImport
  /// True if nothing was booked.
  package let isPreview: Bool

  package init(
    file: String, account: String, dialect: StatementDialect, result: StatementImport, isPreview: Bool
  ) {
    (self.file, self.account, self.dialect) = (file, account, dialect)
    (self.result, self.isPreview) = (result, isPreview)
  }

  package var reasonAgainstReplay: String? { StatementReason.records }

  package static let shape = ResultShape<ImportReport>(
    "imported", "The rows of a statement: new, known, or findings.",
    [
      .text("file") { $0.file }, .text("account") { $0.account }, .text("dialect") { $0.dialect.name },
      .text("title") { $0.dialect.title }, .truth("preview") { $0.isPreview }, .integer("new") { $0.result.new },
      .integer("known") { $0.result.known }, .integer("entries") { $0.result.entries.count },
      .list("findings", findingFields) { $0.result.findings },
      .decimal("cash", .possible) { $0.result.cash?.own },
      .decimal("stated_cash", .possible) { $0.result.cash?.stated },
      .list("differences", differenceFields) { $0.result.differences },
      .strings("positions") { $0.result.positions },
    ])

  private static let findingFields: [Field<StatementReader.Finding>] = [
    .integer("line") { $0.line }, .text("code") { $0.code }, .text("message") { $0.message },
  ]

  private static let differenceFields: [Field<StatementImport.Difference>] = [
    .integer("line") { $0.line }, .decimal("cash") { $0.own }, .decimal("stated") { $0.stated },
  ]

  package var document: Document {
    let rows = result.new + result.known + result.findings.count
    return Document {
      StyledText(
        "\(dialect.title), \(NumberText.counted(rows, "row")): \(result.new) new, \(result.known) known, \(result.findings.count) not understood\(isPreview ? " · preview: nothing was booked" : "")"
      )
      for finding in result.findings.prefix(20) {
        Block.note(StyledText("line \(finding.line)  \(finding.message) [\(finding.code)]"))
      }
      if result.findings.count > 20 {
        Block.note(StyledText("and \(result.findings.count - 20) more: `--format json` has all"))
      }
      for note in balanceNotes { Block.note(StyledText(note)) }
    }
  }

  private var balanceNotes: [String] {
    var notes = result.positions
    guard let cash = result.cash else { return notes }
    notes.insert(
      "cash after: \(cash.own.rounded(decimals: 2)), the file says \(cash.stated.rounded(decimals: 2))", at: 0)
    for difference in result.differences.prefix(5) {
      notes.append(
        "from line \(difference.line) on the cash differs by \((difference.own - difference.stated).signed)")
    }
    return notes
  }
}
