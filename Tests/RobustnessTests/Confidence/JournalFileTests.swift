import Calendar
import JSON
import Robustness
import Testing

@Suite("Files of journals")
struct JournalFileTests {
  private typealias Settling = SignalSettlingTests

  private let line = """
    {"strategy":"cross","symbol":"SPY","timeframe":"1d","time":1735776000000,"decision":"BUY","direction":"BULLISH",\
    "price":101.0,"horizon":2,"data_hash":"a","written_at":1735862400000}
    """

  private func reading(_ text: String) -> JournalReading { JournalReading(Array(text.utf8)) }

  private func changed(_ field: String, _ value: JSONValue?) throws -> String {
    var json = try JSONValue(parsing: line)
    json[field] = value
    return json.write()
  }

  @Test("An entry is a line, and a journal reads back from its lines")
  func roundTrip() throws {
    #expect(try Settling.entry(1, 101).line == line + "\n")
    let journal = SignalJournal([
      try Settling.entry(1, 101),
      try Settling.entry(2, 102.25, .bearish, .sell, symbol: "BRK \"B\"\n", timeframe: .hour),
      try Settling.entry(3, 1e-7, .neutral, .hold, horizon: 1000, hash: ""),
    ])
    let read = reading(journal.lines)
    #expect(read.journal == journal)
    #expect(read.damaged.isEmpty)
    #expect(read.repeated.isEmpty)
  }

  @Test("A bar may lie before 1970")
  func old() throws {
    let old = try changed("time", -631_152_000_000)
    #expect(reading(old).journal.entries.first?.time == Timestamp(seconds: -631_152_000))
  }

  @Test("Damaged lines are said with their numbers, and the others kept")
  func damaged() throws {
    let text = [
      line, "", line.dropLast(20) + "", try changed("time", 1_735_862_400_000), "[1]", try changed("price", 0),
      try changed("decision", "STAY"), try changed("written_at", 1_735_862_400), try changed("horizon", 1.5),
      try changed("data_hash", nil), try changed("timeframe", "1 day"), "  \r",
    ].joined(separator: "\n")
    let read = reading(text)
    #expect(read.journal.entries.map(\.time) == [1, 2].map(Settling.day))
    #expect(read.damaged.map(\.number) == [3, 5, 6, 7, 8, 9, 10, 11])
    #expect(
      read.damaged.map(\.reason) == [
        "The line is not JSON: the text ends too early, at byte \(line.utf8.count - 20).",
        "The record is not a JSON object.",
        "The price is 0.0, but must be a finite number above 0.",
        "`decision` is \"STAY\", but must be BUY, SELL or HOLD.",
        "`written_at` is 1735862400, which is in 1970 when counted in milliseconds. "
          + "It looks like seconds: multiply by 1000.",
        "`horizon` is 1.5, but must be a whole number of bars from 1 up.",
        "The record has no `data_hash`.",
        "`timeframe` is \"1 day\", but must be a timeframe such as 1d or 30m.",
      ])
  }

  @Test("Bytes that are no text are a damaged line")
  func bytes() {
    let read = JournalReading([0xFF, 0xFE, 0x0A] + Array(line.utf8))
    #expect(read.damaged.map(\.number) == [1])
    #expect(read.journal.entries.count == 1)
    #expect(JournalReading([]).journal.entries.isEmpty)
  }

  @Test("Lines that repeat or contradict are said")
  func repeated() throws {
    let read = reading([line, line, try changed("direction", "BEARISH")].joined(separator: "\r\n"))
    #expect(read.journal.entries.count == 1)
    #expect(read.repeated.map(\.number) == [2, 3])
    #expect(
      read.repeated.map(\.reason) == [
        "The entry exists already.", "An entry of the same bar and data has other contents.",
      ])
  }
}
