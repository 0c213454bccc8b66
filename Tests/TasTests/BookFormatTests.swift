import TestSupport
import Testing

/// The book for other programs: files and JSON.
@Suite("The book for programs")
struct BookFormatTests {
  private let booked = """
    account main currency USD cash 25_000 on 2024-01-02 zone "America/Chicago"
    book buy 0.000000000000000001 BTC at 123456789.123456789012 on 2024-01-05T10:31:07
    book buy 100 AAPL at 182.50 on 2024-01-05T10:31:09 fee 1 stop 2% note "dip, \\"deep\\""
    book split 4:1 AAPL on 2024-03-02
    book sell 40 AAPL at 50.1 on 2024-03-05
    book dividend 24.00 AAPL on 2024-03-12 withheld 3.60
    book fee 3.5 "data" on 2024-03-13
    """

  @Test("amounts in JSON have all their digits, times their seconds and zone")
  func json() throws {
    let place = try Place()
    let variables = ["XDG_DATA_HOME": place.path + "/data"]
    let script = booked.split(separator: "\n").joined(separator: "; ")
    let entries = try place.tas("--no-rc", "--format", "json", "-c", script, environment: variables).output
    #expect(entries.contains(#""size":0.000000000000000001,"price":123456789.123456789012"#), "\(entries)")
    #expect(entries.contains(#""amount":-0.000000000123,"cash":24999.999999999877"#))
    let ledger = try place.tas("--no-rc", "--format", "json", "-c", "ledger main", environment: variables).output
    #expect(ledger.contains(#""2024-01-05T10:31:07-06:00","buy","BTC",0.000000000000000001,123456789.123456789012"#))
    let csv = try place.tas("--no-rc", "--format", "csv", "-c", "lots main", environment: variables).output
    #expect(csv.contains("AAPL,2024-01-05T10:31:09-06:00,360,"))
  }

  @Test("a ledger that was written as a table is the same account when it is read")
  func roundTrip() throws {
    let place = try Place()
    let variables = ["XDG_DATA_HOME": place.path + "/data"]
    let file = place.path + "/ledger.csv"
    func run(_ statements: String) throws -> String {
      try place.tas("--no-rc", "--format", "csv", "-c", statements, environment: variables).output
    }
    _ = try run(booked.split(separator: "\n").joined(separator: "; ") + "; ledger main to \"\(file)\"")
    _ = try run("account copy currency USD; import \"\(file)\" into copy")
    for list in ["lots", "gains", "stats"] {
      let (own, other) = (try run("\(list) main"), try run("\(list) copy"))
      #expect(own == other && own.count > 40, "\(own)\n\(other)")
    }
  }
}
