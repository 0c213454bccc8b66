/// The calendar of a market: its trading days, holidays, shorter days and hours.
///
/// The days follow from rules; closures for an event are a table with their reasons. It is tested day by day for the
/// years 1990 to 2035, see ``years``. The hours are those in force today, even if former ones differed, unless the
/// rules say otherwise.
///
/// ```swift
/// MarketCalendar.newYork.isTradingDay(date)
/// MarketCalendar(named: "NYSE")?.day(date).reason       // Thanksgiving
/// ```
public enum MarketCalendar: String, Sendable, Hashable, CaseIterable {
  /// The New York Stock Exchange.
  case newYork = "XNYS"
  /// Nasdaq.
  case nasdaq = "XNAS"
  /// Cboe's index options.
  case cboe = "XCBO"
  /// Futures on share indices at CME.
  case cmeEquity = "CME_EQUITY"
  /// Futures on interest rates at CME.
  case cmeRates = "CME_RATES"
  /// Futures on currencies at CME.
  case cmeCurrencies = "CME_FX"
  /// Futures on energy and metals at NYMEX and COMEX.
  case cmeEnergy = "CME_ENERGY"
  /// Futures on crypto currencies at CME.
  case cmeCrypto = "CME_CRYPTO"
  /// The London Stock Exchange.
  case london = "XLON"
  /// Xetra.
  case frankfurt = "XETR"
  /// Euronext Paris.
  case paris = "XPAR"
  /// Euronext Amsterdam.
  case amsterdam = "XAMS"
  /// Euronext Brussels.
  case brussels = "XBRU"
  /// Euronext Lisbon.
  case lisbon = "XLIS"
  /// Borsa Italiana, since 2021 of Euronext.
  case milan = "XMIL"
  /// The Tokyo Stock Exchange.
  case tokyo = "XTKS"
  /// Currencies between banks, five days of 24 hours that begin at 17:00 in New York.
  case currencies = "FX"
  /// Crypto currencies, seven days of 24 hours.
  case crypto = "CRYPTO"

  /// The years whose days are known; in others the rules hold as far as they reach.
  public static let years = 1990...2035

  /// The calendar of a code, of an exchange's usual name (`NYSE`, `LSE`), in any case; nil for other words.
  public init?(named name: String) {
    let upper = name.uppercased()
    guard let known = Self(rawValue: upper) ?? Self.names[upper] else { return nil }
    self = known
  }

  private static let names: [String: MarketCalendar] = [
    "NYSE": .newYork, "NASDAQ": .nasdaq, "CBOE": .cboe, "XCBF": .cboe, "CME": .cmeEquity, "XCME": .cmeEquity,
    "XCBT": .cmeRates, "CBOT": .cmeRates, "XNYM": .cmeEnergy, "NYMEX": .cmeEnergy, "XCEC": .cmeEnergy,
    "COMEX": .cmeEnergy, "LSE": .london, "XETRA": .frankfurt, "XFRA": .frankfurt, "EURONEXT": .paris, "TSE": .tokyo,
    "JPX": .tokyo, "24X5": .currencies, "24/5": .currencies, "24X7": .crypto, "24/7": .crypto,
  ]

  /// The rules, made when they are first asked for.
  var rules: MarketRules {
    switch self {
    case .newYork: Self.newYorkRules
    case .nasdaq: Self.nasdaqRules
    case .cboe: .cboe
    case .cmeEquity: .cmeEquity
    case .cmeRates: .cmeRates
    case .cmeCurrencies: .cmeCurrencies
    case .cmeEnergy: .cmeEnergy
    case .cmeCrypto: .cmeCrypto
    case .london: .london
    case .frankfurt: .frankfurt
    case .paris: .paris
    case .amsterdam: .amsterdam
    case .brussels: .brussels
    case .lisbon: .lisbon
    case .milan: .milan
    case .tokyo: .tokyo
    case .currencies: .currencies
    case .crypto: .crypto
    }
  }

  private static let newYorkRules = MarketRules.newYork("New York Stock Exchange")
  private static let nasdaqRules = MarketRules.newYork("Nasdaq")

  /// The market's name.
  public var name: String { rules.name }
  /// The zone of the market's clock in the tz database.
  public var zoneIdentifier: String { rules.zone }
  /// The minutes of a pause in the middle of the day; nil without one.
  public var pause: Range<Int>? { rules.pause }

  /// The session of a date, or why there is none.
  public func day(_ date: CivilDate) -> MarketDay { rules.day(date) }

  /// True on a date with a session.
  public func isTradingDay(_ date: CivilDate) -> Bool { rules.isOpen(date) }

  /// True if the days of a date are known: in ``years``.
  public static func covers(_ date: CivilDate) -> Bool { years.contains(date.year) }

  /// The next date with a session, after a date.
  public func tradingDay(after date: CivilDate) -> CivilDate {
    var next = date.adding(days: 1)
    // No market closes for a month.
    for _ in 0..<31 where !isTradingDay(next) { next = next.adding(days: 1) }
    return next
  }

  /// The dates with sessions between two dates, both left out.
  public func tradingDays(after first: CivilDate, before last: CivilDate) -> [CivilDate] {
    guard last.daysSince1970 - first.daysSince1970 > 1 else { return [] }
    return (first.daysSince1970 + 1..<last.daysSince1970).lazy.map { CivilDate(daysSince1970: $0) }
      .filter { isTradingDay($0) }
  }

  /// The usual number of trading days of a year: the mean of ``years``, rounded.
  public var tradingDaysPerYear: Int {
    if self == .crypto { return 365 }
    return (rules.sessionCount + Self.years.count / 2) / Self.years.count
  }

  /// The hours of a usual day now.
  public var hours: SessionHours {
    let era = rules.eras[rules.eras.count - 1]
    return SessionHours(opens: (era.opens + 1440) % 1440, closes: era.closes, halfDays: .calendar(self, later: 0))
  }

  /// The hours of a date of this market, `17:00-17:00` of currencies; nil if they go from midnight to midnight.
  ///
  /// They reach from one opening to the next, and close with the session.
  public var tradingDay: SessionHours? {
    let opens = hours.opens
    return hours.runsOverMidnight ? SessionHours(opens: opens, closes: opens, halfDays: .calendar(self, later: 0)) : nil
  }
}
