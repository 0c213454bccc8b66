import Calendar
import Confidence
import Testing

@Suite("Dated scores")
struct DatedScoreTests {
  private let now = Timestamp(seconds: 1_737_460_700)

  private func scores(_ runs: [(daysAgo: Int, accuracy: Double?)]) -> DatedScores {
    DatedScores(
      runs.map {
        DatedScores.Score(
          time: Timestamp(milliseconds: now.milliseconds - Int64($0.daysAgo) * 86_400_000), accuracy: $0.accuracy)
      })
  }

  @Test("A score is the mean of the runs inside its days, both ends included")
  func mean() {
    let runs = scores([(0, 0.5), (90, 0.7), (91, 0.9), (-1, 0.1)])
    #expect(runs.mean(days: DatedScores.backtestDays, until: now) == 0.6)
    #expect(abs((runs.mean(days: DatedScores.walkforwardDays, until: now) ?? 0) - 0.7) < 1e-15)
  }

  @Test("Without a run there is no score, and not 0.55 or 0.60")
  func none() {
    #expect(scores([]).mean(days: 90, until: now) == nil)
    #expect(scores([(100, 0.7)]).mean(days: 90, until: now) == nil)
    #expect(scores([(1, nil), (2, .nan)]).mean(days: 90, until: now) == nil)
    #expect(scores([(1, nil), (2, 0.4)]).mean(days: 90, until: now) == 0.4)
  }
}
