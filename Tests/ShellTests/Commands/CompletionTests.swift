import Calendar
import Columns
import Language
import Platform
import Sessions
import Shell
import Strategies
import Testing
import Typing

@Suite("Completion")
struct CompletionTests {
  /// A session after some statements.
  private func session(_ statements: String) -> Session {
    let environment = Environment(
      today: CivilDate(daysSince1970: 20_000), now: { "" }, stateDirectory: "/nowhere")
    var interpreter = Interpreter(environment: environment)
    _ = interpreter.runScript(statements, named: "test", keepGoing: false) { event, _ in
      if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic.message)") }
    }
    return interpreter.session
  }

  /// The candidates at the end of a text.
  private func candidates(_ text: String, after statements: String = "") -> [String] {
    Completion(of: text, session: session(statements), folders: folders).candidates.map(\.text)
  }

  private let folders = FolderListing { path in
    switch path {
    case "":
      [
        .init(name: "data", isFolder: true), .init(name: "setup.tas"), .init(name: "sales.csv"), .init(name: ".hidden"),
      ]
    case "~/": [.init(name: "data", isFolder: true), .init(name: "notes.tas")]
    case "data/": [.init(name: "goog.csv"), .init(name: "a b.csv"), .init(name: "deep", isFolder: true)]
    case "blanks/": [.init(name: "x y.csv"), .init(name: "x z", isFolder: true)]
    case "signs/": [.init(name: "say \"hi\".csv"), .init(name: "$price.csv"), .init(name: "plain.csv")]
    default: []
    }
  }

  private let cross = "strategy cross(fast = 12, slow = 26) { enter long when ema(fast) > ema(slow) }\n"

  @Test("A statement begins with a command; functions come with their first letter")
  func statementStart() {
    let empty = candidates("")
    #expect(empty.contains("load") && empty.contains("dcf") && empty.contains("quit"))
    #expect(!empty.contains("rsi(") && empty.contains("jobs"))
    #expect(candidates("r").contains("rsi(") && candidates("r").contains("run"))
    #expect(candidates("print 1; back") == ["backtest"])
  }

  @Test("Each setting offers a value, and `plot` its candles")
  func valuesOfSettings() {
    for setting in Settings.definitions {
      #expect(!candidates("set \(setting.name) ", after: "load sample SPY").isEmpty, "\(setting.name)")
    }
    #expect(candidates("set cash ").contains("100k"))
    #expect(candidates("plot can") == ["candles"])
    #expect(candidates("plot ", after: "load sample SPY").contains("close"))
  }

  @Test("Where a number, a length or a range stands, usual ones are offered")
  func usualValues() {
    #expect(candidates("walkforward cross(fast = 2..9) train ", after: cross) == ["2y", "500 bars"])
    #expect(candidates("sweep cross(fast = ", after: cross).prefix(3) == ["6..24", "[6, 12, 24]", "12"])
    #expect(candidates("backtest cross(fast = ", after: cross).first == "12")
    #expect(candidates("rsi(period = ").first == "14")
    #expect(candidates("strategy s { stop ").prefix(2) == ["2%", "2 * atr(14)"])
    #expect(candidates("strategy s { wait ") == ["5 bars"])
    #expect(candidates("dcf growth = ") == ["5%", "10% to 4%", "12% for 3y then to 4%"])
    #expect(candidates("sensitivity discount = ") == ["8%..10% step 0.5%"])
    #expect(candidates("study close > 3 after ").first == "[1, 5, 20]")
  }

  @Test("A clause, a window and a setting already typed are not offered again")
  func onceEach() {
    let clauses = candidates("show close where close > 3 since 2020 ")
    #expect(clauses.contains("last") && clauses.contains("until") && clauses.contains("sort by"))
    #expect(!clauses.contains("where") && !clauses.contains("since") && !clauses.contains("all"))
    #expect(!candidates("set cash 10k, ").contains("cash") && candidates("set cash 10k, ").contains("commission"))
    let operators = candidates("rsi(14) > 3 ")
    #expect(operators.contains("and") && !operators.contains("crosses"))
    #expect(candidates("backtest cross with commission 1%", after: cross).isEmpty)
  }

  @Test("A word of a title finds what it names")
  func titles() { #expect(candidates("print bollinger").contains("bbands(")) }

  @Test("Commands say what may follow them")
  func words() {
    #expect(candidates("load sa") == ["sample", "sales.csv"])
    #expect(candidates("load sample SP") == ["SPY"])
    #expect(candidates("load sample fund").first == "fundamentals")
    #expect(candidates("backtest ", after: cross) == ["cross", "best"])
    #expect(candidates("drop thr", after: "let threshold = 30") == ["threshold"])
    #expect(candidates("use S", after: "load sample SPY") == ["SPY"])
    #expect(candidates("use SPY time", after: "load sample SPY") == ["timeframe"])
    #expect(candidates("use SPY timeframe 1", after: "load sample SPY") == ["1d", "1w", "1mo"])
    #expect(candidates("help backt") == ["backtest", "backtest-refused"])
    #expect(candidates("help hindsight-in") == ["hindsight-in-rule"])
  }

  @Test("The clauses of a statement come after its subject")
  func clauses() {
    let after = candidates("rsi(14) ")
    for word in ["last", "since", "until", "between", "as", "to", "and", "crosses above"] {
      #expect(after.contains(word), "\(word)")
    }
    #expect(candidates("show close la") == ["last"])
    #expect(candidates("sweep cross(fast=2..5) b", after: cross).first == "by")
    #expect(candidates("sweep cross(fast=2..5) by shar", after: cross).contains("sharpe_ratio"))
    let rules = candidates(cross.replacing("}\n", with: "\n e"))
    #expect(rules == ["enter", "exit"])
  }

  @Test("Settings and their values")
  func settings() {
    #expect(candidates("set comm") == ["commission"])
    #expect(candidates("set fill ") == ["open", "close"])
    #expect(candidates("set fill = c") == ["close"])
    #expect(candidates("set units=w") == ["whole"])
    #expect(
      candidates("set cash = ", after: "let money = 5000; indicator fast = ema(close, 12)") == [
        "10000", "10k", "100k", "1M", "money",
      ])
    #expect(candidates("backtest cross with final", after: cross) == ["finalize"])
    #expect(candidates("backtest cross with finalize o", after: cross) == ["on", "off"])
  }

  @Test("Outputs and fields come behind the point")
  func fields() {
    #expect(candidates("bbands(20, 2).") == ["upper", "middle", "lower"])
    #expect(candidates("macd().s") == ["signal"])
    #expect(candidates("rsi(14).").isEmpty)
    #expect(
      candidates("print trial.sharpe", after: "load sample SPY\n\(cross)backtest cross as trial") == ["sharpe_ratio"])
  }

  @Test("Parameters inside a call, and the choices of a parameter")
  func parameters() {
    #expect(candidates("rsi(per").first == "period=")
    #expect(candidates("bbands(20, 2, dev").first == "deviation=")
    #expect(
      candidates("bbands(20, 2, deviation=\"").contains("sample\"")
        || candidates("bbands(20, 2, deviation=").contains("\"sample\""))
    #expect(candidates("backtest cross(fa", after: cross) == ["fast="])
    #expect(candidates("gap(kk", after: "indicator gap(n = 20, kk = 2) = zscore(close, n) - kk").first == "kk=")
  }

  @Test("Names of the session, with a bracket where they are called")
  func names() {
    let statements = "let threshold = 30; indicator fast = ema(close, 12); indicator gap(n = 20) = zscore(close, n)"
    #expect(candidates("print thr", after: statements) == ["threshold"])
    #expect(candidates("rsi(14) < thr", after: statements) == ["threshold"])
    #expect(candidates("show fas", after: statements) == ["fast"])
    #expect(candidates("show ga", after: statements) == ["gap(", "garman_klass("])
  }

  @Test("What only a definition knows while it is typed")
  func localNames() {
    let open = "strategy cross(quick = 12, slow = 26) {\n let bands = bbands(20, 2)\n enter long when ema("
    #expect(candidates(open + "qu").contains("quick"))
    #expect(candidates(open + "slow) > ban") == ["bands"])
    #expect(candidates(open + "slow) > 1\n exit long when entr") == ["entry_price", "entries_today"])
    #expect(!candidates(open + "slow) > 1\n}\nprint entr").contains("entry_price"))
    #expect(candidates("indicator gap(length = 20) = zscore(close, leng") == ["length"])
    #expect(!candidates("indicator gap(length = 20) = zscore(close, 3)\nprint leng").contains("length"))
  }

  @Test("Files, folder by folder, without what is hidden")
  func files() {
    #expect(candidates("run se") == ["setup.tas"])
    #expect(candidates("load da") == ["dates", "data/"])
    #expect(candidates("load data/") == ["a b.csv", "deep/", "goog.csv"])
    #expect(candidates("load .h") == [".hidden"])
    #expect(candidates("load \"data/g") == ["goog.csv\""])
    #expect(candidates("run '") == ["data/", "sales.csv'", "setup.tas'"])
    #expect(candidates("load data/a") == ["\"data/a b.csv\""])
    #expect(candidates("load blanks/") == ["\"blanks/x y.csv\"", "\"blanks/x z/"])
    #expect(candidates("load signs/") == ["plain.csv"])
    #expect(candidates("rsi(14) to \"sal") == ["sales.csv\""])
    #expect(candidates("load none/").isEmpty)
    #expect(Completion(of: "load data/g", session: Session(), folders: folders).start == 10)
    #expect(Completion(of: "load \"data/g", session: Session(), folders: folders).start == 11)
    #expect(Completion(of: "load data/a", session: Session(), folders: folders).start == 5)
    let closed = Completion(of: "load \"data/g", following: "\" as G", session: Session(), folders: folders)
    #expect(closed.candidates.map(\.text) == ["goog.csv"])
  }

  @Test("In each place only what fits is offered, the closest first, with a description")
  func context() {
    let loaded = "load sample SPY\n" + cross + "backtest cross as trial"
    #expect(candidates("trades where p", after: loaded) == ["pnl", "profit"])
    #expect(candidates("describe returns(1) by ", after: loaded).prefix(2) == ["weekday", "month"])
    #expect(candidates("describe returns(1) by year, ", after: loaded).first == "weekday")
    #expect(candidates("show close last ").prefix(2) == ["5", "10"])
    #expect(candidates("show close last ").contains("3mo"))
    #expect(candidates("show close since ", after: "load sample SPY").contains("2020"))
    #expect(candidates("indicators mom") == ["momentum"])
    let forms = Completion(of: "load sess", session: Session(), folders: folders).candidates
    #expect(forms.map(\.detail) == ["load session [\"FILE.json\"]"])
    #expect(candidates("set sizing = ") == ["close", "fill"])
    #expect(candidates("bbands(20, ").first == "up=")
    #expect(!candidates("bbands(20, 2, deviation=\"sample\", ").contains("deviation="))
    #expect(candidates("close @ ", after: "load sample SPY").contains("1w"))
    let described = Completion(of: "backtest cross ", session: session(loaded), folders: folders).candidates
    #expect(described.filter { $0.detail.isEmpty }.map(\.text) == [])
  }

  @Test("After `from` come the providers that have the requested data")
  func providers() {
    let sources = candidates("load AAPL from ")
    #expect(sources.contains("polygon") && sources.contains("sqlite") && !sources.contains("sec"))
    #expect(sources.contains("sales.csv"))
    #expect(candidates("load AAPL from pol") == ["polygon"])
    #expect(candidates("load fundamentals AAPL from ").first == "sec")
    #expect(!candidates("load fundamentals AAPL from ").contains("polygon"))
  }

  @Test("No bars are offered that are shorter than those which are loaded")
  func timeframes() {
    let loaded = "load sample SPY; load sample AAPL; universe big = SPY, AAPL\n"
    let session = session(loaded)
    func candidates(_ text: String) -> [String] { Completion(of: text, session: session).candidates.map(\.text) }
    let daily = candidates("use SPY timeframe ")
    #expect(daily.contains("1w") && daily.contains("1d") && !daily.contains("1h"))
    #expect(!candidates("use SPY; close @ ").contains("1m"))
    #expect(candidates("load X from polygon timeframe ").contains("1m"))
    // Of sets of symbols there is no value on one bar.
    #expect(candidates("close @ ").contains("SPY") && !candidates("close @ ").contains("big"))
  }

  @Test("`report` and `plot` offer the results that they take")
  func results() {
    let company = "dcf ACME { revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }\n"
    let after =
      "load sample SPY; let threshold = 3; universe big = SPY\n" + cross
      + "backtest cross as trial; indicators momentum as list\n" + company + "save scenario base"
    #expect(Set(candidates("report ", after: after)) == ["session", "trial", "base"])
    let plotted = candidates("plot ", after: after)
    #expect(plotted.prefix(4) == ["candles", "trial", "valuation", "base"])
    #expect(!plotted.contains("list"))
  }

  @Test("After a named argument only named arguments are offered")
  func namedArguments() {
    let named = candidates("bbands(period=20, ", after: "load sample SPY")
    #expect(named.contains("up=") && named.allSatisfy { $0.hasSuffix("=") })
    #expect(!named.contains("period="))
    #expect(candidates("bbands(period=20, cl", after: "load sample SPY").isEmpty)
  }

  @Test("The home folder by its variable")
  func home() {
    for typed in ["load $HOME/da", "load ${HOME}/da", "load ~/da"] {
      let completion = Completion(of: typed, session: Session(), folders: folders)
      let line = completion.candidates.map { typed.prefix(completion.start) + $0.text }
      #expect(line == ["load ~/data/"], "\(typed)")
    }
    let quoted = Completion(of: "load \"$HOME/da", session: Session(), folders: folders)
    #expect(quoted.candidates.map { "load \"$HOME/da".prefix(quoted.start) + $0.text } == ["load \"~/data/"])
  }

  @Test("Another case fits if none begins as typed, then letters in their order")
  func matching() {
    #expect(candidates("BACKT") == ["backtest"])
    #expect(candidates("load sample spy") == ["SPY"])
    #expect(candidates("bcktest") == ["backtest"])
    #expect(candidates("qqqqxz").isEmpty)
    #expect(CompletionMatch.rank(of: "abc", in: "xaxbxc") == nil)
  }

  @Test("A word that needs quotes gets them")
  func quotes() {
    let company = "dcf ACME { revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }\n"
    let after = company + "save scenario \"my bear\""
    #expect(candidates("load scenario m", after: after) == ["\"my bear\""])
    #expect(candidates("load scenario \"m", after: after) == ["my bear\""])
    #expect(Completion.quoted("BTC-USD", isContext: true) == "\"BTC-USD\"")
    #expect(Completion.quoted("BRK.B", isContext: true) == "BRK.B")
    #expect(Completion.quoted("a-b") == "a-b")
  }

  @Test("Nothing is offered in comments and texts")
  func nothing() {
    #expect(candidates("print 1 # lo").isEmpty)
    #expect(candidates("print \"lo").isEmpty)
  }

  @Test("Any beginning of a statement can be completed", arguments: ["", "let threshold = 30\n"])
  func anyBeginning(_ statements: String) {
    let session = session(statements)
    let text =
      "sweep cross(fast=2..50, slow=[20, 30]) where fast < slow by sharpe top 10; load \"größe.csv\" as X ⟂ bbands(20).u"
    for end in text.indices {
      let completion = Completion(of: String(text[..<end]), session: session, folders: folders)
      #expect(completion.start <= text[..<end].utf8.count)
    }
  }
}

