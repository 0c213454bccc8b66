import Language
import Platform
import Sessions
import Shell
import TestSupport
import Testing

/// Each form of each command, typed with the values that it requires and no others.
@Suite("The forms of commands")
struct CommandFormTests {
  private static let folder = "/tmp/tas-forms-\(UInt64.random(in: 0 ... .max))"
  private static let company =
    "{ revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; price = 20 }"

  /// The prerequisites of the forms: data, names, a backtest, valuations of two companies, files of each kind.
  private static let preparation = """
    load sample SPY
    load sample AAPL
    load sample fundamentals AAPL
    universe pair = SPY, AAPL
    strategy cross(fast = 5, slow = 21) {
      enter long when ema(fast) crosses above ema(slow)
      exit long when ema(fast) crosses below ema(slow)
    }
    backtest cross as trial
    sweep cross(fast=3..5) as swept
    let threshold = 30
    indicator fast = ema(close, 12)
    dcf MSFT { revenue = 200M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; price = 20; tax = 20%; cash = 1M; debt = 1M }
    dcf ACME \(company)
    save scenario base
    dcf growth = 4%
    save scenario bull
    save forecast view
    save session
    save session "kept.json" over
    save scenarios to "scenarios.json"
    save forecasts to "forecasts.json"
    dcf base with growth = 4%
    """

  private static let facts = """
    {"cik": 1, "entityName": "Fresh", "facts": {"us-gaap": {"Revenues": {"units": {"USD": [
      {"start": "2022-01-01", "end": "2022-12-31", "val": 100, "fy": 2022, "fp": "FY", "form": "10-K", "filed": "2023-02-01"},
      {"start": "2023-01-01", "end": "2023-12-31", "val": 110, "fy": 2023, "fp": "FY", "form": "10-K", "filed": "2024-02-01"}
    ]}}}}}
    """

  /// The text of a value of a role that a form requires.
  private static func text(_ slot: CommandSyntax.Slot, of command: String, _ form: String) -> String {
    switch slot.reading {
    case .word(let kind), .words(let kind), .weighted(let kind), .priced(let kind): word(kind, command, form)
    case .wordsBeforeColon(let kind): word(kind, command, form) + ":"
    case .subject, .subjects: command == "sweep" ? "cross(fast=3..5)" : "cross"
    case .columns where form == "trades": "return"
    case .expression where ["expect", "history", "tutorial"].contains(command): "1"
    case .expression where form == "trade": "1"
    case .expression where command == "why": "2020-03-12"
    case .expression, .columns, .values, .key:
      command == "study" ? "rsi(14) < 30" : command == "assert" ? "close > 0" : "close"
    case .settings: "cash 10k"
    case .axes: "growth = 2%..4%"
    case .unknowns: "growth"
    case .uncertain: "100 runs growth + normal(0pp, 1pp)"
    case .overrides: "n=1"
    case .range: "3"
    case .choice(let words): words[0]
    }
  }

  private static func word(_ kind: CommandSyntax.WordKind, _ command: String, _ form: String) -> String {
    switch kind {
    case .account: "main"
    case .series, .symbol: "SPY"
    case .sample: form.contains("fundamentals") ? "AAPL" : "SPY"
    case .strategy, .anyStrategy: "cross"
    case .readyStrategy: "rsi_momentum"
    case .result: form == "best" ? "swept" : "trial"
    case .scenario: command == "drop" || command == "rename" ? "bull" : "base"
    case .forecast: "view"
    case .newName: "fresh"
    case .any where form == "cell": "1"
    case .any where form == "figure": ".revenue.2023"
    case .name where command == "report": "trial"
    case .name, .any: command == "compare" ? "base, bull" : form == "indicator" ? "fast" : "threshold"
    case .universe: "pair"
    case .file: file(command, form)
    case .setting: "cash"
    case .metric: "sharpe"
    case .assumption: "growth"
    case .timeframe: "1w"
    case .timezone: "UTC"
    case .topic: "rsi"
    case .exampleScript: "rsi2_pullback"
    case .provider: "polygon"
    }
  }

  private static func file(_ command: String, _ form: String) -> String {
    switch (command, form) {
    case ("run", _): "\"script.tas\""
    case ("save", _): "\"out.json\""
    case ("replay", _): "\"kept.json\""
    case ("load", "scenarios"): "scenarios.json"
    case ("load", "forecasts"): "forecasts.json"
    case ("load", "dates"): "days.csv"
    case ("load", "fundamentals"): "facts.json"
    case ("import", _): "assumptions.csv"
    default: "bars.csv"
    }
  }

