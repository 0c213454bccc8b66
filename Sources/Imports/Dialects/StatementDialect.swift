import Accounts
import Calendar
import FileFormats
import JSON

/// The way in which one broker writes statements; a file of this folder each.
package struct StatementDialect: Sendable {
  /// The word by which `import … as` names it.
  package let name: String
  /// Its name in messages, with the form.
  package let title: String
  /// The columns by which a header is known, by their names in lower case.
  let columns: [String]
  /// The column that every data row has a date or time in; rows without are above the header or below the table.
  let dated: String
  /// Reads all rows.
  let read: @Sendable (inout StatementReader) -> Void

  /// All dialects; one with more columns comes before another that has some of these.
  package static let all: [StatementDialect] = [
    schwab, schwabChecking, fidelity, flexTrades, flexCash, robinhood, coinbase, krakenLedgers, krakenTrades, flex,
    alpaca, generic,
  ]

  /// The names of dialects, each once.
  package static var names: [String] {
    var names: [String] = []
    for dialect in all where !names.contains(dialect.name) { names.append(dialect.name) }
    return names
  }
}

/// A statement with its rows, and the dialect that reads them.
package struct BrokerStatement: Sendable {
  package let dialect: StatementDialect
  package let rows: [StatementRow]

  /// The statement in a file; nil if no dialect knows it, or none of that name.
  package init?(_ bytes: [UInt8], as name: String? = nil) {
    let candidates = StatementDialect.all.filter { name == nil || $0.name == name }
    let first = bytes.first { ![32, 9, 10, 13, 0xEF, 0xBB, 0xBF].contains($0) }
    switch first {
    case UInt8(ascii: "<"):
      guard candidates.contains(where: { $0.name == StatementDialect.flex.name }),
        let rows = Self.elements(of: bytes)
      else { return nil }
      (dialect, self.rows) = (.flex, rows)
    case UInt8(ascii: "["):
      guard candidates.contains(where: { $0.name == StatementDialect.alpaca.name }),
        let rows = Self.items(of: bytes)
      else { return nil }
      (dialect, self.rows) = (.alpaca, rows)
    default:
      guard let (dialect, rows) = Self.table(DelimitedRows.rows(bytes), candidates) else { return nil }
      (self.dialect, self.rows) = (dialect, rows)
    }
  }

  /// Reads the rows as entries of an account.
  ///
  /// - Parameter rate: the worth of a currency in that of the account, on a day; nil if it is not known.
  package func reading(
    for account: Account, rate: @escaping @Sendable (String, Timestamp) -> Money?
  ) -> StatementReader {
    var reader = StatementReader(rows, of: dialect.name, account, rate: rate)
    dialect.read(&reader)
    reader.finish()
    return reader
  }

  private static func table(
    _ all: [DelimitedRows.Row], _ candidates: [StatementDialect]
  ) -> (StatementDialect, [StatementRow])? {
    for (place, row) in all.prefix(60).enumerated() {
      let names = row.fields.map(StatementRow.name)
      let known = Set(names)
      guard let dialect = candidates.first(where: { !$0.columns.isEmpty && known.isSuperset(of: $0.columns) })
      else { continue }
      var columns: [String: Int] = [:]
      for (place, name) in names.enumerated() where columns[name] == nil && !name.isEmpty { columns[name] = place }
      let rows = all[(place + 1)...].lazy.map { StatementRow(line: $0.line, columns: columns, fields: $0.fields) }
      return (dialect, rows.filter { dialect.isData($0) })
    }
    return nil
  }

  /// The elements of a Flex query that are rows: executions, money, corporate actions, and the positions at the end.
  private static func elements(of bytes: [UInt8]) -> [StatementRow]? {
    var reader = XMLReader(bytes, part: "the statement")
    var rows: [StatementRow] = []
    var isFlex = false
    do {
      while let event = try reader.next() {
        guard case .start(let name, let values) = event else { continue }
        if name.hasPrefix("Flex") { isFlex = true }
        guard ["Trade", "CashTransaction", "CorporateAction", "OpenPosition"].contains(name) else { continue }
        rows.append(
          StatementRow(line: reader.line(), kind: name, values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
      }
    } catch {
      // What a cut file has is not known to be all.
      return nil
    }
    return isFlex ? rows : nil
  }

  private static func items(of bytes: [UInt8]) -> [StatementRow]? {
    guard let items = (try? JSONValue(parsing: bytes))?.elements, !items.isEmpty,
      items.allSatisfy({ $0.members != nil }), items[0]["activity_type"] != nil
    else { return nil }
    return items.enumerated().map { place, item in
      StatementRow(
        line: place + 1, kind: "activity",
        (item.members ?? []).map { member in
          let value = member.value
          return (
            member.key, value.stringValue ?? value.intValue.map { "\($0)" } ?? value.doubleValue.map { "\($0)" } ?? ""
          )
        })
    }
  }
}

extension StatementDialect {
  /// True for a row of the table: one with a date, or with several values and what may have been one.
  fileprivate func isData(_ row: StatementRow) -> Bool {
    hasDate(row) || row.valueCount >= 4 && row.text(dated).contains(where: \.isNumber)
  }

  private func hasDate(_ row: StatementRow) -> Bool {
    if dated.isEmpty { return row.content.contains { $0 != "\u{1F}" } }
    let text = row.text(dated)
    return StatementTime.american(text) != nil || StatementTime.civil(text) != nil
  }
}
