import Calendar
import Columns
import MarketData
import Platform
import Testing
import Work

@Suite("Sources of bars")
struct BarSourceTests {
  private func environment(_ files: any FileSystem = DiskFiles(), stopped: Bool = false) -> Environment {
    Environment(
      today: CivilDate(daysSince1970: 0), now: { "" }, stateDirectory: "", files: files,
      monitor: WorkMonitor(isCancelled: { stopped }))
  }

  @Test(
    "A request prints and reads back",
    arguments: [
      BarRequest("sample", "SPY"), BarRequest("sample", "SPY", timeframe: .hour),
      BarRequest("file", "data/goog.csv", timezone: "Europe/Berlin", timeframe: Timeframe(15, .minute)),
      BarRequest("file", #"my "odd\ file".csv"#, timezone: ""), BarRequest("yahoo", ""), BarRequest("file", " a  b "),
    ])
  func roundTrip(request: BarRequest) { #expect(BarRequest(request.description) == request) }

  @Test(
    "Other texts are not requests",
    arguments: ["", "file", "file \"a", "file a timeframe", "file a timeframe 7x", "file a color red"])
  func notARequest(text: String) { #expect(BarRequest(text) == nil) }

  @Test("Each source of the table is found by its word, once, and loads what it offers")
  func table() throws {
    #expect(Set(BarSources.all.map { $0.word }).count == BarSources.all.count)
    for type in BarSources.all {
      #expect(BarSources.named(type.word) == type)
      for offer in type.offers {
        let request = BarRequest(type.word, offer.name, timeframe: offer.timeframe)
        let source = try BarSources.source(for: request)
        let bars = try source.load(in: environment())
        #expect(source.request == request && bars.bars.timeframe == offer.timeframe && !bars.contentHash.isEmpty)
      }
    }
    #expect(SampleBars.offers.count { $0.name == "SPY" } == 2)
  }

  @Test("A file is read from the environment's files, and its identity tells when it changed")
  func file() throws {
    let files = DiskFiles(folder: "/tmp/tas-sources-\(UInt64.random(in: 0 ... .max))")
    files.makeFolder("")
    let source = try BarSources.source(for: BarRequest("file", "a.csv", timezone: "America/New_York"))
    try files.write("date,close\n2024-01-02,1\n2024-01-03,2\n", to: "a.csv")
    let first = try source.load(in: environment(files))
    #expect(first.bars.close.values == [1, 2] && first.bars.zone.identifier == "America/New_York")
    #expect(try source.load(in: environment(files)).contentHash == first.contentHash)
    try files.write("date,close\n2024-01-02,1\n2024-01-03,3\n", to: "a.csv")
    #expect(try source.load(in: environment(files)).contentHash != first.contentHash)
  }

  @Test("A request that no source has is refused with what there is")
  func refusals() {
    func error(_ request: BarRequest) -> MarketDataError? {
      do throws(MarketDataError) {
        _ = try BarSources.source(for: request)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(BarRequest("yahoo", "SPY"))?.code == .unknownSource)
    #expect(error(BarRequest("sample", "SPY", timezone: "UTC"))?.code == .unknownOption)
    #expect(error(BarRequest("sample", "SPX"))?.candidates.contains("SPY") == true)
    #expect(error(BarRequest("sample", "SPY", timeframe: .minute))?.hint?.hasPrefix("it has 1d and 1h") == true)
  }

  @Test("A load that is stopped gives nothing", arguments: BarSources.all.map { $0.word })
  func stopped(word: String) throws {
    let files = DiskFiles(folder: "/tmp/tas-sources-\(UInt64.random(in: 0 ... .max))")
    files.makeFolder("")
    try files.write("date,close\n2024-01-02,1\n2024-01-03,2\n", to: "SPY")
    let source = try BarSources.source(for: BarRequest(word, "SPY"))
    do {
      _ = try source.load(in: environment(files, stopped: true))
      Issue.record("\(word) was not stopped")
    } catch { #expect(error.code == .interrupted) }
  }
}
