import Indicators

/// The parameters that many indicators share, so that they are named and bounded alike.
extension Parameter {
  /// The longest window: long enough for years of minutes.
  static let longest = 10_000_000

  /// The number of bars of a window or of a smoothing; TA-Lib's `timeperiod`.
  static func period(
    _ standard: Int?,
    from least: Int = 1,
    _ meaning: String = "The number of bars it looks back over, the present one included.",
    counts: Parameter.BarCount = .window
  ) -> Parameter {
    Parameter(
      "period",
      ["timeperiod", "length", "window", "n"],
      .whole(least...longest),
      standard.map { .value(Double($0)) } ?? .required,
      meaning,
      countsBars: counts
    )
  }

  /// The distance, in bars, of the value that the present one is compared with.
  static func distance(_ standard: Int) -> Parameter {
    period(standard, "The number of bars back to the value it is compared with.", counts: .distance)
  }

  /// The number of bars of one of several averages.
  static func bars(
    _ name: String, _ alias: String, _ standard: Int, _ meaning: String, counts: Parameter.BarCount = .window
  ) -> Parameter {
    Parameter(name, [alias], .whole(1...longest), .value(Double(standard)), meaning, countsBars: counts)
  }

  /// A moving average by TA-Lib's name or number.
  static func average(
    _ name: String,
    _ alias: String,
    _ standard: MovingAverage,
    _ meaning: String
  ) -> Parameter {
    Parameter(
      name,
      [alias],
      .choice(MovingAverage.allCases.map { Choice("\($0)", $0.rawValue) }),
      .value(Double(standard.rawValue)),
      meaning
    )
  }

  /// The divisor of a variance.
  static let deviation = Parameter(
    "deviation",
    [],
    .choice([Choice("population", 0), Choice("sample", 1)]),
    .value(0),
    "Whether the squares are divided by n (population) or by n - 1 (sample)."
  )

  /// The value of the first bar, which has none before it.
  static func firstBar(_ names: String..., meaning: String) -> Parameter {
    Parameter(
      "first_bar",
      [],
      .choice(names.enumerated().map { Choice($0.element, $0.offset) }),
      .value(0),
      meaning
    )
  }

  /// The first bars of the outputs of an average and of an average of that.
  static let begin = Parameter(
    "begin",
    [],
    .choice([Choice("together", 0), Choice("each", 1)]),
    .value(0),
    "Whether all outputs begin on one bar, or each as early as it can."
  )

  /// A mode among smoothings, the first of which is the default.
  static func smoothing(_ names: String..., meaning: String) -> Parameter {
    Parameter(
      "smoothing",
      [],
      .choice(names.enumerated().map { Choice($0.element, $0.offset) }),
      .value(0),
      meaning
    )
  }
}

extension Parameter {
  /// The periods after which an indicator restarts.
  static func anchor(_ standard: AnchorPeriod, _ meaning: String) -> Parameter {
    Parameter(
      "anchor",
      [],
      .choice(AnchorPeriod.allCases.map { Choice("\($0)", $0.rawValue) }),
      .value(Double(standard.rawValue)),
      meaning,
      takesDate: true
    )
  }
}

extension Input {
  /// True on the first bar of each period of the parameter `anchor`.
  static let start = Input("start", anchoredBy: "anchor")
}
