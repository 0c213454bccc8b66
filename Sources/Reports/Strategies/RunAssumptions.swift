import Backtesting
import Indicators
import JSON
import StandardIndicators
import Text

/// All that a run of a strategy takes for granted, so that no number stands alone.
package struct RunAssumptions {
  private let settings: BacktestSettings
  private let basis: ReturnBasis
  private let like: Preset?
  private let staleAfter: Int?
  private let hasWaitingOrders: Bool

  /// The assumptions of a run.
  ///
  /// - Parameters:
  ///   - settings: fills, sizes and costs.
  ///   - basis: how its returns were counted.
  ///   - like: the conventions of its indicators; nil for the usual ones.
  ///   - staleAfter: the number of bars after which other symbols were left out; nil for the usual one.
  ///   - hasWaitingOrders: whether some entries wait for a price.
  package init(
    _ settings: BacktestSettings, _ basis: ReturnBasis, like: Preset?, staleAfter: Int? = nil,
    hasWaitingOrders: Bool = false
  ) {
    (self.settings, self.basis, self.like, self.staleAfter) = (settings, basis, like, staleAfter)
    self.hasWaitingOrders = hasWaitingOrders
  }

  /// Each by its name.
  package var members: [(String, JSONValue)] {
    [
      ("cash", .number(settings.cash)), ("commission", .number(settings.commission)),
      ("slippage", .number(settings.slippage)), ("units", .string(settings.units.rawValue)),
      ("fill", .string(settings.fill.rawValue)), ("finalize", .bool(settings.finalize)),
      ("sizing", .string(settings.sizing == .fill ? "fill" : "close")),
      ("periods_per_year", .number(basis.periodsPerYear)),
      ("returns_of", .string(basis.period == .day ? "days" : "bars")),
      ("risk_free", .number(0)), ("idle_cash_earns", .number(0)),
      ("like", .string(like?.name ?? Preset.all[0].name)),
    ] + (staleAfter.map { [("stale_after", .integer($0))] } ?? [])
  }

  /// All in one line.
  package var text: String {
    let fill = settings.fill == .open ? "next open" : "deciding close (optimistic)"
    let filling = hasWaitingOrders ? "market orders fill" : "fills"
    return [
      "cash \(NumberText.plain(settings.cash))", "commission \(NumberText.percent(settings.commission))",
      "slippage \(NumberText.percent(settings.slippage))", "\(filling) at the \(fill)",
      "\(settings.units.rawValue) units",
      "sized by the equity at the \(settings.sizing == .fill ? "fill" : "deciding close")",
      "finalize \(settings.finalize ? "on" : "off")",
      "\(NumberText.plain(basis.periodsPerYear)) \(basis.period == .day ? "days" : "periods") a year",
      "risk-free 0, idle cash earns 0", like.map { "indicators like \($0.name)" },
      staleAfter.map { "others left out \(NumberText.counted($0, "bar")) after their last" },
    ].compactMap { $0 }.joined(separator: " · ")
  }
}
