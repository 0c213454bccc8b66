/// The reason why bars cannot be divided as asked.
public enum SplittingError: Error, Sendable, Hashable {
  /// A number has a value that is not allowed.
  case invalidValue(name: String, value: Int, allowed: String)
  /// There are fewer bars than the smallest division needs.
  case tooFewBars(count: Int, needed: Int)
  /// There are more splits than anybody can run.
  case tooManySplits(groups: Int, testGroups: Int, most: Int)
}

extension SplittingError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .invalidValue(let name, let value, let allowed):
      "\(name) is \(value), but must be \(allowed)."
    case .tooFewBars(let count, let needed):
      "There are \(count) bars, but \(needed) are needed."
    case .tooManySplits(let groups, let testGroups, let most):
      "Choosing \(testGroups) of \(groups) groups gives more than \(most) splits."
    }
  }
}

extension SplittingError {
  /// Refuses a number below the least one that is allowed.
  static func require(_ name: String, _ value: Int, atLeast least: Int) throws(SplittingError) {
    guard value >= least else { throw .invalidValue(name: name, value: value, allowed: "at least \(least)") }
  }
}
