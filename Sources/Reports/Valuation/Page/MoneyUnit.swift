import Presentation
import Text

/// The unit of all amounts of a table, said once: `USD billions`.
struct MoneyUnit: Equatable {
  /// The amount that is shown as 1.
  let size: Double
  /// The unit in words with the currency, where that is known.
  let title: String

  /// The largest unit in which the greatest of some amounts has two digits before its point.
  init(of amounts: some Sequence<Double>, currency: String?) {
    let greatest = amounts.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    let units = [(1e12, "trillions"), (1e9, "billions"), (1e6, "millions"), (1e3, "thousands")]
    let unit = units.first { greatest >= 10 * $0.0 }
    size = unit?.0 ?? 1
    title = [currency, unit?.1].compactMap { $0 }.joined(separator: " ")
  }

  /// The cells of one line of amounts: three or four digits of the greatest, and as many decimals of the others.
  ///
  /// Amounts of four digits before the point have no decimals and take none from the others.
  ///
  /// - Parameter hasTotal: true where the last amount is of another size, as what follows a forecast is; it has
  ///   decimals of its own.
  func cells(_ amounts: [Double?], hasTotal: Bool = false) -> [Cell] {
    let scaled = amounts.map { $0.map { $0 / size } }
    let usual = (hasTotal ? scaled.dropLast() : scaled[...]).compactMap { $0 }.filter { abs($0) < Self.fourDigits }
    let format = Self.format(usual.reduce(0) { max($0, abs($1)) })
    return scaled.enumerated().map { place, amount in
      let isOwn = hasTotal && place == scaled.count - 1 || amount.map { abs($0) >= Self.fourDigits } ?? false
      return .number(amount, isOwn ? amount.map(Self.format) : format)
    }
  }

  /// The least amount that has four digits before its point once it is rounded.
  private static let fourDigits = 999.95

  /// The format for numbers up to a greatest one.
  private static func format(_ greatest: Double) -> NumberFormat {
    // What would be rounded up to the next power of ten has that one's decimals.
    switch abs(greatest) {
    case fourDigits...: .fixed(0).grouped
    case 9.995...: .fixed(1)
    case 0.9995...: .fixed(2)
    case let amount where amount > 0: .fixed(3)
    default: .fixed(1)
    }
  }
}
