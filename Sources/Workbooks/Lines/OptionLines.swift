import FileFormats
import Valuation

/// Options as formulas: those that are exercised, by the treasury-stock method, and those with time left, by the formula
/// of Black and Scholes.
///
/// The value of a share depends on that of the options with time left, which depends on it: steps of Newton's method
/// are below each other, each nearer to the value at which both agree.
struct OptionLines {
  /// The tranches that the formulas have cells for.
  struct Tranches: Equatable {
    /// How many there are.
    var count = 0
    /// Those that have time left in some scenario, from 0.
    var living: Set<Int> = []

    init() {}

    init(_ tranches: [OptionTranche]) {
      count = tranches.count
      living = Set(tranches.indices.filter { tranches[$0].life != nil })
    }

    /// The tranches that serve both.
    func joined(with other: Tranches) -> Tranches {
      var result = self
      result.count = max(count, other.count)
      result.living.formUnion(other.living)
      return result
    }
  }

  /// The steps by which the value of a share is found; each doubles the digits, or adds two at least.
  private static let steps = 16

  private let inputs: ModelInputs
  private let tranches: Tranches
  private let shares: Formula
  /// The price of a share before a split, in the currency of the accounts.
  private let price: Formula
  /// The shares with options that are exercised at the price.
  private let atPrice: Formula
  /// For all tranches up to each strike: the exercise proceeds, and the share count with them.
  private var exercised: [(paid: Formula, shares: Formula)] = []

  init(_ inputs: ModelInputs, _ shares: Formula, _ tranches: Tranches, into sheet: inout LineSheet) {
    self.inputs = inputs
    self.tranches = tranches
    self.shares = shares
    price =
      inputs.number(.price) * inputs.number(.split, else: 1) * inputs.number(.fx, else: 1)
      / inputs.number(.adrRatio, else: 1)
    let (count, strike) = (Self.count(inputs, tranches), { Self.number(inputs, $0, 1) })
    var added: Formula = shares
    for index in 0..<tranches.count {
      added =
        added
        + .choose(if: strike(index).isBelow(price), count(index) * (1 - strike(index) / price), else: 0)
    }
    atPrice = added
    for last in 0..<tranches.count {
      var paid: Formula = 0
      var all = shares
      for index in 0..<tranches.count {
        let isIn = strike(index).isAtMost(strike(last))
        paid = paid + .choose(if: isIn, count(index) * strike(index), else: 0)
        all = all + .choose(if: isIn, count(index), else: 0)
      }
      exercised.append(
        (
          sheet.item("paid for options up to strike \(last + 1)", paid),
          sheet.item("shares with options up to strike \(last + 1)", all)
        ))
    }
  }

  /// Writes the value of a share after options, and the equity that is left to the shares.
  func write(_ equity: Formula, into sheet: inout LineSheet) -> (share: Formula, equity: Formula) {
    var left = equity
    if !tranches.living.isEmpty {
      let found = valueBesideOptions(equity, into: &sheet)
      let taken = isAtPrice.map { .choose(if: $0, living(price).value, else: found) } ?? found
      left = equity - sheet.item("options with time left", taken)
      left = sheet.item("equity of the shares", left)
    }
    return (sheet.item("value of a share after options", ordinary(left), .decimal), left)
  }

  private var isAtPrice: Formula? { inputs.isWord(InputRow(.treasuryAt), "price") }

  /// The value of one share after options are exercised: the smallest of those by exercising all up to each strike.
  private func ordinary(_ equity: Formula) -> Formula {
    let atValue = Formula.call(.min, [equity / shares] + exercised.map { (equity + $0.paid) / $0.shares })
    return isAtPrice.map { Formula.choose(if: $0, equity / atPrice, else: atValue) } ?? atValue
  }

  // MARK: Time left

  /// The value of the options, consistent with the value of a share after deducting them.
  ///
  /// The share's value is a falling, concave function of the deduction, so that Newton's steps converge to it from
  /// above.
  private func valueBesideOptions(_ equity: Formula, into sheet: inout LineSheet) -> Formula {
    var share = sheet.item("value of a share, first step", .largest(0, ordinary(equity)), .decimal)
    for step in 2...Self.steps {
      let (value, slope) = living(share)
      let taken = sheet.item("options with time left, at that value", value)
      let next = share + (ordinary(equity - taken) - share) / (1 + slope / shares)
      share = sheet.item("value of a share, step \(step)", .largest(0, next), .decimal)
    }
    return living(share).value
  }

  /// The value of all options with time left at a value of a share, and by how much it rises with that value.
  private func living(_ share: Formula) -> (value: Formula, slope: Formula) {
    var (value, slope): (Formula, Formula) = (0, 0)
    for index in tranches.living.sorted() {
      let (count, strike) = (Self.number(inputs, index, 0), Self.number(inputs, index, 1))
      let life = Self.cell(inputs, index, 2)
      let deviation = Self.cell(inputs, index, 3) * life.squareRoot
      let present = strike * (1 + inputs.number(.riskFree)).power(0 - life)
      let first = Formula.call(.ln, [share / present]) / deviation + deviation / 2
      let above = Formula.call(.normal, [first])
      let one = share * above - present * .call(.normal, [first - deviation])
      // An option without a strike is a share, and one on nothing is worth nothing.
      let priced = { (usual: Formula, whole: Formula) -> Formula in
        .choose(
          if: life.isEmpty, 0,
          else: .choose(if: share.isAbove(0), .choose(if: strike.isAbove(0), usual, else: whole), else: 0))
      }
      value = value + count * priced(one, share)
      slope = slope + count * priced(above, 1)
    }
    return (value, slope)
  }

  // MARK: Cells

  /// The number of options of a tranche that are exercised: none if they have time left.
  private static func count(_ inputs: ModelInputs, _ tranches: Tranches) -> (Int) -> Formula {
    { index in
      let count = number(inputs, index, 0)
      guard tranches.living.contains(index) else { return count }
      return .choose(if: cell(inputs, index, 2).isEmpty, count, else: 0)
    }
  }

  private static func cell(_ inputs: ModelInputs, _ index: Int, _ column: Int) -> Formula {
    inputs.block.cell(InputRow(.options, .tranche(index)), column)
  }

  private static func number(_ inputs: ModelInputs, _ index: Int, _ column: Int) -> Formula {
    let cell = cell(inputs, index, column)
    return inputs.block.sparse.contains(InputRow(.options, .tranche(index))) ? cell.given(else: 0) : cell
  }
}
