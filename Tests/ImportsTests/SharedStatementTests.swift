import Accounts
import Calendar
import Imports
import TestSupport
import Testing

/// The shared statements, each with its ledger.
@Suite("Statements of brokers")
struct SharedStatementTests {
  /// What a statement gives: rows, the cash, the lots that are held as `symbol size cost`, and the gains.
  struct Expected: Sendable {
    let file: String
    var currency = "USD"
    let new: Int
    let findings: Int
    let cash: String
    var lots: [String] = []
    var gains: [String] = []
    var positions: [String] = []
    /// The units that are held, by sums of the rows' quantities, of a file with many lots.
    var held: [String] = []
  }

  static let all: [Expected] = [
    Expected(
      file: "schwab_2023.csv", new: 7, findings: 0, cash: "1019826.86", gains: ["1600.05", "4937.15", "13289.66"]),
    Expected(
      file: "schwab_cash_merger.csv", new: 6, findings: 0, cash: "1000", gains: ["-1506"]),
    Expected(file: "schwab_interest_tax.csv", new: 2, findings: 0, cash: "2.06"),
    Expected(file: "schwab_checking_2022.csv", new: 2, findings: 0, cash: "-1"),
    Expected(
      file: "ibkr_flex_2024.xml", new: 14, findings: 0, cash: "16058.87", lots: ["ACME 60 1503.3", "ACME 120 3121"],
      gains: ["548", "107.6"]),
    Expected(
      file: "robinhood_2025.csv", new: 8, findings: 0, cash: "1143.63",
      lots: ["ACRO 14 194.6", "ACRO 7/18/2025 Call $16.00 -1 -34.95", "ZRG 0.06725 200"], gains: ["4.18"]),
    Expected(
      file: "kraken_ledgers_2023.csv", currency: "EUR", new: 10, findings: 0, cash: "709.27",
      lots: ["BTC 0.014984 240.1275904", "DOT 0.012 0"], gains: ["49.4875904"]),
    Expected(
      file: "alpaca_activities_2025.json", new: 8, findings: 0, cash: "8272.99",
      lots: ["ACRO 30 765", "ACRO 40 1020.4"], gains: ["45"]),
    Expected(file: "fidelity_cma_2023.csv", new: 11, findings: 0, cash: "-7671.75"),
    Expected(
      file: "fidelity_all_accounts_2025.csv", new: 12, findings: 0, cash: "-38534.27",
      held: ["412003AD7 55000", "BND 9.598", "VTEB 73.459"]),
    // The sale of what was bought before the file begins is left out: 738.81.
    Expected(file: "schwab_brokerage_2023_preamble.csv", new: 10, findings: 1, cash: "-2312.85", held: ["BND 45.0249"]),
    // So are two sales for 505,135.00, a transfer of units, and a merger of units that are not held.
    Expected(
      file: "schwab_advised_2023.csv", new: 73, findings: 5, cash: "-103632.73",
      held: [
        "AMC 38", "ARCC 9.2428", "AVGO 10", "FIHBX 41.335", "FMGIX 8.477", "GBDC 10.32", "NFRIX 22.191", "NMFC 11.2967",
        "SNAXX 3706.38", "SNSXX 4136.58", "SPY 4.7986", "SWVXX 46.23", "TCPC 13.3458", "TSLX 6.5717", "VEA 0.0086",
        "VNQ 4.4877", "VWO 0.0022",
      ]),
  ]

  @Test("Each row is an entry, and the ledger is right", .enabled(if: SharedFolder.isThere), arguments: all)
  func ledgers(_ expected: Expected) throws {
    let zone = Zone.utc
    let account = Account(name: "main", currency: expected.currency, zone: zone)
    let bytes = try SharedFolder.bytes("data/statements/\(expected.file)")
    let statement = try #require(BrokerStatement(bytes))
    let reader = statement.reading(for: account) { _, _ in nil }
    let result = try StatementImport(reader, into: [account], [], known: [:])
    #expect(result.new == expected.new)
    #expect(result.findings.count == expected.findings, "\(result.findings)")
    let state = try #require(result.books.state("main"))
    #expect("\(state.cash)" == expected.cash)
    if expected.held.isEmpty {
      #expect(state.closings.map { "\($0.gain)" } == expected.gains)
      #expect(state.lots.map { "\($0.symbol) \($0.size) \($0.cost)" } == expected.lots)
    } else {
      #expect(state.positions.map { "\($0.symbol) \($0.size)" } == expected.held)
    }
    #expect(result.positions == expected.positions)
    // The same file again.
    let known = Dictionary(result.rows.map { ($0.key, $0.content) }) { first, _ in first }
    #expect(known.count == result.rows.count)
    let again = try StatementImport(reader, into: [account], result.entries, known: known)
    #expect(again.new == 0 && again.entries.isEmpty)
    #expect(again.known == expected.new)
  }
}
