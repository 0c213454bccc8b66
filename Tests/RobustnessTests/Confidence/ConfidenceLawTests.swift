import Calendar
import Robustness
import TestSupport
import Testing

@Suite("Laws of confidence")
struct ConfidenceLawTests {
  private static let frames = [
    Timeframe(15, .minute), .hour, Timeframe(4, .hour), .day, .week, Timeframe(5, .minute), .month,
  ]

  /// Scores of two decimals, as people write them, of which some are missing but one never is.
  private static func scores(_ dice: inout Dice) -> ScoreSet {
    func score() -> Double? { dice.whole(0...4) == 0 ? nil : Double(dice.whole(0...100)) / 100 }
    let scores = ScoreSet(backtest: score(), walkforward: score(), live: score())
    return scores.known.isEmpty ? ScoreSet(walkforward: 0.5) : scores
  }

  private static func weights(_ dice: inout Dice) -> ScoreWeights {
    func weight() -> Double { Double(dice.whole(1...100)) / 100 }
    return ScoreWeights(backtest: weight(), walkforward: weight(), live: weight())
  }

  private static func timeframes(_ dice: inout Dice) -> [TimeframeScore] {
    frames.compactMap { dice.whole(0...1) == 0 ? nil : TimeframeScore($0, Double(dice.whole(-100...100)) / 100) }
  }

