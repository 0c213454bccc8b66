import Calendar

extension Fundamentals {
  /// The days on which something was filed, in their order: between two of them nothing new is known.
  public var filingDates: [CivilDate] {
    var days: [CivilDate] = []
    for filing in ledger.filings where filing.filed != days.last { days.append(filing.filed) }
    return days
  }

  /// The figures as known at the end of a day; nil if no annual report had been filed.
  ///
  /// It equals reading a file with only the filings up to that day: a restated figure appears from the restating filing
  /// on. A filing may come after the close of trading, so a trade at that day's close must use the day before to avoid
  /// look-ahead.
  public func asOf(_ day: CivilDate) -> Fundamentals? {
    let cut = ledger.cut(filedBy: day)
    if cut.filings.count == ledger.filings.count { return self }
    let known = Fundamentals(
      company: company, symbol: symbol, currency: currency, formerCurrency: formerCurrency, ledger: cut)
    return known.years.isEmpty ? nil : known
  }
}
