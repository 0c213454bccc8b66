import Columns
import JSON
import Presentation
import Research
import Text
import Valuation

/// Which valuations an expression uses, on which days, from which figures.
package struct IntrinsicValueExplanation: Sendable {
  /// The expression that names it: `value(base) @ AAPL`.
  package var name: String
  package var history: IntrinsicValueHistory
  /// The bars that see the valuations.
  package var origin: Bars

  package init(name: String, history: IntrinsicValueHistory, origin: Bars) {
    self.name = name
    self.history = history
    self.origin = origin
  }

  /// The facts that hold for all of them, as labels with texts.
  package var facts: [(String, String)] {
    var facts = [(name, history.company.title)]
    let forecast = history.company.assumptions.all.filter { isForecastAssumption($0) }
    if !forecast.isEmpty {
      facts.append(("opinions", forecast.map { "\($0.name) = \($0.text)" }.joined(separator: ", ") + ": on all bars"))
    }
    if history.followsFilings {
      facts.append(
        ("figures", "as of each filing, seen from the first bar that opens after the day on which it was filed"))
    }
    if !history.typed.isEmpty { facts.append(("typed figures", history.typed.joined(separator: ", "))) }
    for split in history.splits { facts.append(("split", text(of: split))) }
    let filed = history.entries.compactMap(\.day)
    if let first = filed.first, let last = filed.last {
      facts.append(("valuations", "\(NumberText.counted(history.entries.count, "valuation")), \(first) to \(last)"))
    }
    return facts
  }

  /// Whether an assumption is a forecast of its author, and so the same on all bars.
  private func isForecastAssumption(_ assumption: Assumption) -> Bool {
    !assumption.isFiled && !assumption.isCompanyFigure && assumption.key != .price && assumption.key != .split
  }

  private func text(of split: ShareSplits.Split) -> String {
    var text = split.text
    if let filed = split.filed { text += ", filed in new shares from \(filed)" }
    if let bar = split.bar { return text + ", prices of new shares from \(origin.label(at: bar))" }
    return text + (split.isAdjusted ? ", prices adjusted for it" : ", after the last bar")
  }

  /// A row for each valuation, the oldest first.
  package var table: Table {
    let isUnit = history.entries.contains { $0.sharesPerFiled != 1 }
    var columns: [Table.Column] = [
      .date("filed"), .date("seen from", key: "seen_from"), .number("value", .fixed(2)), .number("shares"),
      .number("revenue"), .percent("margin"), .number("cash"), .number("debt"),
    ]
    if isUnit { columns.append(.number("new per filed share", key: "shares_per_filed")) }
    columns.append(.text("figures", .dim).wrapping)
    return Table(
      columns: columns,
      rows: history.entries.map { entry in
        func cell(_ name: String) -> Cell {
          if case .scalar(let value)? = entry.assumptions[name]?.value { .number(value, .compact(1)) } else { .missing }
        }
        var row: [Cell] = [
          entry.day.map { .text("\($0)") } ?? .missing, .text(origin.label(at: entry.firstBar)),
          .number(entry.value), cell("shares"), cell("revenue"), margin(of: entry), cell("cash"), cell("debt"),
        ]
        if isUnit { row.append(.number(entry.sharesPerFiled)) }
        row.append(.text(entry.refusal.map { "refused: \($0.code)" } ?? entry.figures))
        return row
      })
  }

  private func margin(of entry: IntrinsicValueHistory.Entry) -> Cell {
    if case .scalar(let value)? = entry.assumptions[.baseMargin]?.value { .number(value) } else { .missing }
  }

  package var data: JSONValue {
    [
      "name": .string(name), "valuation": .string(history.company.title), "typed": .strings(history.typed),
      "follows_filings": .bool(history.followsFilings),
      "columns": .strings(table.columns.map { $0.key ?? $0.title }),
      "rows": .array(table.rows.map { row in .array(row.map(\.json)) }),
    ]
  }
}
