import Accounts
import Calendar
import Imports
import TestSupport
import Testing

/// What holds for the statements of all brokers.
@Suite("Laws of statements", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct StatementLawTests {
  private static let dated: Set = [
    "date", "run date", "activity date", "tradedate", "settledate", "timestamp", "time",
  ]
  private static let tables = StatementFiles.all.filter { $0.hasSuffix(".csv") }

  private func result(_ bytes: [UInt8], _ account: Account = Account(name: "main", zone: .utc)) throws
    -> StatementImport
  {
    let statement = try #require(BrokerStatement(bytes))
    let reader = statement.reading(for: account) { currency, _ in currency == "JPY" ? nil : Money(1) }
    return try StatementImport(reader, into: [account], [], known: [:])
  }

  /// A table of a file: the lines above its header, the header, and the lines below.
  private func table(_ bytes: [UInt8]) throws -> (rows: [[String]], header: Int) {
    let rows = DelimitedRows.rows(bytes).map(\.fields)
    return (
      rows, try #require(rows.firstIndex { $0.contains { Self.dated.contains($0.lowercased()) } && $0.count > 5 })
    )
  }

  private func bytes(_ rows: [[String]]) -> [UInt8] {
    let lines = rows.map { row in
      row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test("Columns are found by their names, wherever they are", arguments: tables)
  func permuted(_ name: String) throws {
    let own = try SharedFolder.bytes("data/statements/\(name)")
    let plain = try result(own)
    let (rows, header) = try table(own)
    let width = rows[header].count
    for seed in Thoroughness.some(0..<UInt64(20)) {
      var dice = Dice(seed)
      let order = Array(0..<width).shuffled(using: &dice)
      let shuffled = rows.map { row in row.count == width ? order.map { row[$0] } : row }
      let other = try result(bytes(shuffled))
      #expect(other.entries == plain.entries, "seed \(seed)")
      #expect(other.findings.map(\.message) == plain.findings.map(\.message))
    }
  }

  @Test("A row whose date is damaged is a finding", arguments: tables)
  func dates(_ name: String) throws {
    let own = try SharedFolder.bytes("data/statements/\(name)")
    let plain = try result(own)
    let (rows, header) = try table(own)
    let column = try #require(rows[header].firstIndex { Self.dated.contains($0.lowercased()) })
    for place in rows.indices.dropFirst(header + 1) where rows[place].count > column {
      // A row with few values looks like the words below a table.
      guard rows[place].count(where: { !$0.isEmpty }) >= 4, rows[place][column].contains(where: \.isNumber) else {
        continue
      }
      var damaged = rows
      damaged[place][column] = "99/99/2024"
      let other = try result(bytes(damaged))
      #expect(other.new + other.findings.count == plain.new + plain.findings.count, "row \(place)")
      // The rows of a reference of Kraken have one time.
      if !name.hasPrefix("kraken_ledgers") {
        #expect(other.findings.contains { $0.code == "statement-row" }, "row \(place)")
      }
    }
  }

  @Test("The rows of a closed tax year are findings, and others are booked")
  func closedYears() throws {
    var account = Account(name: "main", zone: .utc)
    let bytes = try SharedFolder.bytes("data/statements/schwab_2023.csv")
    let rows = try result(bytes, account).new
    account.closedYear = 2024
    let closed = try result(bytes, account)
    #expect(closed.new == 0)
    #expect(closed.findings.count == rows)
    #expect(closed.findings.allSatisfy { $0.message.contains(" is closed") })
    account.closedYear = 2000
    #expect(try result(bytes, account).new == rows)
  }

  @Test("A time has the offset that is written after it")
  func offsets() throws {
    let text = """
      time,type,amount
      2026-01-05T10:31:00-06:00,deposit,5
      2026-01-05T16:31:00Z,deposit,5
      2026-01-05T17:31:00.000+0100,deposit,5
      """
    let times = Set(try result(Array(text.utf8)).entries.map(\.time))
    #expect(times.count == 1)
  }
}
