import Columns

/// The parts of the bars' opening times as columns, on the clock of the series.
enum TimeColumns {
  static func column(_ field: TimeField, of bars: Bars) -> Column {
    if field == .time {
      return Column(count: bars.count) { result in
        for index in 0..<bars.count { result[index] = Double(bars.times[index].milliseconds) }
      }
    }
    return Column(count: bars.count) { result in
      for index in 0..<bars.count {
        let civil = bars.civilTime(at: index)
        let part: Int =
          switch field {
          case .time: 0
          case .clock: civil.hour * 60 + civil.minute
          case .year: civil.date.year
          case .month: civil.date.month
          case .day: civil.date.day
          case .weekday: civil.date.weekday
          case .hour: civil.hour
          case .minute: civil.minute
          }
        result[index] = Double(part)
      }
    }
  }
}
