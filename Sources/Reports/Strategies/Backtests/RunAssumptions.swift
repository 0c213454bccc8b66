import Backtesting
import Indicators
import JSON
import StandardIndicators
import Strategies
import Text

/// All that a run of a strategy takes for granted, so that no number stands alone.
package struct RunAssumptions {
  private let typed: Settings
  private let settings: BacktestSettings
  private let basis: ReturnBasis
  private let staleAfter: Int?
  private let hasWaitingOrders: Bool
  private let dependsOnInside: Bool

  /// The assumptions of a run.
  ///
  /// - Parameters:
  ///   - typed: the settings as they were given, for the conventions of indicators and the origins of rates.
  ///   - settings: fills, sizes and costs, as they were for the series.
  ///   - basis: how its returns were counted.
  ///   - staleAfter: the number of bars after which other symbols were left out; nil for the usual one.
  ///   - hasWaitingOrders: whether some entries wait for a price.
  ///   - dependsOnInside: whether the path of the price inside a bar can change the result.
  package init(
    _ typed: Settings, _ settings: BacktestSettings, _ basis: ReturnBasis, staleAfter: Int? = nil,
    hasWaitingOrders: Bool = false, dependsOnInside: Bool = false
  ) {
    (self.typed, self.settings, self.basis, self.staleAfter) = (typed, settings, basis, staleAfter)
    self.hasWaitingOrders = hasWaitingOrders
    self.dependsOnInside = dependsOnInside
  }

  private static func number(_ rate: RateSource) -> JSONValue {
    if case .number(let value) = rate { .number(value) } else { .string(rate.text) }
  }

  private var commission: JSONValue {
    settings.commission.isRate ? .number(settings.commission.rate) : .string(settings.commission.text)
  }

  private static func distance(_ distance: PriceDistance) -> JSONValue {
    distance == PriceDistance(rate: distance.rate) ? .number(distance.rate) : .string(distance.text)
  }

  private var inside: String { typed.insideTimeframe.map { "bars of \($0)" } ?? settings.inside.rawValue }

  private var hasMargin: Bool { settings.contract.margin != nil }

  /// Each by its name; a cost that is no rate of the price is written as its setting.
  package var members: [(String, JSONValue)] {
    let members: [(String, JSONValue)] = [
      ("cash", .number(settings.cash)), ("commission", commission),
      ("slippage", Self.distance(settings.slippage)),
      ("units", .string(hasMargin ? "whole" : settings.units.rawValue)),
      ("fill", .string(settings.fill.rawValue)), ("inside", .string(inside)),
      ("finalize", .bool(settings.finalize)),
      ("sizing", .string(settings.sizing == .fill ? "fill" : "close")),
      ("periods_per_year", .number(basis.periodsPerYear)),
      ("returns_of", .string(basis.period == .day ? "days" : "bars")),
      ("risk_free", Self.number(typed.riskFree)), ("idle_cash_earns", Self.number(typed.cashRate)),
      ("like", .string(typed.like?.name ?? Preset.all[0].name)),
    ]
    return members + rarer.filter { $0.isSet }.map { ($0.name, $0.value) }
  }

  /// All assumptions by name, defaults included; used to compare runs.
  package var allMembers: [(String, JSONValue)] {
    members.filter { member in !rarer.contains { $0.name == member.0 } } + rarer.map { ($0.name, $0.value) }
  }

  /// The assumptions that are listed only where they were set.
  private var rarer: [(name: String, value: JSONValue, isSet: Bool)] {
    [
      ("benchmark", .string(typed.benchmark ?? "none"), typed.benchmark != nil),
      ("spread", Self.distance(settings.spread), !settings.spread.isZero),
      ("leverage", .number(settings.leverage), settings.leverage != 1),
      ("maintenance", .number(settings.maintenance), settings.maintenance != 0),
      ("loan_rate", Self.number(typed.loanRate), typed.loanRate != .number(0)),
      ("borrow_rate", Self.number(typed.borrowRate), typed.borrowRate != .number(0)),
      ("contract", .string(settings.contract.text), settings.contract != Contract()),
      ("max_volume", settings.maximumVolumeShare.map { .number($0) } ?? "off", settings.maximumVolumeShare != nil),
      ("beyond_stop", settings.fillsBeyondLevels ? "fill" : "reject", settings.fillsBeyondLevels),
      ("stale_after", staleAfter.map { .integer($0) } ?? "auto", staleAfter != nil),
    ]
  }

  /// All in one line.
  package var text: String { parts.compactMap { $0 }.joined(separator: " · ") }

  /// Each part of the line in its place; nil where nothing is said of it.
  package var parts: [String?] {
    let fill = settings.fill == .open ? "next open" : "deciding close (optimistic)"
    let filling = hasWaitingOrders ? "market orders fill" : "fills"
    let units = hasMargin ? "whole contracts" : "\(settings.units.rawValue) units"
    return [
      "cash \(NumberText.plain(settings.cash))", "commission \(settings.commission.text)",
      "slippage \(settings.slippage.text)",
      settings.spread.isZero ? nil : "spread \(settings.spread.text)", "\(filling) at the \(fill)",
      dependsOnInside || settings.inside != .stopFirst ? "inside \(inside)" : nil, units,
      settings.contract == Contract() ? nil : "contract \(settings.contract.text)",
      settings.fillsBeyondLevels ? "fills beyond stops and targets" : nil,
      settings.maximumVolumeShare.map { "at most \(NumberText.percentExact($0)) of a bar's volume" },
      settings.leverage == 1 ? nil : "leverage \(NumberText.plain(settings.leverage))",
      settings.maintenance == 0 ? nil : "maintenance \(NumberText.percentExact(settings.maintenance))",
      "sized by the equity at the \(settings.sizing == .fill ? "fill" : "deciding close")",
      "finalize \(settings.finalize ? "on" : "off")",
      "\(NumberText.plain(basis.periodsPerYear)) \(basis.period == .day ? "days" : "periods") a year",
      "risk-free \(Self.text(typed.riskFree)), idle cash earns \(Self.text(typed.cashRate))",
      typed.loanRate == .number(0) ? nil : "loans cost \(Self.text(typed.loanRate))",
      typed.borrowRate == .number(0) ? nil : "borrowed shares cost \(Self.text(typed.borrowRate))",
      typed.like.map { "indicators like \($0.name)" },
      staleAfter.map { "others left out \(NumberText.counted($0, "bar")) after their last" },
    ]
  }

  private static func text(_ rate: RateSource) -> String {
    switch rate {
    case .number(0): "0"
    case .number, .cashRate: rate.text
    case .series(let name): "\(name) in percent, as known"
    }
  }
}
