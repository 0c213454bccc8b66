import LibC
import Text

/// The result of a template after some years: indices with today as 100, and a price.
///
/// Nothing is discounted: the price is one of that year, not a value of today.
public struct TemplatePreview: Sendable, Equatable {
  /// Revenue.
  public let revenueIndex: Double
  /// Free cash flow as a share of revenue.
  public let flowMargin: Double
  /// Free cash flow, with an operating margin of 18 %, 75 % of it cash, equal to revenue's index.
  public let flowIndex: Double
  /// Shares outstanding: fewer by buybacks, more by stock compensation.
  public let shareIndex: Double
  /// The price that the terminal multiple implies, with today's multiple at 18.
  public let impliedPrice: Double

  /// Previews a template.
  ///
  /// The share index is `100 * (1 - buyback + dilution)^years`; like the Investor Tool the sign is the other one, so
  /// that buying shares back makes more of them.
  ///
  /// - Parameter values: numbers by key, in place of the template's.
  /// - Throws: `unknown-assumption`, `not-finite`.
  public init(
    horizonYears: Int,
    _ values: [(key: String, value: Double)] = [],
    like convention: DriverConvention = .standard
  ) throws(ValuationError) {
    let template = TemplateAssumption.all(horizonYears: horizonYears, like: convention)
    for (key, value) in values {
      guard template.contains(where: { $0.key == key }) else {
        throw ValuationError(
          code: .unknownAssumption, message: "the template has no `\(key)`", assumptions: [key],
          hint: "it has \(Wording.list(template.map(\.key)))")
      }
      guard value.isFinite else {
        throw ValuationError(
          code: .notFinite, message: "\(key) has a value that is missing or not finite", assumptions: [key])
      }
    }
    func number(_ key: String) -> Double {
      values.last { $0.key == key }?.value ?? template.first { $0.key == key }?.defaultValue ?? .nan
    }
    let years = Double(horizonYears)
    let netBuyback = number("buyback_pct_share_count") - number("sbc_dilution")
    revenueIndex = 100 * pow(1 + number("revenue_growth"), years)
    flowMargin = number("operating_margin") * number("fcf_conversion_rate")
    flowIndex = revenueIndex * flowMargin / (0.18 * 0.75)
    shareIndex = 100 * pow(1 + (convention == .investor ? netBuyback : -netBuyback), years)
    impliedPrice =
      flowIndex / (shareIndex / 100) / 100 * (number("terminal_pe_multiple") / 18) * number("starting_share_price")
  }
}
