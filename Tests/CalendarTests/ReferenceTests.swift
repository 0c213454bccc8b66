import Calendar
import Testing

@Suite("Market calendars against the reference, every day of 1990 to 2035")
struct ReferenceTests {
  static let calendars: [String: MarketCalendar] = [
    "XNYS": .newYork, "NYSE": .newYork, "XCBF": .cboe, "CFE": .cboe, "CME_Globex_Equity": .cmeEquity,
    "CMEGlobex_FX": .cmeCurrencies, "CMEGlobex_EnergyAndMetals": .cmeEnergy, "CME_Globex_Fixed_Income": .cmeRates,
    "CME_Globex_Crypto": .cmeCrypto, "XLON": .london, "XETR": .frankfurt, "XPAR": .paris, "XAMS": .amsterdam,
    "XBRU": .brussels, "XLIS": .lisbon, "XMIL": .milan, "XTKS": .tokyo, "JPX": .tokyo,
  ]

  @Test("Sessions, openings and closes are those of the reference, but for the days on which it is wrong")
  func everyDay() throws {
    let references = try ReferenceDays.all()
    #expect(Set(references.map(\.name)) == Set(Self.calendars.keys))
    var unused = Set(ReferenceDeviation.all.map(\.evidence))
    for reference in references {
      let calendar = try #require(Self.calendars[reference.name])
      let deviations = ReferenceDeviation.all.filter { $0.calendars.contains(reference.name) }
      let days = try reference.days()
      #expect(days.count >= 14_000)
      for (date, hours) in days {
        let day = calendar.day(date)
        let own = day.opens.flatMap { opens in day.closes.map { ReferenceDays.Hours(opens: opens, closes: $0) } }
        if own == hours { continue }
        let known = deviations.filter { $0.holds(date) }
        for deviation in known { unused.remove(deviation.evidence) }
        if known.isEmpty {
          Issue.record("\(reference.name) \(date): \(String(describing: own)), not \(String(describing: hours))")
        }
      }
    }
    #expect(unused.isEmpty, "deviations that are none")
  }
}
