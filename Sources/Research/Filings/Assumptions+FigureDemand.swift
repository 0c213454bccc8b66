import Filings
import Valuation

extension Assumptions {
  /// What a valuation by these assumptions takes from a company's reports.
  ///
  /// The model decides which lines there are; a line whose assumption is typed is needed no more, so that neither its
  /// absence nor its age counts.
  ///
  /// - Parameter changes: what will be typed besides.
  func figureDemand(with changes: [Assumptions.Change] = []) -> FigureDemand {
    guard method == .fcff || method == .fcfe else { return .equity }
    var typed = Set(all.filter { !$0.isOfReports }.compactMap(\.key))
    for case .set(let assumption) in changes where !assumption.name.contains(".") {
      if let key = assumption.key { typed.insert(key) }
    }
    let settled: [(Fundamentals.Item, [AssumptionName])] = [
      (.revenue, [.revenue]), (.operatingIncome, [.baseMargin, .margin]), (.capex, [.capex, .salesToCapital]),
      (.depreciation, [.depreciation, .salesToCapital]), (.workingCapital, [.workingCapital, .salesToCapital]),
    ]
    let lines = settled.filter { _, names in !names.contains { typed.contains($0) } }.map(\.0)
    return FigureDemand(lines: lines, isOfFirm: true)
  }
}
