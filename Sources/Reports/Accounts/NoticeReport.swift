import Bookkeeping
import Calendar
import JSON
import Presentation

/// A notice that is shown alone.
package struct NoticeReport: ShapedResult {
  package let notice: Notice

  package init(_ notice: Notice) { self.notice = notice }

  package static let shape = ResultShape<NoticeReport>(
    "notice", "A notice of the book.",
    [
      .spread(fields.schema() + [SchemaKey("payload", [.object])]) { report in
        (fields.json(report.notice).members ?? []).map { ($0.key, $0.value) } + [("payload", report.notice.payload)]
      }
    ])

  /// The columns of lists.
  package static let fields: [Field<Notice>] = [
    .text(.text("id", .name), .never) { $0.id }, .text(.text("kind"), .never) { $0.topic.kind },
    .text(.text("topic"), .never) { $0.topic.rawValue }, .text("origin") { $0.origin.rawValue },
    .text("target") { $0.topic.target },
    .date(.date("time"), .never, label: { Zone.utc.iso8601(Timestamp(milliseconds: $0.time)) }) {
      Timestamp(milliseconds: $0.time)
    },
    .text(.text("title"), .never) { $0.title }, .text(.text("body").wrapping, .never) { $0.body },
    .truth("read") { $0.isRead },
  ]

  package var reasonAgainstReplay: String? { StatementReason.records }

  package var document: Document {
    Document {
      StyledText("\(notice.id)  \(Zone.utc.iso8601(Timestamp(milliseconds: notice.time)))  \(notice.line)")
      Block.note(StyledText(notice.payload.write()))
    }
  }
}
