import FileFormats
import Valuation

/// The lines below the forecast that the models of the firm and of equity's flows share: its present value with that of
/// the terminal, the claims on it, and the value of a share.
enum ValueLines {
  /// Writes the present values of the forecast and of the terminal value, and their sum.
  ///
  /// - Parameter terminal: writes the value at the end of the forecast and the factor that brings it to the day of the
  ///   valuation.
  static func present(
    _ line: Line, _ inputs: ModelInputs, total: String, into sheet: inout LineSheet,
    terminal: (inout LineSheet) -> (value: Formula, factor: Formula)
  ) -> Formula {
    let flows = sheet.item("present value of the forecast", .call(.sum, [line.range(1, inputs.horizon)]))
    let (value, factor) = terminal(&sheet)
    let atEnd = sheet.item("value at the end of the forecast", value)
    let rest = sheet.item("present value of the terminal", atEnd * factor)
    return sheet.item(total, flows + rest, purpose: .total)
  }

  /// The assets besides operations, which also belong to the equity.
  static let added: [AssumptionName] = [.cash, .investments, .nonoperating]
  /// The claims on a firm before those of the common shares.
  static let taken: [AssumptionName] = [.debt, .leases, .preferred, .minority, .pension]

  /// Writes the way from a value to the equity: the assets besides operations, and the claims before the common shares.
  static func bridge(
    from value: Formula, adding added: [AssumptionName] = added, taking taken: [AssumptionName], _ inputs: ModelInputs,
    into sheet: inout LineSheet
  ) -> Formula {
    var equity = value
    for name in added where inputs.has(name) {
      equity = equity + sheet.item("+ \(name.rawValue)", inputs.number(name))
    }
    for name in taken where inputs.has(name) {
      equity = equity - sheet.item("- \(name.rawValue)", inputs.number(name))
    }
    return sheet.item("equity value", equity, purpose: .total)
  }

  /// Writes the value of a share of an equity.
  static func result(
    _ equity: Formula, enterprise: Formula? = nil, _ inputs: ModelInputs, tranches: OptionLines.Tranches = .init(),
    isOfToday: Bool = false, into sheet: inout LineSheet
  ) -> ModelLines.Result {
    let shares = ShareLines(equity, inputs, tranches: tranches, isOfToday: isOfToday, into: &sheet)
    let result = sheet.item("value per share", shares.share, .decimal, purpose: .total)
    return ModelLines.Result(valuePerShare: result, equityValue: shares.equity, enterpriseValue: enterprise)
  }
}
