import Calendar
import Columns

/// A request for bars as typed: the word of a source, one of its names, options.
///
/// It prints as a text that reads back as the same request, so that a session or a log can keep it:
///
/// ```swift
/// let request = BarRequest("sample", "SPY", timeframe: .hour)
/// request.description                          // sample "SPY" timeframe 1h
/// BarRequest(request.description) == request   // true
/// ```
public struct BarRequest: Hashable, Sendable {
  /// The options that a source may take.
  public enum Option: String, Sendable, CaseIterable {
    case timezone, clock, timeframe, since, until, vintage, calendar, stamped, repair, table, query, adjusted
    case dates, decimals, columns
  }

  /// The word of the source: `file`, `sample`.
  public var source: String
  /// The name that the source knows: a path, a symbol.
  public var name: String
  /// The name of the zone that stamps without one are on; nil if the source decides.
  public var timezone: String?
  /// The name of the zone on whose clock the bars are shown; nil for that of their times, or of the calendar.
  public var clock: String?
  /// The length of the bars; nil if the source decides.
  public var timeframe: Timeframe?
  /// The code of the market's calendar, `none` for none; nil if it is guessed.
  public var calendar: String?
  /// The part of a bar that its stamp is of, `open` or `close`; nil if it follows from the stamps.
  public var stamped: String?
  /// The names of mends, see ``BarRepair``; nil for none.
  public var repair: String?
  /// The table of a database; nil for its only one.
  public var table: String?
  /// The question in SQL to a database.
  public var query: String?
  /// The form of a file, as far as it is stated.
  public var form = FileForm()
  /// True if prices are to be adjusted by the source's own data, as the column `Adj Close` of a file.
  public var isAdjusted = false
  /// The first day of a request for all that there is: one before any data.
  public static let beginning = CivilDate(year: 1, month: 1, day: 1) ?? CivilDate(daysSince1970: 0)

  /// The first day; nil if the source decides.
  public var since: CivilDate?
  /// The last day; nil for the newest bar.
  public var until: CivilDate?
  /// `first` for values as first published; nil for those of today.
  public var vintage: String?

  /// The last steps of reading bars for this request; throws for names that there are not.
  func preparation() throws(MarketDataError) -> BarPreparation {
    BarPreparation(
      calendar: try CalendarChoice(calendar, file: name),
      stamps: try stamped.map { word throws(MarketDataError) in try StampReading(stamped: word, file: name) },
      clock: try clock.map { clock throws(MarketDataError) in try ZoneDatabase.zone(named: clock) },
      repairs: try repair.map { text throws(MarketDataError) in try BarRepair.named(text, file: name) } ?? [])
  }

  /// Makes a request; the source decides everything left out.
  public init(_ source: String, _ name: String, timezone: String? = nil, timeframe: Timeframe? = nil) {
    self.source = source
    self.name = name
    self.timezone = timezone
    self.timeframe = timeframe
  }

  /// The options that it has a value for.
  public var options: [Option] {
    Option.allCases.filter { option in
      switch option {
      case .timezone: timezone != nil
      case .clock: clock != nil
      case .timeframe: timeframe != nil
      case .calendar: calendar != nil
      case .stamped: stamped != nil
      case .repair: repair != nil
      case .table: table != nil
      case .query: query != nil
      case .since: since != nil
      case .until: until != nil
      case .vintage: vintage != nil
      case .adjusted: isAdjusted
      case .dates: form.dates != nil
      case .decimals: form.decimals != nil
      case .columns: form.columns != nil
      }
    }
  }
}

extension BarRequest: LosslessStringConvertible {
  /// The request as text: `file "data/goog.csv" timezone "Europe/Berlin" timeframe 1d`.
  public var description: String {
    var text = source + " " + Self.quoted(name)
    for (word, value) in [("timezone", timezone), ("clock", clock)] {
      if let value { text += " \(word) " + Self.quoted(value) }
    }
    if let timeframe { text += " timeframe \(timeframe)" }
    if let since { text += " since \(since)" }
    if let until { text += " until \(until)" }
    for (word, value) in [
      ("vintage", vintage), ("calendar", calendar), ("stamped", stamped), ("repair", repair), ("table", table),
      ("query", query), ("dates", form.dates), ("decimals", form.decimals), ("columns", form.columns),
    ] {
      if let value { text += " \(word) " + Self.quoted(value) }
    }
    return text + (isAdjusted ? " adjusted" : "")
  }

  /// Reads the text that `description` writes; nil for any other text.
  public init?(_ description: String) {
    var rest = description[...]
    guard let source = Self.word(&rest), let name = Self.word(&rest) else { return nil }
    self.init(source, name)
    while let option = Self.word(&rest) {
      if option == Option.adjusted.rawValue {
        isAdjusted = true
        continue
      }
      guard let value = Self.word(&rest) else { return nil }
      switch Option(rawValue: option) {
      case .timezone: timezone = value
      case .clock: clock = value
      case .calendar: calendar = value
      case .stamped: stamped = value
      case .repair: repair = value
      case .table: table = value
      case .query: query = value
      case .timeframe:
        guard let length = Timeframe(value) else { return nil }
        timeframe = length
      case .since, .until:
        guard let day = CivilDate(iso8601: value) else { return nil }
        if option == Option.since.rawValue { since = day } else { until = day }
      case .vintage: vintage = value
      case .dates: form.dates = value
      case .decimals: form.decimals = value
      case .columns: form.columns = value
      case .adjusted, nil: return nil
      }
    }
    guard rest.isEmpty else { return nil }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { "\\\"".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
  }

  /// The next word, quoted or bare, taken off the front; nil if there is none.
  private static func word(_ rest: inout Substring) -> String? {
    rest = rest.drop { $0 == " " }
    guard rest.first == "\"" else {
      let word = rest.prefix { $0 != " " }
      rest = rest.dropFirst(word.count)
      return word.isEmpty ? nil : String(word)
    }
    var word = ""
    var isEscaped = false
    for (offset, character) in rest.dropFirst().enumerated() {
      if !isEscaped, character == "\"" {
        rest = rest.dropFirst(offset + 2)
        return word
      }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { word.append(character) }
    }
    return nil
  }
}
