/// How often an alert fires.
package enum AlertRepetition: Sendable, Hashable {
  /// Once until its condition was false again.
  case untilFalse
  /// Once; then it is off.
  case once
  /// On each bar on which its condition is true.
  case everyBar
  /// Again while its condition is true, once these milliseconds have passed.
  case again(after: Int64)
}

/// The state of an alert on one series: it fires on a closed bar whose condition is true, by its repetition.
///
/// Each bar is taken once: a bar that is corrected later fires nothing.
package struct AlertTrigger: Sendable, Hashable {
  /// The opening time of the last bar that was taken.
  package var bar: Int64
  /// True if the condition was true on that bar.
  package var isTrue: Bool
  /// The opening time of the bar on which it fired last; nil if it has not fired.
  package var fired: Int64?
  /// How often it has fired.
  package var times = 0
  /// The decision on that bar, of an alert on a strategy's signal.
  package var value: String?

  /// Begins after a bar, whose condition fires nothing.
  package init(after bar: Int64, isTrue: Bool) { (self.bar, self.isTrue) = (bar, isTrue) }

  /// Takes the next bar; true if the alert fires on it.
  package mutating func fires(_ holds: Bool, on time: Int64, _ repetition: AlertRepetition) -> Bool {
    guard time > bar else { return false }
    let began = holds && !isTrue
    (bar, isTrue) = (time, holds)
    let fires =
      switch repetition {
      case .untilFalse: began
      case .once: holds && times == 0
      case .everyBar: holds
      case .again(let pause): holds && (fired.map { time - $0 >= pause } ?? true)
      }
    if fires {
      fired = time
      times += 1
    }
    return fires
  }
}
