import Calendar
import TestSupport
import Testing

@Suite("Dates and days")
struct CivilDateTests {
  @Test("A date is the one from which its number of days is counted, near and far")
  func roundTrip() {
    var random = Dice(5)
    let ends = [-719_469, -719_468, -719_467, 0, (1 << 30) - 719_469, (1 << 30) - 719_468, (1 << 30) - 719_467]
    let near = -800_000...800_000
    let far = (0..<100_000).map { _ in Int.random(in: -(1 << 33)...(1 << 33), using: &random) }
    for days in ends + far + near {
      let date = CivilDate(daysSince1970: days)
      // A date that exists, of which there is one for each number of days.
      guard date.daysSince1970 == days, CivilDate(year: date.year, month: date.month, day: date.day) == date else {
        Issue.record("\(days) days are \(date)")
        return
      }
    }
    #expect(CivilDate(daysSince1970: 11_016) == CivilDate(year: 2000, month: 2, day: 29))
    #expect(CivilDate(daysSince1970: -1) == CivilDate(year: 1969, month: 12, day: 31))
  }
}
