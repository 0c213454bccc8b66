/// The numbers that the full model of free cash flow to the firm has besides those of the plain one.
///
/// A number that was not given is NaN if another replaces it, such as the last year's tax for `terminalTax`, so that it
/// follows changes of the other.
package struct FirmModel: Sendable, Equatable {
  var nol = 0.0
  var nolLimit = 1.0

  var capexOfChange = false
  var depreciationOfChange = false
  var workingCapitalOfChange = false
  var usesSalesToCapital = false
  /// The number of years by which capital precedes revenue.
  var lag = 0
  var investedCapital = Double.nan
  var book = Double.nan
  /// Research and leases that count as capital.
  var addedCapital = 0.0

  var terminalTax = Double.nan
  var terminalMargin = Double.nan
  var terminalCapex = Double.nan
  var terminalDepreciation = Double.nan
  var terminalWorkingCapital = Double.nan
  /// Whether a rate of the year after the forecast is a share of the change of revenue.
  var terminalCapexOfChange = false
  var terminalDepreciationOfChange = false
  var terminalWorkingCapitalOfChange = false
  var terminalDiscount = Double.nan
  var terminalROIC = Double.nan

  var failure = 0.0
  var failureProceeds = 0.5
  var failureOfBook = false

  /// Years from the base year's end to the balance sheet and to the day of the valuation.
  var balanceAge = 0.0
  var elapsed = 0.0

  var investments = 0.0
  var nonoperating = 0.0
  var leases = 0.0
  var preferred = 0.0
  var minority = 0.0
  var pension = 0.0

  var rsu = 0.0
  /// Options taken as exercised, the lowest strike first.
  var options: [OptionTranche] = []
  /// Options valued with the time that they have left.
  var livingOptions: [OptionTranche] = []
  /// The price of an ordinary share in the currency of the accounts, if options are exercised at it.
  var treasuryPrice = Double.nan
  var riskFree = Double.nan
  var costOfDebt = Double.nan

  var fx = 1.0
  var adrRatio = 1.0
  var split = 1.0

  /// Assumptions from which other numbers of the model were computed: changing one requires resolving again.
  var entangled: [AssumptionName] = []

  /// The capital in the business at the start; missing if it is not known.
  package func openingCapital(cash: Double, debt: Double) -> Double {
    (investedCapital.isNaN ? book + debt - cash : investedCapital) + addedCapital
  }

  /// The number of an assumption that can be changed in place; `nil` for any other.
  static func place(of name: AssumptionName) -> WritableKeyPath<FirmModel, Double>? {
    switch name {
    case .nol: \.nol
    case .nolLimit: \.nolLimit
    case .investedCapital: \.investedCapital
    case .book: \.book
    case .terminalTax: \.terminalTax
    case .terminalMargin: \.terminalMargin
    case .terminalCapex: \.terminalCapex
    case .terminalDepreciation: \.terminalDepreciation
    case .terminalWorkingCapital: \.terminalWorkingCapital
    case .terminalDiscount: \.terminalDiscount
    case .terminalROIC: \.terminalROIC
    case .failure: \.failure
    case .failureProceeds: \.failureProceeds
    case .investments: \.investments
    case .nonoperating: \.nonoperating
    case .leases: \.leases
    case .preferred: \.preferred
    case .minority: \.minority
    case .pension: \.pension
    case .rsu: \.rsu
    case .fx: \.fx
    case .adrRatio: \.adrRatio
    case .split: \.split
    default: nil
    }
  }
}
