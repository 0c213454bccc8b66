import Columns
import FileFormats
import LibC
import MarketData
import Platform
import TestSupport
import Testing

@Suite("Files that are no plain text")
struct PackedFileTests {
  private static let text = "date,open,high,low,close,volume\n2024-01-02,1,2,0.5,1.5,10\n2024-01-03,1.5,3,1,2.25,20\n"

  private let place: TemporaryFolder
  private let files: DiskFiles

  init() throws {
    place = try TemporaryFolder()
    files = DiskFiles(folder: place.path)
  }

  private func closes(
    _ path: String, _ options: BarFile.Options = .init(), _ programs: any ProgramRunner = ClosedPrograms()
  ) throws -> [Double] {
    try BarFile.load(path: path, in: files, options: options, programs: programs).bars.close.values.array
  }

  private func failure(
    _ path: String, _ options: BarFile.Options = .init(), _ programs: any ProgramRunner = ClosedPrograms()
  ) -> MarketDataError? {
    do {
      _ = try BarFile.load(path: path, in: files, options: options, programs: programs)
      return nil
    } catch { return error }
  }

  @Test("A file compressed by gzip, of several members too, gives the bars and lines of its text")
  func gzip() throws {
    try files.write(Self.text, to: "x.csv")
    let made = MachinePrograms()
    _ = try made.output(of: ["gzip", "-k", place.path + "/x.csv"], limit: 100) { false }
    #expect(try closes("x.csv.gz") == [1.5, 2.25])
    let loaded = try BarFile.load(path: "x.csv.gz", in: files)
    #expect(loaded.symbol == "x" && loaded.dialect.description.contains("gzip"))
    let lines = try BarFile.lines(
      ofBarsAt: loaded.bars.times.array, path: "x.csv.gz", in: files, contentHash: loaded.contentHash, options: .init())
    #expect(lines?.map { $0?.number } == [2, 3])
    let bytes = try files.read("x.csv.gz")
    try files.write("2024-01-04,1,2,1,7,1\n", to: "y.csv")
    _ = try made.output(of: ["gzip", "-k", place.path + "/y.csv"], limit: 100) { false }
    try files.write(bytes + (try files.read("y.csv.gz")), to: "two.csv.gz")
    #expect(try closes("two.csv.gz") == [1.5, 2.25, 7])
    // Each beginning of it, and a wrong checksum, is an error and never ends the program.
    for count in 2..<bytes.count {
      try files.write(Array(bytes[..<count]), to: "short.gz")
      #expect(failure("short.gz")?.code == .notReadable, "\(count)")
    }
    var wrong = bytes
    wrong[wrong.count - 6] ^= 1
    try files.write(wrong, to: "wrong.gz")
    #expect(failure("wrong.gz")?.message.contains("damaged") == true)
    let many = "date,close\n" + String(repeating: "2024-01-02,1\n", count: 5000)
    try files.write(many, to: "many.csv")
    _ = try made.output(of: ["gzip", "-k", place.path + "/many.csv"], limit: 100) { false }
    let tooLong = failure("many.csv.gz", BarFile.Options(limit: 60_000))
    #expect(tooLong?.message.contains("more than 60000 bytes") == true && tooLong?.hint?.contains("max_file") == true)
  }

  @Test("Of a zip archive the only table is read, of several the one that is named")
  func zip() throws {
    var one = ZipWriter()
    one.add("SPY.csv", Array(Self.text.utf8))
    one.add("read me.html", Array("<html>".utf8))
    try files.write(one.finished(), to: "one.zip")
    #expect(try closes("one.zip") == [1.5, 2.25])
    var two = ZipWriter()
    two.add("a/SPY.csv", Array(Self.text.utf8))
    two.add("QQQ.csv", Array(Self.text.replacing("2.25", with: "9").utf8))
    try files.write(two.finished(), to: "two.zip")
    #expect(try closes("two.zip/QQQ.csv") == [1.5, 9])
    #expect(try closes("two.zip/a/SPY.csv") == [1.5, 2.25])
    let several = failure("two.zip")
    #expect(several?.code == .notATable && several?.message.contains("2 files: QQQ.csv, a/SPY.csv") == true)
    #expect(failure("two.zip/nope.csv")?.candidates.count == 2)
  }

