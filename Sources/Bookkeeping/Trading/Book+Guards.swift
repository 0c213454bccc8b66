import Accounts
import Calendar
import FileFormats
import Platform

/// A guardrail, its limit and who set it.
package struct GuardSetting: Sendable, Hashable {
  package let field: GuardField
  package let value: Double
  /// Who set it; nil for the usual value.
  package var setBy: String?
  package var at: Timestamp?

  package init(_ field: GuardField, _ value: Double, by setBy: String? = nil, at: Timestamp? = nil) {
    (self.field, self.value, self.setBy, self.at) = (field, value, setBy, at)
  }
}

/// A change of a guardrail.
package struct GuardChange: Sendable, Hashable {
  package let id: Int
  package let at: Timestamp
  package let field: GuardField
  package let was: Double
  package let value: Double
  package let setBy: String
}

extension Book {
  /// The six guardrails of an account, with who set them.
  package func guardSettings(of account: String, _ environment: Environment) throws(BookError) -> [GuardSetting] {
    let rows = try rows(environment, GuardRow.settings, .text(account))
    let set = rows.compactMap(GuardRow.setting)
    return GuardField.allCases.map { field in
      set.first { $0.field == field } ?? GuardSetting(field, field.terms.usual)
    }
  }

  /// The guardrails of an account, and what they remember; nil before its first order.
  package func guards(
    of account: String, _ environment: Environment
  ) throws(BookError) -> (guards: Guards, marks: GuardMarks?) {
    let set = try guardSettings(of: account, environment)
    let marks = try rows(environment, GuardRow.marks, .text(account)).first.flatMap(GuardRow.marks)
    return (Guards(Dictionary(uniqueKeysWithValues: set.map { ($0.field, $0.value) })), marks)
  }

  /// The changes of an account's guardrails, the newest first.
  package func guardChanges(of account: String, _ environment: Environment) throws(BookError) -> [GuardChange] {
    try rows(
      environment,
      "SELECT id, at, field, was, value, set_by FROM guard_change WHERE account = ? ORDER BY id DESC", .text(account)
    ).compactMap { row in
      row[2].text.flatMap(GuardField.init).map { field in
        GuardChange(
          id: Int(row[0].integer ?? 0), at: Timestamp(milliseconds: row[1].integer ?? 0), field: field,
          was: row[3].real ?? .nan, value: row[4].real ?? .nan, setBy: row[5].text ?? "")
      }
    }
  }
}

extension BookTransaction {
  /// Sets a guardrail, and notes the change.
  package func set(
    _ field: GuardField, to value: Double, from was: Double, by setBy: String, of account: String
  ) throws(BookError) {
    try run(
      "INSERT OR REPLACE INTO guard VALUES(?, ?, ?, ?, ?)", .text(account), .text(field.rawValue), .real(value),
      .text(setBy), .integer(now.milliseconds))
    try run(
      "INSERT INTO guard_change(account, at, field, was, value, set_by) VALUES(?, ?, ?, ?, ?, ?)", .text(account),
      .integer(now.milliseconds), .text(field.rawValue), .real(was), .real(value), .text(setBy))
  }

  /// Keeps what the guardrails remember.
  package func keep(_ marks: GuardMarks, of account: String) throws(BookError) {
    try run(
      "INSERT OR REPLACE INTO guard_mark VALUES(?, ?, ?, ?, ?, ?, ?, ?)", .text(account), .real(marks.equity),
      .real(marks.peak), .integer(marks.day), .real(marks.dayPeak), .real(marks.flows),
      .text(marks.halt?.rawValue), .integer(marks.haltedAt.map { Int($0.milliseconds) }))
  }
}

/// Guardrails as rows of their tables.
private enum GuardRow {
  static let settings = "SELECT field, value, set_by, at FROM guard WHERE account = ?"
  static let marks =
    "SELECT equity, peak, day, day_peak, flows, halt, halted_at FROM guard_mark WHERE account = ?"

  static func setting(_ row: [SQLiteValue]) -> GuardSetting? {
    guard let field = row[0].text.flatMap(GuardField.init), let value = row[1].real else { return nil }
    return GuardSetting(field, value, by: row[2].text, at: row[3].integer.map { Timestamp(milliseconds: $0) })
  }

  static func marks(_ row: [SQLiteValue]) -> GuardMarks? {
    guard let equity = row[0].real, let peak = row[1].real, let dayPeak = row[3].real else { return nil }
    var marks = GuardMarks(equity: equity, flows: row[4].real ?? 0, at: Timestamp(milliseconds: 0))
    (marks.peak, marks.day, marks.dayPeak) = (peak, Int(row[2].integer ?? 0), dayPeak)
    marks.halt = row[5].text.flatMap(GuardMarks.Halt.init)
    marks.haltedAt = row[6].integer.map { Timestamp(milliseconds: $0) }
    return marks
  }
}
