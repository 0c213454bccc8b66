import Calendar
import Columns
import Text

/// Something about a file that its user should know, though it could be read.
public struct BarFinding: Sendable, Hashable {
  /// The kinds of finding; the raw value is the stable code that programs see.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The two numbers of a date could be day and month either way round.
    case ambiguousDates = "ambiguous-dates"
    /// The commas in numbers could be decimal marks or thousands separators.
    case ambiguousNumbers = "ambiguous-numbers"
    /// The rows were in no order and have been sorted.
    case unsorted = "unsorted"
    /// Rows that repeat another one exactly; one of them is kept.
    case repeatedRows = "repeated-rows"
    /// Rows with equal times and different values; the last one in the file is kept.
    case conflictingRows = "conflicting-rows"
    /// Rows whose prices are all empty; they are left out.
    case emptyRows = "empty-rows"
    /// Bars that lack some of their prices, which are missing values.
    case missingPrices = "missing-prices"
    /// Bars whose high is below their low, or whose open or close lies outside the two.
    case inconsistentPrices = "inconsistent-prices"
    /// Most bars contradict themselves, and with another order of the columns none does.
    case columnOrder = "column-order"
    /// Prices of zero or below.
    case nonPositivePrices = "non-positive-prices"
    /// Negative volumes.
    case negativeVolume = "negative-volume"
    /// Times without bars, longer than nights, weekends and holidays explain.
    case gaps
    /// Changes of price overnight that look like a split of shares.
    case possibleSplits = "possible-splits"
    /// Volumes of zero: in all bars, or in some bars of a day.
    case zeroVolume = "zero-volume"
    /// Bars outside the sessions of the calendar.
    case outsideSessions = "outside-sessions"
    /// A price unchanged over many bars without volume.
    case stuckPrice = "stuck-price"
    /// Prices a hundred times those around them, or a hundredth.
    case otherCurrency = "other-currency"
    /// Bars of a day or longer whose stamps could be read in several ways.
    case stamps
    /// Bars that were mended, as was requested.
    case repaired
    /// The file has an adjusted close, which is not used, or used on request.
    case adjustedClose = "adjusted-close"
    /// The file has fewer price columns than a bar has prices.
    case missingColumns = "missing-columns"
    /// The distance of the rows is not a usual timeframe.
    case irregularTimes = "irregular-times"
    /// Bars of the length requested were made of shorter rows.
    case longerBars = "longer-bars"
    /// The prices are adjusted for splits, or for splits and dividends.
    case adjustedPrices = "adjusted-prices"
    /// Known splits or dividends of the window that the prices are not adjusted for.
    case actionsInPrices = "actions-in-prices"
    /// The newest bar is not over yet and left out.
    case unfinishedBar = "unfinished-bar"
    /// Values with later revisions.
    case revisedValues = "revised-values"
    /// Bars kept from an earlier load, as the provider gives none now.
    case keptBars = "kept-bars"
    /// The library cannot be read or written, so that nothing is kept.
    case libraryUnused = "library-unused"
    /// Lines of words below the table, which are not read.
    case footer
    /// The unit of epoch stamps changes within the file.
    case mixedUnits = "mixed-units"
    /// Times that the clock skips when set forward.
    case skippedTimes = "skipped-times"
    /// Columns of prices, or of what prices are adjusted by, that are not read.
    case unusedColumns = "unused-columns"
    /// Prices that are written as whole numbers of a billionth.
    case fixedPoint = "fixed-point"
    /// Prices that leap to eight times those before them or more, or to an eighth.
    case leaps
    /// Prices above a thousand million, all of them whole numbers.
    case hugePrices = "huge-prices"
    /// Dates before 1900, or of 1970 alone.
    case oddDates = "odd-dates"
    /// Bars shorter than a day that seem to be stamped with their end.
    case endStamps = "end-stamps"
    /// Days of currencies or futures that are the first hours of Monday's session.
    case sundayStubs = "sunday-stubs"
  }

  /// The kind of finding.
  public var code: Code
  /// The finding in one sentence.
  public var message: String
  /// The number of bars, rows or places that it concerns.
  public var count: Int
  /// The line of the file of its first occurrence, from 1, if that is known.
  public var firstLine: Int?
  /// The time of its first bar.
  public var firstTime: Timestamp?

  /// The bars that it concerns, if each of them is worth naming.
  public var places: [Place] = []

  /// A bar that a finding concerns.
  public struct Place: Sendable, Hashable {
    /// The bar's time.
    public var time: Timestamp
    /// The bar and the finding's detail: `2020-08-31 (4:1)`.
    public var text: String
  }

  /// The finding of splits in one sentence, which names the first twelve.
  public static func splitText(_ places: some Collection<Place>) -> String {
    let named = places.prefix(12).map(\.text).joined(separator: ", ")
    let rest = places.count > 12 ? " and \(places.count - 12) more" : ""
    return "\(Wording.plural(places.count, "a change like a split", "changes like splits")) of shares: \(named)\(rest)"
  }

  /// The finding of leaps in one sentence, which names the first six.
  public static func leapText(_ places: some Collection<Place>) -> String {
    let named = places.prefix(6).map(\.text).joined(separator: ", ") + (places.count > 6 ? ", …" : "")
    let count = NumberText.counted(places.count, "price")
    return
      "\(count) \(Wording.plural(places.count, "leaps", "leap")) from one bar to the next: \(named): another unit, a mark "
      + "between thousands (`load … decimals` states it), thin trading, or a split not confirmed by the volume "
      + "(`adjust … split` states it)"
  }

  /// The finding with some of its places only; nil if they are none.
  ///
  /// Only splits and leaps are identified by their places.
  public func at(_ places: [Place]) -> BarFinding? {
    guard !places.isEmpty else { return nil }
    var finding = self
    finding.message = code == .leaps ? Self.leapText(places) : Self.splitText(places)
    finding.count = places.count
    finding.places = places
    return finding
  }

  /// The finding of rows with equal times and different values in one sentence.
  public static func conflictText(_ count: Int) -> String {
    "\(NumberText.counted(count, "row")) \(Wording.plural(count, "has", "have")) the time of another row but different values; the last in the file is kept"
  }

  /// Makes a finding from its parts.
  public init(
    _ code: Code,
    message: String,
    count: Int,
    firstLine: Int? = nil,
    firstTime: Timestamp? = nil,
    places: [Place] = []
  ) {
    self.places = places
    self.code = code
    self.message = message
    self.count = count
    self.firstLine = firstLine
    self.firstTime = firstTime
  }
}
