import Text

/// Series over time in panes that stand one below the other and share the time axis.
public struct Chart: Sendable, Equatable {
  /// The panes from top to bottom.
  public var panes: [Pane]
  /// What the time axis says.
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

  /// The words below the time axis.
  public enum TimeAxis: Sendable, Equatable {
    /// No words.
    case none
    /// The label of every index. The chart shows those that fit: of ISO dates the first of each year or
    /// month, of others some at equal distances.
    case labels([String])
    /// Labels at chosen indices; those that do not fit are left out.
    case ticks([Tick])
  }

  /// A label at an index.
  public struct Tick: Sendable, Hashable {
    /// The index of the bar that the label belongs to.
    public var index: Int
    /// The words.
    public var label: String

    /// Makes a label at an index.
    public init(_ index: Int, _ label: String) {
      self.index = index
      self.label = label
    }
  }

  /// A part of a chart with its own value axis.
  public struct Pane: Sendable, Equatable {
    /// The series, drawn in this order.
    public var series: [Series]
    /// How many lines the pane takes, without its legend; at least one.
    public var height: Int
    /// Values at which a dotted line goes across, and that the axis names in place of round ones: 30 and 70
    /// for an RSI.
    public var guides: [Double]
    /// The ends of the value axis where the data should not choose them; values outside are drawn at the
    /// ends.
    public var range: ClosedRange<Double>?
    /// How the values are written; `nil` chooses from their size.
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

  /// A named series and how it is drawn.
  public struct Series: Sendable, Equatable {
    /// What a series is drawn as.
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
    /// What is drawn.
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
    /// What happened.
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
    /// What happened.
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
  /// How many bars the time axis has: as many as the longest series, and as the labels where there are any.
  var count: Int {
    var count = if case .labels(let labels) = time { labels.count } else { 0 }
    for series in panes.lazy.flatMap(\.series) { count = max(count, series.count) }
    return count
  }

  /// The values as a table: a column of time labels where each bar has one, then a column a series.
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
    var labels: [String]?
    if case .labels(let own) = time { labels = own }
    return Table(
      columns: (labels == nil ? [] : [.text("time")]) + columns,
      rows: (0..<count).map { index in
        let cells = values.map { index < $0.count ? Cell.number($0[index]) : .missing }
        return labels.map { [index < $0.count ? .text($0[index]) : .missing] + cells } ?? cells
      }
    )
  }
}

extension Chart.Series {
  /// How many bars the series has; marks only stand at the bars of others.
  var count: Int {
    switch shape {
    case .line(let values), .histogram(let values): values.count
    case .candles(let open, let high, let low, let close):
      min(min(open.count, high.count), min(low.count, close.count))
    case .marks: 0
    }
  }

  /// Whether bars of their own width are drawn, which look even only when all are equally wide.
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
