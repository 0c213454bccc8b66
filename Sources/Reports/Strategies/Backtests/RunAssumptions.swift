import Backtesting
import Indicators
import JSON
import StandardIndicators
import Strategies
import Text

/// All that a run of a strategy takes for granted, so that each number has its context.
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
  ///   - typed: the settings as given, for the conventions of indicators and the origins of rates.
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

  /// Each by its name; a cost that is not a rate of the price is written as its setting.
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

  /// The assumptions that are listed only if they were set.
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

  /// What differs from the defaults, in one line; empty if nothing does.
  package var text: String { parts.filter { !$0.isUsual }.map(\.text).joined(separator: " · ") }

  /// All assumptions in one line.
  package var fullText: String { parts.map(\.text).filter { !$0.isEmpty }.joined(separator: " · ") }

  /// A part of the line: empty if nothing is said of it.
  package struct Part: Hashable {
    package var text: String
    /// True for a default.
    package var isUsual: Bool
  }

  /// Each part of the line in its place.
  package var parts: [Part] {
    let usual = BacktestSettings()
    let fill = settings.fill == .open ? "next open" : "deciding close (optimistic)"
    let filling = hasWaitingOrders ? "market orders fill" : "fills"
    let units = hasMargin ? "whole contracts" : "\(settings.units.rawValue) units"
    /// A part that is said of any run.
    func always(_ text: String, _ isUsual: Bool) -> Part { Part(text: text, isUsual: isUsual) }
    /// A part that is said only of a run that differs.
    func rarely(_ isUsual: Bool, _ text: @autoclosure () -> String) -> Part {
      Part(text: isUsual ? "" : text(), isUsual: isUsual)
    }
    return [
      always("cash \(NumberText.plain(settings.cash))", settings.cash == usual.cash),
      always("commission \(settings.commission.text)", settings.commission.text == usual.commission.text),
      always("slippage \(settings.slippage.text)", settings.slippage.isZero),
      rarely(settings.spread.isZero, "spread \(settings.spread.text)"),
      always("\(filling) at the \(fill)", settings.fill == usual.fill),
      rarely(!dependsOnInside && settings.inside == usual.inside, "inside \(inside)"),
      always(units, hasMargin || settings.units == usual.units),
      rarely(settings.contract == Contract(), "contract \(settings.contract.text)"),
      rarely(!settings.fillsBeyondLevels, "fills beyond stops and targets"),
      rarely(
        settings.maximumVolumeShare == nil,
        "at most \(NumberText.percentExact(settings.maximumVolumeShare ?? 0)) of a bar's volume"),
      rarely(settings.leverage == 1, "leverage \(NumberText.plain(settings.leverage))"),
      rarely(settings.maintenance == 0, "maintenance \(NumberText.percentExact(settings.maintenance))"),
      always(
        "sized by the equity at the \(settings.sizing == .fill ? "fill" : "deciding close")",
        settings.sizing == usual.sizing),
      always("finalize \(settings.finalize ? "on" : "off")", settings.finalize == usual.finalize),
      always(
        "\(NumberText.plain(basis.periodsPerYear)) \(basis.period == .day ? "days" : "periods") a year",
        typed.backtest.periodsPerYear == nil),
      always(
        "risk-free \(Self.text(typed.riskFree)), idle cash earns \(Self.text(typed.cashRate))",
        typed.riskFree == .number(0) && typed.cashRate == .number(0)),
      rarely(typed.loanRate == .number(0), "loans cost \(Self.text(typed.loanRate))"),
      rarely(typed.borrowRate == .number(0), "borrowed shares cost \(Self.text(typed.borrowRate))"),
      rarely(typed.like == nil, "indicators like \(typed.like?.name ?? "")"),
      rarely(staleAfter == nil, "others left out \(NumberText.counted(staleAfter ?? 0, "bar")) after their last"),
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
