import LibC
import Robustness
import TestSupport
import Testing

@Suite("The significance of a Sharpe ratio")
struct SharpeSignificanceTests {
  /// Moments with a Sharpe ratio of a year in so many periods of it.
  private static func moments(
    sharpe: Double, perYear: Double, count: Int, skewness: Double = 0, kurtosis: Double = 3
  ) -> ReturnMoments {
    ReturnMoments(
      count: count, mean: sharpe / perYear.squareRoot(), deviation: 1, skewness: skewness, kurtosis: kurtosis)
  }

  @Test("The deflated ratio of the paper's example is the paper's")
  func deflated() {
    // Bailey and López de Prado (2014), "A numerical example".
    let fat = Self.moments(sharpe: 2.5, perYear: 250, count: 1250, skewness: -3, kurtosis: 10)
    let deviation = (0.5 / 250).squareRoot()
    #expect(abs(SharpeSignificance.expectedMaximum(ofTrials: 100, deviation: deviation) - 0.1132) < 5e-5)
    #expect(abs(SharpeSignificance.deflated(fat, trials: 100, deviation: deviation) - 0.9004) < 5e-5)
    #expect(abs(SharpeSignificance.deflated(fat, trials: 46, deviation: deviation) - 0.9505) < 5e-5)
    let normal = Self.moments(sharpe: 2.5, perYear: 250, count: 1250)
    #expect(abs(SharpeSignificance.deflated(normal, trials: 88, deviation: deviation) - 0.9505) < 5e-5)
  }

  @Test("The shortest track records of the paper are the paper's")
  func trackRecord() {
    // Bailey and López de Prado (2012), section on the minimum track record length: years for a ratio of 2 over 1.
    for (perYear, years) in [(250.0, 2.73), (52, 2.83), (12, 3.24)] {
      let periods = SharpeSignificance.minimumTrackRecordLength(
        Self.moments(sharpe: 2, perYear: perYear, count: 100), benchmark: 1 / perYear.squareRoot(), probability: 0.95)
      #expect(abs(periods / perYear - years) < 0.005)
    }
    let funds = SharpeSignificance.minimumTrackRecordLength(
      Self.moments(sharpe: 2, perYear: 12, count: 100, skewness: -0.72, kurtosis: 5.78),
      benchmark: 1 / 12.0.squareRoot(),
      probability: 0.95)
    #expect(abs(funds / 12 - 4.99) < 0.005)
  }

  @Test("A record of just the shortest length has just the probability")
  func roundTrip() {
    let long = Self.moments(sharpe: 1.5, perYear: 252, count: 2, skewness: -0.4, kurtosis: 6)
    let length = SharpeSignificance.minimumTrackRecordLength(long, benchmark: 0.02, probability: 0.9)
    for (count, isEnough) in [(Int(length.rounded(.down)), false), (Int(length.rounded(.up)), true)] {
      var moments = long
      moments.count = count
      #expect((SharpeSignificance.probability(thatExceeds: 0.02, moments) >= 0.9) == isEnough)
    }
    #expect(SharpeSignificance.minimumTrackRecordLength(long, benchmark: 0.2, probability: 0.9) == .infinity)
    #expect(SharpeSignificance.minimumTrackRecordLength(long, benchmark: 0, probability: 0.4).isNaN)
  }

  @Test("Five years of data allow 45 trials before chance gives a ratio of 1")
  func backtestLength() {
    // Bailey, Borwein, López de Prado and Zhu (2014): "no more than 45".
    #expect(SharpeSignificance.minimumBacktestYears(trials: 45, annualSharpe: 1) < 5)
    #expect(SharpeSignificance.minimumBacktestYears(trials: 46, annualSharpe: 1) > 5)
    #expect(SharpeSignificance.minimumBacktestYears(trials: 1, annualSharpe: 1) == 0)
    #expect(SharpeSignificance.minimumBacktestYears(trials: 10, annualSharpe: 0).isNaN)
  }

