import Calendar
import FileFormats
import JSON
import Platform

/// A notice that has still to go a way.
package struct OutboxItem: Sendable, Hashable {
  package var notice: Notice
  package var way: NoticeWays.Way
  /// The time from which it may go.
  package var due: Int64
  /// How often it was tried.
  package var attempts: Int

  package init(notice: Notice, way: NoticeWays.Way, due: Int64, attempts: Int = 0) {
    (self.notice, self.way, self.due, self.attempts) = (notice, way, due, attempts)
  }
}

/// What is to go out: a row is written with its notice and deleted when that has arrived, so that a program that is
/// killed between sends it when it runs again.
extension Book {
  /// The ways that notices go.
  package func ways(_ environment: Environment) throws(BookError) -> NoticeWays {
    let text = try rows(environment, "SELECT value FROM state WHERE key = 'notices'").first?.first?.text
    return text.flatMap { try? JSONValue(parsing: $0) }.map { NoticeWays(json: $0) } ?? NoticeWays()
  }

  /// Changes the ways that notices go.
  package func set(_ ways: NoticeWays, _ environment: Environment) throws(BookError) {
    _ = try write(environment, to: nil, at: Timestamp(milliseconds: environment.clock.now())) {
      book throws(BookError) in
      try book.run("INSERT OR REPLACE INTO state VALUES('notices', ?)", .text(ways.json.write()))
    }
  }

  /// True if something is still to go out.
  package func hasOutbox(_ environment: Environment) throws(BookError) -> Bool {
    try !rows(environment, "SELECT 1 FROM outbox LIMIT 1").isEmpty
  }

  /// What is still to go out, the oldest first.
  package func outbox(_ environment: Environment) throws(BookError) -> [OutboxItem] {
    let rows = try rows(environment, "SELECT notice, way, due, attempts FROM outbox ORDER BY notice, way")
    guard !rows.isEmpty else { return [] }
    var notices: [Int64: Notice] = [:]
    for notice in try self.notices(environment) { notices[Int64(notice.number)] = notice }
    return rows.compactMap { row in
      guard let notice = row[0].integer.flatMap({ notices[$0] }), let way = row[1].text.flatMap(NoticeWays.Way.init)
      else { return nil }
      return OutboxItem(
        notice: notice, way: way, due: row[2].integer ?? 0, attempts: Int(row[3].integer ?? 0))
    }
  }

  /// Notes that items have arrived.
  package func arrived(_ items: [OutboxItem], _ environment: Environment) throws(BookError) {
    try each(of: items, environment) { book, item throws(BookError) in
      try book.run(
        "DELETE FROM outbox WHERE notice = ? AND way = ?", .integer(item.notice.number), .text(item.way.rawValue))
    }
  }

  /// Notes that items have not arrived, and when they are tried again.
  package func failed(_ items: [OutboxItem], nextAt due: Int64, _ environment: Environment) throws(BookError) {
    try each(of: items, environment) { book, item throws(BookError) in
      try book.run(
        "UPDATE outbox SET attempts = attempts + 1, due = ? WHERE notice = ? AND way = ?", .integer(due),
        .integer(item.notice.number), .text(item.way.rawValue))
    }
  }

  private func each(
    of items: [OutboxItem], _ environment: Environment,
    _ work: (BookTransaction, OutboxItem) throws(BookError) -> Void
  ) throws(BookError) {
    guard !items.isEmpty else { return }
    try write(environment, to: nil, at: Timestamp(milliseconds: environment.clock.now())) { book throws(BookError) in
      for item in items { try work(book, item) }
    }
  }
}
