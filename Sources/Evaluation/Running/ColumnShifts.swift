import Columns

extension Column {
  /// The values so many bars later; missing beyond the last bar.
  func ahead(by bars: Int) -> Column {
    Column(count: count) { result in
      let there = Swift.max(0, count - bars)
      for index in 0..<there { result[index] = values[index + bars] }
      for index in there..<count { result[index] = .missing }
    }
  }

  /// The values so many bars later, or earlier with a sign of -1, on each bar as many as a column says; missing where
  /// it says none and beyond the first and the last bar.
  func moved(by distances: Column, sign: Int) -> Column {
    Column(count: count) { result in
      for index in 0..<count {
        let place = Int(exactly: distances[index]).map { index + sign * $0 } ?? -1
        result[index] = place >= 0 && place < count ? values[place] : .missing
      }
    }
  }

  /// Each value, and where it is missing the last one that was there.
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
