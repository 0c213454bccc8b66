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
        CommandSyntax.Form(StreamsForm.list, [], clauses: .list(StreamRow.fields.names())),
        CommandSyntax.Form(StreamsForm.log, [.keyword("log")], clauses: [.clause("last", .logLength)]),
      ]),
    category: .data,
    summary: "Lists the live series with their states and what they counted; `log` lists what happened.",
    discussion: """
      The states: `live`; `waiting 8s` for the next attempt to connect; `stalled`, nothing has come for `stall_after`; \
      `closed`, the market is, by its calendar (`set market_hours off` does not look at it); `refused`, with the reason \
      in `streams log`; `ended`, a recording was played to its end. `gaps` are stretches of \
      time that the stream did not have, `dropped` messages that were not read in time, `late` messages of bars that had \
      closed, which correct the bar and repeat no signal. The prompt shows the state of all: `●` live, `◐` connecting, \
      `○` stalled or refused, `◌` the market is closed. The log is kept from run to run, 10,000 lines of it; that of a \
      replay is of this run only.

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

/// A row of `streams`.
private struct StreamRow: Sendable {
  let status: StreamStatus
  let lastMessage: String?
  let lastBar: String?

  static let fields: [Field<StreamRow>] = [
    .text(.text("series", .name)) { $0.status.series }, .text(.text("source")) { $0.status.source },
    .text(.text("state").wrapping) { $0.status.stateText }, .text(.text("last_message")) { $0.lastMessage },
    .text(.text("last_bar")) { $0.lastBar }, count("gaps", \.gaps), count("dropped", \.dropped),
    count("duplicates", \.duplicates), count("late", \.late), count("reconnects", \.reconnects),
  ]

  private static func count(_ name: String, _ path: any KeyPath<StreamCounts, Int> & Sendable) -> Field<StreamRow> {
    .integer(.number(name)) { $0.status.counts[keyPath: path] }
  }
}

extension Execution {
  fileprivate mutating func streamList(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    take(state.live.pump())
    let now = state.live.now
    let rows = state.live.statuses().map { status in
      let bars = session.series[status.series]?.unadjusted
      let index = status.lastBar.flatMap { bars?.index(of: Timestamp(milliseconds: $0)) }
      return StreamRow(
        status: status, lastMessage: status.lastMessage.map { Self.seconds(max(0, now - $0)) + " ago" },
        lastBar: index.flatMap { bars?.label(at: $0) })
    }
    let frame = ItemFrame(one: "a stream", many: "streams", rows, StreamRow.fields)
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
      guard number >= 1, number <= Double(StreamLog.limit), number == number.rounded() else {
        throw Diagnostic(.outOfRange, "a log has 1 to 10,000 lines", at: expression.span)
      }
      count = Int(number)
    }
    let rows = streamLog(last: count).map { line -> [Cell] in
      [.text(line.time), .text(StyledText(line.series, .name)), .text(line.kind), .text(line.text)]
    }
    return TableResult(
      table: Table(
        columns: [.text("time"), .text("series", .name), .text("kind"), .text("what").wrapping], rows: rows),
      notes: rows.isEmpty ? ["nothing has happened"] : [])
  }
}
