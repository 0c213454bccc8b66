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

  /// An assumption: its value for programs, whether it is a default, and its words in the line.
  private typealias Item = (name: String, value: JSONValue, isUsual: Bool, text: String)

  /// The assumptions that programs always see.
  private var plain: [Item] {
    let (own, usual, hasMargin) = (settings, BacktestSettings(), settings.contract.margin != nil)
    let (isUsualInside, isSizedByFill) = (!dependsOnInside && own.inside == usual.inside, own.sizing == .fill)
    let inside = typed.insideTimeframe.map { "bars of \($0)" } ?? own.inside.rawValue
    let fill = own.fill == .open ? "next open" : "deciding close (optimistic)"
    let commission: JSONValue = own.commission.isRate ? .number(own.commission.rate) : .string(own.commission.text)
    let hasNoRates = typed.riskFree == .number(0) && typed.cashRate == .number(0)
    let (year, isByDay) = (basis.periodsPerYear, basis.period == .day)
    return [
      ("cash", .number(own.cash), own.cash == usual.cash, "cash \(NumberText.plain(own.cash))"),
      ("commission", commission, own.commission.text == usual.commission.text, "commission \(own.commission.text)"),
      ("slippage", Self.json(own.slippage), own.slippage.isZero, "slippage \(own.slippage.text)"),
      (
        "units", .string(hasMargin ? "whole" : own.units.rawValue), hasMargin || own.units == usual.units,
        hasMargin ? "whole contracts" : "\(own.units.rawValue) units"
      ),
      (
        "fill", .string(own.fill.rawValue), own.fill == usual.fill,
        "\(hasWaitingOrders ? "market orders fill" : "fills") at the \(fill)"
      ),
      ("inside", .string(inside), isUsualInside, isUsualInside ? "" : "inside \(inside)"),
      ("finalize", .bool(own.finalize), own.finalize == usual.finalize, "finalize \(own.finalize ? "on" : "off")"),
      (
        "sizing", .string(isSizedByFill ? "fill" : "close"), own.sizing == usual.sizing,
        "sized by the equity at the \(isSizedByFill ? "fill" : "deciding close")"
      ),
      (
        "periods_per_year", .number(year), typed.backtest.periodsPerYear == nil,
        "\(NumberText.plain(year)) \(isByDay ? "days" : "periods") a year"
      ),
      ("returns_of", .string(isByDay ? "days" : "bars"), true, ""),
      (
        "risk_free", Self.json(typed.riskFree), hasNoRates,
        "risk-free \(Self.text(typed.riskFree)), idle cash earns \(Self.text(typed.cashRate))"
      ),
      ("idle_cash_earns", Self.json(typed.cashRate), true, ""),
      (
        "like", .string(typed.like?.name ?? Preset.all[0].name), typed.like == nil,
        typed.like.map { "indicators like \($0.name)" } ?? ""
      ),
    ]
  }

  /// The assumptions that are listed only if they were set.
  private var rarer: [Item] {
    let (own, volume) = (settings, settings.maximumVolumeShare)
    let percent = NumberText.percentExact
    return [
      ("benchmark", .string(typed.benchmark ?? "none"), typed.benchmark == nil, ""),
      ("spread", Self.json(own.spread), own.spread.isZero, "spread \(own.spread.text)"),
      ("leverage", .number(own.leverage), own.leverage == 1, "leverage \(NumberText.plain(own.leverage))"),
      ("maintenance", .number(own.maintenance), own.maintenance == 0, "maintenance \(percent(own.maintenance))"),
      rate("loan_rate", typed.loanRate, "loans cost"), rate("borrow_rate", typed.borrowRate, "borrowed shares cost"),
      ("contract", .string(own.contract.text), own.contract == Contract(), "contract \(own.contract.text)"),
      (
        "max_volume", volume.map { .number($0) } ?? "off", volume == nil,
        "at most \(percent(volume ?? 0)) of a bar's volume"
      ),
      (
        "beyond_stop", own.fillsBeyondLevels ? "fill" : "reject", !own.fillsBeyondLevels,
        "fills beyond stops and targets"
      ),
      (
        "stale_after", staleAfter.map { .integer($0) } ?? "auto", staleAfter == nil,
        "others left out \(NumberText.counted(staleAfter ?? 0, "bar")) after their last"
      ),
    ]
  }

  private func rate(_ name: String, _ rate: RateSource, _ what: String) -> Item {
    (name, Self.json(rate), rate == .number(0), "\(what) \(Self.text(rate))")
  }

  /// The order of the line, in which what belongs together is in one place.
  private static let order = [
    "cash", "commission", "slippage", "spread", "fill", "inside", "units", "contract", "beyond_stop", "max_volume",
    "leverage", "maintenance", "sizing", "finalize", "periods_per_year", "risk_free", "loan_rate", "borrow_rate",
    "like", "stale_after",
  ]

  /// Each by its name; a cost that is not a rate of the price is written as its setting.
  package var members: [(String, JSONValue)] {
    (plain + rarer.filter { !$0.isUsual }).map { ($0.name, $0.value) }
  }

  /// All assumptions by name, defaults included; used to compare runs.
  package var allMembers: [(String, JSONValue)] { (plain + rarer).map { ($0.name, $0.value) } }

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
    let all =
      plain.map { ($0.name, Part(text: $0.text, isUsual: $0.isUsual)) }
      + rarer.map { ($0.name, Part(text: $0.isUsual ? "" : $0.text, isUsual: $0.isUsual)) }
    return Self.order.compactMap { name in all.first { $0.0 == name }?.1 }
  }

  private static func json(_ rate: RateSource) -> JSONValue {
    if case .number(let value) = rate { .number(value) } else { .string(rate.text) }
  }

  private static func json(_ distance: PriceDistance) -> JSONValue {
    distance == PriceDistance(rate: distance.rate) ? .number(distance.rate) : .string(distance.text)
  }

  private static func text(_ rate: RateSource) -> String {
    switch rate {
    case .number(0): "0"
    case .number, .cashRate: rate.text
    case .series(let name): "\(name) in percent, as known"
    }
  }
}
