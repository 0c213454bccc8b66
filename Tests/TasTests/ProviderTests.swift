import LibC
import Platform
import Synchronization
import TestSupport
import Testing

/// The program against a provider on this machine that answers, refuses and fails.
@Suite("Providers and keys")
struct ProviderTests {
  /// A key whose text stands nowhere else.
  private static let key = "k3y-T3xt-0f-th3-l0st"

  private static let bars = """
    {"status":"OK","adjusted":false,"resultsCount":3,"results":[
    {"t":1704171600000,"o":1,"h":2,"l":1,"c":2,"v":5},{"t":1704258000000,"o":2,"h":3,"l":2,"c":3,"v":5},
    {"t":1704344400000,"o":3,"h":4,"l":3,"c":4,"v":5}]}
    """

  /// A provider that repeats the key that it was given in each of its errors.
  private func liar() throws -> LoopbackServer {
    try LoopbackServer { question in
      let said = question.headers["authorization"] ?? question.target
      if question.target.contains("/v3/") { return .answer(200, [:], #"{"status":"OK","results":[]}"#) }
      if question.target.contains("AAPL") { return .answer(200, [:], Self.bars) }
      if question.target.contains("DENIED") { return .answer(401, [:], "wrong key: \(said)") }
      if question.target.contains("FAR") { return .answer(302, ["Location": "http://example.com/?\(Self.key)"], said) }
      if question.target.contains("TORN") { return .half(said + said) }
      return .answer(400, [:], "unknown: \(said)")
    }
  }

  /// The paths of all files below a folder.
  private func files(_ folder: String) -> [String] {
    DiskFiles().entries(of: folder).flatMap { entry in
      entry.name == "." || entry.name == ".."
        ? [] : entry.isFolder ? files(folder + "/" + entry.name) : [folder + "/" + entry.name]
    }
  }

  @Test("nothing that the program writes or prints contains a key")
  func keyIsHidden() throws {
    let server = try liar()
    defer { server.stop() }
    let variables = [
      "TAS_OFFLINE": "", "TAS_POLYGON_URL": server.address(), "TAS_FRED_URL": server.address(),
      "POLYGON_API_KEY": Self.key,
      "FRED_API_KEY": Self.key,
    ]
    let script = """
      load AAPL from polygon since 2024 until 2024-01-31
      load DENIED from polygon
      load FAR from fred
      load UNRATE from fred
      load AAPL from polygon since 2024 until 2024-01-31
      keys
      library
      library check
      set key_command "echo \(Self.key)"
      save session "work.json"
      explain close
      history
      """
    for format in ["table", "json"] {
      let place = try Place()
      let ran = try place.run(
        try #require(BuiltProducts.executable("tas")), ["--keep-going", "--format", format],
        input: script.replacing("\"work.json\"", with: "\"\(place.path)/\(format).json\""),
        environment: variables)
      let shown = ran.output + ran.errors
      #expect(!shown.contains(Self.key) || shown.contains("echo \(Self.key)"), "\(format): \(shown)")
      #expect(!shown.replacing("echo \(Self.key)", with: "").contains(Self.key), "\(format): \(shown)")
      for file in files(place.path) where !file.hasSuffix("/input") && !file.hasSuffix("/output") {
        let text = String(decoding: try DiskFiles().read(file), as: UTF8.self)
        #expect(!text.contains(Self.key), "\(file)")
      }
      #expect(files(place.path).contains { $0.hasSuffix("library.sqlite") })
    }
    #expect(server.asked.contains { $0.headers["authorization"] == "Bearer \(Self.key)" })
  }

  @Test("no file contains a key typed in an address, for any statement")
  func typedKeys() throws {
    let canary = "c4N4ry7f3a9d2e8b5"
    let statements = [
      "load \"https://h.example/x.csv?apikey=@\"", "load 'https://h.example/x.csv?crumb=@'",
      "let u = \"https://h.example/x.csv?apikey=@\"", "print \"https://h.example/@/x.csv\"", "print u",
      "(\"https://me:@@h.example/x\")", "1,\"https://h.example/?token=@\"", "let k = 5 # https://h.example/?auth=@",
      "print 1; load 'https://h.example/x?apikey=@", "load X from \"https://h.example/x?id=@\"",
      "param p = \"https://h.example/x#@\"", "history", "set prompt \"https://h.example/x?key=@> \"",
    ].map { $0.replacing("@", with: canary, maxReplacements: 1) }
    let place = try Place()
    let terminal = try place.prompt()
    for statement in statements {
      #expect(terminal.enter(statement))
      terminal.settle(seconds: 0.3)
    }
    terminal.send("\u{4}")
    _ = terminal.exitStatus()
    let script = (statements + ["save session \"\(place.path)/s.json\""]).joined(separator: "\n")
    for format in ["table", "json"] {
      let ran = try place.run(
        try #require(BuiltProducts.executable("tas")), ["--keep-going", "--format", format], input: script,
        environment: [:])
      #expect(!(ran.output + ran.errors).contains(canary), "\(format): \(ran.output) \(ran.errors)")
      #expect((ran.output + ran.errors).contains("hidden-key"))
    }
    let names = files(place.path)
    #expect(names.contains { $0.hasSuffix("/history") } && names.contains { $0.hasSuffix(".jsonl") })
    for file in names where !file.hasSuffix("/input") && !file.hasSuffix("/output") {
      #expect(!String(decoding: try DiskFiles().read(file), as: UTF8.self).contains(canary), "\(file)")
    }
  }

  @Test("the list of processes has no key of an address in the arguments")
  func listOfProcesses() throws {
    let canary = "c4N4ry7f3a9d2e8b5"
    let ran = try Place().tas(
      "-c", "let u = \"https://h.example/x?apikey=\(canary)\"; load \"/proc/self/cmdline\"; print u")
    #expect(!(ran.output + ran.errors).contains(canary), "\(ran)")
  }

  @Test("bars are asked for once, are there without a network, and load again with the session")
  func offline() throws {
    let place = try Place()
    let server = try liar()
    let variables = ["TAS_OFFLINE": "", "TAS_POLYGON_URL": server.address(), "POLYGON_API_KEY": "k"]
    let load = "load AAPL from polygon since 2024 until 2024-01-31"
    let first = try place.tas(
      "-c", "\(load); print close; save session \"\(place.path)/s.json\"", environment: variables)
    #expect(first.status == 0 && first.output.contains("AAPL: 3 bars of 1d, 2024-01-02 to 2024-01-04"), "\(first)")
    let asked = server.asked.count
    server.stop()
    let second = try place.tas("-c", "\(load); print close", environment: variables)
    #expect(second.status == 0 && second.output.contains("updated just now"), "\(second)")
    #expect(server.asked.count == asked)
    let third = try place.tas("-c", "load session \"\(place.path)/s.json\"; print close", environment: variables)
    #expect(third.status == 0 && third.output.contains("4"), "\(third)")
    let alone = try place.tas("-c", "load AAPL; library", environment: variables)
    #expect(alone.status == 0 && alone.output.contains("polygon"), "\(alone)")
    let safe = try place.tas("--safe", "-c", "load IBM from polygon", environment: variables)
    #expect(safe.status == 1 && safe.errors.contains("[no-network]"), "\(safe)")
  }

  @Test("first publications are asked for by the provider of the settings as well")
  func vintage() throws {
    let place = try Place()
    let server = try LoopbackServer { question in
      let day = question.target.contains("output_type=4") ? "2024-02-02" : "2024-03-01"
      return .answer(
        200, [:],
        #"{"count":1,"offset":0,"observations":[{"date":"2024-01-01","realtime_start":"\#(day)","value":"4"}]}"#)
    }
    defer { server.stop() }
    let variables = ["TAS_OFFLINE": "", "TAS_FRED_URL": server.address(), "FRED_API_KEY": "k"]
    let ran = try place.tas("-c", "set provider fred; load UNRATE vintage first", environment: variables)
    #expect(ran.status == 0 && server.asked.last?.target.contains("output_type=4") == true, "\(ran)")
    // The library's copy is found by the same clause, and the revised values without it.
    _ = try place.tas("-c", "load UNRATE from fred", environment: variables)
    let asked = server.asked.count
    let first = try place.tas("-c", "load UNRATE vintage first", environment: variables)
    #expect(first.status == 0 && (first.output + first.errors).contains("fred, as first published"), "\(first)")
    let revised = try place.tas("-c", "load UNRATE", environment: variables)
    #expect(
      revised.status == 0 && !(revised.output + revised.errors).contains("fred, as first published"), "\(revised)")
    #expect(server.asked.count == asked)
  }

  @Test(
    "a window that begins before the calendar is refused", arguments: ["1000000000y", "4000000d", "9000y"])
  func window(length: String) throws {
    let ran = try Place().tas("-c", "load AAPL from polygon last \(length)")
    #expect(ran.status == 1 && ran.errors.contains("[invalid-window]"), "\(ran)")
  }

  @Test(
    "a proxy that cannot be read closes the network", arguments: ["proxy:3128", "http://user:word@proxy.example:3128"])
  func proxy(text: String) throws {
    let variables = ["TAS_OFFLINE": "", "https_proxy": text, "POLYGON_API_KEY": "k"]
    let ran = try Place().tas("-c", "load AAPL from polygon", environment: variables)
    #expect(ran.status == 1 && ran.errors.contains("[no-network]") && ran.errors.contains("https_proxy"), "\(ran)")
    #expect(!ran.errors.contains("word@"))
  }

  @Test("a session has no key of an address, and says that it has to be given again")
  func addressKey() throws {
    let place = try Place()
    let server = try LoopbackServer { question in
      .answer(
        question.target.contains("apikey=S3CRET") ? 200 : 401, [:],
        "Date,Open,High,Low,Close\n2024-01-02,1,2,1,2\n2024-01-03,1,2,1,2\n")
    }
    defer { server.stop() }
    let variables = ["TAS_OFFLINE": ""]
    let file = place.path + "/s.json"
    let load = "load X from \"\(server.address("/x.csv"))?apikey=S3CRET\""
    let ran = try place.tas("-c", "\(load); let a = last(close); save session \"\(file)\"", environment: variables)
    #expect(ran.status == 0, "\(ran)")
    for path in files(place.path) where !path.hasSuffix("/input") && !path.hasSuffix("/output") {
      #expect(!String(decoding: try DiskFiles().read(path), as: UTF8.self).contains("S3CRET"), "\(path)")
    }
    let again = try place.tas("-c", "load session \"\(file)\"; data", environment: variables)
    #expect((again.output + again.errors).contains("the key in the address"), "\(again)")
  }

  @Test("prices of one kind are compared with each other, as traded and adjusted ones are not")
  func check() throws {
    let place = try Place()
    let days = [1_704_205_800, 1_704_292_200, 1_704_378_600]
    let server = try LoopbackServer { question in
      if question.target.contains("/v3/") { return .answer(200, [:], #"{"status":"OK","results":[]}"#) }
      if question.target.contains("/v8/") {
        let prices = question.target.contains("AAPL") ? "9,9,9" : "1,1,1"
        return .answer(
          200, [:],
          #"{"chart":{"error":null,"result":[{"meta":{"currency":"USD","exchangeTimezoneName":"America/New_York","#
            + #""gmtoffset":-18000},"timestamp":\#(days),"indicators":{"quote":[{"open":[\#(prices)],"#
            + #""high":[\#(prices)],"low":[\#(prices)],"close":[\#(prices)],"volume":[\#(prices)]}]}}]}}"#)
      }
      let bars = Self.bars.replacing("\"adjusted\":false", with: "\"adjusted\":\(question.target.contains("IBM"))")
      return .answer(200, [:], bars)
    }
    defer { server.stop() }
    let variables = [
      "TAS_OFFLINE": "", "TAS_POLYGON_URL": server.address(), "TAS_YAHOO_URL": server.address(), "POLYGON_API_KEY": "k",
    ]
    let window = "since 2024 until 2024-01-31"
    let loads = ["AAPL", "IBM"].flatMap { ["load \($0) from polygon \(window)", "load \($0) from yahoo \(window)"] }
    let ran = try place.tas("-c", loads.joined(separator: "; ") + "; library check", environment: variables)
    let found = ran.output.split(separator: "\n").filter { $0.contains("sources-differ") }
    #expect(ran.status == 0 && found.count == 1 && found[0].contains("IBM"), "\(ran)")
  }
}
