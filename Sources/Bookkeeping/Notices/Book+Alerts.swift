import Calendar
import FileFormats
import Platform

/// An alert as the book keeps it: its statement, and its state on each series.
package struct KeptAlert: Sendable, Hashable {
  package var name: String
  /// The statement that makes it.
  package var text: String
  /// False once it was switched off, or has fired as often as it may.
  package var isOn: Bool
  /// The states by the name of the series.
  package var triggers: [String: AlertTrigger]

  package init(name: String, text: String, isOn: Bool = true, triggers: [String: AlertTrigger] = [:]) {
    (self.name, self.text, self.isOn, self.triggers) = (name, text, isOn, triggers)
  }
}

extension Book {
  /// The alerts, in the order of their names.
  package func alerts(_ environment: Environment) throws(BookError) -> [KeptAlert] {
    var alerts = try rows(environment, "SELECT name, text, is_on FROM alert ORDER BY name").map { row in
      KeptAlert(name: row[0].text ?? "", text: row[1].text ?? "", isOn: row[2].integer != 0)
    }
    let states = try rows(environment, "SELECT alert, subject, is_true, bar, fired, times, value FROM alert_state")
    for row in states {
      guard let index = alerts.firstIndex(where: { $0.name == row[0].text }), let subject = row[1].text else {
        continue
      }
      var trigger = AlertTrigger(after: row[3].integer ?? 0, isTrue: row[2].integer != 0)
      (trigger.fired, trigger.times, trigger.value) = (row[4].integer, Int(row[5].integer ?? 0), row[6].text)
      alerts[index].triggers[subject] = trigger
    }
    return alerts
  }

  /// True if the clock alone can make an alert fire.
  package func hasClockAlerts(_ environment: Environment) throws(BookError) -> Bool {
    try !rows(environment, "SELECT 1 FROM alert WHERE is_on = 1 AND text LIKE '% earnings within %' LIMIT 1").isEmpty
  }

  /// Keeps alerts as they are now.
  package func keep(_ alerts: [KeptAlert], _ environment: Environment) throws(BookError) {
    let now = Timestamp(milliseconds: environment.clock.now())
    try write(environment, to: nil, at: now) { book throws(BookError) in
      for alert in alerts {
        try book.run(
          "INSERT INTO alert VALUES(?, ?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, is_on = excluded.is_on",
          .text(alert.name), .text(alert.text), .integer(now.milliseconds), .integer(alert.isOn ? 1 : 0))
        try book.run("DELETE FROM alert_state WHERE alert = ?", .text(alert.name))
        for (subject, trigger) in alert.triggers {
          try book.run(
            "INSERT INTO alert_state VALUES(?, ?, ?, ?, ?, ?, ?)", .text(alert.name), .text(subject),
            .integer(trigger.isTrue ? 1 : 0), .integer(trigger.bar),
            trigger.fired.map { .integer($0) } ?? .null, .integer(trigger.times), .text(trigger.value))
        }
      }
    }
  }

  /// The days on which a company is expected to report, with the day on which they were asked for; nil if never.
  package func earnings(
    of symbol: String, _ environment: Environment
  ) throws(BookError) -> (days: [CivilDate], asked: CivilDate)? {
    let text = try rows(environment, "SELECT value FROM state WHERE key = ?", .text("earnings \(symbol)"))
    let days = (text.first?.first?.text ?? "").split(separator: " ").compactMap { CivilDate(iso8601: $0) }
    return days.first.map { (Array(days.dropFirst()), $0) }
  }

  /// Keeps the days on which a company is expected to report.
  package func keep(
    earnings days: [CivilDate], asked day: CivilDate, of symbol: String, _ environment: Environment
  ) throws(BookError) {
    let now = Timestamp(milliseconds: environment.clock.now())
    _ = try write(environment, to: nil, at: now) { book throws(BookError) in
      try book.run(
        "INSERT OR REPLACE INTO state VALUES(?, ?)", .text("earnings \(symbol)"),
        .text(([day] + days).map { "\($0)" }.joined(separator: " ")))
    }
  }

  /// Deletes an alert; false if there is none of the name.
  package func dropAlert(_ name: String, _ environment: Environment) throws(BookError) -> Bool {
    let now = Timestamp(milliseconds: environment.clock.now())
    return try write(environment, to: nil, at: now) { book throws(BookError) in
      try !book.run("DELETE FROM alert WHERE name = ? RETURNING name", .text(name)).isEmpty
    }
  }
}
