import Calendar
public import Columns
public import Platform

/// A file of splits and dividends.
///
/// Three shapes are read: factor files of Lean (`Date,PriceFactor,SplitFactor,ReferencePrice`, with or without that
/// heading, a row for the last day on which its factors hold), and lists of splits (`Date,Split`; `4:1`, `4/1` or `4`)
/// or of dividends (`Date,Dividend`), both of which may be in one file.
public struct ActionFile {
  /// The splits and dividends of a file.
  ///
  /// - Throws: the error of the file, or the line and the text that is not a date or number.
  public static func read(_ path: String, in files: any FileSystem) throws(MarketDataError) -> CorporateActions {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try files.read(path) } catch { throw MarketDataError(error) }
    return try actions(in: String(decoding: bytes, as: UTF8.self), file: path)
  }

  /// The splits and dividends of a text.
  public static func actions(in text: String, file: String) throws(MarketDataError) -> CorporateActions {
    let rows = ShortTable.rows(of: text)
    guard let first = rows.first else {
      throw MarketDataError(.noRows, file: file, message: "the file has no splits or dividends")
    }
    let heading = first.fields.map { $0.lowercased() }
    if Self.date(first.fields[0]) != nil { return try factors(rows, .lean, file) }
    if let columns = FactorColumns(heading) { return try factors(Array(rows.dropFirst()), columns, file) }
    return try lists(Array(rows.dropFirst()), heading, file)
  }

  private static let hint = """
    `Date,Split` and `Date,Dividend` are lists of actions, `Date,PriceFactor,SplitFactor,ReferencePrice` is a factor file
    """

  /// The columns of a factor file.
  private struct FactorColumns {
    var date: Int
    var price: Int
    var split: Int
    var reference: Int

    static let lean = FactorColumns(date: 0, price: 1, split: 2, reference: 3)

    init(date: Int, price: Int, split: Int, reference: Int) {
      (self.date, self.price, self.split, self.reference) = (date, price, split, reference)
    }

    init?(_ heading: [String]) {
      guard let date = heading.firstIndex(of: "date"), let price = heading.firstIndex(of: "pricefactor"),
        let split = heading.firstIndex(of: "splitfactor"), let reference = heading.firstIndex(of: "referenceprice")
      else { return nil }
      self.init(date: date, price: price, split: split, reference: reference)
    }
  }

  /// The actions between the rows of a factor file: the change of a split factor is a split, of a price factor a
  /// dividend on the price of the earlier row.
  private static func factors(
    _ rows: [ShortTable.Row], _ columns: FactorColumns, _ file: String
  ) throws(MarketDataError) -> CorporateActions {
    var actions = CorporateActions()
    var earlier: (date: CivilDate, price: Double, split: Double, reference: Double)?
    for row in rows {
      let date = try date(row, columns.date, file)
      let price = try number(row, columns.price, file)
      let split = try number(row, columns.split, file)
      guard price > 0, split > 0 else {
        throw MarketDataError(
          .badNumber, file: file, line: row.line, found: row.fields.joined(separator: ","),
          message: "a factor must be above 0")
      }
      let reference = try number(row, columns.reference, file)
      if let earlier {
        guard date > earlier.date else {
          throw MarketDataError(
            .badDate, file: file, line: row.line, found: row.fields[columns.date],
            message: "the rows of a factor file must be in the order of their dates")
        }
        var day = earlier.date.adding(days: 1)
        while day.weekday >= 6 { day = day.adding(days: 1) }
        let ratio = simple(split / earlier.split)
        if ratio != 1 { actions.insert(CorporateAction(.split(ratio), on: day)) }
        let paid = earlier.reference * (1 - earlier.price / price)
        if earlier.price != price, paid > 0 { actions.insert(CorporateAction(.dividend(paid), on: day)) }
      }
      earlier = (date, price, split, reference)
    }
    return actions
  }

  /// A ratio of whole numbers up to 50 if factors of seven digits mean one.
  private static func simple(_ ratio: Double) -> Double {
    for old in 1...50 {
      let new = (ratio * Double(old)).rounded()
      if new >= 1, abs(new / Double(old) / ratio - 1) < 1e-4 { return new / Double(old) }
    }
    return ratio
  }

  /// The actions of lists with a column for splits, for dividends, or for both.
  private static func lists(
    _ rows: [ShortTable.Row], _ heading: [String], _ file: String
  ) throws(MarketDataError) -> CorporateActions {
    let date = heading.firstIndex { ["date", "ex-date", "ex_date", "exdate", "ex_dividend_date"].contains($0) }
    let split = heading.firstIndex { ["split", "splits", "stock splits", "ratio", "split_ratio"].contains($0) }
    let dividend = heading.firstIndex {
      ["dividend", "dividends", "amount", "cash_amount", "dividend_amount"].contains($0)
    }
    guard let date, split ?? dividend != nil else {
      throw MarketDataError(
        .notATable, file: file, line: 1, found: heading.joined(separator: ","),
        message: "the heading names no splits or dividends", hint: hint)
    }
    var actions = CorporateActions()
    for row in rows {
      let day = try Self.date(row, date, file)
      if let split, let ratio = try ratio(row, split, file), ratio != 1 {
        actions.insert(CorporateAction(.split(ratio), on: day))
      }
      if let dividend, field(row, dividend) != "" {
        let amount = try number(row, dividend, file)
        if amount != 0 { actions.insert(CorporateAction(.dividend(amount), on: day)) }
      }
    }
    return actions
  }

  private static func field(_ row: ShortTable.Row, _ column: Int) -> String {
    column < row.fields.count ? row.fields[column] : ""
  }

  /// A date as `2020-08-31` or `20200831`; a time after it is left out.
  private static func date(_ text: String) -> CivilDate? {
    if let date = CivilDate(iso8601: Substring(text.utf8.prefix(10))) { return date }
    let digits = text.utf8.prefix { (48...57).contains($0) }
    guard digits.count == 8, let number = Int(Substring(digits)) else { return nil }
    return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  private static func date(
    _ row: ShortTable.Row, _ column: Int, _ file: String
  ) throws(MarketDataError) -> CivilDate {
    if let date = date(field(row, column)) { return date }
    throw MarketDataError(
      .badDate, file: file, line: row.line, found: field(row, column),
      message: "`\(field(row, column))` is not a date", hint: "a date is written 2020-08-31")
  }

  private static func number(
    _ row: ShortTable.Row, _ column: Int, _ file: String
  ) throws(MarketDataError) -> Double {
    if let number = Double(field(row, column)), number.isFinite, number >= 0 { return number }
    throw MarketDataError(
      .badNumber, file: file, line: row.line, found: field(row, column),
      message: "`\(field(row, column))` is not a number from 0")
  }

  /// The new shares for each old one of `4`, `4:1` or `1/20`; nil if the field is empty or 0, as providers write on
  /// days without a split.
  private static func ratio(
    _ row: ShortTable.Row, _ column: Int, _ file: String
  ) throws(MarketDataError) -> Double? {
    let text = field(row, column)
    let parts = text.split { ":/".contains($0) }.map { Double($0.trimmingPrefix(" ")) }
    if text.isEmpty { return nil }
    if parts.count == 1, parts[0] == 0 { return nil }
    if let new = parts.first ?? nil, new > 0, new.isFinite, parts.count <= 2 {
      guard let old = parts.count == 2 ? parts[1] : 1, old > 0, old.isFinite else {
        throw badRatio(row, text, file)
      }
      return new / old
    }
    throw badRatio(row, text, file)
  }

  private static func badRatio(
    _ row: ShortTable.Row, _ text: String, _ file: String
  ) -> MarketDataError {
    MarketDataError(
      .badNumber, file: file, line: row.line, found: text, message: "`\(text)` is not a split",
      hint: "four new shares for one are `4:1`, one for twenty `1:20`")
  }
}
