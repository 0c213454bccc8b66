import FileFormats
import Valuation

/// The value of one share from that of the equity: restricted shares, options, depositary shares, currencies.
struct ShareLines {
  /// The value of one priced share.
  let share: Formula
  /// The equity of the shares, after options that have time left.
  let equity: Formula

  /// Writes the lines.
  ///
  /// - Parameters:
  ///   - tranches: the tranches of options; each is exercised if its strike is below the value of a share, or valued
  ///     if it has time left.
  ///   - isOfToday: whether the shares are those of today alone, or one if no number is given.
  init(
    _ equity: Formula, _ inputs: ModelInputs, tranches: OptionLines.Tranches = .init(), isOfToday: Bool = false,
    into sheet: inout LineSheet
  ) {
    sheet.title("Value of a share")
    var shares = sheet.item("shares", inputs.number(.shares, else: isOfToday ? 1 : 0))
    if inputs.has(.rsu), !isOfToday { shares = sheet.item("shares with restricted ones", shares + inputs.number(.rsu)) }
    var value = sheet.item("value of a share before options", equity / shares, .decimal)
    var left = equity
    if tranches.count > 0 {
      (value, left) = OptionLines(inputs, shares, tranches, into: &sheet).write(equity, into: &sheet)
    }
    if inputs.has(.split) { value = sheet.item("after the split", value / inputs.number(.split, else: 1), .decimal) }
    if inputs.has(.adrRatio) || inputs.has(.fx) {
      value = sheet.item(
        "in the currency of the price", value * inputs.number(.adrRatio, else: 1) / inputs.number(.fx, else: 1),
        .decimal)
    }
    (share, self.equity) = (value, left)
  }
}
