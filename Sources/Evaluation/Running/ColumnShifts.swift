import Columns

extension Column {
  /// The values `bars` bars later; missing beyond the last bar.
  func ahead(by bars: Int) -> Column {
    Column(count: count) { result in
      let there = Swift.max(0, count - bars)
      for index in 0..<there { result[index] = values[index + bars] }
      for index in there..<count { result[index] = .missing }
    }
  }

  /// The values some bars later, or earlier with a sign of -1, by each bar's value of a column; missing if that is
  /// missing, and beyond the first and the last bar.
  func moved(by distances: Column, sign: Int) -> Column {
    Column(count: count) { result in
      for index in 0..<count {
        let place = Int(exactly: distances[index]).map { index + sign * $0 } ?? -1
        result[index] = place >= 0 && place < count ? values[place] : .missing
      }
    }
  }

  /// Each value, and if it is missing the last one that was there.
  var filled: Column {
    Column(count: count) { result in
      var last = Double.missing
      for index in 0..<count {
        if !values[index].isNaN { last = values[index] }
        result[index] = last
      }
    }
  }
}
