import Calendar
import Columns
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Sessions
import Sourcing
import Streams
import Text
import Workspace

/// The forms of `streams`.
private enum StreamsForm: String {
  case list
  case log
}

extension Command {
  package static let streams = Command(
    CommandSyntax(
      "streams",
      forms: [
        CommandSyntax.Form(StreamsForm.list, [], clauses: .list(["series", "source", "state"])),
        CommandSyntax.Form(StreamsForm.log, [.keyword("log")], clauses: [.clause("last", .logLength)]),
      ]),
    category: .data,
    summary: "Lists the live series with their states and what they counted; `log` lists what happened.",
    discussion: """
      The states: `live`; `waiting 8s` for the next attempt to connect; `stalled`, nothing has come for `stall_after`; \
      `refused`, with the reason in `streams log`; `ended`, a recording was played to its end. `gaps` are stretches of \
      time that the stream did not have, `dropped` messages that were not read in time, `late` messages of bars that had \
      closed, which correct the bar and repeat no signal. The prompt shows the state of all: `●` live, `◐` connecting, \
      `○` stalled or refused.

      What each provider permits and costs: \
      \(StreamTable.all.map { "\($0.profile.word): \($0.profile.terms)" }.joined(separator: ". ")).
      """,
    examples: ["streams", "streams where gaps > 0", "streams log last 20"]
  ) { execution, call throws(Diagnostic) in
    try call.form(of: StreamsForm.self) == .log ? execution.streamLog(call) : execution.streamList(call)
  }
}

extension OptionalRole<Expression> {
  fileprivate static var logLength: Self { Self(.expression("last", "N")) }
}

extension StreamStatus {
  /// The state in words; a refusal says its kind.
  package var stateText: String {
    switch state {
    case .live: "live"
    case .waiting(let time): time > 0 ? "waiting \(Execution.seconds(time))" : "waiting"
    case .stalled: "stalled"
    case .closed: "closed"
    case .refused(let refusal): "refused: \(refusal.reason)"
    case .off: "off"
    case .ended: "ended"
    }
  }
}

extension Execution {
  fileprivate mutating func streamList(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    take(state.live.pump())
    let now = state.live.now
    let series = session.series
    let frame = ItemFrame(
      one: "a stream", many: "streams", state.live.statuses(),
      [
        .text(.text("series", .name)) { $0.series }, .text(.text("source")) { $0.source },
        .text(.text("state").wrapping) { $0.stateText },
        .text(.text("last_message")) { $0.lastMessage.map { Self.seconds(max(0, now - $0)) + " ago" } },
        .text(.text("last_bar")) { status in
          guard let time = status.lastBar, let bars = series[status.series]?.unadjusted,
            let index = bars.index(of: Timestamp(milliseconds: time))
          else { return nil }
          return bars.label(at: index)
        },
        .integer(.number("gaps")) { $0.counts.gaps }, .integer(.number("dropped")) { $0.counts.dropped },
        .integer(.number("duplicates")) { $0.counts.duplicates }, .integer(.number("late")) { $0.counts.late },
        .integer(.number("reconnects")) { $0.counts.reconnects },
      ])
    let listing = try listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing), notes: frame.count == 0 ? ["nothing streams"] : listing.notes,
      details: listing.details)
  }

  fileprivate mutating func streamLog(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    take(state.live.pump())
    var count = 20
    if let expression = call[.logLength] {
      let (number, _) = try number(expression, "a number of lines")
      guard number >= 1, number <= 10_000, number == number.rounded() else {
        throw Diagnostic(.outOfRange, "a log has 1 to 10,000 lines", at: expression.span)
      }
      count = Int(number)
    }
    let rows = state.live.log(last: count).map { event -> [Cell] in
      let line = line(of: event)
      let text = line.text.split(separator: "] ", maxSplits: 1).last.map(String.init) ?? line.text
      return [
        .text(Zone.utc.iso8601(Timestamp(milliseconds: event.at))), .text(StyledText(event.series, .name)),
        .text(line.kind.rawValue), .text(String(text.dropFirst(event.series.count + 1))),
      ]
    }
    return TableResult(
      table: Table(
        columns: [.text("time"), .text("series", .name), .text("kind"), .text("what").wrapping], rows: rows),
      notes: rows.isEmpty ? ["nothing has happened"] : [])
  }
}
