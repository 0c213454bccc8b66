import Research
import Valuation

extension PageBuilder {
  /// The lines of dividends and of residual income: the return on book value, the payout and the retained earnings.
  mutating func bookAndDividends() {
    let isResidual = result.method == .residualIncome
    let terminal = result.terminal
    let buysBack = result.equityYears.contains { $0.buybacks != nil }
    let lasting = terminal.isPerpetuity ? terminal.flow : nil
    addEquity("net income", isTotal: isResidual, past: { $0[.netIncome] }) { $0.netIncome }
    let isTangible = result.assumptions[.rote] != nil
    addEquity("return on \(isTangible ? "tangible " : "")equity", .rate, past: { isTangible ? nil : $0[.roe] }) {
      $0.returnOnEquity
    }
    addEquity(
      "dividends", isTotal: !isResidual, past: { $0[.dividends] }, terminal: isResidual || buysBack ? nil : lasting
    ) {
      $0.dividends
    }
    if buysBack {
      addEquity("buybacks", past: { $0[.buybacks] }) { $0.buybacks }
      if !isResidual {
        addEquity("paid to shareholders", isTotal: true, past: { $0.paidOut }, terminal: lasting) { $0.flow }
      }
    }
    addEquity("payout", .rate, past: { $0[.payout] }, terminal: terminal.payout) { $0.payout }
    if result.equityYears.contains(where: { $0.book != nil }) {
      addEquity(isTangible ? "tangible book value" : "book value", past: { isTangible ? nil : $0[.equity] }) { $0.book }
    }
    addEquity("growth", .rate, terminal: terminal.isPerpetuity ? terminal.impliedGrowth : nil) { $0.growth }
    guard isResidual else { return }
    addEquity("- charge for the equity") { year in
      year.netIncome.flatMap { income in year.residualIncome.map { income - $0 } }
    }
    addEquity("residual income", isTotal: true, terminal: lasting) { $0.residualIncome }
  }
}
