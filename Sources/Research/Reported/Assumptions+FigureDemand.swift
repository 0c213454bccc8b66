import Valuation

extension Assumptions {
  /// The lines that a valuation by these assumptions takes from a company's reports.
  ///
  /// The model determines the lines; a line whose assumption is typed is no longer needed, so its absence and its age
  /// have no effect.
  ///
  /// - Parameter changes: changes that are about to be typed.
  func figureDemand(with changes: [Assumptions.Change] = []) -> FigureDemand {
    guard method == .fcff || method == .fcfe else { return .equity }
    var typed = Set(all.filter { !$0.isOfReports }.compactMap(\.key))
    for change in changes {
      let name: String? =
        switch change {
        case .set(let assumption): assumption.name
        case .number(let name, _): name
        default: nil
        }
      // A name with a dot is of a part, which has no figures of the reports.
      if let key = name.flatMap({ AssumptionName(rawValue: $0) }) { typed.insert(key) }
    }
    let settled: [(Fundamentals.Item, [AssumptionName])] = [
      (.revenue, [.revenue]), (.operatingIncome, [.baseMargin, .margin]), (.capex, [.capex, .salesToCapital]),
      (.depreciation, [.depreciation, .salesToCapital]), (.workingCapital, [.workingCapital, .salesToCapital]),
    ]
    let lines = settled.filter { _, names in !names.contains { typed.contains($0) } }.map(\.0)
    return FigureDemand(lines: lines, isOfFirm: true)
  }
}
