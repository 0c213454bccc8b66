import Filings
import JSON
import OrderedCollections
import Presentation
import Text

/// Company figures were loaded.
package struct LoadedFundamentals: StatementResult {
  package var fundamentals: Fundamentals
  package var ticker: String

  package init(fundamentals: Fundamentals, ticker: String) {
    self.fundamentals = fundamentals
    self.ticker = ticker
  }

  package var kind: String { "loaded" }
  package var data: JSONValue {
    [
      "name": .string(ticker), "symbol": .string(fundamentals.symbol), "company": .string(fundamentals.company),
      "currency": .string(fundamentals.currency), "years": .array(fundamentals.years.map { .integer($0.year) }),
    ]
  }
  package var document: Document {
    let years = fundamentals.years.suffix(5)
    return Document("\(fundamentals.company), \(fundamentals.currency)") {
      Table(
        columns: [.text("fiscal year", .name)] + years.map { .money("\($0.year)") },
        rows: Fundamentals.Item.principal.filter { item in years.contains { $0[item] != nil } }.map { item in
          [.text(item.rawValue)] + years.map { .number($0[item]?.value) }
        })
      if !fundamentals.noLongerStated.isEmpty {
        Block.warning(
          StyledText(
            "the latest year does not state \(fundamentals.noLongerStated.map(\.rawValue).joined(separator: ", ")), which the year before does: what is missing counts as 0 in sums"
          ))
      }
      if let shares = fundamentals.latestShares {
        Block.note("\(shares.value, .compact(3)) shares on the cover page of \("\(shares.periodEnd)")")
      }
    }
  }
}
