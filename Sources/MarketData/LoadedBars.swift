import Columns

/// A series that was read from a file or a sample, with the findings made on the way.
public struct LoadedBars: Sendable, Hashable {
  /// The bars, oldest first, times strictly rising.
  public var bars: Bars
  /// The symbol: the caller's, the name of a macro file's value column, the content of a symbol column, or
  /// the file's name without its ending.
  public var symbol: String
  /// True for a series of values without bars: the value is in open, high, low and close.
  public var isMacro: Bool
  /// The dialect of the file.
  public var dialect: Dialect
  /// The findings that a user should know, the weightiest first.
  public var findings: [BarFinding]
  /// 128 bits over the bytes of the source in hexadecimal: equal bytes give equal text, on any machine.
  public var contentHash: String
  /// The number of bytes that were read.
  public var byteCount: Int
  /// True if the calendar of the bars follows from their zone and days, and was not requested.
  public var hasGuessedCalendar: Bool
  /// The splits and dividends still in the prices, if they came with the bars; nil if none could come.
  public var actions: CorporateActions?
  /// The currency of the prices as the source states it; nil if it does not.
  public var currency: String?
  /// The actions that the prices are adjusted for in the source; nil if it does not say.
  public var basis: AdjustmentBasis?

  /// Makes the result of a load.
  public init(
    bars: Bars,
    symbol: String,
    isMacro: Bool,
    dialect: Dialect,
    findings: [BarFinding],
    contentHash: String,
    byteCount: Int,
    hasGuessedCalendar: Bool = false,
    actions: CorporateActions? = nil
  ) {
    self.actions = actions
    self.bars = bars
    self.symbol = symbol
    self.isMacro = isMacro
    self.dialect = dialect
    self.findings = findings
    self.contentHash = contentHash
    self.byteCount = byteCount
    self.hasGuessedCalendar = hasGuessedCalendar
  }
}

extension LoadedBars {
  /// The code of the currency in capitals, but for the hundredths that sources mark with a small last letter: `EUR`,
  /// `GBp` for pence; nil if the source states none.
  public var currencyCode: String? {
    guard let currency, !currency.isEmpty else { return nil }
    let isHundredth =
      currency.count == 3 && currency.prefix(2).allSatisfy(\.isUppercase) && currency.last?.isLowercase == true
    return isHundredth ? currency : currency.uppercased()
  }
}