  @Test("Tables, views and queries of a database of SQLite, which is only read")
  func sqlite() throws {
    try makeDatabase(place.path + "/x.sqlite")
    let bars = BarFile.Options(table: "bars")
    #expect(try closes("x.sqlite", bars) == [1.5, 2.25])
    #expect(
      try closes("x.sqlite", BarFile.Options(query: "SELECT day AS date, close * 2 AS close FROM bars;")) == [3, 4.5])
    #expect(failure("x.sqlite")?.message.contains("bars, empty") == true)
    #expect(failure("x.sqlite", BarFile.Options(table: "bar"))?.candidates == ["bars", "empty"])
    for query in ["DELETE FROM bars", "SELECT 1; DROP TABLE bars", ".shell ls", "ATTACH 'y' AS y"] {
      #expect(failure("x.sqlite", BarFile.Options(query: query))?.message.contains("one `SELECT`") == true, "\(query)")
    }
    #expect(
      failure("x.sqlite", BarFile.Options(query: "SELECT nope FROM bars"))?.message.contains("no such column") == true)
    #expect(try closes("x.sqlite", bars) == [1.5, 2.25])
    try files.write(Self.text, to: "x.csv")
    #expect(failure("x.csv", bars)?.code == .unknownOption)
  }

  @Test("A query that looks for its first row without end can be stopped")
  func endlessQuery() throws {
    let database = try SQLiteDatabase(path: place.path + "/endless.sqlite")
    var asked = 0
    database.stop {
      asked += 1
      return asked > 3
    }
    do throws(SQLiteError) {
      try database.run("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n < 0")
      Issue.record("it has no end")
    } catch {
      #expect(error.isInterrupted && asked == 4)
    }
  }

  private func makeDatabase(_ path: String) throws {
    let database = try SQLiteDatabase(path: path)
    try database.runScript(
      """
      CREATE TABLE bars (day TEXT, open REAL, high REAL, low REAL, close REAL, volume INTEGER, note TEXT);
      INSERT INTO bars VALUES ('2024-01-02', 1, 2, 0.5, 1.5, 10, 'a "b", c'), ('2024-01-03', 1.5, 3, 1, 2.25, NULL, NULL);
      CREATE TABLE empty (x);
      """)
  }

  /// A stand-in for DuckDB's program, which returns a prepared answer.
  private struct Duck: ProgramRunner {
    var answer: Result<String, ProgramFailure>
    func output(
      of words: [String], input: [UInt8], limit: Int, isStopped: () -> Bool
    ) throws(ProgramFailure) -> [UInt8] {
      guard words.first == "duckdb", words.contains("-c") else { throw .failed("asked \(words)") }
      return Array(try answer.get().utf8)
    }
  }

  @Test("Parquet goes through DuckDB's program, and its absence is reported")
  func parquet() throws {
    try files.write("PAR1" + String(repeating: "x", count: 40), to: "x.parquet")
    #expect(try closes("x.parquet", .init(), Duck(answer: .success(Self.text))) == [1.5, 2.25])
    let missing = failure("x.parquet", .init(), Duck(answer: .failure(.notFound)))
    #expect(missing?.message.contains("not installed") == true && missing?.hint?.contains("duckdb.org") == true)
    let closed = failure("x.parquet", .init(), ClosedPrograms("`--safe` runs no other programs"))
    #expect(closed?.message.contains("--safe") == true)
    let failed = failure("x.parquet", .init(), Duck(answer: .failure(.failed("Binder Error: no column\nLINE 1"))))
    #expect(failed?.message.contains("Binder Error: no column") == true)
    #expect(failure("x.parquet", BarFile.Options(table: "a"), Duck(answer: .success("")))?.code == .unknownOption)
  }

  @Test("DuckDB itself, where it is installed")
  func duck() throws {
    let programs = MachinePrograms()
    let parquet = place.path + "/real.parquet"
    let database = place.path + "/real.duckdb"
    let made =
      "CREATE TABLE bars AS SELECT DATE '2024-01-01' + i::INT AS date, i + 0.5 AS close FROM range(1, 4) r(i); COPY bars TO '\(parquet)'"
    do {
      _ = try programs.output(of: ["duckdb", database, "-c", made], limit: 1 << 20) { false }
    } catch .notFound {
      print("DuckDB is not installed here: its files are not tried")
      return
    }
    #expect(try closes(parquet, .init(), programs) == [1.5, 2.5, 3.5])
    #expect(try closes(database, .init(), programs) == [1.5, 2.5, 3.5])
    #expect(try closes(database, BarFile.Options(query: "FROM bars WHERE close > 2"), programs) == [2.5, 3.5])
    #expect(failure(database, BarFile.Options(query: "SELECT 1) ; DROP TABLE bars; SELECT (1"), programs) != nil)
    #expect(try closes(database, .init(), programs).count == 3)
  }
}
