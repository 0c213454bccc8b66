import Calendar
import TestSupport

/// The days of a reference calendar, read from `Fixtures/reference-days.txt`.
struct ReferenceDays {
  /// Hours in minutes from a date's midnight.
  struct Hours: Hashable, CustomStringConvertible {
    var opens: Int
    var closes: Int
    var description: String { "\(opens)-\(closes)" }

    init(opens: Int, closes: Int) {
      self.opens = opens
      self.closes = closes
    }

    /// Reads `-420-960`.
    init?(_ text: Substring) {
      let isBefore = text.first == "-"
      let parts = text.dropFirst(isBefore ? 1 : 0).split(separator: "-").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      self.init(opens: isBefore ? -parts[0] : parts[0], closes: parts[1])
    }
  }

  let name: String
  let firstYear: Int
  private var years: [Int: [Substring]] = [:]
  private let usual: Hours

  /// Every calendar of the fixture.
  static func all() throws -> [ReferenceDays] {
    let text = try FileContents.text(PackageFolder.file("Tests/CalendarTests/Fixtures/reference-days.txt"))
    var calendars: [ReferenceDays] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if let year = Int(words[0]) {
        calendars[calendars.count - 1].years[year] = Array(words.dropFirst())
      } else if let calendar = ReferenceDays(words) {
        calendars.append(calendar)
      }
    }
    return calendars
  }

  private init?(_ words: [Substring]) {
    guard words.count == 5, let year = Int(words[2]), let opens = Int(words[3]), let closes = Int(words[4]) else {
      return nil
    }
    name = String(words[0])
    firstYear = year
    usual = Hours(opens: opens, closes: closes)
  }

  /// The hours of each date from the first year to 2035; nil on days without a session.
  func days() throws -> [(date: CivilDate, hours: Hours?)] {
    var days: [(date: CivilDate, hours: Hours?)] = []
    var usual = usual
    for year in firstYear...2035 {
      var special: [Int: Hours?] = [:]
      for word in years[year] ?? [] {
        guard let day = Int(word.prefix(4)) else { continue }
        let hours = Hours(word.dropFirst(5))
        // The first day of other hours is written in this way only.
        if word.dropFirst(4).first == ">" { special[-day] = hours } else { special.updateValue(hours, forKey: day) }
      }
      for month in 1...12 {
        for day in 1...CivilDate.days(inMonth: month, of: year) {
          guard let date = CivilDate(year: year, month: month, day: day) else { continue }
          let key = month * 100 + day
          if let later = special[-key] ?? nil { usual = later }
          days.append((date, special[key] ?? (date.weekday <= 5 ? usual : nil)))
        }
      }
    }
    return days
  }
}
