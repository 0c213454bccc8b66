import Calendar
import Columns
import Text

/// Something about a file that its user should know, though it could be read.
public struct BarFinding: Sendable, Hashable {
  /// The kinds of finding: the stable code that programs see, its meaning and an example.
  public enum Code: CodeRow, DescribedCode {
    case ambiguousDates = """
      ambiguous-dates | Day and month of the dates could be either way round | load Fixtures/ambiguous.csv as US
      """
    case ambiguousNumbers = """
      ambiguous-numbers | Commas or points in numbers could be decimal marks or thousands separators | \
      load Fixtures/thousands.csv as INDEX
      """
    case unsorted = "unsorted | The rows were not in order and are sorted now | load Fixtures/unsorted.csv as MIXED"
    case repeatedRows = """
      repeated-rows | Rows repeat another one exactly; one of them is kept | load Fixtures/repeated.csv as TWICE
      """
    case conflictingRows = """
      conflicting-rows | Rows have equal times but different values; the last one is kept | \
      load Fixtures/repeated.csv as TWICE
      """
    case emptyRows = "empty-rows | Rows without prices are left out | load Fixtures/UNRATE.csv"
    case missingPrices = "missing-prices | Bars lack some of their prices | load Fixtures/missing-prices.csv as HOLES"
    case inconsistentPrices = """
      inconsistent-prices | A high is below its low, or an open or close lies outside the two | \
      load Fixtures/high-below-low.csv as ODD
      """
    case columnOrder = """
      column-order | Most bars contradict themselves, but with another order of the columns none does | \
      load Fixtures/low_first.csv
      """
    case nonPositivePrices = """
      non-positive-prices | Prices are zero or below | load Fixtures/missing-prices.csv as HOLES
      """
    case negativeVolume = "negative-volume | Volumes are negative | load Fixtures/missing-prices.csv as HOLES"
    case gaps = """
      gaps | Sessions of the calendar are missing, or times without bars are longer than nights, weekends and holidays \
      explain | \
      load Fixtures/UNRATE.csv
      """
    case possibleSplits = """
      possible-splits | A change from one close to the next looks like a split | load Fixtures/split.csv as SPLIT
      """
    case zeroVolume = "zero-volume | The column of volumes holds zeros | load Fixtures/zero-volume.csv as QUIET"
    case outsideSessions = """
      outside-sessions | Bars lie outside the sessions of the calendar | load Fixtures/bad.csv as BAD calendar XNYS
      """
    case stuckPrice = "stuck-price | A price is unchanged over many bars without volume | load Fixtures/bad.csv as BAD"
    case otherCurrency = """
      other-currency | Prices are a hundred times those around them, or a hundredth, like pence for pounds | \
      load Fixtures/bad.csv as BAD
      """
    case stamps = """
      stamps | Stamps of bars of a day or longer are times, or days that do not show when a bar ends | \
      load Fixtures/evening.csv as FUT
      """
    case repaired = "repaired | Bars were repaired, as `repair` asked | load Fixtures/bad.csv as BAD repair"
    case adjustedClose = """
      adjusted-close | The file has an adjusted close, which is used only on request | \
      load Fixtures/adjusted.csv as ADJUSTED
      """
    case missingColumns = """
      missing-columns | The file has fewer columns of prices than a bar has prices | \
      load Fixtures/close-only.csv as CLOSES
      """
    case irregularTimes = """
      irregular-times | The spacing of the rows is not a usual timeframe, or is longer than the requested one | \
      load Fixtures/irregular.csv as TICKS
      """
    case longerBars = """
      longer-bars | The rows are shorter than the requested timeframe, so bars of it were made from them | \
      load Fixtures/week.csv timeframe 1w as WEEKS
      """
    case adjustedPrices = """
      adjusted-prices | The prices are adjusted for splits, or for splits and dividends | \
      describe returns(1) since 2020-08-01 until 2020-08-31
      """
    case actionsInPrices = """
      actions-in-prices | Known splits or dividends of the window move the prices, which are not adjusted for them | \
      describe returns(1) since 2020-08-01 until 2020-08-31
      """
    case unfinishedBar = """
      unfinished-bar | The newest bar is not finished, and left out | load AAPL from polygon timeframe 1d last 1mo
      """
    case revisedValues = """
      revised-values | Values include later revisions, not the first published values | load UNRATE from fred
      """
    case keptBars = "kept-bars | Bars are from an earlier load, because the provider gives none now"
    case libraryUnused = "library-unused | The library cannot be read or written, so nothing is kept"
    case footer = "footer | Lines of words below the table are not read | load Fixtures/zero-volume.csv as QUIET"
    case mixedUnits = "mixed-units | The unit of epoch stamps changes within the file"
    case skippedTimes = "skipped-times | Times do not exist because the clock is set forward"
    case unusedColumns = "unused-columns | Columns of prices, or of adjustments, are not read"
    case fixedPoint = "fixed-point | Prices are whole numbers of a billionth"
    case leaps = "leaps | Prices leap to eight times those before them or more, or to an eighth"
    case hugePrices = "huge-prices | Prices are whole numbers above a thousand million"
    case oddDates = "odd-dates | Dates lie before 1900, or in 1970 alone"
    case endStamps = "end-stamps | Bars shorter than a day seem to be stamped with their end"
    case sundayStubs = """
      sunday-stubs | Sundays are the first hours of Monday's session and count as days | load Fixtures/YEN.csv
      """

    /// The code as it is printed in brackets after a message.
    public var name: String { rawValue.name }
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
