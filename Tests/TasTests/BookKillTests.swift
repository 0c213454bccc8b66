import FileFormats
import LibC
import TestSupport
import Testing

/// Programs that book and are killed: `TAS_KILLS=500` for that many rounds.
@Suite("Killed programs and the book")
struct BookKillTests {
  @Test("a killed program loses at most the statement under way, and nothing is damaged")
  func killed() throws {
    let rounds = getenv("TAS_KILLS").flatMap { Int(String(cString: $0)) } ?? (Thoroughness.isFull ? 25 : 5)
    let place = try Place()
    let data = place.path + "/data"
    let variables = ["XDG_DATA_HOME": data]
    let program = try #require(BuiltProducts.executable("tas"))
    _ = try place.tas("--no-rc", "-c", "account main currency USD", environment: variables)
    let path = data + "/tas/book.sqlite"
    var dice = Dice(500)
    var told: [Int] = []
    for round in 0..<rounds {
      let script = (0..<400).map { "book deposit 1 \"\(round)-\($0)\" on 2024-01-02" }.joined(separator: "\n")
      try DiskText.write(script, to: place.path + "/script.tas")
      let wait = "0.0\(dice.whole(10...99))"
      let out = place.path + "/out"
      _ = try place.run(
        "/bin/sh",
        [
          "-c",
          "timeout --foreground -s KILL \(wait) stdbuf -oL \(program) --no-rc < \(place.path)/script.tas "
            + "> \(out) 2>&1; true",
        ],
        environment: variables)
      let answers = try FileContents.text(out)
      #expect(!answers.contains("account-in-use"), "round \(round): a killed program holds no account")
      told.append(answers.split(separator: "\n").filter { $0.contains("deposit 1.00") }.count)
      let database = try SQLiteDatabase(path: path)
      #expect(try database.run("PRAGMA integrity_check").first?.first?.text == "ok")
    }
    // A statement under way may be on the disk when the next program looks at it.
    let notes = try SQLiteDatabase(path: path).run("SELECT note FROM entry ORDER BY sequence").map { $0[0].text ?? "" }
    var expected: [String] = []
    for (round, told) in told.enumerated() {
      let own = notes.filter { $0.hasPrefix("\(round)-") }.count
      #expect(own == told || own == told + 1, "round \(round): \(told) were reported, \(own) are booked")
      expected += (0..<own).map { "\(round)-\($0)" }
    }
    #expect(notes == expected)
    #expect(!notes.isEmpty)
  }

  @Test("of two programs one writes to an account, and the other says who")
  func lease() throws {
    let place = try Place()
    let variables = ["XDG_DATA_HOME": place.path + "/data"]
    let program = try #require(BuiltProducts.executable("tas"))
    _ = try place.tas("--no-rc", "-c", "account main currency USD", environment: variables)
    let script = """
      (echo 'book deposit 1'; sleep 3) | \(program) --no-rc > /dev/null & sleep 1
      \(program) --no-rc -c 'book deposit 2' 2>&1; \(program) --no-rc -c 'ledger'; wait
      \(program) --no-rc -c 'book deposit 3' 2>&1
      """
    let done = try place.run("/bin/sh", ["-c", script], environment: variables)
    #expect(done.output.contains("account-in-use"))
    #expect(done.output.contains("deposit 3.00"))
    #expect(!done.output.contains("deposit 2.00"))
  }

  @Test("the book is its owner's alone, and with --safe it is only read")
  func safe() throws {
    let place = try Place()
    let variables = ["XDG_DATA_HOME": place.path + "/data"]
    _ = try place.tas("--no-rc", "-c", "account main currency USD cash 5 on 2024-01-02", environment: variables)
    var status = stat()
    #expect(stat(place.path + "/data/tas/book.sqlite", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let read = try place.tas("--no-rc", "--safe", "-c", "ledger", environment: variables)
    #expect(read.status == 0 && read.output.contains("deposit"))
    let written = try place.tas("--no-rc", "--safe", "-c", "book deposit 1", environment: variables)
    #expect(written.status == 1 && written.errors.contains("--safe"), "\(written)")
  }
}

private enum DiskText {
  static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }
}
