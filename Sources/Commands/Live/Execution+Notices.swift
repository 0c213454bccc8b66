import Bookkeeping
import Calendar
import JSON
import Reports
import Sessions

extension Execution {
  /// Notes a notice in the book, and shows it among the lines of live series; one whose key was noted before is not
  /// repeated.
  ///
  /// With a book that cannot be written it is shown alone.
  package mutating func notify(_ notice: Notice) {
    var noted = notice
    do throws(BookError) {
      guard let new = try state.book.note(notice, environment) else { return }
      noted = new
    } catch {}
    state.lines.append(
      LiveLine(
        .notice, "[\(clock(notice.time))] \(notice.title)" + (notice.body.isEmpty ? "" : ": \(notice.body)"),
        isProblem: notice.topic == .guard_ || notice.topic == .stall, noted.fields))
  }
}

extension Notice {
  /// The keys that programs rely on.
  package var fields: [(String, JSONValue)] {
    [
      ("id", .string(id)), ("kind", .string(topic.kind)), ("topic", .string(topic.rawValue)),
      ("origin", .string(origin.rawValue)), ("target", .string(topic.target)), ("title", .string(title)),
      ("body", .string(body)), ("time", .string(Zone.utc.iso8601(Timestamp(milliseconds: time)))),
      ("payload", payload),
    ]
  }
}
