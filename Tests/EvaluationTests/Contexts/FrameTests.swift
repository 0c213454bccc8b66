import Columns
import Evaluation
import Language
import TestSupport
import Testing

/// Things of three columns, as lists have them.
private struct Things: Frame {
  var one: String { "a thing" }
  var many: String { "things" }
  var gains: [Double]
  var sizes: [Double]
  var sides: [String]

  var count: Int { gains.count }
  var columns: [FrameColumn] {
    [
      FrameColumn("gain", .rate, gains), FrameColumn("size", .number, sizes),
      FrameColumn("side", texts: sides.map { $0.isEmpty ? nil : $0 }),
    ]
  }

  init(_ count: Int, seed: UInt64) {
    var random = Dice(seed)
    gains = (0..<count).map { _ in
      Int.random(in: 0..<10, using: &random) == 0 ? .nan : .random(in: -1...1, using: &random)
    }
    sizes = (0..<count).map { _ in Double(Int.random(in: 0...4, using: &random)) }
    sides = (0..<count).map { _ in ["long", "short", ""].randomElement(using: &random) ?? "" }
  }
}

struct FrameTests {
  private static func evaluator(_ text: String, _ things: Things) throws -> (FrameEvaluator, Plannable, Planned) {
    var plannable = try Plannable(text) { $0.frame = things }
    let planned = try plannable.planner.checkedInFrame(plannable.planned, at: try expression(text).span)
    let series = Series(name: "X", bars: bars([1, 2, 3]))
    let scalars = Evaluator(plan: plannable.plan, series: series, today: today)
    return (FrameEvaluator(plan: plannable.plan, frame: things, scalars: scalars), plannable, planned)
  }

  private static func column(_ text: String, on things: Things) throws -> [Double] {
    var (evaluator, _, planned) = try evaluator(text, things)
    return try evaluator.column(try #require(planned.node)).values.array
  }

  @Test(arguments: [
    "gain", "size + 1", "gain > 0 and size >= 2", "gain * size - abs(size)", "nz(gain, 5)", "na(gain)",
    "max(gain, size)",
    "size between 1 and 3", "not (gain < 10%)", "round(gain, 1)", "if(gain > 0, size, -size)", "pv(5%, size, -gain)",
  ])
  func aFrameGivesTheSameBitsAsEachThingByItself(_ text: String) throws {
    for (seed, count) in [0, 1, 7, 1300].enumerated() {
      let things = Things(count, seed: UInt64(seed))
      let expected = try (0..<count).map { index in
        try scalar(of: text, ["gain": .rate(things.gains[index]), "size": .number(things.sizes[index])])
      }
      #expect(same(try Self.column(text, on: things), expected), "\(text) of \(count)")
    }
  }

  /// The value of an expression in which names are plain values.
  private func scalar(of text: String, _ values: [String: Value]) throws -> Double {
    let plannable = try Plannable(text) { planner in
      for (name, value) in values { planner.locals[name] = planner.planned(value) }
    }
    var evaluator = Evaluator(plan: plannable.plan, series: Series(name: "X", bars: bars([1, 2, 3])), today: today)
    return try evaluator.scalar(try plannable.node())
  }

  @Test func stringsAreComparedThingByThing() throws {
    let things = Things(40, seed: 9)
    let isLong = try Self.column("side == \"long\"", on: things)
    #expect(same(isLong, things.sides.map { $0.isEmpty ? .nan : $0 == "long" ? 1 : 0 }))
    let (_, plannable, _) = try Self.evaluator("side == \"sideways\"", things)
    #expect(plannable.planner.warnings.isEmpty)
  }

  @Test func aStatisticIsOfAllThingsAndOfTheBarsWhereItReadsBars() throws {
    var things = Things(3, seed: 1)
    (things.gains, things.sizes) = ([1, 2, 6], [1, 1, 1])
    #expect(try Self.column("gain > mean_of(gain)", on: things) == [0, 0, 1])
    #expect(try Self.column("gain >= mean_of(close)", on: things) == [0, 1, 1])
    #expect(bits(try Self.column("gain[1]", on: things)) == bits([.nan, 1, 2]))
  }

  @Test(arguments: [
    "close", "gain > close", "sma(gain, 3)", "mean_of(size - close)", "gain crosses above size", "year",
  ])
  func aSeriesOfTheBarsIsRefused(_ text: String) throws {
    let error = #expect(throws: Diagnostic.self) { try Self.evaluator(text, Things(5, seed: 2)) }
    #expect(error?.code == .wrongKind)
    #expect(error?.message == "a value of a thing is needed, but this is a series of bars")
    #expect(error?.hints == ["of a thing: gain, size, side"])
  }

  @Test func theBodyOfASessionIndicatorDoesNotKnowTheColumns() throws {
    let names = try names(["indicator twice(x = close) = x * 2", "indicator hidden() = gain"])
    let things = Things(4, seed: 3)
    let fits = try Plannable("twice(gain)", names: names) { $0.frame = things }
    #expect(fits.planned.node != nil)
    #expect(try diagnostic(of: "hidden()", names: names) { $0.frame = things }?.code == .unknownName)
  }
}
