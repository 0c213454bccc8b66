import Columns
import Indicators
import Language

/// A function of the language that is not an indicator: arithmetic on each bar, choices, and functions over the full
/// range.
///
/// Together with the catalogue of indicators this table is the source of help, completion and the reference.
public struct BarFunction: Sendable {
  /// The function of which this one is another name: understood but not listed.
  public var twin: String? { name == "ln" ? "log" : nil }
  /// Other names of the function.
  public var aliases: [String] { name == "log" ? ["ln"] : [] }

  /// The treatment of a function's arguments.
  enum Rule: Sendable {
    /// An operation bar by bar; `result` is nil if rates alone give a rate.
    case operation(Operation, result: Kind?)
    /// An operator applied to its two sides.
    case binary(BinaryOperator)
    /// The smallest or the largest of two or more.
    case extreme(Operation)
    case select, cases, na, nz, lagged, fixnan, bins, dates, firstOf, ahead, convertRate
    case reduction(Reduction)
    /// A value of other bars, on bars if it is new.
    case fresh
    /// A value of the traded prices.
    case raw
    /// The worth of a share by a valuation.
    case valuation
    /// A function of the time value of money.
    case financial(FinancialFunction)
  }

  /// The name that is typed.
  public let name: String
  /// The arguments in order; those in brackets may be left out.
  public let parameters: [String]
  /// The number of arguments that are needed.
  public let required: Int
  /// True if more arguments than are named may follow.
  public let isVariadic: Bool
  /// Its result, in one sentence.
  public let summary: String
  /// Its conventions, in a few sentences; empty if its summary says all.
  public let discussion: String
  /// A call of it.
  public let example: String
  let rule: Rule

  init(
    _ name: String, _ parameters: [String], required: Int? = nil, isVariadic: Bool = false, _ rule: Rule,
    _ summary: String, discussion: String = "", example: String
  ) {
    self.name = name
    self.parameters = parameters
    self.required = required ?? parameters.count
    self.isVariadic = isVariadic
    self.summary = summary
    self.discussion = discussion
    self.example = example
    self.rule = rule
  }

  /// True if its result depends on later bars.
  public var looksAhead: Bool {
    switch rule {
    case .reduction, .ahead: true
    default: false
    }
  }

  /// True for `value`, whose argument is the name of a scenario.
  public var isValuation: Bool { if case .valuation = rule { true } else { false } }

  /// True for a function of the time value of money, whose optional arguments are given by name.
  public var isFinancial: Bool { if case .financial = rule { true } else { false } }

  /// The fields of a call, if it has any.
  public var fields: [String] { if case .ahead = rule { ["best", "worst"] } else { [] } }

  /// The call with its arguments' names: `round(x, [decimals])`.
  public var signature: String {
    // The leading series of `ahead` may be left out, as for an indicator.
    if case .ahead = rule { return "\(name)([x], n)" }
    let shown = parameters.enumerated().map { $0.offset < required ? $0.element : "[\($0.element)]" }
    return "\(name)(\((shown + (isVariadic ? ["…"] : [])).joined(separator: ", ")))"
  }

  /// The function of a name.
  public static func named(_ name: String) -> BarFunction? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// All functions, in the order of the documentation.
  public static let all: [BarFunction] = general + financial

