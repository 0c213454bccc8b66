/// A number of a model of the firm that does not differ from year to year.
enum ForecastField: Int, CaseIterable {
  case revenue, shares, cash, debt, terminal
  case nol, nolLimit, investedCapital, book, terminalTax, terminalMargin, terminalDiscount, terminalROIC
  case terminalCapex, terminalDepreciation, terminalWorkingCapital
  case failure, failureProceeds, investments, nonoperating, leases, preferred, minority, pension, rsu
  case fx, adrRatio, split

  /// The name of the assumption.
  var name: AssumptionName {
    switch self {
    case .revenue: .revenue
    case .shares: .shares
    case .cash: .cash
    case .debt: .debt
    case .terminal: .terminal
    case .nol: .nol
    case .nolLimit: .nolLimit
    case .investedCapital: .investedCapital
    case .book: .book
    case .terminalTax: .terminalTax
    case .terminalMargin: .terminalMargin
    case .terminalDiscount: .terminalDiscount
    case .terminalROIC: .terminalROIC
    case .terminalCapex: .terminalCapex
    case .terminalDepreciation: .terminalDepreciation
    case .terminalWorkingCapital: .terminalWorkingCapital
    case .failure: .failure
    case .failureProceeds: .failureProceeds
    case .investments: .investments
    case .nonoperating: .nonoperating
    case .leases: .leases
    case .preferred: .preferred
    case .minority: .minority
    case .pension: .pension
    case .rsu: .rsu
    case .fx: .fx
    case .adrRatio: .adrRatio
    case .split: .split
    }
  }

  /// Whether the plain model has the number, and not the full one alone.
  @inline(__always)
  var isPlain: Bool { rawValue <= ForecastField.terminal.rawValue }
}
