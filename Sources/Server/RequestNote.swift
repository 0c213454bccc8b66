import Bookkeeping
import Calendar
import JSON
import Platform

/// A request as it is noted in the book: who asked what, and what became of it; never a body, a query or a token.
package struct RequestNote: Sendable {
  let method: String
  /// The address of the client.
  let client: String
  /// The path of the route with its names in braces, or that of an unknown one.
  var route: String
  var who: String?
  var status = 0

  init(_ request: ServedRequest, _ client: String) {
    (method, route, self.client) = (request.method, String(request.path.prefix(200)), client)
  }

  /// True for what changes something, and for what was refused by who asked.
  var isWorthKeeping: Bool {
    !RequestCheck.isSafe(method) && status != 404 && status != 405 || [401, 403, 421, 429].contains(status)
  }

  func json(at now: Int64) -> JSONValue {
    [
      "time": .string(Moment.text(now, withFraction: false)), "who": .string(who), "client": .string(client),
      "method": .string(method), "route": .string(route), "status": .integer(status),
    ]
  }
}

/// An action of an administrator, as the log of changes has it.
struct AdminAction: Sendable {
  enum Category: String, Sendable { case risk, user, bot }

  let category: Category
  let actor: String
  let summary: String
  let details: String

  func json(at now: Int64) -> JSONValue {
    [
      "time": .string(Moment.text(now, withFraction: false)), "category": .string(category.rawValue),
      "who": .string(actor), "summary": .string(summary), "details": .string(details),
    ]
  }
}

extension Server {
  /// The newest lines that are kept.
  static let keptLines = 10_000

  func keep(_ note: RequestNote) { keep(note.json(at: now)) }

  func keep(_ action: AdminAction) { keep(action.json(at: now)) }

  private func keep(_ line: JSONValue) {
    // A log that cannot be written does not stop the server: the disk is full, or the book is only read.
    try? book.addLines(
      [line.write()], of: .requests, keeping: Self.keptLines, environment, at: Timestamp(milliseconds: now))
  }

  /// The newest lines of the log, oldest first.
  package static func log(last count: Int, of book: Book, _ environment: Environment) throws(BookError) -> [JSONValue] {
    try book.lastLines(count, of: .requests, environment).compactMap { try? JSONValue(parsing: $0) }
  }
}
