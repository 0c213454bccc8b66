/// The header of three rows that pandas writes above bars from yfinance: the names of the columns, the ticker of each, and
/// the name of the dates, `Date,,,`.
struct StackedHeader {
  /// The name of each column, the dates' first.
  let names: [String]
  /// The tickers in the order of their columns, each once.
  let symbols: [String]

  /// The number of its rows.
  static let height = 3

  /// The header that the first rows of a file are; nil if they are another, or bars.
  init?(_ rows: [[String]]) {
    guard rows.count == Self.height, let first = rows.first, first.count > 2,
      rows.allSatisfy({ $0.count == first.count }),
      let dates = rows[2].first, HeaderName.meaning(dates)?.role == .stamp, rows[2].dropFirst().allSatisfy(\.isEmpty),
      let place = rows.prefix(2).firstIndex(where: { row in
        row.dropFirst().contains { HeaderName.meaning($0)?.role == .close }
      })
    else { return nil }
    names = [dates] + rows[place].dropFirst()
    symbols = rows[1 - place].dropFirst().reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }
}
