import Calendar
import Robustness
import TestSupport
import Testing

@Suite("Aligned consensus")
struct AlignedConsensusTests {
  private let frames = [Timeframe(15, .minute), .hour, Timeframe(4, .hour), .day]

  private func consensus(_ signals: [(Direction, Double)]) throws -> AlignedConsensus {
    let signals = zip(frames, signals).map { AlignedConsensus.Signal($0, $1.0, confidence: $1.1) }
    return try #require(try AlignedConsensus(signals))
  }

  @Test("All of three or more agree: strong, and the alignment is the weighted confidence")
  func strong() throws {
    let all = try consensus([(.bullish, 0.6), (.bullish, 0.7), (.bullish, 0.8), (.bullish, 0.75)])
    #expect(all.direction == .bullish)
    #expect(all.strength == .strong)
    #expect(abs(all.alignment - (0.06 + 0.14 + 0.24 + 0.30)) < 1e-15)
    // The mean 0.7125 and 0.20.
    #expect(abs(all.adjusted() - 0.9125) < 1e-15)
    #expect(abs(all.adjusted(0.5) - 0.7) < 1e-15)
    #expect(all.adjusted(0.9) == 0.95)
    let two = try consensus([(.bullish, 0.6), (.bullish, 0.7)])
    #expect(two.strength == .weak)
    let three = try consensus([(.bearish, 0.6), (.bearish, 0.7), (.bearish, 0.7)])
    #expect(three.strength == .strong)
  }

  @Test("Three of four agree: moderate; two of four: weak; fewer than half: conflicted")
  func degrees() throws {
    let moderate = try consensus([(.bearish, 0.6), (.bullish, 0.7), (.bullish, 0.8), (.bullish, 0.75)])
    #expect(moderate.strength == .moderate)
    #expect(moderate.conflicting == [frames[0]])
    #expect(moderate.agreeing == Array(frames.dropFirst()))
    #expect(abs(moderate.adjusted(0.5) - 0.6) < 1e-15)
    let weak = try consensus([(.bearish, 0.6), (.bullish, 0.7), (.bearish, 0.65), (.bullish, 0.75)])
    #expect(weak.direction == .bullish)
    #expect(weak.strength == .weak)
    #expect(abs(weak.alignment - (0.14 + 0.30)) < 1e-15)
    #expect(weak.adjusted(0.5) == 0.5)
    let conflicted = try consensus([(.bearish, 0.6), (.neutral, 0.7), (.neutral, 0.2), (.bullish, 0.75)])
    #expect(conflicted.direction == .bullish)
    #expect(conflicted.strength == .conflicted)
    #expect(abs(conflicted.alignment - (0.5 * 0.5 + 0.30)) < 1e-15)
    #expect(abs(conflicted.adjusted(0.5) - 0.4) < 1e-15)
    #expect(conflicted.adjusted(0.15) == 0.10)
  }

  @Test("Equal largest sums are neutral, those of bullish and bearish among them")
  func ties() throws {
    // 0.10 * 0.6 + 0.20 * 0.6 + 0.10 * 0.3 against 0.30 * 0.6, which differ in binary noise.
    let equal = try consensus([(.bullish, 0.8), (.bullish, 0.4), (.bearish, 0.2), (.bearish, 0.25)])
    #expect(equal.direction == .neutral)
    #expect(equal.strength == .conflicted)
    let noisy = try consensus([(.bullish, 0.9), (.bullish, 0.6), (.bearish, 0.7), (.neutral, 0)])
    #expect(double(0.1 * 0.9 + 0.2 * 0.6) != double(0.3 * 0.7))
    #expect(noisy.direction == .neutral)
    let nothing = try consensus([(.bullish, 0), (.bearish, 0)])
    #expect(nothing.direction == .neutral)
  }

  @Test("No signal is no consensus, and a bad one is refused")
  func refused() throws {
    #expect(try AlignedConsensus([]) == nil)
    #expect(throws: ConfidenceError.timeframeConfidence(.day, 1.5)) {
      try AlignedConsensus([AlignedConsensus.Signal(.day, .bullish, confidence: 1.5)])
    }
    #expect(throws: ConfidenceError.repeatedTimeframe(.day)) {
      try AlignedConsensus([
        AlignedConsensus.Signal(.day, .bullish, confidence: 0.5),
        AlignedConsensus.Signal(.day, .bearish, confidence: 0.5),
      ])
    }
    #expect(AlignedConsensus.Signal(.week, .bullish, confidence: 1).weight == 0.25)
  }
}
