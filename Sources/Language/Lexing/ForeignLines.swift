/// Lines of SQL and pandas as the line of tas that does the same: the message for such a line shows what to type.
enum ForeignLines {
  private static let prices = "open, high, low, close, volume"
  private static let lists: Set<String> = ["trades", "orders", "drawdowns", "patterns", "signals", "figures", "equity"]

  // MARK: SQL

  /// The line for `select … from NAME where … order by … limit N`; nil if the text is not such a query.
  ///
  /// Groups and aggregates are those of `describe`; the table is the series, or the list of that name.
  static func query(_ line: String) -> String? {
    guard var pieces = ForeignPieces(line), pieces.take("select") else { return nil }
    _ = pieces.take("distinct")
    var columns = pieces.text(before: ["from"])
    guard pieces.take("from"), let table = pieces.next == nil ? "SPY" : pieces.name() else { return nil }
    let clauses: Set<String> = ["where", "group", "order", "limit"]
    var condition = ""
    var key = ""
    var order = ""
    var count = ""
    while pieces.next != nil {
      if pieces.take("where") {
        condition = " where " + pieces.text(before: clauses)
      } else if pieces.take("group", "by") {
        key = " by " + pieces.text(before: clauses)
      } else if pieces.take("order", "by") {
        order = " sort by " + pieces.text(before: clauses.union(["desc", "asc"]))
        if pieces.take("desc") { order += " desc" } else { _ = pieces.take("asc") }
      } else if pieces.take("limit") {
        count = (order.isEmpty ? " first " : " top ") + (pieces.take().map(String.init) ?? "5")
      } else {
        return nil
      }
    }
    if lists.contains(table.lowercased()) { return table.lowercased() + condition + order + count }
    if columns == "*" { columns = prices }
    let use = "use \(table); "
    if let value = aggregated(columns, key) { return use + "describe \(value)" + key + condition }
    return use + "show " + columns + condition + order + count
  }

  /// The summarised value of a list of keys and one call such as `avg(close)`.
  private static func aggregated(_ columns: String, _ key: String) -> String? {
    for name in ["avg", "sum", "min", "max", "count", "stddev", "median"] {
      guard let start = columns.lowercased().ranges(of: name + "(").first else { continue }
      let offset = columns.lowercased().distance(from: columns.lowercased().startIndex, to: start.upperBound)
      let value = columns.dropFirst(offset).prefix { $0 != ")" }
      return value == "*" || value.isEmpty ? "close" : String(value)
    }
    return key.isEmpty ? nil : "close"
  }

  // MARK: Python

  /// The line for an assignment of Python: a file that is read, a chain of methods; nil for another.
  static func assignment(_ line: String) -> String? {
    guard var pieces = ForeignPieces(line), let name = pieces.name(), pieces.take("="), let module = pieces.name()
    else {
      return nil
    }
    if pieces.take("."), let function = pieces.name(), function.hasPrefix("read_"), pieces.take("("),
      let file = pieces.take(), file.first == "\"" || file.first == "'"
    {
      return "load \"\(file.dropFirst().dropLast())\" as \(name)"
    }
    let chain = line.drop { $0 != "=" }.dropFirst().drop(while: \.isWhitespace)
    guard !module.isEmpty, let value = value(String(chain)) else { return nil }
    return "indicator \(name) = \(value)"
  }

  /// True for a module of Python that people import.
  static func isModule(_ name: String) -> Bool {
    [
      "pandas", "numpy", "yfinance", "talib", "ta", "pandas_ta", "matplotlib", "backtesting", "vectorbt", "scipy",
      "statsmodels", "sklearn", "math", "datetime", "os", "sys", "csv", "json",
    ].contains(name.lowercased())
  }

