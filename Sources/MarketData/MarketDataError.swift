/// The reason why data could not be read: the fault, its place, and the text found there.
///
/// Nothing is loaded if this is thrown. Lines and columns count from 1; a column counts characters.
public struct MarketDataError: Error, Sendable, Hashable {
  /// The kinds of failure; the raw value is the stable code that programs see.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case noSuchFile = "no-such-file"
    case notReadable = "not-readable"
    case directory = "is-directory"
    case emptyFile = "empty-file"
    case binaryFile = "binary-file"
    case notATable = "not-a-table"
    case noRows = "no-rows"
    case noDateColumn = "no-date-column"
    case noPriceColumn = "no-price-column"
    case repeatedColumn = "repeated-column"
    case fieldCount = "field-count"
    case badDate = "bad-date"
    case badTime = "bad-time"
    case badNumber = "bad-number"
    case unclosedQuote = "unclosed-quote"
    case severalSymbols = "several-symbols"
    case unknownZone = "unknown-timezone"
    case unknownCalendar = "unknown-calendar"
    case unknownRepair = "unknown-repair"
    case repairRefused = "repair-refused"
    case damagedSample = "damaged-sample"
    case wrongSampleKind = "wrong-sample-kind"
    case notCompanyFacts = "not-company-facts"
    case notPackable = "not-packable"
    case unknownSample = "unknown-sample"
    case unknownSource = "unknown-source"
    case unknownOption = "unknown-option"
    case noNetwork = "no-network"
    case unreachable
    case noAnswer = "no-answer"
    case requestRefused = "request-refused"
    case notAtProvider = "not-at-provider"
    case keyMissing = "key-missing"
    case keyRefused = "key-refused"
    case rateLimited = "rate-limited"
    case answerTooLarge = "answer-too-large"
    case unexpectedAnswer = "unexpected-answer"
    case insecureAddress = "insecure-address"
    case libraryFault = "library-fault"
    case interrupted = "interrupted"
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
