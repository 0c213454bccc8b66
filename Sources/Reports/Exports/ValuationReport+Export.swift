import JSON
import Presentation
import Valuation

extension ValuationReport {
  /// The whole valuation: results, assumptions with their sources, every line of every year, bridge and findings.
  package var wholeTable: Table? {
    var items = ItemTable()
    let data = data
    for member in data.members ?? [] {
      switch member.key {
      case "assumptions":
        for assumption in member.value.members ?? [] { append(assumption.key, assumption.value, &items) }
      case "findings":
        for finding in member.value.elements ?? [] {
          items.append(
            "findings", finding["code"]?.stringValue ?? "", Cell(finding["value"] ?? .null),
            text: finding["message"]?.stringValue)
        }
      default: items.append("result", .object([(member.key, member.value)]))
      }
    }
    return items.table
  }

  private func append(_ name: String, _ assumption: JSONValue, _ items: inout ItemTable) {
    let text = assumption["written"]?.stringValue
    let more: [(key: String, cell: Cell)] = [
      ("source", Cell(assumption["source"] ?? .null)), ("detail", Cell(assumption["detail"] ?? .null)),
      ("reason", Cell(assumption["reason"] ?? .null)),
    ]
    guard let years = assumption["value"]?.elements else {
      return items.append("assumptions", name, Cell(assumption["value"] ?? .null), text: text, more: more)
    }
    for (index, value) in years.enumerated() {
      items.append("assumptions", name, year: index + 1, Cell(value), text: text, more: more)
    }
  }
}
