import Calendar
import Columns
import Evaluation
import TestSupport
import Testing

@Suite("A symbol without new bars")
struct EndedSymbolTests {
  private static let day: Int64 = 86_400_000

  /// Days of two series, of which the other one pauses at random, now and then for long.
  private static func days(_ dice: inout Dice) -> (closings: [Timestamp], known: [Timestamp]) {
    var closings: [Timestamp] = []
    var known: [Timestamp] = []
    var pause = 0
    for day in 0..<400 where day % 7 < 5 {
      let moment = Timestamp(milliseconds: Int64(day) * Self.day)
      closings.append(moment)
      if pause > 0 { pause -= 1 } else if dice.below(40) == 0 { pause = dice.below(60) } else { known.append(moment) }
    }
    return (closings, known)
  }

  private static func column(_ closings: [Timestamp], _ known: [Timestamp], _ holding: Holding) -> [Double] {
    let join = Join(closings: closings, known: known, opening: closings.first, period: day)
    return join.column(Column(known.indices.map { Double($0) }), holding).values.array
  }

  @Test("It is missing or not whatever comes later", arguments: Thoroughness.some(0..<40))
  func prefixes(seed: Int) {
    var dice = Dice(UInt64(seed))
    let (closings, known) = Self.days(&dice)
    for holding in [Holding.usual, .bars(5), .always, .fresh] {
      let whole = Self.column(closings, known, holding)
      let end = dice.whole(1...closings.count - 1)
      let cut = Array(closings[..<end])
      let then = Self.column(cut, known.filter { $0 <= cut[end - 1] }, holding)
      #expect(zip(whole, then).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    }
  }

  @Test("After two weeks, three periods and twice the longest pause it is missing")
  func limit() {
    let closings = (0..<60).map { Timestamp(milliseconds: Int64($0) * Self.day) }
    let known = (0...10).map { Timestamp(milliseconds: Int64($0) * Self.day) } + [closings[20]]
    let values = Self.column(closings, known, .usual)
    // Its longest pause was of ten days, so that it may rest for twenty.
    #expect(values[40] == 11)
    #expect(values[41].isNaN && values[59].isNaN)
    #expect(Self.column(closings, Array(known.prefix(11)), .usual)[24] == 10)
    #expect(Self.column(closings, Array(known.prefix(11)), .usual)[25].isNaN)
    #expect(Self.column(closings, known, .bars(3))[22] == 11)
    #expect(Self.column(closings, known, .bars(3))[23].isNaN)
    #expect(Self.column(closings, known, .always)[59] == 11)
  }
}
