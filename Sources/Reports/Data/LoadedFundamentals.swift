import JSON
import OrderedCollections
import Presentation
import Research
import Text

/// Company figures were loaded.
package struct LoadedFundamentals: ShapedResult {
  package var fundamentals: Fundamentals
  package var ticker: String
  /// The effects of these figures on scenarios that were saved with older ones.
  package var moves: [FiguresMove]

  package init(fundamentals: Fundamentals, ticker: String, moves: [FiguresMove] = []) {
    self.fundamentals = fundamentals
    self.ticker = ticker
    self.moves = moves
  }

  package static let shape = ResultShape<LoadedFundamentals>(
    "loaded", Loaded.summary,
    [
      .text("name") { $0.ticker }, .text("symbol") { $0.fundamentals.symbol },
      .text("company") { $0.fundamentals.company }, .text("currency") { $0.fundamentals.currency },
      .value("years", [.list]) { .array($0.fundamentals.years.map { .integer($0.year) }) },
      .list("moves", moveFields) { $0.moves },
    ])

  private static let moveFields: [Field<FiguresMove>] = [
    .text("scenario") { $0.scenario }, .number("before") { $0.before }, .number("after", .possible) { $0.after },
    .text("refusal", .possible) { $0.refusal }, .strings("changes") { $0.changes },
  ]

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
