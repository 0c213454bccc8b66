import Accounts
import Backtesting
import Calendar
import FileFormats
import JSON
import Platform

/// A strategy that trades a series in a paper account.
package struct PaperRun: Sendable, Hashable {
  /// A bar as the run saw it, and what the run was worth after it.
  package struct Bar: Sendable, Hashable {
    package var time: Timestamp
    package var open: Double
    package var high: Double
    package var low: Double
    package var close: Double
    package var equity: Double
    package var cash: Double

    package init(
      time: Timestamp, open: Double, high: Double, low: Double, close: Double, equity: Double, cash: Double
    ) {
      (self.time, self.open, self.high, self.low, self.close) = (time, open, high, low, close)
      (self.equity, self.cash) = (equity, cash)
    }
  }

  /// A fill, as the loop has it.
  package struct Fill: Sendable, Hashable {
    package var time: Timestamp
    package var verb: EntryType
    package var size: Double
    package var price: Double
    package var fee: Double
    /// The rule, or the level.
    package var reason: String
    /// The entry in the ledger.
    package var entry = 0

    package init(_ verb: EntryType, _ size: Double, at price: Double, fee: Double, _ reason: String, on time: Timestamp)
    {
      (self.verb, self.size, self.price, self.fee) = (verb, size, price, fee)
      (self.reason, self.time) = (reason, time)
    }
  }

  /// Its number over all accounts; 0 before it is kept.
  package var id = 0
  package var account: String
  package var strategy: String
  package var series: String
  /// A fingerprint of its rules and settings: a run continues with the same ones alone.
  package var rules: String
  /// The money that it began with.
  package var cash: Double
  package var began: Timestamp
  /// The time at which it was ended; nil while it trades.
  package var ended: Timestamp?
  /// The opening of the last bar that it has seen.
  package var bar: Timestamp?
  /// Its loop after that bar.
  package var state: RunState?

  package init(
    of strategy: String, on series: String, in account: String, rules: String, cash: Double, began: Timestamp
  ) {
    (self.strategy, self.series, self.account, self.rules) = (strategy, series, account, rules)
    (self.cash, self.began) = (cash, began)
  }

  init?(_ row: [SQLiteValue]) {
    guard let account = row[1].text, let cash = row[5].real else { return nil }
    self.init(
      of: row[2].text ?? "", on: row[3].text ?? "", in: account, rules: row[4].text ?? "", cash: cash,
      began: Timestamp(milliseconds: row[6].integer ?? 0))
    id = Int(row[0].integer ?? 0)
    ended = row[7].integer.map { Timestamp(milliseconds: $0) }
    bar = row[8].integer.map { Timestamp(milliseconds: $0) }
    state = row[9].text.flatMap { try? JSONValue(parsing: $0) }.flatMap { try? RunState($0) }
  }

  static let columns = "id, account, strategy, series, rules, cash, began, ended, bar, state"
}

extension Book {
  /// The runs of an account, or of all, in the order in which they began.
  package func runs(of account: String? = nil, _ environment: Environment) throws(BookError) -> [PaperRun] {
    try rows(
      environment, "SELECT \(PaperRun.columns) FROM run WHERE ?1 IS NULL OR account = ?1 ORDER BY id", .text(account)
    ).compactMap { PaperRun($0) }
  }

  /// The bars that a run has seen, in order.
  package func bars(of run: PaperRun, _ environment: Environment) throws(BookError) -> [PaperRun.Bar] {
    try rows(
      environment, "SELECT time, open, high, low, close, equity, cash FROM run_bar WHERE run = ? ORDER BY time",
      .integer(run.id)
    ).map { row in
      func number(_ place: Int) -> Double { row[place].real ?? .nan }
      return PaperRun.Bar(
        time: Timestamp(milliseconds: row[0].integer ?? 0), open: number(1), high: number(2), low: number(3),
        close: number(4), equity: number(5), cash: number(6))
    }
  }

  /// The fills of a run, in order.
  package func fills(of run: PaperRun, _ environment: Environment) throws(BookError) -> [PaperRun.Fill] {
    try rows(
      environment, "SELECT time, verb, size, price, fee, reason, entry FROM run_fill WHERE run = ? ORDER BY number",
      .integer(run.id)
    ).compactMap { row in
      guard let verb = row[1].text.flatMap(EntryType.init) else { return nil }
      var fill = PaperRun.Fill(
        verb, row[2].real ?? .nan, at: row[3].real ?? .nan, fee: row[4].real ?? .nan, row[5].text ?? "",
        on: Timestamp(milliseconds: row[0].integer ?? 0))
      fill.entry = Int(row[6].integer ?? 0)
      return fill
    }
  }
}

extension BookTransaction {
  /// Keeps a run; a new one gets its number.
  package func keep(_ run: PaperRun) throws(BookError) -> PaperRun {
    var kept = run
    let values: [SQLiteValue] = [
      run.id == 0 ? .null : .integer(run.id), .text(run.account), .text(run.strategy), .text(run.series),
      .text(run.rules), .real(run.cash), .integer(run.began.milliseconds),
      .integer(run.ended.map { Int($0.milliseconds) }), .integer(run.bar.map { Int($0.milliseconds) }),
      .text(run.state?.json.write()),
    ]
    // A row that is replaced would take its bars with it.
    let row = try self.run(
      """
      INSERT INTO run(\(PaperRun.columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET ended = excluded.ended, bar = excluded.bar, state = excluded.state RETURNING id
      """, values)
    kept.id = Int(row.first?.first?.integer ?? 0)
    return kept
  }

  /// Notes a bar of a run, with its fills.
  package func add(_ bar: PaperRun.Bar, _ fills: [PaperRun.Fill], to run: PaperRun) throws(BookError) {
    try self.run(
      "INSERT INTO run_bar VALUES(?, ?, ?, ?, ?, ?, ?, ?)", .integer(run.id), .integer(bar.time.milliseconds),
      .real(bar.open), .real(bar.high), .real(bar.low), .real(bar.close), .real(bar.equity), .real(bar.cash))
    let last = try self.run("SELECT count(*) FROM run_fill WHERE run = ?", .integer(run.id)).first?.first?.integer
    for (place, fill) in fills.enumerated() {
      try self.run(
        "INSERT INTO run_fill VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", .integer(run.id),
        .integer((last ?? 0) + Int64(place)), .integer(fill.time.milliseconds), .text(fill.verb.rawValue),
        .real(fill.size), .real(fill.price), .real(fill.fee), .text(fill.reason), .integer(fill.entry))
    }
  }
}

extension BookTransaction {
  /// The last bar that a run has seen, as the file has it; nil too once it was ended.
  package func bar(of run: PaperRun) throws(BookError) -> Timestamp? {
    try self.run("SELECT bar FROM run WHERE id = ? AND ended IS NULL", .integer(run.id)).first?.first?.integer
      .map { Timestamp(milliseconds: $0) }
  }
}
