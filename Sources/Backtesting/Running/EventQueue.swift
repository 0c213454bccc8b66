/// The next bars on which rules fire, with the prices there.
///
/// Such bars lie far apart: one after the other each price would be waited for, in a row many are on their way at once.
struct EventQueue {
  private static let length = 64

  private let signals: SignalReader
  /// The first bar of the window in the series.
  private let first: Int
  private let fillsAtClose: Bool
  private var places = [Int](repeating: 0, count: length)
  private var closes = [Double](repeating: 0, count: length)
  private var fills = [Double](repeating: 0, count: length)
  private var count = 0
  private var current = 0

  init(_ signals: SignalReader, first: Int, fillsAtClose: Bool) {
    (self.signals, self.first, self.fillsAtClose) = (signals, first, fillsAtClose)
  }

  /// The close of the bar that was found.
  var close: Double { closes[current] }
  /// The price at which orders of its close fill: that close, or the next open; missing after the last bar.
  var fill: Double { fills[current] }

  /// The first bar from `start` on, counted from that of the window, on which a rule fires; the number of bars if there
  /// is none.
  ///
  /// It is asked for rising bars.
  @inline(__always)
  mutating func next(from start: Int, _ prices: Prices) -> Int {
    while current < count, places[current] < start { current &+= 1 }
    if current == count { read(from: start, prices) }
    return current < count ? places[current] : signals.count
  }

  @inline(never)
  private mutating func read(from start: Int, _ prices: Prices) {
    (count, current) = (0, 0)
    var place = start
    while count < Self.length {
      place = signals.next(from: place, before: signals.count, among: .all)
      if place == signals.count { break }
      places[count] = place
      count &+= 1
      place &+= 1
    }
    for number in 0..<count { closes[number] = prices.close[first &+ places[number]] }
    for number in 0..<count {
      let next = places[number] &+ 1
      fills[number] = fillsAtClose ? closes[number] : next < signals.count ? prices.open[first &+ next] : .nan
    }
  }
}
