import Calendar
import Columns

/// The place of a bar in its session.
public enum SessionField: String, Hashable, Sendable, CaseIterable {
  /// 1 on the session's first bar, 2 on the next; always 1 if a bar is a day or longer.
  case barOfSession = "bar_of_session"
  /// True on the bar that ends with the session, by the market's calendar and not by the bars that follow.
  case lastBarOfSession = "last_bar_of_session"

  /// The column on a series; nil if the end of its sessions is requested and not known.
  func column(on series: Series) -> Column? {
    let bars = series.bars
    guard bars.timeframe.isIntraday else { return Column(repeating: 1, count: bars.count) }
    if self == .lastBarOfSession, bars.session == nil, !series.tradesEveryDay { return nil }
    let length = bars.timeframe.nominalMilliseconds
    return Column(count: bars.count) { result in
      var cursor = SessionCursor(hours: bars.session, zone: bars.zone)
      var number = 0.0
      for index in 0..<bars.count {
        let isFirst = cursor.go(to: bars.times[index])
        number = isFirst ? 1 : number + 1
        switch self {
        case .barOfSession: result[index] = number
        case .lastBarOfSession:
          let time = bars.times[index].milliseconds
          let close = cursor.close.milliseconds
          result[index] = time < close && time + length >= close ? 1 : 0
        }
      }
    }
  }
}
