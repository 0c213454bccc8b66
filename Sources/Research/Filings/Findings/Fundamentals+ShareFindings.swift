import Text
import Valuation

extension Fundamentals {
  /// The findings on counts of shares: units that do not fit, splits, dilution.
  func shareCounts(_ period: BasePeriod) -> [FundamentalsFinding] {
    var found: [FundamentalsFinding] = []
    let diluted = period[.dilutedShares]
    let basic = period[.basicShares]
    let average = (diluted ?? basic).map { $0.value * Split.factor(splits, after: $0.filed) }
    if let shares = period.shares, let average,
      let factor = Split.factor(from: average, to: shares.value, within: 0.12), factor != 1.5
    {
      found.append(
        .refusal(
          .splitSuspected, "shares are \(Self.times(factor)) the period's average: a split, or another unit",
          value: shares.value / average,
          threshold: 1, items: [.coverShares, .dilutedShares]))
    }
    if let earnings = period[.dilutedEarningsPerShare], let income = period[.netIncome], let average, income.value != 0,
      abs(earnings.value) >= 0.05
    {
      let scale = period.isTrailing ? 1 : Split.factor(splits, after: earnings.filed)
      let implied = earnings.value / scale * average
      if implied / income.value > 0,
        let factor = Split.factor(from: income.value.magnitude, to: implied.magnitude, within: 0.12), factor != 1.5
      {
        found.append(
          .refusal(
            .splitSuspected,
            "earnings per share times shares is \(Self.times(factor)) the net income: a split, or another unit",
            value: implied / income.value, threshold: 1, items: [.dilutedEarningsPerShare, .dilutedShares, .netIncome]))
      }
    }
    if let shares = period.shares, let filed = shares.parts.first,
      shares.tag.hasPart(" (in ") || shares.tag.hasPart("(a ")
    {
      found.append(
        .init(
          .splitSuspected, .warning,
          "the filing states \(Wording.amount(filed.value)) shares, in a unit unlike its other figures: they are "
            + "taken as \(Wording.amount(shares.value))", value: shares.value / filed.value, threshold: 1,
          items: [.coverShares]))
    }
    if let shares = period.shares, let revenue = period[.revenue], ShareScale.currenciesOfSize.contains(currency),
      revenue.value > ShareScale.mostRevenueAShare * shares.value
    {
      found.append(
        .init(
          .splitSuspected, .warning,
          "revenue is \(Wording.amount((revenue.value / shares.value).rounded())) a share of "
            + "\(Wording.amount(shares.value)): are the shares counted in thousands? `shares` states them",
          value: revenue.value / shares.value, threshold: ShareScale.mostRevenueAShare, items: [.coverShares]))
    }
    for split in splits where split.filed > period.end {
      found.append(
        .init(
          .splitSuspected, .warning,
          "shares were split \(split.text), seen first on \(split.filed): counts before it are brought to "
            + "the new shares, and the price must be too", value: split.factor, items: [.coverShares]))
    }
    if let diluted, let basic, basic.value > 0, diluted.periodEnd == basic.periodEnd {
      let excess = diluted.value / basic.value - 1
      if excess >= 0.03, excess < 0.5 {
        found.append(
          .init(
            .dilution, .warning,
            "the diluted average is \((excess * 1000).rounded() / 10)% above the basic one: give options or rsu",
            value: excess, threshold: 0.03, items: [.dilutedShares, .basicShares]))
      }
    }
    return found
  }

  private static func times(_ factor: Double) -> String {
    factor >= 1 ? "\(NumberText.plain(factor)) times" : "1/\(NumberText.plain((1 / factor).rounded())) of"
  }
}
