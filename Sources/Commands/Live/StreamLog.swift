import Bookkeeping
import JSON
import Platform
import Reports
import Sessions
import Sourcing

/// A line of `streams log`, which the book keeps.
struct StreamLog: Sendable {
  /// The most lines that are kept.
  static let limit = 10_000

  let time: String
  let series: String
  let kind: String
  let text: String

  init(time: String, series: String, kind: String, text: String) {
    (self.time, self.series, self.kind, self.text) = (time, series, kind, text)
  }

  /// Reads a line of the book; nil if it is damaged.
  init?(_ line: String) {
    guard let json = try? JSONValue(parsing: line), let time = json["time"]?.stringValue,
      let series = json["series"]?.stringValue, let kind = json["kind"]?.stringValue,
      let text = json["text"]?.stringValue
    else { return nil }
    self.init(time: time, series: series, kind: kind, text: text)
  }

  /// The line in the book.
  var line: String {
    JSONValue.object([
      ("time", .string(time)), ("series", .string(series)), ("kind", .string(kind)), ("text", .string(text)),
    ]).write()
  }
}

extension Execution {
  /// Keeps what happened to sockets, apart from their bars; a book that cannot be written loses lines of the log only.
  mutating func keepLog(of events: [LiveEvent]) {
    let lines = events.filter { !$0.isReplayed && !$0.isBar }.map { logged($0).line }
    if lines.isEmpty { return }
    try? state.book.addLines(lines, of: .streams, keeping: StreamLog.limit, environment, at: environment.moment)
  }

  /// The newest lines of the log, oldest first: those of earlier runs, then what this one did not write.
  func streamLog(last count: Int) -> [StreamLog] {
    let isWritten = environment.dataDirectory != nil || environment.readOnlyData == nil
    let kept = (try? state.book.lastLines(count, of: .streams, environment)) ?? []
    let own = state.live.log(last: count).filter { $0.isReplayed || !isWritten }.map { logged($0) }
    return (kept.compactMap { StreamLog($0) } + own).suffix(count)
  }

  private func logged(_ event: LiveEvent) -> StreamLog {
    let line = line(of: event)
    let text = line.text.split(separator: "] ", maxSplits: 1).last.map(String.init) ?? line.text
    return StreamLog(
      time: time(event.at), series: event.series, kind: line.kind.rawValue,
      text: String(text.dropFirst(event.series.count + 1)))
  }
}

extension LiveEvent {
  fileprivate var isBar: Bool { if case .bar = kind { true } else { false } }
}
