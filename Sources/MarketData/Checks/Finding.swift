import Calendar
import Columns

/// Something about a file that its user should know, though it could be read.
public struct Finding: Sendable, Hashable {
  /// The kinds of finding; the raw value is the stable code that programs see.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The two numbers of a date could be day and month either way round.
    case ambiguousDates = "ambiguous-dates"
    /// The rows were in no order and have been sorted.
    case unsorted = "unsorted"
    /// Rows that repeat another one exactly; one of them is kept.
    case repeatedRows = "repeated-rows"
    /// Rows with equal times and different values; the one that stands last in the file is kept.
    case conflictingRows = "conflicting-rows"
    /// Rows whose prices are all empty; they are left out.
    case emptyRows = "empty-rows"
    /// Bars that lack some of their prices, which are missing values.
    case missingPrices = "missing-prices"
    /// Bars whose high is below their low, or whose open or close lies outside the two.
    case inconsistentPrices = "inconsistent-prices"
    /// Prices of zero or below.
    case nonPositivePrices = "non-positive-prices"
    /// Negative volumes.
    case negativeVolume = "negative-volume"
    /// Times without bars, longer than nights, weekends and holidays explain.
    case gaps
    /// Changes from one close to the next that look like a split of shares.
    case possibleSplits = "possible-splits"
    /// A volume column that holds nothing but zeros.
    case zeroVolume = "zero-volume"
    /// The file has an adjusted close, which is not used, or is where that was asked for.
    case adjustedClose = "adjusted-close"
    /// The file has fewer price columns than a bar has prices.
    case missingColumns = "missing-columns"
    /// The distance of the rows is not a usual timeframe.
    case irregularTimes = "irregular-times"
    /// A last line of words below the table, which is not read.
    case footer
  }

  /// The kind of finding.
  public var code: Code
  /// The finding in one sentence.
  public var message: String
  /// The number of bars, rows or places that it concerns.
  public var count: Int
  /// The line of the file where it is seen first, from 1, where that is known.
  public var firstLine: Int?
  /// The bar where it is seen first.
  public var firstTime: Timestamp?

  /// Makes a finding from its parts.
  public init(
    _ code: Code,
    message: String,
    count: Int,
    firstLine: Int? = nil,
    firstTime: Timestamp? = nil
  ) {
    self.code = code
    self.message = message
    self.count = count
    self.firstLine = firstLine
    self.firstTime = firstTime
  }
}
