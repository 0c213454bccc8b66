import Text

extension Chart.Pane {
  /// The series on the value axis of the pane, as a pane of their own.
  var onAxis: Chart.Pane {
    guard series.contains(where: \.isBeside) else { return self }
    var pane = self
    pane.series.removeAll(where: \.isBeside)
    return pane
  }

  /// The series on the second axis, as a pane of their own; nil if there is none.
  var besideAxis: Chart.Pane? {
    let own = series.filter(\.isBeside).map { series in
      var series = series
      series.isBeside = false
      return series
    }
    guard !own.isEmpty else { return nil }
    var pane = Chart.Pane(own, height: height, format: besideFormat)
    pane.marksLast = marksLast
    return pane
  }

  /// The words after the name of a series on the second axis.
  static let besideWords = " (left axis)"
}
