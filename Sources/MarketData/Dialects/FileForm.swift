/// The parts of a file's form that a caller states instead of having them guessed, as typed.
public struct FileForm: Sendable, Hashable {
  /// The order of dates or the unit of epoch stamps: `day-first`, `milliseconds`.
  public var dates: String?
  /// The decimal mark: `comma` or `point`.
  public var decimals: String?
  /// The columns from the left: `date, low, high, open, close, volume`; `skip` for one that is not read.
  public var columns: String?

  /// Makes a form; omitted parts are guessed.
  public init(dates: String? = nil, decimals: String? = nil, columns: String? = nil) {
    (self.dates, self.decimals, self.columns) = (dates, decimals, columns)
  }

  private static let orders = ["month-first", "day-first", "year-first"]
  private static let units: [(word: String, perSecond: Int64)] = [
    ("seconds", 1), ("milliseconds", 1000), ("microseconds", 1_000_000), ("nanoseconds", 1_000_000_000),
  ]
  /// The words for the dates.
  public static var dateWords: [String] { orders + units.map(\.word) }
  /// The words for the decimal mark.
  public static let decimalWords = ["comma", "point"]
  /// The words for the columns.
  public static var columnWords: [String] { ColumnRole.words.map(\.word) }

  /// The roles that are stated; nil if none are.
  ///
  /// Throws `unknown-option` for another word, or if a column is stated twice, or no date or no close.
  func roles(file: String) throws(MarketDataError) -> [ColumnRole]? {
    guard let columns else { return nil }
    var roles: [ColumnRole] = []
    for word in columns.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
      let role = ColumnRole.words.first { $0.word == word.lowercased() }?.role
      guard let role = role ?? HeaderName.meaning(word)?.role else {
        throw Self.unknown(word, "a column is", Self.columnWords, file)
      }
      guard role == .skip || !roles.contains(role) else {
        throw MarketDataError(.unknownOption, file: file, found: word, message: "`\(word)` is stated twice")
      }
      roles.append(role)
    }
    guard roles.contains(.stamp), roles.contains(.close) else {
      throw MarketDataError(
        .unknownOption, file: file, message: "`columns` needs a date and a close",
        hint: "`columns date, open, high, low, close, volume`; `skip` for one that is not read")
    }
    return roles
  }

  /// True for decimal commas, false for points; nil if neither is stated.
  func hasDecimalComma(file: String) throws(MarketDataError) -> Bool? {
    guard let decimals else { return nil }
    guard Self.decimalWords.contains(decimals) else {
      throw Self.unknown(decimals, "the decimal mark is", Self.decimalWords, file)
    }
    return decimals == "comma"
  }

  /// The style of dates that is stated, of a file whose dates seem to be of another one; nil if none is.
  ///
  /// Throws `unknown-option` for another word, or if dates of the style cannot be read so.
  func style(_ seen: DateStyle, file: String) throws(MarketDataError) -> DateStyle? {
    guard let dates else { return nil }
    if let unit = Self.units.first(where: { $0.word == dates }) {
      if case .epoch = seen { return .epoch(perSecond: unit.perSecond) }
    } else if Self.orders.contains(dates) {
      switch seen {
      case .monthFirst(let mark), .dayFirst(let mark), .shortYearFirst(let mark):
        return dates == "month-first"
          ? .monthFirst(separator: mark)
          : dates == "day-first" ? .dayFirst(separator: mark) : .shortYearFirst(separator: mark)
      case .yearFirst where dates == "year-first": return seen
      default: break
      }
    } else {
      throw Self.unknown(dates, "dates are", Self.dateWords, file)
    }
    throw MarketDataError(
      .unknownOption, file: file, found: dates, message: "the dates are \(seen.words), and not `\(dates)`",
      hint: "without `dates` they are read as found")
  }

  private static func unknown(
    _ word: String, _ what: String, _ words: [String], _ file: String
  ) -> MarketDataError {
    let found = RowFault.shortened(word)
    return MarketDataError(
      .unknownOption, file: file, found: found, message: "\(what) not `\(found)`",
      hint: "the words: \(words.joined(separator: ", "))", candidates: words)
  }
}
