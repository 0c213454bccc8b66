import Columns

extension BacktestSettings {
  /// The most leverage that a run takes.
  public static let mostLeverage = 1000.0

  /// Refuses rates that do not fit the bars.
  func check(count: Int) throws(BacktestError) {
    try financing.cash.check("cash rate", count: count)
    try financing.loan.check("loan rate", count: count)
    try financing.borrow.check("borrow rate", count: count)
    try riskFree.check("risk-free rate", count: count)
  }

  /// Refuses settings outside of their ranges.
  public func check() throws(BacktestError) {
    guard cash > 0, cash.isFinite else {
      throw .invalidSetting(name: "cash", value: cash, allowed: "above 0")
    }
    try commission.check()
    try contract.check()
    try slippage.check("slippage", tick: contract.tick)
    try spread.check("spread", tick: contract.tick)
    guard leverage >= 1, leverage <= Self.mostLeverage else {
      throw .invalidSetting(name: "leverage", value: leverage, allowed: "from 1 to \(Int(Self.mostLeverage))")
    }
    guard maintenance >= 0, maintenance < 1 else {
      throw .invalidSetting(name: "maintenance", value: maintenance, allowed: "from 0 to below 1")
    }
    if let periods = periodsPerYear, !(periods > 0 && periods.isFinite) {
      throw .invalidSetting(name: "periods_per_year", value: periods, allowed: "above 0")
    }
  }
}

extension Strategy {
  /// Refuses clauses outside of their ranges and columns that do not fit the bars.
  func check(count: Int) throws(BacktestError) {
    if let bars = exitAfterBars, bars < 1 {
      throw .invalidSetting(name: "exit after", value: Double(bars), allowed: "at least 1")
    }
    if let limit = exitAfterTime {
      for column in [limit.filledAtOpen, limit.filledAtClose] where column.count != count {
        throw .columnLength(owner: "exit after", count: column.count, expected: count)
      }
    }
    guard maximumEntries >= 1 else {
      throw .invalidSetting(name: "allow", value: Double(maximumEntries), allowed: "at least 1")
    }
    if case .risk = size, stop == nil { throw .riskSizeWithoutStop }
    if let cooldown, cooldown.bars < 1 {
      throw .invalidSetting(name: "wait", value: Double(cooldown.bars), allowed: "at least 1")
    }
    for rule in entries {
      try rule.condition.check(owner: rule.name, count: count)
      switch rule.order {
      case .market, .close: break
      case .limit(let price, let bars), .stop(let price, let bars):
        try price.check(owner: rule.name, count: count)
        guard bars >= 1 else {
          throw .invalidSetting(name: "for bars", value: Double(bars), allowed: "at least 1")
        }
      }
    }
    for rule in exits {
      try rule.condition.check(owner: rule.name, count: count)
      try Self.check(share: rule.share, of: rule.name)
    }
    if let ends = sessionEnds, ends.count != count {
      throw .columnLength(owner: "exit at session close", count: ends.count, expected: count)
    }
    if let resizes, resizes.count != count {
      throw .columnLength(owner: "resize", count: resizes.count, expected: count)
    }
    try Self.check(share: targetShare, of: "target")
    try stop?.amount.check(owner: "stop", count: count)
    try target?.amount.check(owner: "target", count: count)
    try trail?.amount.check(owner: "trail", count: count)
    try size.amount.check(owner: "size", count: count)
  }
}

extension Strategy {
  private static func check(share: Double?, of name: String) throws(BacktestError) {
    guard let share, !(share > 0 && share < 1) else { return }
    throw .invalidSetting(name: "\(name), a share", value: share, allowed: "above 0 and below 1")
  }
}

extension Condition {
  func check(owner: String, count: Int) throws(BacktestError) {
    let misfit =
      switch self {
      case .column(let column): column.count == count ? nil : column.count
      case .crossing(let crossing): [crossing.over.count, crossing.under.count].first { $0 != count }
      case .program(let program): program.misfit(count: count)
      }
    if let misfit { throw .columnLength(owner: owner, count: misfit, expected: count) }
  }
}

extension Amount {
  func check(owner: String, count: Int) throws(BacktestError) {
    let misfit: Int? =
      switch self {
      case .constant: nil
      case .column(let column): column.count == count ? nil : column.count
      case .program(let program): program.misfit(count: count)
      }
    if let misfit { throw .columnLength(owner: owner, count: misfit, expected: count) }
  }
}