  private static let general: [BarFunction] = [
    BarFunction(
      "if", ["condition", "then", "else"], .select,
      "One of two values, bar by bar; a missing condition counts as false.",
      example: "if(close > open, volume, -volume)"),
    BarFunction(
      "case", ["condition", "value"], isVariadic: true, .cases,
      "The value after the first condition that holds, else the last one, else missing.",
      example: "case(rsi(14) < 30, -1, rsi(14) > 70, 1, 0)"),
    BarFunction(
      "na", ["x"], .na, "True if x is missing.", example: "na(sma(200))"),
    BarFunction(
      "nz", ["x", "y"], required: 1, .nz, "x, or y if x is missing; y is 0 if left out.",
      example: "nz(sma(200), close)"),
    BarFunction(
      "fixnan", ["x"], .fixnan, "x, or its last known value if x is missing.",
      example: "fixnan(if(rsi(14) < 30, close, missing))"),
    BarFunction(
      "bins", ["x", "width"], .bins, "The lower end of the bin that x lies in, for `by`.",
      example: "bins(rsi(14), 10)"),
    BarFunction(
      "in", ["dates"], .dates, "True on the bars of the dates: the bar of each date, or the first one after it.",
      example: "in [\"2012-01-25\", \"2012-03-13\"]"),
    BarFunction(
      "first_of", ["x", "n"], .firstOf,
      "The first value of the last n bars, or since `today`, `week`, `month` or `year` began.",
      example: "first_of(open, week)"),
    BarFunction(
      "raw", ["x"], .raw,
      "x on traded prices, without any adjustment for splits and dividends.",
      discussion: "A level such as `raw(close) < 20` was known on its day; the adjusted price of that day was not.",
      example: "raw(close)"),
    BarFunction(
      "ref", ["x", "n"], .lagged, "x n bars ago: the same as `x[n]`.", example: "ref(close, 1)"),
    BarFunction(
      "abs", ["x"], .operation(.abs, result: nil), "The number without its sign.", example: "abs(close - open)"),
    BarFunction(
      "sign", ["x"], .operation(.sign, result: .number), "1, 0 or -1.", example: "sign(change(close))"),
    BarFunction(
      "min", ["a", "b"], isVariadic: true, .extreme(.min), "The smallest of the values of one bar.",
      example: "min(open, close)"),
    BarFunction(
      "max", ["a", "b"], isVariadic: true, .extreme(.max), "The largest of the values of one bar.",
      example: "max(open, close)"),
    BarFunction(
      "sqrt", ["x"], .operation(.sqrt, result: .number), "The square root; missing below zero.",
      example: "stdev(returns(1), 20) * sqrt(252)"),
    BarFunction(
      "log", ["x"], .operation(.log, result: .number), "The natural logarithm; missing at zero and below.",
      example: "log(close / close[1])"),
    BarFunction(
      "ln", ["x"], .operation(.log, result: .number), "The natural logarithm: the same as `log`.",
      example: "ln(close / close[1])"),
    BarFunction(
      "log10", ["x"], .operation(.log10, result: .number), "The logarithm to base 10; missing at zero and below.",
      example: "log10(volume)"),
    BarFunction(
      "exp", ["x"], .operation(.exp, result: .number), "e to the power of x.", example: "exp(log(close))"),
    BarFunction(
      "pow", ["x", "y"], .operation(.power, result: .number), "x to the power of y: the same as `x ^ y`.",
      example: "pow(2, 10)"),
    BarFunction(
      "mod", ["a", "b"], .operation(.mod, result: .number), "The rest of a / b, with the sign of b.",
      example: "mod(day, 5)"),
    BarFunction(
      "round", ["x", "decimals"], required: 1, .operation(.round, result: .number),
      "The nearest number with this many decimals; halves go away from zero.", example: "round(close, 1)"),
    BarFunction(
      "floor", ["x"], .operation(.floor, result: .number), "The next whole number below.",
      example: "floor(close)"),
    BarFunction(
      "ceil", ["x"], .operation(.ceil, result: .number), "The next whole number above.", example: "ceil(close)"),
    BarFunction(
      "add", ["a", "b"], .binary(.add), "The sum of two values: the same as `a + b`.", example: "add(high, low)"),
    BarFunction(
      "sub", ["a", "b"], .binary(.subtract), "The difference of two values: the same as `a - b`.",
      example: "sub(high, low)"),
    BarFunction(
      "mult", ["a", "b"], .binary(.multiply), "The product of two values: the same as `a * b`.",
      example: "mult(close, volume)"),
    BarFunction(
      "div", ["a", "b"], .binary(.divide), "The quotient of two values, missing if b is 0: the same as `a / b`.",
      example: "div(close, open)"),
    BarFunction(
      "sin", ["x"], .operation(.sin, result: .number), "The sine of an angle in radians.",
      example: "sin(ht_dcphase(close) / 57.29578)"),
    BarFunction(
      "cos", ["x"], .operation(.cos, result: .number), "The cosine of an angle in radians.",
      example: "cos(ht_dcphase(close) / 57.29578)"),
    BarFunction(
      "tan", ["x"], .operation(.tan, result: .number), "The tangent of an angle in radians.",
      example: "tan(linearreg_angle(close, 14) / 57.29578)"),
    BarFunction(
      "asin", ["x"], .operation(.asin, result: .number),
      "The angle in radians whose sine is x; missing outside -1 to 1.",
      example: "asin(correlation(close, volume, 20))"),
    BarFunction(
      "acos", ["x"], .operation(.acos, result: .number),
      "The angle in radians whose cosine is x; missing outside -1 to 1.",
      example: "acos(correlation(close, volume, 20))"),
    BarFunction(
      "atan", ["x"], .operation(.atan, result: .number), "The angle in radians whose tangent is x.",
      example: "atan(change(close))"),
    BarFunction(
      "sinh", ["x"], .operation(.sinh, result: .number), "The hyperbolic sine.",
      example: "sinh(returns(1))"),
    BarFunction(
      "cosh", ["x"], .operation(.cosh, result: .number), "The hyperbolic cosine.",
      example: "cosh(returns(1))"),
    BarFunction(
      "tanh", ["x"], .operation(.tanh, result: .number), "The hyperbolic tangent, -1 to 1.",
      example: "tanh(zscore(close, 20))"),
    BarFunction(
      "clamp", ["x", "low", "high"], .operation(.clamp, result: nil), "x kept between two bounds.",
      example: "clamp(rsi(14), 20, 80)"),
    BarFunction(
      "convert_rate", ["r", "inflation_from", "inflation_to"], .convertRate,
      "A rate converted from one currency to another by the difference in inflation.",
      discussion: "`(1 + r) * (1 + inflation_to) / (1 + inflation_from) - 1`: the real rate is unchanged.",
      example: "convert_rate(8.5%, 2.3%, 1.6%)"),
    BarFunction(
      "first", ["x"], .reduction(.first), "The first value of the range that is not missing.", example: "first(close)"),
    BarFunction(
      "last", ["x"], .reduction(.last), "The last value of the range that is not missing.", example: "last(close)"),
    BarFunction(
      "mean_of", ["x"], .reduction(.meanOf), "The mean over the full range.", example: "mean_of(returns(1))"),
    BarFunction(
      "stdev_of", ["x"], .reduction(.stdevOf), "The population standard deviation over the full range.",
      example: "stdev_of(returns(1))"),
    BarFunction(
      "min_of", ["x"], .reduction(.minOf), "The smallest value of the full range.", example: "min_of(low)"),
    BarFunction(
      "max_of", ["x"], .reduction(.maxOf), "The largest value of the full range.", example: "max_of(high)"),
    BarFunction(
      "count_of", ["condition"], .reduction(.countOf), "The number of bars of the range on which a condition holds.",
      example: "count_of(close > open)"),
    BarFunction(
      "quantile", ["x", "share"], .reduction(.quantile),
      "The value below which a share of the range lies, interpolated linearly between ranks.",
      example: "quantile(returns(1), 5%)"),
    BarFunction(
      "ahead", ["x", "n"], required: 1, .ahead,
      "ahead(n) is the return from the fill of an order decided on a bar to the close n bars later, with the extremes in between as .best and .worst; ahead(x, n) is x n bars later.",
      example: "ahead(5)"),
    BarFunction(
      "value", ["scenario"], required: 0, .valuation,
      "The value of a share in a scenario of the company, from the figures filed before each bar; without a scenario, in the open model.",
      example: "value(base) @ AAPL"),
    BarFunction("fresh", ["x"], .fresh, "x @ C only on bars that bring a new value.", example: "fresh(close @ 1w)"),
  ]
}