@Suite("Hints")
struct StatementHintTests {
  private func hint(_ text: String) -> String? { StatementHint.text(after: text, session: Session()) }

  @Test("A call that was opened shows its arguments, and those that are left after a comma")
  func arguments() throws {
    #expect(hint("rsi(")?.hasPrefix("[") == true)
    #expect(hint("rsi(")?.contains("period=14") == true)
    let rest = try #require(hint("bbands(20, "))
    #expect(!rest.contains("period") && rest.hasSuffix(")"))
    let named = try #require(hint("bbands(close, deviation=\"sample\", "))
    #expect(!named.contains("deviation"))
    #expect(hint("highest(")?.hasPrefix("x, n") == true || hint("highest(")?.contains("period") == true)
    #expect(hint("print max(abs(1), ")?.hasSuffix(")") == true)
  }

  @Test("A command's word shows how it continues")
  func usage() {
    #expect(hint("run ") == "\"FILE.tas\" [NAME=VALUE …]")
    #expect(hint("print 1; run ") == "\"FILE.tas\" [NAME=VALUE …]")
    #expect(hint("let ") == "NAME = EXPR")
  }

  @Test("Elsewhere there is none")
  func nothing() {
    for text in ["", "rsi", "rsi(14) ", "print \"rsi(", "# rsi(", "nonsense(", "run setup.tas ", "quit "] {
      #expect(hint(text) == nil, "\(text)")
    }
  }
}
