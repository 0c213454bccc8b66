import Spreadsheet
import Valuation

/// The value of one share from that of the equity: restricted shares, options, depositary shares, currencies.
enum ShareLines {
  /// Writes the lines; the result is the value of one priced share.
  ///
  /// - Parameters:
  ///   - tranches: the number of tranches of options; each is exercised where its strike is below the value of a share.
  ///     That value is the smallest of those by exercising all tranches up to each strike.
  ///   - isOfToday: whether the shares are those of today alone, of which there is one where no number is given.
  static func write(
    _ equity: Formula, _ inputs: ModelInputs, tranches: Int, isOfToday: Bool = false, into sheet: inout LineSheet
  ) -> Formula {
    sheet.title("Value of a share")
    var shares = sheet.item("shares", inputs.number(.shares, else: isOfToday ? 1 : 0))
    if inputs.has(.rsu), !isOfToday { shares = sheet.item("shares with restricted ones", shares + inputs.number(.rsu)) }
    var value = sheet.item("value of a share before options", equity / shares, .decimal)
    if tranches > 0 { value = afterOptions(equity, shares, value, inputs, tranches, &sheet) }
    if inputs.has(.split) { value = sheet.item("after the split", value / inputs.number(.split, else: 1), .decimal) }
    if inputs.has(.adrRatio) || inputs.has(.fx) {
      value = sheet.item(
        "in the currency of the price", value * inputs.number(.adrRatio, else: 1) / inputs.number(.fx, else: 1),
        .decimal)
    }
    return value
  }

  private static func afterOptions(
    _ equity: Formula, _ shares: Formula, _ plain: Formula, _ inputs: ModelInputs, _ tranches: Int,
    _ sheet: inout LineSheet
  ) -> Formula {
    let count = { (index: Int) in number(inputs, index, 0) }
    let strike = { (index: Int) in number(inputs, index, 1) }
    let price =
      inputs.number(.price) * inputs.number(.split, else: 1) * inputs.number(.fx, else: 1)
      / inputs.number(.adrRatio, else: 1)
    var added: Formula = shares
    for index in 0..<tranches {
      let extra = count(index) * (1 - strike(index) / price)
      added = added + .choose(if: strike(index).isBelow(price), extra, else: 0)
    }
    var candidates: [Formula] = [plain]
    for last in 0..<tranches {
      var paid = equity
      var all = shares
      for index in 0..<tranches {
        let isIn = strike(index).isAtMost(strike(last))
        paid = paid + .choose(if: isIn, count(index) * strike(index), else: 0)
        all = all + .choose(if: isIn, count(index), else: 0)
      }
      candidates.append(sheet.item("with options up to strike \(last + 1)", paid / all, .decimal))
    }
    let atValue = Formula.call(.min, candidates)
    let isAtPrice = inputs.isWord(InputRow(.treasuryAt), "price")
    let value = isAtPrice.map { Formula.choose(if: $0, equity / added, else: atValue) } ?? atValue
    return sheet.item("value of a share after options", value, .decimal)
  }

  private static func number(_ inputs: ModelInputs, _ index: Int, _ column: Int) -> Formula {
    let cell = inputs.block.cell(InputRow(.options, .tranche(index)), column)
    return inputs.block.sparse.contains(InputRow(.options, .tranche(index))) ? cell.given(else: 0) : cell
  }
}
