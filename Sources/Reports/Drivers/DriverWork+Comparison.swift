import Research
import Valuation

extension DriverWork {
  /// The attribution of the gap to another driver model, by driver; nil if only the plain models compare.
  package func split(to other: DriverWork) -> Attribution? {
    guard plainRemark == nil, other.plainRemark == nil, company == other.company else { return nil }
    return try? Attribution(from: model, to: other.model, on: company)
  }

  /// The remark on a driver model called `name` in a comparison; nil if its value is money by its own rules.
  package func remark(on name: String) -> String? {
    if let plainRemark { return "\(name) is compared as \(plainRemark)" }
    return DriverModel.isMoney(of: company) ? nil : "\(name) is an index where revenue is 100, and no money"
  }

  /// The note of a command that takes the plain model in place of the drivers.
  package var asPlain: String { "this works on \(plainRemark ?? "the plain model that says the same as the drivers")" }
}
