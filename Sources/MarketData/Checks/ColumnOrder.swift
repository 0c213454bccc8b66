import Columns

extension Bars {
  /// True for a bar whose high is below another of its prices, or whose low above one.
  func isContradictory(at index: Int) -> Bool {
    let (open, high, low, close) = (self.open[index], self.high[index], self.low[index], self.close[index])
    return high < low || open > high || open < low || close > high || close < low
  }
}

/// Another order of the columns of prices, of bars that contradict themselves in the one they were read in.
struct ColumnOrder {
  /// The roles of the columns that were read as open, high, low, close.
  private let roles: [ColumnRole]

  /// The column order that makes mostly contradictory bars consistent; nil if there is none.
  init?(contradicting bars: Bars, _ findings: [BarFinding]) {
    guard let finding = findings.first(where: { $0.code == .inconsistentPrices }), finding.count * 2 > bars.count,
      let roles = Self.order(of: bars)
    else { return nil }
    self.roles = roles
  }

  /// The roles of the columns read as open, high, low and close with which no bar contradicts itself; nil without such.
  ///
  /// The high and the low are never below and never above the others; of the two left the open is the one that is
  /// closer to the close before it.
  static func order(of bars: Bars) -> [ColumnRole]? {
    let columns = [bars.open, bars.high, bars.low, bars.close]
    guard bars.count > 1 else { return nil }
    func isExtreme(_ place: Int, _ isBeyond: (Double, Double) -> Bool) -> Bool {
      columns.indices.allSatisfy { other in
        other == place || bars.times.indices.allSatisfy { !isBeyond(columns[other][$0], columns[place][$0]) }
      }
    }
    guard let high = columns.indices.first(where: { isExtreme($0, >) }),
      let low = columns.indices.first(where: { $0 != high && isExtreme($0, <) })
    else { return nil }
    let rest = columns.indices.filter { $0 != high && $0 != low }
    func distance(_ open: Int, _ close: Int) -> Double {
      (1..<bars.count).reduce(0) { $0 + abs(columns[open][$1] - columns[close][$1 - 1]) }
    }
    let isFirstOpen = distance(rest[0], rest[1]) <= distance(rest[1], rest[0])
    var roles = [ColumnRole](repeating: .high, count: 4)
    roles[low] = .low
    roles[rest[0]] = isFirstOpen ? .open : .close
    roles[rest[1]] = isFirstOpen ? .close : .open
    return roles == [.open, .high, .low, .close] ? nil : roles
  }

  /// Says the order in the finding on the bars that contradict themselves.
  func say(in findings: inout [BarFinding], _ layout: Layout) {
    guard let place = findings.firstIndex(where: { $0.code == .inconsistentPrices }) else { return }
    let read: [ColumnRole] = [.open, .high, .low, .close]
    let words = layout.roles.map { role in
      let meant = read.firstIndex(of: role).map { roles[$0] } ?? role
      return ColumnRole.words.first { $0.role == meant }?.word ?? ColumnRole.skip.name
    }
    findings[place].code = .columnOrder
    findings[place].message +=
      "; with another order of the columns none does: `load … columns \(words.joined(separator: ", "))`"
  }
}
