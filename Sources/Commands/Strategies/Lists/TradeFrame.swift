import Backtesting
import Calendar
import Columns
import Evaluation
import Reports
import Sessions

extension BacktestReport {
  /// Trades as a frame: their numbers and strings by their JSON keys, and the parts of the time of entry.
  ///
  /// A window of dates looks at the entry. Once it is stopped, the frame is of no use to a listing.
  package func frame(
    of trades: [Trade], isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> ItemFrame<RunTrade> {
    ItemFrame(
      one: "a trade", many: "trades", trades.parts(of: self),
      Self.tradeFields + [Field("profit", .rate) { $0.thing.returnRate }]
        + Field.parts(in: bars.zone, of: \.thing.entryTime),
      series: series, placement: .bars(series, { trades[$0].entryIndex }), isStopped: isStopped)
  }

  /// The names of a trade's values, for completion.
  static let tradeNames = tradeFields.names() + ["profit"]
}

extension Field {
  /// The parts of a moment of an item: its year, month, day, weekday, hour and minute.
  package static func parts(in zone: Zone, of moment: @escaping @Sendable (Item) -> Timestamp) -> [Field] {
    let parts: [(String, @Sendable (CivilTime) -> Int)] = [
      ("year", { $0.date.year }), ("month", { $0.date.month }), ("day", { $0.date.day }),
      ("weekday", { $0.date.weekday }), ("hour", { $0.hour }), ("minute", { $0.minute }),
    ]
    return parts.map { name, part in
      Field(name, isDerived: true) { Double(part(zone.civilTime(at: moment($0)))) }
    }
  }
}
