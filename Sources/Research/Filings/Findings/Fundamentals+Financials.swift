import Calendar
import Text

extension Fundamentals {
  /// A kind of company that lives on money held for others.
  enum FinancialKind: String {
    case bank = "a bank"
    case insurer = "an insurer"
    case either = "a bank or an insurer"
  }

  /// The line of the accounts by which a financial company is known.
  struct FinancialSign {
    var kind: FinancialKind
    var text: String
    var value: Double?
    var threshold: Double?
  }

  /// True for a bank or an insurer, judged by the composition of its accounts.
  public func isFinancial(_ period: BasePeriod) -> Bool { financialSign(period) != nil }

  /// The sign by which a company is a bank or an insurer; nil for one that is not.
  ///
  /// Deposits of at least a quarter of the assets identify a bank, regardless of other lines; premiums of at least a
  /// quarter of revenue, without an operating income, identify an insurer. High leverage without an operating income is
  /// a sign too: assets of five times equity if no capital expenditure is stated either, seven times with material net
  /// interest, deposits or premiums. An industrial company that holds customer deposits meets none of these.
  func financialSign(_ period: BasePeriod) -> FinancialSign? {
    let assets = period[.assets]?.value ?? 0
    let leverage = leverage(period)
    let deposits = period[.deposits]?.value ?? 0
    if assets > 0, deposits >= 0.25 * assets {
      return FinancialSign(
        kind: .bank, text: "a bank (deposits are \(Wording.percent(deposits / assets, places: 0)) of the assets)",
        value: deposits / assets, threshold: 0.25)
    }
    // An operating income of the year alone, which no quarter has, is one of a note on segments.
    guard
      period[.operatingIncome].map({ $0.isBeforeInterest }) ?? true || period.withoutTrailing.contains(.operatingIncome)
    else { return nil }
    let revenue = period[.revenue]?.value ?? 0
    if let premiums = period[.premiums]?.value, premiums > 0, premiums >= 0.25 * revenue {
      return FinancialSign(
        kind: .insurer, text: "an insurer (no operating income, and premiums of \(Wording.amount(premiums)))",
        value: revenue > 0 ? premiums / revenue : nil, threshold: 0.25)
    }
    if let sign = scarceSign(period) { return sign }
    let interest = period[.netInterestIncome]
    guard let leverage else {
      // Without a balance sheet the income statement alone decides.
      guard let interest, period[.capex] == nil else { return nil }
      return FinancialSign(
        kind: .bank, text: "a bank (no operating income and no capital expenditure, but \(interest.tag))",
        value: interest.value)
    }
    let limit = period[.capex] == nil ? 5.0 : 7.0
    let hasWeight = deposits > 0.05 * assets || (interest?.value ?? 0) > 0.05 * revenue || period[.premiums] != nil
    guard leverage >= limit, period[.capex] == nil || hasWeight else { return nil }
    let kind: FinancialKind = interest != nil || deposits > 0 ? .bank : period[.premiums] != nil ? .insurer : .either
    return FinancialSign(
      kind: kind,
      text:
        "\(kind.rawValue) (no operating income\(period[.capex] == nil ? " and no capital expenditure" : ""), and assets "
        + "of \(Wording.number(leverage, places: 0)) times the equity)", value: leverage, threshold: limit)
  }

  /// The sign of a financial company that states few lines: revenue after interest, or assets of more than eight years'
  /// revenue without any capital expenditure.
  private func scarceSign(_ period: BasePeriod) -> FinancialSign? {
    if let revenue = chooser.newest("RevenuesNetOfInterestExpense"), revenue > period.end.adding(days: -370) {
      return FinancialSign(
        kind: .bank, text: "a bank (no operating income, and revenue is after interest expense)",
        value: period[.revenue]?.value)
    }
    guard period[.capex] == nil, !chooser.isOfProperty, let assets = period[.assets]?.value,
      let revenue = period[.revenue]?.value, revenue > 0, assets > 8 * revenue
    else { return nil }
    return FinancialSign(
      kind: .either,
      text: "a bank or an insurer (no operating income and no capital expenditure, and assets of "
        + "\(Wording.number(assets / revenue, places: 0)) times the revenue)", value: assets / revenue, threshold: 8)
  }

  /// Assets as a multiple of the equity; nil if either is not stated or the equity is not positive.
  private func leverage(_ period: BasePeriod) -> Double? {
    guard let assets = period[.assets]?.value, let equity = period[.equity]?.value, equity > 0 else { return nil }
    return assets / equity
  }
}
