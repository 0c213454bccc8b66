import Filings
import Valuation

extension ValuationCode {
  /// The code of a finding about a company's figures in a valuation that rests on them.
  init(_ code: FundamentalsFinding.Code) {
    self =
      switch code {
      case .staleBase: .staleBase
      case .mixedPeriods: .mixedPeriods
      case .tagBreak: .tagBreak
      case .dimensionOnly: .dimensionOnly
      case .splitSuspected: .splitSuspected
      case .shell: .shell
      case .bank: .bankFCFF
      case .noTrailing: .noTrailingMonths
      case .foreignCurrency: .foreignCurrency
      case .dilution: .dilution
      case .noCoverShares: .noCoverShares
      case .negativeEquity: .negativeEquity
      case .taxWithLosses: .taxWithLosses
      case .olderBalance: .olderBalance
      case .trailingPart: .trailingPart
      case .twoBases: .twoBases
      }
  }
}
