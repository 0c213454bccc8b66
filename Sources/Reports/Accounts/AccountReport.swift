import Accounts
import Calendar
import JSON
import Presentation
import Text

/// An account with what it holds.
package struct AccountReport: ShapedResult {
  package let state: Replay.State
  package let entries: Int
  /// The moment of the first entry; nil without one.
  package let first: LedgerTime?
  /// Remarks.
  package let notes: [String]

  package init(state: Replay.State, lines: [Books.Line], notes: [String] = []) {
    (self.state, entries, self.notes) = (state, lines.count, notes)
    first = lines.first.map { LedgerTime($0.entry.time, isDay: true, in: state.account.zone) }
  }

  package var reasonAgainstReplay: String? { StatementReason.records }
  private var account: Account { state.account }

  package static let shape = ResultShape<AccountReport>(
    "account", "An account of the book.", fields + [.strings("notes") { $0.notes }])

  /// What lists of accounts have too.
  package static let fields: [Field<AccountReport>] = [
    .text(.text("name", .name), .never) { $0.account.name }, .text(.text("currency"), .never) { $0.account.currency },
    .text(.text("lots"), .never) { $0.account.lots.rawValue },
    .text(.text("zone"), .never) { $0.account.zone.identifier },
    .text(.text("mode"), .never) { $0.account.mode.rawValue }, .money(.number("cash"), .never) { $0.state.cash },
    .integer(.integer("entries"), .never) { $0.entries },
    .integer(.integer("positions"), .never) { $0.state.positions.count },
    .text(.text("since")) { $0.first.map { "\($0.date)" } },
    .integer(.integer("closed")) { $0.account.closedYear },
  ]

  package var document: Document {
    let since = first.map { ", since \($0.date)" } ?? ""
    let held = state.positions.count
    let positions = held == 0 ? "" : ", \(NumberText.counted(held, "position"))"
    let closed = account.closedYear.map { ", closed through \($0)" } ?? ""
    return Document {
      StyledText(
        "account \(account.name): \(account.currency), \(account.lots.rawValue.uppercased()) lots, days of \(account.zone.identifier), \(state.cash.rounded(decimals: 2)) in cash\(positions)\(since)\(closed)"
      )
      for note in notes { Block.note(StyledText(note)) }
    }
  }
}
