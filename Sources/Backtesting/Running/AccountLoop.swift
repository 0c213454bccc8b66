import Columns
import Work

/// One account that takes the steps of a clock one at a time, whatever it holds: many symbols, weights of a portfolio,
/// or the legs of a spread.
///
/// A step has the interest since the step before, what the holdings do from the open to the close, and then either the
/// ruin of an account with nothing left or the decisions of that close. ``BarLoop`` is the account of one series, and
/// each symbol of ``SharedLoop`` is one.
protocol AccountLoop {
  var settings: BacktestSettings { get }
  /// The steps of the run.
  var range: Range<Int> { get }
  /// The money of the account; the units are those of its holdings.
  var account: Account { get set }
  /// The equity and the cash after each step so far.
  var record: AccountRecord { get set }
  /// True while anything is held.
  var isHolding: Bool { get }
  /// The cash and the holdings at the last prices known.
  var worth: Double { get }
  /// The balances that interest is counted on.
  var balances: Balances { get }
  /// The reason why the run cannot continue; nil if it can.
  var refusal: BacktestError? { get }

  /// The number of the day of a step.
  func day(of step: Int) -> Int
  /// Takes a step from before its open to the marks of its close; false if it has no close to decide at.
  mutating func pass(_ step: Int) -> Bool
  /// Reads the rules at the close of a step, and fills what fills there.
  mutating func decide(at step: Int)
  /// Closes all and cancels what waits, as nothing is left.
  mutating func ruin(at step: Int)
  /// Closes all at the last prices known, after the last step.
  mutating func closeAll(at step: Int)
  /// The equity, and the cash as results say it.
  mutating func total() -> (equity: Double, cash: Double)
  /// Visits what a step leaves for the steps after it, the account and its record left out.
  mutating func visit(_ fields: inout StateFields)
  /// Completes what a state was read into; false if it is of other rules or bars.
  mutating func completeResume() -> Bool
}

/// The course of an account, by the steps of a run.
struct AccountRecord {
  var equity: [Double] = []
  var cash: [Double] = []
  /// The number of steps after which something was held.
  var exposedSteps = 0
  /// The step whose close left nothing.
  var ruinedStep: Int?
  /// True if the run continues one that ended at the step before.
  var isContinued = false

  var curve: AccountCurve { AccountCurve(equity: Column(equity), cash: Column(cash)) }
}

extension AccountLoop {
  var refusal: BacktestError? { nil }

  mutating func run(monitor: WorkMonitor) throws(BacktestError) {
    record.equity.reserveCapacity(range.count)
    record.cash.reserveCapacity(range.count)
    for step in range {
      if step & 255 == 0 {
        do { try monitor.checkpoint(done: step - range.lowerBound, total: range.count) } catch { throw .interrupted }
      }
      take(step)
      if let refusal { throw refusal }
    }
  }

  /// The state after the last step of the run.
  var state: RunState {
    var copy = self
    return RunState(nextIndex: range.upperBound) { copy.visitAll(&$0) }
  }

  /// Continues from the state of a run that ended at the step before.
  mutating func resume(_ state: RunState) throws(BacktestError) {
    guard state.nextIndex == range.lowerBound else { throw .unreadableState(field: "next") }
    try state.read { visitAll(&$0) }
    record.isContinued = true
    guard completeResume() else { throw .unreadableState(field: "rule") }
  }

  private mutating func visitAll(_ fields: inout StateFields) {
    account.visit(&fields)
    fields.visit("exposed", &record.exposedSteps)
    fields.visit("ruined", &record.ruinedStep)
    visit(&fields)
  }

  private mutating func take(_ step: Int) {
    settleInterest(at: step)
    if pass(step), record.ruinedStep == nil {
      if worth <= 0 {
        record.ruinedStep = step
        ruin(at: step)
      } else {
        decide(at: step)
      }
    }
    if settings.finalize, step + 1 == range.upperBound { closeAll(at: step) }
    if isHolding { record.exposedSteps += 1 }
    let (equity, cash) = total()
    record.equity.append(equity)
    record.cash.append(cash)
  }

  /// Books the interest for the days since the step before, on the balances held since its close.
  private mutating func settleInterest(at step: Int) {
    guard step > range.lowerBound || record.isContinued, !settings.financing.isZero, record.ruinedStep == nil else {
      return
    }
    let days = day(of: step) - day(of: step - 1)
    if days > 0 { account.settle(settings.financing, at: step - 1, days: days, balances) }
  }
}
