import Calendar
import FileFormats
import JSON
import Platform

/// Notices, and the ways that they have still to go.
extension Book {
  /// Notes a notice with the way that it is to go, on the disk before it returns.
  package func note(
    _ notice: Notice, _ environment: Environment, goes way: (way: NoticeWays.Way, due: Int64)? = nil
  ) throws(BookError) -> Notice? {
    try write(environment, to: nil, at: Timestamp(milliseconds: environment.clock.now())) { book throws(BookError) in
      try book.note(notice, goes: way)
    }
  }

  /// All notices, the newest first.
  package func notices(_ environment: Environment) throws(BookError) -> [Notice] {
    try rows(
      environment,
      "SELECT number, key, topic, origin, title, body, time, payload, is_read FROM notice ORDER BY number DESC"
    ).compactMap { row in
      guard let topic = row[2].text.flatMap(Notice.Topic.init) else { return nil }
      var notice = Notice(
        topic, key: row[1].text ?? "", row[4].text ?? "", row[5].text ?? "", at: row[6].integer ?? 0,
        origin: row[3].text.flatMap(Notice.Origin.init) ?? .realtime,
        payload: row[7].text.flatMap { try? JSONValue(parsing: $0) } ?? [:])
      (notice.number, notice.isRead) = (Int(row[0].integer ?? 0), row[8].integer == 1)
      return notice
    }
  }

  /// Marks notices as read, or as unread; all without numbers.
  package func mark(_ numbers: [Int]?, isRead: Bool, _ environment: Environment) throws(BookError) {
    try change(numbers, environment, "UPDATE notice SET is_read = \(isRead ? 1 : 0)")
  }

  /// Deletes notices; all without numbers.
  package func delete(_ numbers: [Int]?, _ environment: Environment) throws(BookError) {
    try change(numbers, environment, "DELETE FROM notice")
  }

  private func change(_ numbers: [Int]?, _ environment: Environment, _ statement: String) throws(BookError) {
    try write(environment, to: nil, at: Timestamp(milliseconds: environment.clock.now())) { book throws(BookError) in
      guard let numbers else {
        try book.run(statement)
        return
      }
      for number in numbers { try book.run("\(statement) WHERE number = ?", .integer(number)) }
    }
  }
}

extension BookTransaction {
  /// Notes notices beside what they tell of, each with the way that it is still to go; those that were not noted before.
  package func note(
    _ notices: [(notice: Notice, way: (way: NoticeWays.Way, due: Int64)?)]
  ) throws(BookError) -> [Notice] {
    var noted: [Notice] = []
    for (notice, way) in notices { if let new = try note(notice, goes: way) { noted.append(new) } }
    return noted
  }

  /// Notes a notice beside what it tells of.
  ///
  /// - Parameters:
  ///   - way: the way that it is still to go, with the time from which it may; nil for one that is shown at once.
  /// - Returns: the notice with its number; nil if one with its key was noted before.
  package func note(_ notice: Notice, goes way: (way: NoticeWays.Way, due: Int64)?) throws(BookError) -> Notice? {
    guard try run("SELECT 1 FROM notice WHERE key = ?", .text(notice.key)).isEmpty else { return nil }
    let row = try run(
      "INSERT INTO notice(key, topic, origin, title, body, time, payload) VALUES(?, ?, ?, ?, ?, ?, ?) RETURNING number",
      .text(notice.key), .text(notice.topic.rawValue), .text(notice.origin.rawValue), .text(notice.title),
      .text(notice.body), .integer(notice.time), .text(notice.payload.write()))
    var notice = notice
    notice.number = Int(row.first?.first?.integer ?? 0)
    if let (way, due) = way {
      try run("INSERT INTO outbox VALUES(?, ?, ?, 0)", .integer(notice.number), .text(way.rawValue), .integer(due))
    }
    return notice
  }
}
