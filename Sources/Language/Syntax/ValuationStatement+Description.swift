extension ValuationStatement: CustomStringConvertible {
  /// The statement as text that reads back as the same statement.
  public var description: String {
    let clauses = clauses.map(\.description)
    let block = "{\n" + clauses.map { "    \($0)\n" }.joined() + "}"
    switch form {
    case .show: return "dcf"
    case .scenario(let scenario): return "dcf \(scenario)"
    case .full(let scenario): return "dcf full" + (scenario.map { " \($0)" } ?? "")
    case .new(let ticker): return "dcf \(ticker) \(block)"
    case .drivers(let ticker, let business, let like):
      let words = ["dcf", "\(ticker)", "drivers", business?.literal, block, like.map { "like \($0)" }]
      return words.compactMap { $0 }.joined(separator: " ")
    case .change: return "dcf \(clauses.joined(separator: ", "))"
    case .from(let scenario): return "dcf \(scenario) with \(clauses.joined(separator: ", "))"
    case .inherit(let scenario, let parent):
      return "dcf \(scenario) = \(parent) with \(clauses.joined(separator: ", "))"
    case .forecastAssumptions(let ticker, let forecast):
      return (["dcf \(ticker) with assumptions of \(forecast)"] + clauses).joined(separator: ", ")
    }
  }
}

extension ModelClause: CustomStringConvertible {
  /// The clause as written.
  public var description: String {
    switch self {
    case .change(let change): "\(change)"
    case .part(let part):
      "\(part.kind.rawValue) \(part.name) { \(part.changes.map(\.description).joined(separator: ", ")) }"
    case .preset(let name, let isRelative): "preset \(name)" + (isRelative ? " relative" : "")
    case .allow(let code): "allow \(code)"
    }
  }
}

extension AssumptionChange: CustomStringConvertible {
  /// The change as written: `growth = 6% to 3% because "guidance"`.
  public var description: String { statement + (reason.map { " because \($0)" } ?? "") }

  private var statement: String {
    let name = name + (year.map { "[\($0)]" } ?? "")
    switch value {
    case .path(let path): return "\(name) = \(path)"
    case .word(let word): return "\(name) = \(word)"
    case .shifted(let path, let shifts):
      return "\(name) = " + shifts.reduce("(\(path))") { "(\($0) \($1))" }
    case .shift(let sign, let value): return "\(name) \(Shift(sign, value))"
    case .grants(let grants):
      let texts = grants.map(\.description)
      return "\(name) = " + (texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]")
    case .tried(let values, let isShift): return "\(name) \(isShift ? "+" : "=") \(values.text)"
    case .priced(let multiple, let metric, let figure): return "\(name) = \(multiple) \(metric) \(figure)"
    }
  }
}

extension AssumptionChange.Shift: CustomStringConvertible {
  /// The shift as written: `+ 2pp`.
  public var description: String {
    switch amount {
    case .binary, .between, .unary(.not, _, _): "\(sign.rawValue) (\(amount))"
    default: "\(sign.rawValue) \(amount)"
    }
  }
}

extension AssumptionChange.Grant: CustomStringConvertible {
  /// The options as written: `8M at 20 life 4y`.
  public var description: String {
    "\(count) at \(strike)" + (life.map { " life \($0)" } ?? "") + (volatility.map { " volatility \($0)" } ?? "")
  }
}

extension AssumptionPath: CustomStringConvertible {
  /// The path as written: `30% for 5y then to 4%`.
  public var description: String {
    phases.map(\.description).joined(separator: " then ") + (basis.map { " of \($0)" } ?? "")
  }
}

extension AssumptionPath.Phase: CustomStringConvertible {
  /// The phase as written.
  public var description: String {
    var text =
      switch kind {
      case .constant(let value, let metric): metric.map { "\(value) \($0)" } ?? "\(value)"
      case .glide(let from, let to): from.map { "\($0) to \(to)" } ?? "to \(to)"
      case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
      }
    if let rate { text = "\(rate) \(text)" }
    if let length { text += " for \(length)" }
    if let endYear { text += " by \(isYear(endYear) ? "" : "year ")\(endYear)" }
    return text
  }

  private func isYear(_ expression: Expression) -> Bool {
    guard case .literal(.number(let number), _) = expression else { return false }
    return number.value >= 1000
  }
}
