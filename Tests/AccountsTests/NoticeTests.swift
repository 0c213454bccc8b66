import Bookkeeping
import Calendar
import JSON
import MarketData
import TestSupport
import Testing

@Suite("Alerts and the ways of notices")
struct NoticeTests {
  private static func time(_ text: String) throws -> Int64 {
    let parts = text.split(separator: "T")
    let date = try #require(CivilDate(iso8601: String(parts[0])))
    let minutes = try #require(DayTime.minutes(parts[1]))
    return Zone.utc.timestamp(of: CivilTime(date: date, hour: minutes / 60, minute: minutes % 60)).milliseconds
  }

  @Test(
    "Quiet hours go over midnight and over changes of the clock",
    arguments: [
      // Chicago is six hours behind in winter, five in summer: its clocks changed on 9 March and 2 November 2025.
      ("2025-01-10T03:59", "2025-01-10T03:59"), ("2025-01-10T04:00", "2025-01-10T13:00"),
      ("2025-01-10T12:59", "2025-01-10T13:00"), ("2025-01-10T13:00", "2025-01-10T13:00"),
      ("2025-03-09T05:00", "2025-03-09T12:00"), ("2025-11-02T04:00", "2025-11-02T13:00"),
      ("2025-07-01T03:00", "2025-07-01T12:00"), ("2025-07-01T02:59", "2025-07-01T02:59"),
    ])
  func quiet(time: String, end: String) throws {
    let hours = QuietHours(from: 22 * 60, until: 7 * 60, in: try ZoneDatabase.zone(named: "America/Chicago"))
    #expect(hours.end(after: try Self.time(time)) == (try Self.time(end)))
    #expect(hours.contains(try Self.time(time)) == (time != end))
    let midday = QuietHours(from: 12 * 60, until: 13 * 60, in: .utc)
    #expect(try midday.contains(Self.time("2025-01-10T12:30")) && !midday.contains(Self.time("2025-01-10T13:00")))
  }

  @Test("The times of recaps follow each other, each day of a year once")
  func beats() throws {
    let zone = try ZoneDatabase.zone(named: "America/Chicago")
    var time = try Self.time("2025-01-01T06:00")
    let end = try Self.time("2026-01-01T06:00")
    var count = 0
    while time < end {
      let next = zone.next([120, 480, 840, 1200], after: time)
      #expect(next > time && next - time <= 7 * 3_600_000)
      time = next
      if next < end { count += 1 }
    }
    // Four a day; 02:00 is left out on the day in March, and so comes an hour later.
    #expect(count == 4 * 365)
  }

  @Test("An alert fires as often as its repetition says", arguments: 0..<20)
  func trigger(seed: Int) {
    var dice = Dice(UInt64(seed))
    let holds = (0..<500).map { _ in dice.whole(0...2) == 0 }
    let times = holds.indices.map { Int64($0) * 60_000 }
    func fired(_ repetition: AlertRepetition) -> [Int] {
      var trigger = AlertTrigger(after: .min, isTrue: false)
      return holds.indices.filter { index in
        let fires = trigger.fires(holds[index], on: times[index], repetition)
        // A bar that comes again, corrected or by another way, fires nothing.
        let firesAgain = trigger.fires(true, on: times[index], repetition)
        #expect(!firesAgain)
        return fires
      }
    }
    let trues = holds.indices.filter { holds[$0] }
    let edges = trues.filter { $0 == 0 || !holds[$0 - 1] }
    #expect(fired(.untilFalse) == edges)
    #expect(fired(.everyBar) == trues)
    #expect(fired(.once) == Array(trues.prefix(1)))
    var spaced: [Int] = []
    for index in trues where spaced.last.map({ index - $0 >= 10 }) ?? true { spaced.append(index) }
    #expect(fired(.again(after: 600_000)) == spaced)
  }

  @Test("The ways are the same after they were written and read")
  func ways() throws {
    var ways = NoticeWays()
    #expect(NoticeWays(json: ways.json) == ways)
    ways.ways = ["alert": .webhook, "report": .off]
    ways.quiet = QuietHours(from: 1320, until: 420, in: try ZoneDatabase.zone(named: "America/Chicago"))
    (ways.loud, ways.command, ways.webhook, ways.file) = (
      ["guard"], ["notify-send", "tas"], "https://a.example", "n.jsonl"
    )
    ways.heartbeat = ([120, 480], .utc)
    #expect(NoticeWays(json: try JSONValue(parsing: ways.json.write())) == ways)
    #expect(ways.way(of: .alert) == .webhook && ways.way(of: .heartbeat) == .off && ways.way(of: .stop) == .terminal)
  }

  @Test("What has waited for the end of quiet hours goes together")
  func parcels() {
    func item(_ number: Int, time: Int64, due: Int64, attempts: Int = 0) -> OutboxItem {
      var notice = Notice(.alert, key: "\(number)", "n\(number)", "", at: time)
      notice.number = number
      return OutboxItem(notice: notice, way: .file, due: due, attempts: attempts)
    }
    let parcels = Courier.parcels([
      item(1, time: 0, due: 100), item(2, time: 50, due: 100), item(3, time: 120, due: 120),
    ])
    #expect(parcels.map { $0.items.map(\.notice.number) } == [[1, 2], [3]])
    #expect(parcels[0].id == "n-1-n-2" && parcels[0].json["title"]?.stringValue == "2 notices from the quiet hours")
    #expect(Courier.parcels([item(1, time: 0, due: 100)]).map(\.id) == ["n-1"])
  }
}