  @Test("One trial is not deflated, more are deflated more, and nonsense is missing")
  func edges() {
    let moments = Self.moments(sharpe: 1, perYear: 252, count: 500)
    #expect(
      SharpeSignificance.deflated(moments, trials: 1, deviation: 0.1)
        == SharpeSignificance.probability(thatExceeds: 0, moments))
    var last = 1.0
    for trials in [1, 1.1, 1.5, 2, 5, 100, 1e6, 1e15] {
      let deflated = SharpeSignificance.deflated(moments, trials: trials, deviation: 0.02)
      #expect(deflated <= last)
      last = deflated
    }
    #expect(SharpeSignificance.deflated(moments, trials: 0.5, deviation: 0.1).isNaN)
    #expect(SharpeSignificance.probability(thatExceeds: 0, ReturnMoments(of: [0.01])).isNaN)
    #expect(SharpeSignificance.probability(thatExceeds: 0, ReturnMoments(of: [0.1, 0.1, 0.1])).isNaN)
    #expect(SharpeSignificance.probability(thatExceeds: 0, ReturnMoments(of: [])).isNaN)
    #expect(SharpeSignificance.probability(thatExceeds: .nan, moments).isNaN)
  }

  @Test("Moments and ratios are those of SciPy, with missing returns left out")
  func reference() throws {
    for entry in try Fixtures.cases("significance") {
      let moments = ReturnMoments(of: entry.numbers("returns"))
      for (mine, name) in [
        (Double(moments.count), "count"), (moments.mean, "mean"), (moments.deviation, "deviation"),
        (moments.skewness, "skewness"), (moments.kurtosis, "kurtosis"), (moments.sharpeRatio, "sharpe"),
        (SharpeSignificance.probability(thatExceeds: 0.03, moments), "probability"),
        (SharpeSignificance.deflated(moments, trials: 37, deviation: 0.05), "deflated"),
        (SharpeSignificance.minimumTrackRecordLength(moments, benchmark: -0.5, probability: 0.99), "length"),
      ] {
        let theirs = entry.number(name)
        #expect(abs(mine - theirs) <= 1e-11 * max(1, abs(theirs)), "\(name): \(mine), not \(theirs)")
      }
      #expect(moments.missing == 2)
    }
  }

  @Test("Trials that go together are worth fewer, as NumPy's correlations say")
  func independentTrials() throws {
    for entry in try Fixtures.cases("independent-trials") {
      #expect(abs(IndependentTrials.count(of: ReturnMatrix(entry.table("trials"))) - entry.number("count")) < 1e-10)
    }
    let one = [0.1, -0.2, 0.3, 0.05]
    let flat = [Double](repeating: 0.1, count: 4)
    #expect(abs(IndependentTrials.count(of: ReturnMatrix([one, one, one])) - 1) < 1e-12)
    #expect(IndependentTrials.count(of: ReturnMatrix([one, flat])) == 1)
    #expect(IndependentTrials.count(of: ReturnMatrix([flat])).isNaN)
    #expect(IndependentTrials.count(of: 40, meanCorrelation: 0.5) == 20.5)
    #expect(IndependentTrials.count(of: 40, meanCorrelation: -0.5) == 40)
  }

  @Test("Of the best of many walks without skill fewer than one in twenty is called significant")
  func noise() {
    // 200 searches of 25 independent walks of 250 returns each, deflated by the trials that there were. Two standard
    // errors of a share of 5 % of 200 are 3.1 %.
    let (searches, trials, length) = (200, 25, 250)
    var (significant, naive) = (0, 0)
    for search in 0..<searches {
      var dice = Dice(UInt64(search + 1))
      let walks = (0..<trials).map { _ in ReturnMoments(of: (0..<length).map { _ in dice.normal() }) }
      let ratios = ReturnMoments(of: walks.map(\.sharpeRatio))
      guard let best = walks.max(by: { $0.sharpeRatio < $1.sharpeRatio }) else { continue }
      if SharpeSignificance.deflated(best, trials: Double(trials), deviation: ratios.deviation) > 0.95 {
        significant += 1
      }
      if SharpeSignificance.probability(thatExceeds: 0, best) > 0.95 { naive += 1 }
    }
    #expect(Double(significant) / Double(searches) < 0.05 + 0.031)
    // The law says something: without deflation the best of 25 passes for skill with a chance of 1 - 0.95^25, 72 %, of
    // which two standard errors are 6.3 %.
    #expect(abs(Double(naive) / Double(searches) - 0.72) < 0.064)
  }
}
