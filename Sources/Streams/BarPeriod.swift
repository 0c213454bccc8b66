/// The trades or shorter bars of one bar, in any order of arrival.
///
/// The first and the last price are those of the least and the greatest time and number, so that the bar does not depend
/// on the order in which messages came.
struct BarPeriod {
  private struct Place: Comparable {
    var time: Int64
    var number: Int64

    static func < (left: Place, right: Place) -> Bool { (left.time, left.number) < (right.time, right.number) }
  }

  /// The beginning, in milliseconds since 1970.
  let start: Int64
  private var first: (place: Place, price: Double)?
  private var last: (place: Place, price: Double)?
  private var range: (low: Double, high: Double)?
  private var volume = Quantity.zero
  /// The provider's bars of the period, by their beginning; empty if it is made of trades.
  private var parts: [Int64: ProviderBar] = [:]
  private var arrivals: Int64 = 0

  init(start: Int64) { self.start = start }

  mutating func add(_ trade: StreamTrade) {
    volume += trade.size
    arrivals += 1
    if trade.movesRange {
      range = (min(range?.low ?? trade.price, trade.price), max(range?.high ?? trade.price, trade.price))
    }
    guard trade.movesLast else { return }
    // Without numbers those of one time are in the order in which they came.
    let place = Place(time: trade.time, number: trade.number ?? arrivals)
    if first.map({ place < $0.place }) ?? true { first = (place, trade.price) }
    if last.map({ $0.place < place }) ?? true { last = (place, trade.price) }
  }

  /// Takes a bar of the provider; false if it was there already.
  mutating func add(_ bar: ProviderBar) -> Bool {
    let former = parts.updateValue(bar, forKey: bar.bar.time)
    return former.map { $0.bar != bar.bar || $0.state != bar.state } ?? true
  }

  /// True if a part says itself that it is not complete.
  var hasMakingPart: Bool { parts.values.contains { $0.state == .making } }

  /// True if the provider has said that the part at the end is complete.
  func isComplete(until end: Int64) -> Bool {
    parts.values.contains { $0.state != .making && $0.bar.time + $0.span == end }
  }

  /// The bar; nil if there is no price for one.
  var bar: StreamedBar? {
    if !parts.isEmpty {
      let sorted = parts.values.map(\.bar).sorted { $0.time < $1.time }
      guard let first = sorted.first, let last = sorted.last else { return nil }
      if sorted.count == 1 {
        var bar = first
        bar.time = start
        return bar
      }
      var bar = StreamedBar(
        time: start, open: first.open, high: first.high, low: first.low, close: last.close, volume: 0)
      for part in sorted {
        bar.high = max(bar.high, part.high)
        bar.low = min(bar.low, part.low)
        bar.volume += part.volume
      }
      return bar
    }
    guard let first, let last, let range else { return nil }
    return StreamedBar(
      time: start, open: first.price, high: max(range.high, first.price, last.price),
      low: min(range.low, first.price, last.price), close: last.price, volume: volume.double)
  }
}
