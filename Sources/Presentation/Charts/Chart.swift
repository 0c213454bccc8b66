import Text

/// Series over time in panes one below the other and share the time axis.
///
/// ```swift
/// let chart = Chart(
///   panes: [
///     .init([.candles("SPY", open: open, high: high, low: low, close: close)]),
///     .init([.line("rsi(14)", rsi)], height: 6, guides: [30, 70], range: 0...100),
///   ],
///   time: .times(BarTimes(times, zone: zone, isIntraday: false)))
/// ```
public struct Chart: Sendable, Equatable {
  /// The panes from top to bottom.
  public var panes: [Pane]
  /// The time of each bar, or chosen words below the axis.
  public var time: TimeAxis

  /// Makes a chart.
  public init(panes: [Pane], time: TimeAxis = .none) {
    self.panes = panes
    self.time = time
  }

  /// Makes a chart of one pane.
  public init(_ series: [Series], time: TimeAxis = .none, height: Int = 14) {
    self.init(panes: [Pane(series, height: height)], time: time)
  }

  /// The time axis below the panes.
  public enum TimeAxis: Sendable, Equatable {
    /// No words.
    case none
    /// The time of every bar. The chart names those that fit: the first of each year, month, day or minute.
    case times(BarTimes)
    /// Words at chosen bars; those that do not fit are left out.
    case ticks([Tick])
    /// Equal spans of a measure, one for each bar, whose edges are named.
    case spans(Spans)
  }

  /// A word at the index of a bar.
  public struct Tick: Sendable, Hashable {
    /// The index of the bar that the word belongs to.
    public var index: Int
    /// The word.
    public var label: String

    /// Makes a word at an index.
    public init(_ index: Int, _ label: String) {
      self.index = index
      self.label = label
    }
  }

  /// A part of a chart with its own value axis.
  public struct Pane: Sendable, Equatable {
    /// The series, drawn in this order.
    public var series: [Series]
    /// The height in lines without the legend; at least one.
    public var height: Int
    /// Values at which a dotted line goes across, and that the axis names in place of round ones: 30 and 70
    /// for an RSI.
    public var guides: [Double]
    /// The ends of the value axis if the data should not choose them; values outside are drawn at the ends.
    public var range: ClosedRange<Double>?
    /// The format of the values; `nil` chooses from their size.
    public var format: NumberFormat?
    /// The format of the values on the second axis; `nil` chooses from their size.
    public var besideFormat: NumberFormat?
    /// True if equal distances on the value axis are equal factors; a value of zero or less lies at the low end.
    public var isLogarithmic = false
    /// True if the last value of each line and of candles is shown at the value axis.
    public var marksLast = false

    /// Makes a pane.
    public init(
      _ series: [Series],
      height: Int = 14,
      guides: [Double] = [],
      range: ClosedRange<Double>? = nil,
      format: NumberFormat? = nil
    ) {
      self.series = series
      self.height = height
      self.guides = guides
      self.range = range
      self.format = format
    }
  }
}

extension Chart {
  /// The values of all series by their names.
  public var columns: [(name: String, values: [Double])] { panes.flatMap(\.series).flatMap(\.columns) }

  /// The number of bars: that of the longest series, or of the times if there are more.
  public var count: Int {
    var count = if case .times(let times) = time { times.count } else { 0 }
    for series in panes.lazy.flatMap(\.series) { count = max(count, series.count) }
    return count
  }

  /// The bars before which sessions are missing.
  var breaks: [Int] { if case .times(let times) = time { times.breaks } else { [] } }

  /// The time of a bar, or the word below it; empty if it has neither.
  public func timeLabel(of bar: Int) -> String {
    switch time {
    case .times(let times): bar < times.count ? times.label(at: bar) : ""
    case .ticks(let ticks): ticks.first { $0.index == bar }?.label ?? ""
    case .spans(let spans): spans.label(of: bar)
    case .none: ""
    }
  }

  /// The values as a table: a column of times if each bar has one, then a column a series.
  ///
  /// Candles are four columns and a band is two; marks, levels and zones have none.
  public var table: Table {
    let values = columns.map(\.values)
    let titles = columns.map { Table.Column.number($0.name) }
    let count = count
    var times: BarTimes?
    if case .times(let own) = time { times = own }
    return Table(
      columns: (times == nil ? [] : [.text("time")]) + titles,
      rows: (0..<count).map { index in
        let cells = values.map { index < $0.count ? Cell.number($0[index]) : .missing }
        return times.map { [index < $0.count ? .text($0.label(at: index)) : .missing] + cells } ?? cells
      }
    )
  }
}
