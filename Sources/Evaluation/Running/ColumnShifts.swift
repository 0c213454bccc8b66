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
