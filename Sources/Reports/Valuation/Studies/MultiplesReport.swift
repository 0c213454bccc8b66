import JSON
import OrderedCollections
import Presentation
import Text
import Valuation

/// A company compared with its peers.
package struct MultiplesReport: ShapedResult {
  package var comparison: PeerComparison
  /// Notes on the figures: their period, and prices that are missing.
  package var notes: [String]

  package init(comparison: PeerComparison, notes: [String]) {
    self.comparison = comparison
    self.notes = notes
  }

  package static let shape = ResultShape<MultiplesReport>(
    "multiples", "Multiples beside those of peers.",
    [
      .text("ticker") { $0.comparison.company.ticker }, .number("price") { $0.comparison.company.price },
      .strings("peers") { $0.comparison.peers.map(\.ticker) }, .number("value", .possible) { $0.comparison.value },
      .list("rows", rowFields) { $0.comparison.rows }, .strings("notes") { $0.notes },
    ])

  private static let rowFields: [Field<PeerComparison.Row>] = [
    .text("multiple") { $0.multiple.rawValue }, .number("own", .possible) { $0.own },
    .value("peers", [.list]) { .array($0.ofPeers.map { .number($0) }) }, .number("low", .possible) { $0.range?.low },
    .number("median", .possible) { $0.range?.median }, .number("high", .possible) { $0.range?.high },
    .number("value_low", .possible) { $0.value?.low }, .number("value", .possible) { $0.value?.median },
    .number("value_high", .possible) { $0.value?.high },
  ]

  package var document: Document {
    let title = comparison.value.map { ": \(NumberFormat.fixed(2).text($0)) a share by its peers" } ?? ""
    return Document(StyledText(comparison.company.ticker + title), mainTable: table) {
      table
      if let bars { bars }
      for note in notes { Block.note(StyledText(note)) }
    }
  }

  private var table: Table {
    Table(
      columns: [.text("multiple", .name), .number(comparison.company.ticker, .fixed(1))]
        + comparison.peers.map { .number($0.ticker, .fixed(1)) }
        + [.number("median", .fixed(1)), .number("value", .fixed(2))],
      rows: comparison.rows.map { row in
        [.text(row.multiple.rawValue), .number(row.own)] + row.ofPeers.map { .number($0) }
          + [.number(row.range?.median), .number(row.value?.median)]
      })
  }

  /// The value of a share from the lowest to the highest of the peers, the price marked.
  private var bars: BarChart? {
    let ranges = comparison.rows.compactMap { row in
      row.value.map { BarChart.Bar(row.multiple.rawValue, from: $0.low, to: $0.high) }
    }
    // One peer gives no range.
    guard comparison.rows.contains(where: { $0.range.map { $0.low < $0.high } ?? false }) else { return nil }
    return BarChart(
      ranges, format: .fixed(2), reference: comparison.company.price, referenceLabel: "price")
  }
}
