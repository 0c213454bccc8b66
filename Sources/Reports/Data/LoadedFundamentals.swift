import JSON
import OrderedCollections
import Presentation
import Research
import Text

/// Company figures were loaded.
package struct LoadedFundamentals: StatementResult {
  package var fundamentals: Fundamentals
  package var ticker: String
  /// The effects of these figures on scenarios that were saved with older ones.
  package var moves: [FiguresMove]

  package init(fundamentals: Fundamentals, ticker: String, moves: [FiguresMove] = []) {
    self.fundamentals = fundamentals
    self.ticker = ticker
    self.moves = moves
  }

  package var kind: String { "loaded" }
  package var data: JSONValue {
    [
      "name": .string(ticker), "symbol": .string(fundamentals.symbol), "company": .string(fundamentals.company),
      "currency": .string(fundamentals.currency), "years": .array(fundamentals.years.map { .integer($0.year) }),
      "moves": .array(
        moves.map { move in
          [
            "scenario": .string(move.scenario), "before": .number(move.before), "after": .number(move.after),
            "refusal": .string(move.refusal), "changes": .strings(move.changes),
          ]
        }),
    ]
  }
  package var document: Document {
    let years = fundamentals.years.suffix(5)
    return Document("\(fundamentals.company), \(fundamentals.currency)") {
      Table(
        columns: [.text("fiscal year", .name)] + years.map { .money("\($0.year)") },
        rows: Fundamentals.Item.principal.filter { item in years.contains { $0[item] != nil } }.map { item in
          [.text(item.title)] + years.map { .number($0[item]?.value) }
        })
      if !fundamentals.noLongerStated.isEmpty {
        Block.warning(
          StyledText(
            "the latest year does not state \(fundamentals.noLongerStated.map(\.title).joined(separator: ", ")), which the year before does: they count as 0 in that year's sums"
          ))
      }
      if let shares = fundamentals.latestShares {
        Block.note("\(shares.value, .compact(3)) shares on the cover page of \("\(shares.periodEnd)")")
      }
      if !moves.isEmpty {
        Block.warning("scenarios hold older figures; with these:")
        Block.list(moves.map { StyledText($0.text) })
        Block.note("`dcf base = ltm` takes them into the open model, and `save scenario` keeps that")
      }
    }
  }
}
