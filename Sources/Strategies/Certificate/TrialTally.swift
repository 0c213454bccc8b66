/// Trials on some data: how many, and the mean and spread of their Sharpe ratios.
package struct TrialTally: Sendable, Hashable {
  /// The number of trials.
  package var count = 0
  /// The number of those whose Sharpe ratio is known.
  package var known = 0
  /// The mean of the Sharpe ratios of a year.
  package var mean = 0.0
  /// The sum of the squared distances from the mean.
  package var squares = 0.0

  /// No trials.
  package init() {}

  /// Trials with their Sharpe ratios of a year; missing ones are counted as trials, and leave the spread as it is.
  package init(_ sharpes: some Sequence<Double>) {
    for sharpe in sharpes { add(sharpe) }
  }

  private mutating func add(_ sharpe: Double) {
    count += 1
    guard sharpe.isFinite else { return }
    known += 1
    let distance = sharpe - mean
    mean += distance / Double(known)
    squares += distance * (sharpe - mean)
  }

  /// Adds other trials (Chan, Golub and LeVeque 1979).
  package mutating func add(_ other: TrialTally) {
    count += other.count
    guard other.known > 0 else { return }
    let both = Double(known + other.known)
    let distance = other.mean - mean
    mean += distance * Double(other.known) / both
    squares += other.squares + distance * distance * Double(known) * Double(other.known) / both
    known += other.known
  }

  /// The sample deviation of the Sharpe ratios of a year; 0 below two of them.
  package var deviation: Double { known > 1 ? (squares / Double(known - 1)).squareRoot() : 0 }
}
