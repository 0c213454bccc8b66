import Calendar
import MarketData
import OrderedCollections

/// A file of the members of a universe: on each line a symbol, the first day of its membership, and the last one,
/// followed by columns named in its heading, such as the sector.
package enum MemberFile {
  /// A line that says no member.
  package struct Failure: Error {
    package var line: Int
    package var message: String
  }

  /// The days of the years 1 and 9999, the first and the last one that a date can say.
  private static let (firstDay, lastDay) = (-719_162, 2_932_896)

  /// The days of a membership in words: `2012-01-01 to 2015-12-31`, `since 2019-01-01`.
  package static func text(_ days: ClosedRange<Int>) -> String {
    let (first, last) = (CivilDate(daysSince1970: days.lowerBound), CivilDate(daysSince1970: days.upperBound))
    if days.upperBound == lastDay { return days.lowerBound == firstDay ? "always" : "since \(first)" }
    return days.lowerBound == firstDay ? "until \(last)" : "\(first) to \(last)"
  }

  /// The first words of a heading.
  private static let headings: Set<String> = ["symbol", "ticker", "member", "name"]

  /// The universe of a text, in the order of the first line of each symbol; a heading is left out.
  ///
  /// A first day that is left out is any before, a last day any after. Days of one symbol may overlap. Of a symbol on
  /// several lines the last one that says a label counts.
  package static func universe(in text: String) throws(Failure) -> Universe {
    var symbols: OrderedSet<String> = []
    var membership: [String: [ClosedRange<Int>]] = [:]
    var columns: [String] = []
    var labels: [String: [String: String]] = [:]
    for (place, row) in ShortTable.rows(of: text).enumerated() {
      let symbol = row.fields[0]
      if place == 0, headings.contains(symbol.lowercased()) {
        columns = row.fields.dropFirst(3).map { $0.lowercased() }
        continue
      }
      let dates = row.fields.dropFirst().prefix(2).map { ($0, CivilDate(iso8601: $0)) }
      if symbol.isEmpty { throw Failure(line: row.line, message: "there is no symbol") }
      if let other = dates.first(where: { !$0.0.isEmpty && $0.1 == nil }) {
        throw Failure(line: row.line, message: "`\(other.0)` is not a date")
      }
      let first = dates.first?.1?.daysSince1970 ?? Self.firstDay
      let last = dates.dropFirst().first?.1?.daysSince1970 ?? Self.lastDay
      guard first <= last else { throw Failure(line: row.line, message: "\(symbol) leaves before it joins") }
      symbols.append(symbol)
      for (column, label) in zip(columns, row.fields.dropFirst(3)) where !label.isEmpty {
        labels[column, default: [:]][symbol] = label
      }
      membership[symbol, default: []].append(first...last)
    }
    if symbols.isEmpty { throw Failure(line: 1, message: "there are no members") }
    return Universe(symbols: Array(symbols), membership: membership, labels: labels)
  }
}