  /// The statement of a form without any part that may be left out.
  private static func statement(_ command: Command, _ form: CommandSyntax.Form) -> String {
    func text(_ element: CommandSyntax.Element) -> [String] {
      switch element {
      case .keyword(let word): [word]
      case .assign: ["="]
      case .value(let slot): [Self.text(slot, of: command.name, form.name)]
      case .optional: []
      case .group(let elements): elements.flatMap(text)
      }
    }
    let subject = form.subject.flatMap(text)
    return ([command.name] + (form.isDotted ? [subject.joined()] : subject)).joined(separator: " ")
  }

  private static let statements: [String] = CommandTable.all.filter { $0.name != "quit" }.flatMap {
    command in command.syntax.forms.map { statement(command, $0) }
  }

  @Test("A form runs with the values that it requires, so that it has every role that its handler asks for")
  func formsAreWhole() throws {
    let files = DiskFiles(folder: Self.folder)
    DiskFiles().makeFolder(Self.folder)
    try files.write("date,close\n2024-01-02,1\n2024-01-03,2\n", to: "bars.csv")
    try files.write("2024-01-03\n", to: "days.csv")
    try files.write(Self.facts, to: "facts.json")
    try files.write("name,value\ngrowth,3%\n", to: "assumptions.csv")
    try files.write("let answer = 42\n", to: "script.tas")
    var environment = Environment.still
    environment.files = files
    environment.stateDirectory = Self.folder
    var prepared = Interpreter(environment: environment)
    prepared.remember(entry: "let answer = 42", at: nil)
    var failures: [String] = []
    func run(_ script: String, in interpreter: inout Interpreter) {
      _ = interpreter.runScript(script, named: "test", keepGoing: true) { event, _ in
        if case .failure(let diagnostic, _, _) = event { failures.append("\(script): \(diagnostic.message)") }
      }
    }
    run(Self.preparation, in: &prepared)
    try #require(failures == [])
    for statement in Self.statements {
      var interpreter = prepared
      if statement == "redo" { run("undo", in: &interpreter) }
      if statement.hasPrefix("drivers ") { run("dcf AAPL drivers platform { active_users = 25% }", in: &interpreter) }
      run(statement, in: &interpreter)
    }
    #expect(failures.filter { !Self.needsMore.contains(String($0.prefix { $0 != ":" })) } == [])
    #expect(failures.allSatisfy { !$0.contains("` needs ") || $0.hasPrefix("walkforward") })
  }

  /// The forms that need figures of a company to succeed; their roles are there all the same.
  private static let needsMore: Set = [
    // These choose among combinations, of which a name alone has one, or need lengths.
    "walkforward cross", "crossvalidate cross",
    // This is about two symbols or more.
    "correlation SPY",
    "load fundamentals facts.json", "multiples", "forecast review view", "drop figures SPY",
    // These need a network, a library, or somebody at a terminal.
    "stream SPY", "stream from bars.csv", "wait for bar", "wait until end", "wait until close", "wait threshold",
    "record SPY to bars.csv",
    // These are about an account, or an amount of the other kind.
    "account", "account drop main", "book buy close SPY", "book sell close SPY", "book short close SPY",
    "book cover close SPY", "book dividend close", "book deposit close", "book withdraw close", "book fee close",
    "book interest close", "book split threshold SPY", "book transfer close", "book void close", "book close threshold",
    "positions",
    "position SPY", "ledger", "lots", "gains", "performance", "buy close SPY", "sell close SPY", "short close SPY",
    "cover close SPY", "cancel close", "guard max_drawdown close", "guard reset", "guards", "guards log", "halt",
    "mode paper", "runs", "runs check", "run cross", "alert threshold", "alert drop threshold", "drop alert threshold",
    "test alert threshold",
    "notices read threshold", "notices delete threshold", "set notify cash 10k", "set quiet_hours threshold",
    "set notify_webhook threshold", "compare series SPY", "stream again",
    "resume", "resume threshold", "jobs threshold", "cancel job threshold", "drop job threshold", "search cross",
    "quote SPY", "key polygon", "store bars.csv", "refresh", "forget SPY",
  ]

  @Test("The forms that only read are forms of their command", arguments: CommandTable.all.map(\.name))
  func formsThatOnlyRead(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    #expect(command.formsThatOnlyRead.isSubset(of: command.syntax.forms.map(\.name)))
    #expect(command.changesSession || command.formsThatOnlyRead.isEmpty)
  }
}
