public import Indicators

extension Preset {
  /// All presets, in the order in which they are listed.
  public static let all: [Preset] = [talib, tradingview, swing, service]

  /// The preset with a name.
  public static func named(_ name: String) -> Preset? { all.first { $0.name == name } }

  /// The defaults are TA-Lib's, so that it changes nothing.
  private static let talib = Preset(
    "talib",
    summary: "TA-Lib's conventions, which the defaults follow.",
    coversTALib: true,
    changes: [:]
  )

  /// Pine Script's built-in functions: averages are seeded with means, each as early as it can; the first
  /// bar's true range is high - low in ta.atr, and missing in ta.kc and ta.dmi.
  private static let tradingview = Preset(
    "tradingview",
    summary: "The built-in functions of TradingView's Pine Script.",
    changes: [
      "sma": [:],
      "ema": [:],
      "wma": [:],
      "dema": [:],
      "tema": [:],
      "hma": [:],
      "rma": [:],
      "bbands": [:],
      "donchian": [:],
      "kc": ["atrperiod": .same("period"), "source": "close", "smoothing": "ema", "seed": "mean"],
      "supertrend": ["first_bar": "range", "start": "down"],
      "rsi": [:],
      "macd": ["seed": "mean"],
      "adx": ["seed": "mean"],
      "dx": ["seed": "mean"],
      "plus_di": ["seed": "mean"],
      "minus_di": ["seed": "mean"],
      "stoch": ["period": 14, "k": 1, "begin": "each"],
      "stochf": ["period": 14, "begin": "each"],
      "stochrsi": ["k": 14, "slow": 3, "begin": "each"],
      "willr": [:],
      "cci": ["period": 20],
      "cmo": ["smoothing": "simple"],
      "mom": [:],
      "roc": [:],
      "mfi": [:],
      "obv": ["first_bar": "zero"],
      "ad": [:],
      "atr": ["first_bar": "range"],
      "trange": [:],
      "stdev": [:],
      "var": [:],
      "percentrank": ["ties": "included"],
      "vwap": ["anchor": "session"],
      "vwap_bands": ["anchor": "session"],
    ]
  )

  /// The indicators of a swing-trading backtester in pandas: averages without adjustment from the first bar on,
  /// the true range in place of it, the sample's deviation, relative strength by plain means.
  private static let swing = Preset(
    "swing",
    summary: "Bands, channels and strengths as pandas gives them from the first bar on.",
    changes: [
      "bbands": ["period": 20, "up": 2, "deviation": "sample"],
      "kc": [
        "period": 20, "atrperiod": .same("period"), "width": 2, "source": "close", "smoothing": "ema",
        "first_bar": "range", "seed": "first",
      ],
      "squeeze": ["period": 20, "width": 2, "channel": 1.5, "deviation": "sample", "average": "ema"],
      "rsi": ["period": 14, "smoothing": "simple", "first_bar": "zero"],
      "stochrsi": [
        "period": 14, "k": .same("period"), "d": 3, "slow": 3, "smoothing": "simple", "first_bar": "zero",
        "scale": "fraction", "begin": "each",
      ],
      "macd": ["fast": 12, "slow": 26, "signal": 9, "seed": "first"],
      "atr": ["period": 14, "smoothing": "ema", "first_bar": "range", "seed": "first"],
      "trange": ["first_bar": "range"],
    ]
  )

  /// The four indicators of a strategy service on vectorbt: averages that appear once they are full, and simple
  /// ones in rsi and macd.
  private static let service = Preset(
    "service",
    summary: "The averages, strength and MACD of vectorbt, simple if it has them so.",
    changes: [
      "sma": ["period": 20],
      "ema": ["period": 20, "seed": "late"],
      "rsi": ["period": 14, "smoothing": "simple"],
      "macd": ["fast": 12, "slow": 26, "signal": 9, "average": "sma"],
    ]
  )
}

extension Indicator {
  /// The presets that change it, with the change of each.
  public var presets: [(name: String, text: String)] {
    Preset.all.compactMap { preset in preset.text(of: self).map { (preset.name, $0) } }
  }
}
