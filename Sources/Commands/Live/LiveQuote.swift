import Calendar
import Columns
import JSON
import OrderedCollections
import Presentation
import Reports
import Sessions
import Sourcing
import Streams
import Workspace

extension Execution {
  /// The newest trade of a live series with the bar in the making; nil if the series is not live.
  package mutating func liveQuote(_ names: [String]) -> TableResult? {
    let statuses = state.live.statuses()
    guard names.allSatisfy({ name in statuses.contains { $0.series == name } }) else { return nil }
    take(state.live.pump())
    var rows: [[Cell]] = []
    for name in names {
      guard let status = state.live.statuses().first(where: { $0.series == name }) else { continue }
      let bars = session.series[name]?.unadjusted
      let zone = bars?.zone ?? .utc
      let last = bars.flatMap { $0.isEmpty ? nil : $0.close[$0.count - 1] }
      let price = status.newest?.price ?? last
      rows.append([
        .text(StyledText(name, .name)), .number(price),
        .number(price.flatMap { price in last.map { price / $0 - 1 } }),
        .text(status.newest.map { zone.iso8601(Timestamp(milliseconds: $0.time)) } ?? ""),
        .number(status.making?.open), .number(status.making?.high), .number(status.making?.low),
        .number(status.making?.volume), .text(status.making == nil ? "" : "open"),
      ])
    }
    return TableResult(
      table: Table(
        columns: [
          .text("symbol", .name), .number("price"), .percent("change"), .text("time"), .number("bar_open"),
          .number("bar_high"), .number("bar_low"), .number("bar_volume"), .text("bar"),
        ], rows: rows),
      notes: ["the bar in the making is marked open, and is in no expression; change is from the last close"],
      details: [("source", .string(statuses.first { $0.series == names[0] }?.source ?? ""))])
  }
}
