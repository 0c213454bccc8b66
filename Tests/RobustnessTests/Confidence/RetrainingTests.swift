import Calendar
import Robustness
import Testing

@Suite("Retraining")
struct RetrainingTests {
  private let now = Timestamp(seconds: 1_737_460_700)

  private func ago(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds - milliseconds)
  }

  private func decision(_ drift: Double?, daysAgo: Int64, andMilliseconds more: Int64 = 0) -> Retraining {
    Retraining(drift: drift, last: ago(daysAgo * 86_400_000 + more), now: now)
  }

  private func hours(_ retraining: Retraining) -> Int64 {
    (retraining.next.milliseconds - now.milliseconds) / 3_600_000
  }

  @Test("Drift above 0.75 is due in two hours, however young the parameters are")
  func critical() {
    #expect(decision(0.7501, daysAgo: 0).reason == .criticalDrift)
    #expect(hours(decision(0.7501, daysAgo: 0)) == 2)
    #expect(decision(0.75, daysAgo: 0).reason == .notDue)
    #expect(decision(0.75, daysAgo: 8).reason == .persistentDrift)
  }

  @Test("Drift above 0.50 is due in six hours, once the parameters are older than seven days")
  func severe() {
    #expect(decision(0.5001, daysAgo: 7).reason == .notDue)
    #expect(decision(0.5001, daysAgo: 7, andMilliseconds: 1).reason == .persistentDrift)
    #expect(hours(decision(0.5001, daysAgo: 8)) == 6)
    #expect(decision(0.50, daysAgo: 8).reason == .notDue)
    #expect(decision(0.50, daysAgo: 31).reason == .schedule)
  }

  @Test("Parameters older than 30 days are due in twelve hours, and the next time never lies in the past")
  func schedule() {
    #expect(decision(nil, daysAgo: 30, andMilliseconds: 1).reason == .schedule)
    #expect(hours(decision(nil, daysAgo: 31)) == 12)
    let last = decision(nil, daysAgo: 30)
    #expect(!last.isDue)
    #expect(last.next == now)
    #expect(decision(nil, daysAgo: 10).next == ago(-20 * 86_400_000))
    for half in 0..<130 {
      #expect(decision(0.1, daysAgo: 0, andMilliseconds: Int64(half) * 43_200_000).next >= now)
    }
  }

  @Test("Parameters that were never chosen are due")
  func never() {
    let first = Retraining(drift: nil, last: nil, now: now)
    #expect(first.reason == .never)
    #expect(hours(first) == 12)
    #expect(Retraining(drift: 0.8, last: nil, now: now).reason == .criticalDrift)
  }

  @Test("Times at the ends of what can be written do not overflow")
  func ends() {
    let last = Retraining(drift: nil, last: Timestamp(milliseconds: .max), now: now)
    #expect(last.next == Timestamp(milliseconds: .max))
    #expect(Retraining(drift: 1, last: nil, now: Timestamp(milliseconds: .max)).next == Timestamp(milliseconds: .max))
  }
}
