import Calendar

/// Losses that a purchase of the same symbol within thirty days before or after may disallow.
///
/// They are marked and no cost is changed: what counts as the same, and other accounts, are not known here.
public enum WashSales {
  /// The part of the loss of each closing that is disallowed, zero for most.
  ///
  /// A purchase replaces as many units as it has, once, the earliest loss first; it does not replace itself.
  public static func disallowed(_ closings: [Closing], in lines: [Books.Line], zone: Zone) -> [Money] {
    var result = Array(repeating: Money.zero, count: closings.count)
    var bought: [String: [(entry: Int, day: Int, left: Quantity)]] = [:]
    let losing = Set(closings.lazy.filter { $0.gain < .zero && !$0.isShort }.map(\.lot.symbol))
    if losing.isEmpty { return result }
    var clock = ZoneClock(zone)
    for line in lines where line.entry.type == .buy && !line.isVoid {
      let entry = line.entry
      guard let symbol = entry.symbol, losing.contains(symbol) else { continue }
      bought[symbol, default: []].append(
        (entry.id, clock.civilTime(at: entry.time).date.daysSince1970, entry.size))
    }
    for (place, closing) in closings.enumerated() where closing.gain < .zero && !closing.isShort {
      let symbol = closing.lot.symbol
      guard var candidates = bought.removeValue(forKey: symbol) else { continue }
      let day = clock.civilTime(at: closing.closed).date.daysSince1970
      var replaced = Quantity.zero
      // Purchases are in the order of their days.
      var first = candidates.lowerPlace(of: day - 30)
      while first < candidates.count, candidates[first].day <= day + 30, replaced < closing.size {
        if candidates[first].entry != closing.lot.entry {
          let part = min(candidates[first].left, closing.size - replaced)
          candidates[first].left -= part
          replaced += part
        }
        first += 1
      }
      bought[symbol] = candidates
      result[place] = (-closing.gain).scaled(by: replaced.units, over: closing.size.units) ?? .zero
    }
    return result
  }
}

extension Array where Element == (entry: Int, day: Int, left: Quantity) {
  fileprivate func lowerPlace(of day: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
