import Accounts
import Calendar
import Testing

@Suite("Guardrails")
struct GuardTests {
  private let noon = Timestamp(milliseconds: 1_717_416_000_000)
  private let order = GuardedOrder("GPIX", size: 200, entry: 51.1, stop: 45.99)

  private func marks(_ equity: Double, peak: Double? = nil, dayPeak: Double? = nil) -> GuardMarks {
    var marks = GuardMarks(equity: equity, flows: equity, at: noon)
    (marks.peak, marks.dayPeak) = (peak ?? equity, dayPeak ?? equity)
    return marks
  }

  @Test("an order is checked for a halt, positions, drawdown, the loss of the day and its risk, in this order")
  func order_() {
    let guards = Guards()
    var all = marks(25_000, peak: 40_000, dayPeak: 30_000)
    all.halt = .user
    let three: Set = ["A", "B", "C"]
    #expect(order.refusal(guards, all, held: three) == .halted(.user))
    all.halt = nil
    #expect(order.refusal(guards, all, held: three) == .positions(3))
    #expect(order.refusal(guards, all, held: ["GPIX", "B", "C"]) == .drawdown(0.375))
    all.peak = 30_000
    #expect(order.refusal(guards, all, held: []) == .dailyLoss(1 - 25_000 / 30_000.0))
    guard case .risk(let share, let within) = order.refusal(guards, marks(25_550), held: []) else {
      Issue.record("the risk passes")
      return
    }
    #expect(abs(share - 0.04) < 1e-12 && abs(within - 100) < 1e-9)
    #expect(
      GuardedOrder("GPIX", size: within, entry: 51.1, stop: 45.99).refusal(guards, marks(25_550), held: []) == nil)
  }

  @Test("the day of its peak is that of UTC, money from outside is no gain, and a reset measures again")
  func marking() {
    let guards = Guards([.dailyLoss: 0.05, .maxDrawdown: 0.2])
    var own = marks(10_000)
    #expect(own.mark(equity: 11_000, flows: 10_000, at: noon, guards) == nil)
    #expect(own.dayPeak == 11_000 && own.peak == 11_000)
    // 4,000 are paid out: no loss.
    #expect(own.mark(equity: 7_000, flows: 6_000, at: noon, guards) == nil)
    #expect(own.drawdown == 0 && own.peak == 7_000)
    #expect(own.mark(equity: 6_651, flows: 6_000, at: noon, guards) == nil)
    let midnight = Timestamp(milliseconds: noon.milliseconds + 12 * 3_600_000)
    #expect(own.mark(equity: 6_640, flows: 6_000, at: midnight, guards) == nil, "a new day begins at its first equity")
    #expect(own.mark(equity: 6_300, flows: 6_000, at: midnight, guards) == .dailyLoss)
    #expect(own.mark(equity: 6_000, flows: 6_000, at: midnight, guards) == nil, "it is halted already")
    own.reset()
    #expect(own.halt == nil && own.drawdown == 0)
    let nextDay = Timestamp(milliseconds: midnight.milliseconds + 86_400_000)
    #expect(own.mark(equity: 4_790, flows: 6_000, at: nextDay, guards) == .drawdown)
  }

  @Test("usual values are within their ranges, and an order without a stop counts at average ranges or a hundredth")
  func values() {
    for field in GuardField.allCases { #expect(field.terms.range.contains(field.terms.usual), "\(field)") }
    let guards = Guards([.atrStop: 2])
    #expect(guards.stopDistance(from: 50, meanRange: 0.4) == 0.8)
    #expect(guards.stopDistance(from: 50, meanRange: .nan) == 0.5)
    #expect(guards.targetDistance(from: 50, meanRange: 0.4) == 1)
  }
}
