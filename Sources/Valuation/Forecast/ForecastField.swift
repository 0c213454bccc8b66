/// A number of a model of the firm that does not differ from year to year.
enum ForecastField: Int, CaseIterable {
  case revenue, shares, cash, debt, terminal
  case nol, nolLimit, investedCapital, book, terminalTax, terminalMargin, terminalDiscount, terminalROIC
  case failure, failureProceeds, investments, nonoperating, leases, preferred, minority, pension, rsu
  case fx, adrRatio, split

  /// The name of the assumption.
  var name: String {
    switch self {
    case .nolLimit: "nol_limit"
    case .investedCapital: "invested_capital"
    case .terminalTax: "terminal_tax"
    case .terminalMargin: "terminal_margin"
    case .terminalDiscount: "terminal_discount"
    case .terminalROIC: "terminal_roic"
    case .failureProceeds: "failure_proceeds"
    case .adrRatio: "adr_ratio"
    default: "\(self)"
    }
  }

  /// Whether the plain model has the number, and not the full one alone.
  @inline(__always)
  var isPlain: Bool { rawValue <= ForecastField.terminal.rawValue }
}