  /// The expression or the line for `spy.close.rolling(20).mean()`, `df["close"].shift(1)`, `df.head()`; nil if a
  /// method has no twin.
  static func chain(_ text: String) -> String? {
    guard var pieces = ForeignPieces(text), let base = pieces.name() else { return nil }
    var field = ReservedWord.fields.contains(String(base)) ? String(base) : ""
    var window: (method: Substring, count: String)?
    while pieces.next != nil {
      if pieces.take("[") {
        guard let name = pieces.take(), name.first == "\"" || name.first == "'", pieces.take("]") else { return nil }
        field = name.dropFirst().dropLast().lowercased()
        continue
      }
      guard pieces.take("."), let method = pieces.name() else { return nil }
      guard pieces.take("(") else {
        field = method.lowercased()
        continue
      }
      let argument = argument(&pieces)
      guard let argument else { return nil }
      if method == "rolling" || method == "ewm" {
        window = (method, argument.isEmpty ? "20" : argument)
        continue
      }
      guard let line = line(of: method.lowercased(), argument, field: field, window) else { return nil }
      if frames.contains(base.lowercased()) || field == base { return line }
      if isStatement(line) { return "use \(base); \(line)" }
      return line.contains(" - ") ? "(\(line)) @ \(base)" : "\(line) @ \(base)"
    }
    return nil
  }

  /// The value of a chain, if it is an expression.
  private static func value(_ text: String) -> String? {
    chain(text).flatMap { isStatement($0) ? nil : $0 }
  }

  private static func isStatement(_ line: String) -> Bool {
    ["show ", "plot ", "describe ", "use "].contains(where: line.hasPrefix)
  }

  /// Common names for the current table.
  private static let frames: Set<String> = ["df", "data", "prices", "bars", "ohlc", "ohlcv", "frame"]

  /// Reads the first argument of a call without its name, and the rest up to the `)`.
  private static func argument(_ pieces: inout ForeignPieces) -> String? {
    var parts = pieces.text(before: [")"]).split(separator: ",").first.map(String.init) ?? ""
    guard pieces.take(")") else { return nil }
    if let sign = parts.ranges(of: "==").first { parts = String(parts[sign.upperBound...].drop { $0 == " " }) }
    return parts
  }

  private static func line(
    of method: String, _ argument: String, field: String, _ window: (method: Substring, count: String)?
  ) -> String? {
    let x = field.isEmpty ? "close" : field
    if let window {
      if window.method == "ewm" { return method == "mean" ? "ema(\(x), \(window.count))" : nil }
      return rolling[method].map { "\($0)(\(x), \(window.count))" }
    }
    let count = argument.isEmpty ? "5" : argument
    switch method {
    case "head", "tail":
      return "show \(field.isEmpty ? prices : x) \(method == "head" ? "first" : "last") \(count)"
    case "describe", "info": return "describe \(x)"
    case "plot": return "plot \(x)"
    case "median": return "quantile(\(x), 0.5)"
    case "shift": return "\(x)[\(argument.isEmpty ? "1" : argument)]"
    case "pct_change" where x == "close": return "returns(\(argument.isEmpty ? "1" : argument))"
    case "pct_change": return "\(x) / \(x)[\(argument.isEmpty ? "1" : argument)] - 1"
    case "diff": return "\(x) - \(x)[\(argument.isEmpty ? "1" : argument)]"
    case "cumsum": return "cumulative(\(x))"
    case "isna", "isnull": return "na(\(x))"
    case "fillna": return "nz(\(x), \(argument.isEmpty ? "0" : argument))"
    case "sort_values":
      return "show \(prices) sort by \(argument.isEmpty ? x : argument.filter { !"\"'".contains($0) })"
    case "to_csv": return "show \(prices) all to \(argument.isEmpty ? "\"prices.csv\"" : argument)"
    default: return whole[method].map { "\($0)(\(x))" }
    }
  }

  private static let rolling = [
    "mean": "mean", "sum": "sum", "std": "stdev", "max": "highest", "min": "lowest", "median": "median",
  ]
  private static let whole = [
    "mean": "mean_of", "std": "stdev_of", "max": "max_of", "min": "min_of", "count": "count_of",
  ]
}
