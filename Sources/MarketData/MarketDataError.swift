import Text

/// The reason why data could not be read: the fault, its place, and the text found there.
///
/// Nothing is loaded if this is thrown. Lines and columns count from 1; a column counts characters.
public struct MarketDataError: Error, Sendable, Hashable {
  /// The kinds of failure: the stable code that programs see, its meaning and an example.
  public enum Code: CodeRow, DescribedCode {
    case noSuchFile = "no-such-file | There is no such file | load prices.csv"
    case notReadable = """
      not-readable | The file cannot be read or unpacked, or its database gives no rows | load Fixtures/picture.csv
      """
    case directory = "is-directory | A folder is given, but a file is needed | load Fixtures"
    case emptyFile = "empty-file | The file is empty | load Fixtures/empty.csv"
    case binaryFile = "binary-file | The file is not text | load session \"Fixtures/picture.csv\""
    case notATable = "not-a-table | The file has no columns of a table | load Fixtures/words.csv"
    case noRows = "no-rows | The file has a header and no rows | load Fixtures/header-only.csv"
    case noDateColumn = "no-date-column | No column holds dates | load Fixtures/no-dates.csv"
    case noPriceColumn = "no-price-column | No column holds closes | load Fixtures/no-closes.csv"
    case repeatedColumn = "repeated-column | Two columns have the same role | load Fixtures/two_closes.csv"
    case fieldCount = """
      field-count | The number of fields in a row differs from the first row | load Fixtures/bad-row.csv
      """
    case badDate = "bad-date | A date cannot be read | load Fixtures/bad-date.csv"
    case badTime = "bad-time | A time of day cannot be read | load Fixtures/bad-time.csv"
    case badNumber = "bad-number | A number cannot be read | load Fixtures/bad-number.csv"
    case unclosedQuote = "unclosed-quote | A field in quotes does not end | load Fixtures/open-quote.csv"
    case severalSymbols = """
      several-symbols | The file holds bars of several symbols, or prices in several currencies | \
      load Fixtures/two-symbols.csv
      """
    case unknownZone = "unknown-timezone | No timezone has this name | load Fixtures/week.csv timezone \"Mars/Olympus\""
    case unknownCalendar = "unknown-calendar | No calendar has this name | load Fixtures/week.csv calendar NYSEE"
    case unknownRepair = "unknown-repair | No repair of bars has this name | load Fixtures/week.csv repair high_lows"
    case repairRefused = """
      repair-refused | Most bars contradict themselves, so a repair would invent prices | \
      load Fixtures/low_first.csv repair
      """
    case damagedSample = "damaged-sample | A sample inside the program cannot be unpacked"
    case wrongSampleKind = "wrong-sample-kind | A sample of company figures is loaded as bars, or the other way round"
    case notCompanyFacts = """
      not-company-facts | The file does not hold company facts of the SEC | \
      load fundamentals Fixtures/other.json as ACME
      """
    case notPackable = "not-packable | Bars cannot be packed as a sample"
    case unknownSample = "unknown-sample | No sample has this name or this timeframe"
    case unknownSource = "unknown-source | No source of bars has this name | load AAPL from polygone"
    case unknownOption = "unknown-option | The source takes no such option | load Fixtures/week.csv table bars"
    case noNetwork = "no-network | There is no network here, or its use is not allowed | load OFF from polygon"
    case unreachable = "unreachable | A server cannot be reached | load AWAY from polygon"
    case noAnswer = "no-answer | A server does not answer in time, or never to the end | load SLOW from polygon"
    case requestRefused = "request-refused | A server refuses the request | load WRONG from polygon"
    case notAtProvider = """
      not-at-provider | A provider does not have the symbol, or no bars of this length or these days | \
      load NONE from polygon since 2024
      """
    case keyMissing = "key-missing | A provider needs a key, but none is known | load AAPL from alphavantage"
    case keyRefused = """
      key-refused | A provider refuses the key, or the key does not allow this | load DENIED from polygon
      """
    case rateLimited = "rate-limited | A provider limits requests, and its wait is long | load BUSY from polygon"
    case answerTooLarge = "answer-too-large | An answer is longer than allowed | load HUGE from polygon"
    case unexpectedAnswer = """
      unexpected-answer | An answer is of another shape than the provider documents | load PAGE from polygon
      """
    case insecureAddress = """
      insecure-address | An address cannot be read, is not encrypted, or redirects to an unsafe address | \
      load PRICES from "ftp://example.com/prices.csv"
      """
    case libraryFault = "library-fault | The library of kept data cannot be read or written | forget AAPL"
    case interrupted = "interrupted | The statement was interrupted"

    /// The code as it is printed in brackets after a message.
    public var name: String { rawValue.name }
  }

  /// The kind of failure.
  public var code: Code
  /// The file or sample that was read, as named.
  public var file: String
  /// The line of the fault, from 1.
  public var line: Int?
  /// The character in that line, from 1.
  public var column: Int?
  /// The text found there.
  public var found: String?
  /// The fault in one sentence, without its place.
  public var message: String
  /// A way out.
  public var hint: String?
  /// Existing names, one of which may be meant by `found`.
  public var candidates: [String]

  /// Makes an error from its parts.
  public init(
    _ code: Code,
    file: String,
    line: Int? = nil,
    column: Int? = nil,
    found: String? = nil,
    message: String,
    hint: String? = nil,
    candidates: [String] = []
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.found = found
    self.message = message
    self.hint = hint
    self.candidates = candidates
  }

  /// True for an error that is about the entire file, so that its name belongs to the message.
  public var namesFile: Bool {
    switch code {
    case .noSuchFile, .notReadable, .directory, .emptyFile, .binaryFile, .notCompanyFacts: true
    default: false
    }
  }

  static func interrupted(_ file: String) -> MarketDataError {
    MarketDataError(.interrupted, file: file, message: "the work was interrupted")
  }
}

extension MarketDataError: CustomStringConvertible {
  /// The error in one line: `goog.csv:12:5: "x" is not a number in the column Close`.
  public var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    return "\(place): \(message)" + (hint.map { " (\($0))" } ?? "")
  }
}
