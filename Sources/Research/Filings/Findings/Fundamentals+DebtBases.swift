import Text
import Valuation

extension Fundamentals {
  /// Long-term debt that a note states with another amount than the balance sheet: one of them is the face value.
  func debtBases(_ period: BasePeriod) -> [FundamentalsFinding] {
    guard let debt = period[.longTermDebt], let other = chooser.otherBasis(of: debt), other.value != 0 else {
      return []
    }
    let gap = debt.value / other.value - 1
    guard abs(gap) > 0.005 else { return [] }
    return [
      .init(
        .twoBases, .note,
        "long-term debt is \(debt.tag), \(Wording.amount(debt.value)), and \(other.tag) of the same day is "
          + "\(Wording.amount(other.value)): one is the amount owed, the other the carrying amount",
        value: gap, threshold: 0.005, items: [.longTermDebt])
    ]
  }
}