  @Test(
    "Weights times a power of two give the same bits, and times any factor the same but for the last digits",
    arguments: Thoroughness.some(0..<40))
  func scale(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    for _ in 0..<50 {
      let (scores, weights) = (Self.scores(&dice), Self.weights(&dice))
      let (frames, direction) = (Self.timeframes(&dice), dice.pick(Direction.allCases))
      func value(_ factor: Double) throws -> UnifiedConfidence {
        let scaled = ScoreWeights(
          backtest: weights.backtest * factor, walkforward: weights.walkforward * factor, live: weights.live * factor)
        return try UnifiedConfidence(scores, weights: scaled, direction: direction, timeframes: frames)
      }
      let plain = try value(1)
      for factor in [0x1p-40, 0.5, 4, 0x1p60] { #expect(try value(factor) == plain) }
      for factor in [0.1, 3, 1e6] { #expect(abs(try value(factor).value - plain.value) < 1e-14) }
    }
  }

  @Test(
    "A confidence is from 0 to 1, and each row the one before times its factor", arguments: Thoroughness.some(0..<40))
  func bounds(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    for _ in 0..<100 {
      let scores = Self.scores(&dice)
      let confidence = try UnifiedConfidence(
        scores, weights: Self.weights(&dice), direction: dice.pick(Direction.allCases),
        timeframes: Self.timeframes(&dice))
      #expect((0...1).contains(confidence.value))
      let known = scores.known.compactMap { scores[$0] }
      let (least, most) = (try #require(known.min()), try #require(known.max()))
      #expect((least - 1e-15...most + 1e-15).contains(confidence.steps.base))
      let rows = confidence.steps.rows
      for (before, after) in zip(rows, rows.dropFirst()) {
        if let factor = after.factor { #expect(after.value == before.value * factor) }
      }
      #expect(confidence.value == min(1, confidence.steps.product))
      let sum = confidence.weights.backtest + confidence.weights.walkforward + confidence.weights.live
      #expect(abs(sum - 1) < 1e-15)
      #expect(confidence.missing.allSatisfy { confidence.weights[$0] == 0 })
    }
  }

  @Test("Where no drift is flagged a better score is never a lower confidence", arguments: Thoroughness.some(0..<40))
  func monotone(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    var compared = 0
    for _ in 0..<400 {
      let (scores, weights, frames) = (Self.scores(&dice), Self.weights(&dice), Self.timeframes(&dice))
      var better = scores
      switch dice.pick(scores.known) {
      case .backtest: better.backtest = dice.number((scores.backtest ?? 0)...1)
      case .walkforward: better.walkforward = dice.number((scores.walkforward ?? 0)...1)
      case .live: better.live = dice.number((scores.live ?? 0)...1)
      }
      let low = try UnifiedConfidence(scores, weights: weights, direction: .bullish, timeframes: frames)
      let high = try UnifiedConfidence(better, weights: weights, direction: .bullish, timeframes: frames)
      guard !low.drift.isFlagged, !high.drift.isFlagged else { continue }
      compared += 1
      #expect(high.value >= low.value)
    }
    #expect(compared > 50)
  }

  @Test("Turning every score round turns the consensus round, and nothing else", arguments: Thoroughness.some(0..<40))
  func mirror(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    for _ in 0..<100 {
      let frames = Self.timeframes(&dice)
      let plain = try TimeframeConsensus(frames)
      let turned = try TimeframeConsensus(frames.map { TimeframeScore($0.timeframe, -$0.score) })
      #expect(turned.direction?.score == plain.direction.map { -$0.score })
      #expect(turned.finding == plain.finding)
      #expect(turned.margin == plain.margin)
      #expect(try TimeframeConsensus(frames.reversed()).direction == plain.direction)
    }
  }

  /// A journal of random signals on a random walk, some of them of another day's price.
  private static func journal(_ dice: inout Dice, _ prices: [Double]) throws -> SignalJournal {
    SignalJournal(
      try (0..<60).map { _ in
        let day = dice.whole(0...prices.count - 1)
        return try SignalSettlingTests.entry(
          day, dice.whole(0...9) == 0 ? 77.5 : prices[day], dice.pick(Direction.allCases),
          dice.pick(SignalEntry.Decision.allCases), horizon: dice.whole(1...8), hash: dice.pick(["a", "b"]))
      })
  }

  @Test(
    "What is settled stays settled as bars are added, and bars before a signal change none of it",
    arguments: Thoroughness.some(0..<40))
  func prefixStable(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    let prices = (0..<40).map { _ in Double(dice.whole(95...105)) }
    let journal = try Self.journal(&dice, prices)
    var settled: [SignalEntry: Settlement] = [:]
    for count in 0...prices.count {
      let closes = try SignalSettlingTests.closes(Array(prices.prefix(count)))
      for entry in journal.settle(with: { _ in closes }).entries {
        if let before = settled[entry.entry] { #expect(entry.settlement == before) }
        if entry.settlement.outcome != nil { settled[entry.entry] = entry.settlement }
      }
    }
    #expect(!settled.isEmpty)
    for (entry, settlement) in settled {
      var other = prices
      let day = Int((entry.time.seconds - SignalSettlingTests.day(0).seconds) / 86_400)
      for index in 0..<day { other[index] = Double(dice.whole(1...200)) }
      #expect(entry.settle(with: try SignalSettlingTests.closes(other)) == settlement)
      #expect(entry.settle(with: try SignalSettlingTests.closes(Array(prices[day...]), from: day)) == settlement)
    }
  }

  @Test("A journal reads back from its lines, whole or cut anywhere", arguments: Thoroughness.some(0..<40))
  func lines(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    let prices = (0..<40).map { _ in dice.number(0.001...1e6) }
    let journal = try Self.journal(&dice, prices)
    let bytes = Array(journal.lines.utf8)
    #expect(JournalReading(bytes).journal == journal)
    let cut = dice.whole(0...bytes.count)
    let read = JournalReading(Array(bytes[..<cut]))
    #expect(journal.entries.starts(with: read.journal.entries))
    #expect(read.damaged.count <= 1)
    let whole = bytes[..<cut].count { $0 == UInt8(ascii: "\n") }
    #expect((whole...whole + 1).contains(read.journal.entries.count))
  }

  @Test(
    "The exact p-value falls as the statistic grows, and does not depend on the order of the samples",
    arguments: Thoroughness.some(0..<40))
  func pValues(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    for _ in 0..<20 {
      let first = (0..<dice.whole(1...60)).map { _ in Double(dice.whole(0...30)) }
      let second = (0..<dice.whole(1...60)).map { _ in Double(dice.whole(0...30)) }
      let test = try #require(KolmogorovSmirnov(first, second))
      let turned = try #require(KolmogorovSmirnov(second, first))
      #expect((0...1 + 1e-12).contains(test.pValue))
      #expect(turned.statistic == test.statistic)
      #expect(abs(turned.pValue - test.pValue) < 1e-12)
      let moved = try #require(KolmogorovSmirnov(first, second.map { $0 + 100 }))
      #expect(moved.statistic == 1)
      #expect(moved.pValue <= test.pValue + 1e-15)
    }
  }
}
