import Accounts
import Calendar
import TestSupport

/// An account with random entries that fit it.
struct RandomLedger {
  static let symbols = ["A", "B", "C"]

  let account: Account
  private(set) var entries: [Entry] = []
  /// The units of each symbol, by sums of the entries alone.
  private(set) var held: [String: Quantity] = [:]

  init(_ seed: UInt64) {
    var dice = Dice(seed)
    account = Account(name: "main", lots: dice.pick(LotOrder.allCases))
    for number in 1...dice.whole(1...60) {
      var entry = random(&dice, at: number)
      (entry.id, entry.sequence) = (number, number)
      if let symbol = entry.symbol {
        let before = held[symbol] ?? .zero
        switch entry.type {
        case .buy, .cover: held[symbol] = before + entry.size
        case .sell, .short: held[symbol] = before - entry.size
        case .split:
          held[symbol] = before.scaled(by: Int128(entry.ratio.new), over: Int128(entry.ratio.old))
        default: break
        }
      }
      entries.append(entry)
    }
  }

  /// An entry that the account takes as it is at its end.
  func random(_ dice: inout Dice, at number: Int) -> Entry {
    let time = Timestamp(seconds: Int64(number) * 3600 * 7)
    let symbol = dice.pick(Self.symbols)
    let own = held[symbol] ?? .zero
    var kinds: [EntryType] = [.deposit, .withdraw, .fee, .dividend, .interest, .buy, .buy, .buy]
    if own > .zero { kinds += [.sell, .sell, .split] }
    if own <= .zero { kinds.append(.short) }
    if own < .zero { kinds += [.cover, .cover] }
    let type = dice.pick(kinds)
    let price = Money(units: Int128(dice.whole(1...1_000_000_000)) * 1_000_000 + 1)
    let fee = Money(units: Int128(dice.whole(0...5)) * 990_000_000_000)
    var size = Quantity(units: Int128(dice.whole(1...1_000_000)) * 1_000_000_000_000_007)
    switch type {
    case .sell, .cover: size = min(size, own.magnitude)
    case .split:
      var entry = Entry(.split, in: "main", at: time)
      (entry.symbol, entry.ratio) = (symbol, .init(dice.whole(1...3), dice.whole(1...3)))
      return entry
    case .buy, .short: break
    default:
      var entry = Entry(type, in: "main", at: time)
      entry.amount = type == .withdraw || type == .fee ? -price : price
      return entry
    }
    return Entry.trade(type, size, symbol, at: price, fee: fee, in: "main", on: time)
      ?? Entry(.fee, in: "main", at: time)
  }
}

extension Entry {
  /// True for a purchase or a sale.
  var isTrade: Bool { [.buy, .sell, .short, .cover].contains(type) }
}
