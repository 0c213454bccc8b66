import FileFormats
import Valuation

/// The discount factors of a forecast as lines.
struct DiscountLines {
  let rate: Line
  /// The factor at the end of each year.
  let yearEnd: Line
  /// The factor of each year's flow.
  let factor: Line
  /// The part of each year that counts; `nil` if all of it does.
  let portion: Line?
  /// Whether flows count in the middle of their year.
  let isMidYear: Formula?
  /// The value of one unit at the end of the base year on the day of the valuation.
  let accrual: Formula

  /// Writes the lines.
  ///
  /// - Parameters:
  ///   - name: the rate's assumption.
  ///   - built: the rate that holds if none is typed.
  static func write(
    _ inputs: ModelInputs, _ name: AssumptionName, built: Formula?, into sheet: inout LineSheet
  ) -> DiscountLines {
    let rate = sheet.line("discount rate", .percent) { year in
      guard let built else { return inputs.year(name, year) }
      let own = inputs.changed(name, built)
      guard inputs.has(name) else { return own }
      let given = inputs.block.cell(name, year)
      return .choose(if: given.isEmpty, own, else: inputs.year(name, year))
    }
    let (accrual, age) = dates(inputs, rate, &sheet)
    let end = sheet.line()
    sheet.line("factor at the end of the year", .factor, base: accrual) { end($0 - 1) / (1 + rate($0)) }
    var factor = end
    let isMidYear = inputs.isWord(InputRow(.discounting), "mid-year")
    if let isMidYear {
      factor = sheet.line("discount factor", .factor) { year in
        let half = year == 1 && age != nil ? (1 + (age ?? 0)) / 2 : Formula.number(0.5)
        return .choose(if: isMidYear, end(year - 1) / (1 + rate(year)).power(half), else: end(year))
      }
    }
    let portion = age.map { age in
      sheet.line("part of the year that counts", .factor) { $0 == 1 ? 1 - age : 1 }
    }
    return DiscountLines(
      rate: rate, yearEnd: end, factor: factor, portion: portion, isMidYear: isMidYear, accrual: accrual)
  }

  /// The present value of a year's flow.
  func presentValue(_ flow: Formula, _ year: Int) -> Formula {
    portion.map { flow * $0(year) * factor(year) } ?? flow * factor(year)
  }

  /// The factor of a perpetuity after the last year, which is discounted at `rate`.
  func perpetuityFactor(_ rate: Formula, after horizon: Int) -> Formula {
    guard let isMidYear else { return yearEnd(horizon) }
    return yearEnd(horizon) * .choose(if: isMidYear, (1 + rate).squareRoot, else: 1)
  }

  /// The accrual from the end of the base year to the day of the valuation, and the age of the balance sheet in years.
  private static func dates(
    _ inputs: ModelInputs, _ rate: Line, _ sheet: inout LineSheet
  ) -> (accrual: Formula, balanceAge: Formula?) {
    // A date before the end of the base year is an error, which propagates to all cells that depend on it.
    let since = { (name: AssumptionName) -> Formula in
      let days = inputs.cell(name) - inputs.cell(.baseEnd)
      return .choose(
        if: inputs.cell(name).isEmpty, 0, else: .choose(if: days.isBelow(0), .notAvailable, else: days / 365))
    }
    let age = inputs.has(.balanceDate) ? sheet.item("years to the balance sheet", since(.balanceDate), .factor) : nil
    guard inputs.has(.date) else { return (1, age) }
    let elapsed = sheet.item("years to the day of the valuation", since(.date), .factor)
    let horizon = inputs.horizon
    let accrued = sheet.line("accrued", .factor) { year in
      let whole = Formula.largest(0, elapsed - .number(Double(year - 1)))
      return (1 + rate(year)).power(year == horizon ? whole : .smallest(1, whole))
    }
    return (.call(.product, [accrued.range(1, horizon)]), age)
  }
}
