public import Calendar
import Columns

/// The reason why a run is refused, or ended early.
public enum BacktestError: Error, Sendable, Hashable {
  /// A setting or clause has a value that is not allowed.
  case invalidSetting(name: String, value: Double, allowed: String)
  /// A column of the strategy is not as long as the bars.
  case columnLength(owner: String, count: Int, expected: Int)
  /// The window has no bars, or reaches outside of them.
  case emptyWindow(range: Range<Int>, bars: Int)
  /// A size by risk needs a stop that sets the risk.
  case riskSizeWithoutStop
  /// A size in money is below 1 % of the cash, and of the equity: the amount, and the bar that decided.
  case moneyTooSmall(amount: Double, cash: Double, bar: Int)
  /// A bar longer than a day has prices from before and after a split that they are not adjusted for.
  case splitInsideBar(ratio: Double, date: CivilDate)
  /// A distance is given in ticks, but the instrument has no tick size.
  case unknownTick(name: String)
  /// A saved state of a run has a field that is missing or damaged, or is of other rules or bars.
  case unreadableState(field: String)
  /// The user stopped the run.
  case interrupted
}

extension BacktestError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .invalidSetting(let name, let value, let allowed):
      "\(name) is \(value), but must be \(allowed)."
    case .columnLength(let owner, let count, let expected):
      "The column of \(owner) has \(count) values for \(expected) bars."
    case .emptyWindow(let range, let bars):
      "The window \(range.lowerBound)..<\(range.upperBound) has no bar of the \(bars) there are."
    case .riskSizeWithoutStop:
      "A size by risk needs a stop: the risk is the distance to it."
    case .moneyTooSmall(let amount, let cash, let bar):
      "The size on bar \(bar) is money, \(amount) of \(cash), which is less than 1 % of the cash."
    case .splitInsideBar(let ratio, let date):
      "The split of \(date), \(ratio) for 1, lies inside a bar, whose prices are from before and after it."
    case .unknownTick(let name):
      "The \(name) is in ticks, but the tick of this series is not known."
    case .unreadableState(let field):
      "The saved state of the run cannot be continued: its field \(field) is damaged, or of other rules or bars."
    case .interrupted:
      "The run was interrupted."
    }
  }
}
