import Presentation
import Text

/// The unit of all amounts of a table, said once: `USD billions`.
struct MoneyUnit: Equatable {
  /// The amount that is shown as 1.
  let size: Double
  /// The unit in words with the currency, if that is known.
  let title: String

  /// The largest unit in which the greatest of some amounts has two digits before its point.
  init(of amounts: some Sequence<Double>, currency: String?) {
    let greatest = amounts.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    let units = [(1e12, "trillions"), (1e9, "billions"), (1e6, "millions"), (1e3, "thousands")]
    let unit = units.first { greatest >= 10 * $0.0 }
    size = unit?.0 ?? 1
    title = [currency, unit?.1].compactMap { $0 }.joined(separator: " ")
  }

  /// The unit of amounts that are shown in another way.
  init(size: Double, title: String) {
    self.size = size
    self.title = title
  }

  /// The cells of one line of amounts, three or four digits each.
  ///
  /// They have the same decimals as far as possible: an amount of four digits before the point has none, and one so
  /// much smaller than the others that theirs would leave it two digits has decimals of its own.
  ///
  /// - Parameter hasTotal: true if the last amount is of another magnitude, as a terminal value is; it has decimals of
  ///   its own.
  func cells(_ amounts: [Double?], hasTotal: Bool = false) -> [Cell] {
    let scaled = amounts.map { $0.map { $0 / size } }
    let usual = (hasTotal ? scaled.dropLast() : scaled[...]).compactMap { $0?.magnitude }
      .filter { $0 < Self.fourDigits && $0 > 0 }
    let decimals = Self.decimals(from: usual.min() ?? 0, to: usual.max() ?? 0)
    return scaled.enumerated().map { place, amount in
      guard let amount else { return .number(nil) }
      let own = Self.decimals(of: amount)
      let isTotal = hasTotal && place == scaled.count - 1
      let isOfAnotherSize = abs(amount) >= Self.fourDigits || own > decimals && amount != 0
      return .number(amount, Self.format(isTotal || isOfAnotherSize ? own : decimals))
    }
  }

  /// The least amount that has four digits before its point once it is rounded.
  private static let fourDigits = 999.95

  /// The decimals with which the smallest of some amounts has three digits, or the greatest four.
  private static func decimals(from least: Double, to greatest: Double) -> Int {
    max(decimals(of: greatest), min(decimals(of: least), decimals(of: greatest * 0.1)))
  }

  /// The decimals with which an amount has three digits.
  private static func decimals(of amount: Double) -> Int {
    // An amount that would round up to the next power of ten has that power's decimals.
    switch abs(amount) {
    case fourDigits...: 0
    case 9.995...: 1
    case 0.9995...: 2
    case let amount where amount > 0: 3
    default: 1
    }
  }

  private static func format(_ decimals: Int) -> NumberFormat {
    decimals == 0 ? .fixed(0).grouped : .fixed(decimals)
  }
}
