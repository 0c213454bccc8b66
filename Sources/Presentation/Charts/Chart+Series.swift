extension Chart {
  /// A named series and the shape in which it is drawn.
  public struct Series: Sendable, Equatable {
    /// The shape of a series.
    ///
    /// A value that is not finite is missing: a line is broken there, a bar left out.
    public enum Shape: Sendable, Equatable {
      /// A line through the values.
      case line([Double])
      /// A line through the values, with the field between it and zero filled.
      case area([Double])
      /// The field between a lower and an upper line.
      case band(low: [Double], high: [Double])
      /// Bars from zero.
      case histogram([Double])
      /// Candles; a bar that lacks one of its four prices is left out.
      case candles(open: [Double], high: [Double], low: [Double], close: [Double])
      /// Marks at single values, such as trades; one beyond the other series is left out.
      case marks([Mark])
      /// A value that holds for all bars, such as today's price.
      case level(Double)
      /// Highlighted spans of bars, such as the worst losses.
      case zones([ClosedRange<Int>])
    }

    /// The name in the legend.
    public var name: String
    /// The shape with its values.
    public var shape: Shape
    /// True if the values are on the second axis of the pane, which is on its left side.
    public var isBeside = false

    /// Makes a series.
    public init(_ name: String, _ shape: Shape) {
      self.name = name
      self.shape = shape
    }

    /// A line through the values.
    public static func line(_ name: String, _ values: [Double]) -> Series {
      Series(name, .line(values))
    }

    /// A line with the field between it and zero filled.
    public static func area(_ name: String, _ values: [Double]) -> Series {
      Series(name, .area(values))
    }

    /// The field between two lines.
    public static func band(_ name: String, low: [Double], high: [Double]) -> Series {
      Series(name, .band(low: low, high: high))
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

    /// A value that holds for all bars.
    public static func level(_ name: String, _ value: Double) -> Series {
      Series(name, .level(value))
    }

    /// Highlighted spans of bars.
    public static func zones(_ name: String, _ spans: [ClosedRange<Int>]) -> Series {
      Series(name, .zones(spans))
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
    /// The value that the sign marks.
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

extension Chart.Series {
  /// The same series with all values times a factor.
  public func multiplied(by factor: Double) -> Chart.Series {
    func scaled(_ values: [Double]) -> [Double] { values.map { $0 * factor } }
    let shape: Shape =
      switch shape {
      case .line(let values): .line(scaled(values))
      case .area(let values): .area(scaled(values))
      case .histogram(let values): .histogram(scaled(values))
      case .band(let low, let high): .band(low: scaled(low), high: scaled(high))
      case .candles(let open, let high, let low, let close):
        .candles(open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close))
      case .marks(let marks): .marks(marks.map { Chart.Mark($0.index, $0.value * factor, $0.kind) })
      case .level(let value): .level(value * factor)
      case .zones: shape
      }
    var copy = self
    copy.shape = shape
    return copy
  }

  /// The same series on the second axis of its pane.
  public var beside: Chart.Series {
    var copy = self
    copy.isBeside = true
    return copy
  }

  /// True for bars from zero.
  public var isHistogram: Bool { if case .histogram = shape { true } else { false } }

  /// The number of bars; marks are only at the bars of others.
  var count: Int {
    switch shape {
    case .line(let values), .area(let values), .histogram(let values): values.count
    case .band(let low, let high): min(low.count, high.count)
    case .candles(let open, let high, let low, let close):
      min(min(open.count, high.count), min(low.count, close.count))
    case .marks, .level, .zones: 0
    }
  }

  /// True if bars of their own width are drawn, which look even only when all are equally wide.
  var hasBars: Bool {
    switch shape {
    case .histogram, .candles: true
    case .line, .area, .band, .marks, .level, .zones: false
    }
  }

  /// True if the axis has to include zero for this shape.
  var startsAtZero: Bool {
    switch shape {
    case .histogram, .area: true
    case .line, .band, .candles, .marks, .level, .zones: false
    }
  }

  /// The values by their names: candles are four columns and a band is two; marks, levels and zones have none.
  public var columns: [(name: String, values: [Double])] {
    switch shape {
    case .line(let values), .area(let values), .histogram(let values): [(name, values)]
    case .band(let low, let high): [("\(name) low", low), ("\(name) high", high)]
    case .candles(let open, let high, let low, let close):
      [("open", open), ("high", high), ("low", low), ("close", close)]
    case .marks, .level, .zones: []
    }
  }

  /// The least and the greatest value that is drawn, or `nil` without any.
  ///
  /// - Parameter floor: a value that others must exceed, such as zero on a logarithmic axis.
  func extremes(above floor: Double = -.infinity) -> ClosedRange<Double>? {
    var low = Double.infinity
    var high = -Double.infinity
    func include(_ values: [Double]) {
      for value in values where value > floor && value < .infinity {
        low = value < low ? value : low
        high = value > high ? value : high
      }
    }
    switch shape {
    case .marks(let marks): include(marks.map(\.value))
    case .level(let value): include([value])
    case .line, .area, .band, .histogram, .candles, .zones: for column in columns { include(column.values) }
    }
    return low <= high ? low...high : nil
  }

  /// The last value that is there, for the legend.
  var last: Double? {
    switch shape {
    case .line(let values), .area(let values), .histogram(let values), .candles(_, _, _, let values):
      values.last { $0.isFinite }
    case .level(let value): value
    case .band, .marks, .zones: nil
    }
  }
}
