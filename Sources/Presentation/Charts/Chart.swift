import Text

/// Series over time in panes that stand one below the other and share the time axis.
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
    /// The ends of the value axis where the data should not choose them; values outside are drawn at the
    /// ends.
    public var range: ClosedRange<Double>?
    /// The format of the values; `nil` chooses from their size.
    public var format: NumberFormat?

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

  /// A named series and the shape in which it is drawn.
  public struct Series: Sendable, Equatable {
    /// The shape of a series.
    ///
    /// A value that is not finite is missing: a line is broken there, a bar left out.
    public enum Shape: Sendable, Equatable {
      /// A line through the values.
      case line([Double])
      /// Bars from zero.
      case histogram([Double])
      /// Candles; a bar that lacks one of its four prices is left out.
      case candles(open: [Double], high: [Double], low: [Double], close: [Double])
      /// Marks at single values, such as trades; one beyond the other series is left out.
      case marks([Mark])
    }

    /// The name in the legend.
    public var name: String
    /// The shape with its values.
    public var shape: Shape

    /// Makes a series.
    public init(_ name: String, _ shape: Shape) {
      self.name = name
      self.shape = shape
    }

    /// A line through the values.
    public static func line(_ name: String, _ values: [Double]) -> Series {
      Series(name, .line(values))
    }

    /// Bars from zero.
    public static func histogram(_ name: String, _ values: [Double]) -> Series {
      Series(name, .histogram(values))
    }

    /// Candles.
    public static func candles(
      _ name: String,
      open: [Double],
      high: [Double],
      low: [Double],
      close: [Double]
    ) -> Series {
      Series(name, .candles(open: open, high: high, low: low, close: close))
    }

    /// Marks at single values.
    public static func marks(_ name: String, _ marks: [Mark]) -> Series {
      Series(name, .marks(marks))
    }
  }

  /// A sign at one bar.
  public struct Mark: Sendable, Hashable {
    /// The kind of a sign.
    public enum Kind: Sendable, Hashable {
      /// A purchase, a triangle below the value.
      case buy
      /// A sale, a triangle above the value.
      case sell
    }

    /// The index of the bar.
    public var index: Int
    /// The value beside which the sign stands.
    public var value: Double
    /// The kind of trade that it marks.
    public var kind: Kind

    /// Makes a sign.
    public init(_ index: Int, _ value: Double, _ kind: Kind) {
      self.index = index
      self.value = value
      self.kind = kind
    }
  }
}

extension Chart {
  /// The number of bars: that of the longest series, or of the times where there are more.
  var count: Int {
    var count = if case .times(let times) = time { times.count } else { 0 }
    for series in panes.lazy.flatMap(\.series) { count = max(count, series.count) }
    return count
  }

  /// The values as a table: a column of times where each bar has one, then a column a series.
  ///
  /// Candles are four columns; marks have none.
  public var table: Table {
    var columns: [Table.Column] = []
    var values: [[Double]] = []
    for series in panes.flatMap(\.series) {
      switch series.shape {
      case .line(let own), .histogram(let own):
        columns.append(.number(series.name))
        values.append(own)
      case .candles(let open, let high, let low, let close):
        columns += ["open", "high", "low", "close"].map { .number($0) }
        values += [open, high, low, close]
      case .marks: break
      }
    }
    let count = count
    var times: BarTimes?
    if case .times(let own) = time { times = own }
    return Table(
      columns: (times == nil ? [] : [.text("time")]) + columns,
      rows: (0..<count).map { index in
        let cells = values.map { index < $0.count ? Cell.number($0[index]) : .missing }
        return times.map { [index < $0.count ? .text($0.label(at: index)) : .missing] + cells } ?? cells
      }
    )
  }
}

extension Chart.Series {
  /// The number of bars; marks only stand at the bars of others.
  var count: Int {
    switch shape {
    case .line(let values), .histogram(let values): values.count
    case .candles(let open, let high, let low, let close):
      min(min(open.count, high.count), min(low.count, close.count))
    case .marks: 0
    }
  }

  /// True where bars of their own width are drawn, which look even only when all are equally wide.
  var hasBars: Bool {
    switch shape {
    case .histogram, .candles: true
    case .line, .marks: false
    }
  }

  /// The least and the greatest value that is drawn, or `nil` without any.
  var extremes: ClosedRange<Double>? {
    var low = Double.infinity
    var high = -Double.infinity
    func include(_ values: some Sequence<Double>) {
      for value in values where value.isFinite {
        low = min(low, value)
        high = max(high, value)
      }
    }
    switch shape {
    case .line(let values): include(values)
    case .histogram(let values): include(values)
    case .candles(let open, let highs, let lows, let close):
      for values in [open, highs, lows, close] { include(values) }
    case .marks(let marks): include(marks.lazy.map(\.value))
    }
    return low <= high ? low...high : nil
  }

  /// The last value that is there, for the legend.
  var last: Double? {
    switch shape {
    case .line(let values), .histogram(let values), .candles(_, _, _, let values):
      values.last { $0.isFinite }
    case .marks: nil
    }
  }
}
