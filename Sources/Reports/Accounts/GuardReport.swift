import Accounts
import Calendar
import JSON
import Presentation
import Text

/// A guardrail of an account, with who set it.
package struct GuardReport: ShapedResult {
  package let account: String
  package let field: GuardField
  package let value: Double
  /// Who set it; nil for the usual value.
  package let setBy: String?
  package let at: LedgerTime?
  /// Remarks.
  package var notes: [String] = []

  package init(_ field: GuardField, _ value: Double, in account: String, by setBy: String?, at: LedgerTime?) {
    (self.account, self.field, self.value, self.setBy, self.at) = (account, field, value, setBy, at)
  }

  package var reasonAgainstReplay: String? { StatementReason.records }

  package static let shape = ResultShape<GuardReport>(
    "guard", "A guardrail of an account.",
    [.text("account") { $0.account }] + fields + [.strings("notes") { $0.notes }])

  /// What lists of guardrails have too.
  package static let fields: [Field<GuardReport>] = [
    .text(.text("field", .name), .never) { $0.field.rawValue },
    .number(.number("value"), cell: { $0.field.cell($0.value) }) { $0.value },
    .text(.text("range"), .never) { $0.field.rangeText }, .text(.text("set by", key: "set_by")) { $0.setBy },
    .ledgerTime(.date("at")) { $0.at },
  ]

  package var document: Document {
    Document {
      StyledText("\(field.rawValue) of \(account): \(field.text(value)), of \(field.rangeText)")
      for note in notes { Block.note(StyledText(note)) }
    }
  }
}

extension GuardField {
  /// A value of it: `15%`, `3`.
  package func text(_ value: Double) -> String {
    terms.isRate ? NumberText.percent(value) : NumberText.plain(value)
  }

  /// The value as a cell.
  package func cell(_ value: Double) -> Cell {
    .number(value, terms.isRate ? .percent(1) : .exact)
  }

  /// Its range: `5%..90%`.
  package var rangeText: String { "\(text(terms.range.lowerBound))..\(text(terms.range.upperBound))" }
}

extension GuardedOrder.Refusal {
  /// The reason in a sentence without its end.
  package func text(_ order: GuardedOrder, _ guards: Guards, account: String) -> String {
    func limit(_ field: GuardField) -> String { "\(field.rawValue) is \(field.text(guards[field]))" }
    return switch self {
    case .halted(let halt):
      "`\(account)` is halted (\(halt.rawValue)) and opens no position"
    case .positions(let held): "`\(account)` holds \(NumberText.counted(held, "symbol")), and \(limit(.maxPositions))"
    case .drawdown(let fall):
      "the equity is \(NumberText.percentShort(fall)) below its peak, and \(limit(.maxDrawdown))"
    case .dailyLoss(let fall):
      "the equity is \(NumberText.percentShort(fall)) below the peak of the day, and \(limit(.dailyLoss))"
    case .risk(let share, _):
      "\(NumberText.plain(order.size)) \(order.symbol) risk \(NumberFormat.fixed(2).grouped.text(order.risk)), "
        + "\(NumberText.percentShort(share)) of the equity, more than \(GuardField.riskPerTrade.rawValue) "
        + GuardField.riskPerTrade.text(guards[.riskPerTrade])
    }
  }

  /// What would pass.
  package func hint(_ order: GuardedOrder) -> String {
    switch self {
    case .halted: return "`guard reset` lifts the halt; orders that close a position pass"
    case .positions: return "close one first, or `guard max_positions 5`"
    case .drawdown, .dailyLoss: return "`guard reset` measures from the present equity on"
    case .risk(_, let within):
      let whole = order.size == order.size.rounded() ? within.rounded(.down) : 0
      let units = whole > 0 ? whole : (within * 1e6).rounded(.down) / 1e6
      return units > 0 ? "\(NumberText.plain(units)) are within it" : "a nearer stop risks less"
    }
  }
}
