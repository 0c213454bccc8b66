import Language
import Sessions
import Shell
import TestSupport
import Testing

@Suite("Any text is read to its end")
struct RobustnessTests {
  static let statements = [
    "let a = -2^2 # -4", "print 10M, 10m, 5bp, 15x", "close @ BRK.B ; close @ \"BTC-USD\"",
    "show (close between 10 and 20) last 10 to \"x.csv\"",
    "strategy t(n = 3) {\n size: exit long when close < ema(9)\n up: enter long when close > ema(9)\n  and v > 3\n stop at x }",
    "backtest s(a=2..3 step 1) as one with cash 100k, commission 0.1% on GOOG, MSFT since 2010",
    "dcf X { revenue = 1B, shares = 1M ; growth = [8%, 7%,\n 6%]\nterminal = 15x ebitda }",
    "dcf growth=10% to 4% for 5y then to 3% by year 7, margin = 32% to \"x.csv\"",
    "load \"data/${symbol}.csv\" as GOOG ; use EURUSD=X", "let b = 1500-20", "time > 2012-01-31T14:30+01:00",
    "sensitivity base discount = 7%..11% step 1%, growth + -2pp..2pp", "solve margin = to ? by year 5",
    "dcf C { part aero { growth = 8% to 3%; margin = 20% }, part e { value = 12x ebitda 2.1B }\n options = [8M at 20 life 4y volatility 35%] }",
    "dcf bull = base with growth[3] = 1%, capex = 10% of change, rating = A+",
    "simulate base 100_000 runs growth + normal(0pp, 2pp) between -3pp and 3pp, correlation growth margin 0.4 seed 42",
    "f(a, b = 'x\\u{41}')[3].y @ 1d @ MSFT", "run \"a.tas\" n=7 d='x'", "set commission = 0.1%, fill close",
    "indicator gap(n = 20) = zscore(close, n) \\\n - 3 start 0",
  ]

  /// Reads bytes to the end and checks that each step advances and each place lies in the text.
  private func read(_ bytes: [UInt8]) {
    var sources = SourceMap()
    let source = sources.add(name: "s.tas", bytes: bytes)
    var parser = Parser(source: source, bytes: bytes, commands: CommandTable.syntaxes)
    var steps = 0
    while steps <= bytes.count + 1 {
      steps += 1
      do throws(Diagnostic) {
        guard let statement = try parser.next() else { return }
        #expect(statement.span.start >= 0 && statement.span.end <= bytes.count)
      } catch {
        for label in error.labels {
          #expect(label.span.start >= 0 && label.span.end <= bytes.count, "\(error) in \(bytes)")
        }
        #expect(!error.labels.isEmpty)
        _ = DiagnosticReport(error, sources: sources).text
        parser.recover()
      }
    }
    Issue.record("the parser does not advance in \(bytes)")
  }

  @Test("Random bytes", arguments: 0..<8)
  func randomBytes(seed: Int) {
    var generator = Dice(UInt64(seed))
    for _ in 0..<500 {
      let count = Int.random(in: 0..<80, using: &generator)
      read((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
  }

  @Test("Random pieces of the language", arguments: 0..<8)
  func randomPieces(seed: Int) {
    var generator = Dice(UInt64(seed) &+ 100)
    let pieces =
      [
        "(", ")", "[", "]", "{", "}", "\"", "'", "$", "${", "\\", "#", "\n", ";", ",", "=", "==", "..", ".",
        "@",
        "-", "%", "^", ":", "let ", "dcf ", "strategy ", "enter long when ", "stop ", "at ", "to ", "then ",
        "for ",
        "by ", "as ", "last ", "between ", "and ", "not ", "crosses ", "close", "x", "2012-01", "2012-",
        "14:",
        "1e", "10M", "5%", "é", "\u{FEFF}", "\r\n", "\t", "load ", "save ", "sweep ", "solve ", "set ",
        "run ", "with ",
        "where ", "print ", "show ", "?",
      ] + CommandTable.syntaxes.map { $0.name + " " }
    for _ in 0..<500 {
      let count = Int.random(in: 0..<20, using: &generator)
      read(Array((0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined().utf8))
    }
  }

  @Test("Changed statements", arguments: 0..<8)
  func mutations(seed: Int) {
    var generator = Dice(UInt64(seed) &+ 200)
    for _ in 0..<300 {
      var bytes = Array((Self.statements.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 1..<4, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 2: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
        default: bytes.removeLast(bytes.count - place)
        }
      }
      read(bytes)
    }
  }

  @Test("Every beginning of a statement can be completed and asked for its end")
  func beginnings() {
    for statement in Self.statements {
      var text = ""
      for character in statement {
        text.append(character)
        let expectations = Parser.expectations(in: text, commands: CommandTable.syntaxes)
        #expect(expectations.start >= 0 && expectations.start <= text.utf8.count)
        _ = Parser.isComplete(text, commands: CommandTable.syntaxes)
        read(Array(text.utf8))
      }
    }
  }

  @Test("After an error the next line outside the statement's brackets is read")
  func recovery() throws {
    func names(_ text: String) -> [String] {
      var parser = Parser(source: SourceID(0), text: text, commands: CommandTable.syntaxes)
      var names: [String] = []
      while true {
        do throws(Diagnostic) {
          guard let statement = try parser.next() else { return names }
          if case .definition(let definition) = statement.kind { names.append(definition.name) }
        } catch {
          names.append("!\(error.code.name)")
        }
      }
    }
    #expect(names("let a = 1\nx = 2\nlet b = 3") == ["a", "!missing-let", "b"])
    #expect(names("let a = ; let b = 1\nlet c = 2") == ["!unexpected-token", "c"])
    #expect(
      names("strategy s {\n  entr long when a\n  let x = 1\n}\nlet b = 3") == ["!unknown-clause", "b"]
    )
    #expect(names("let a = f(1,\n 2 2,\n 3)\nlet b = 1") == ["!unexpected-token", "b"])
    #expect(names("let a = (1\nlet b = 2") == ["!unexpected-token"])
    #expect(names("let a = \"x\nlet b = 2") == ["!unclosed-text", "b"])
    #expect(names("let a = \"x\nlet b = \"y\"\nlet c = 2") == ["!unclosed-text", "b", "c"])
    #expect(names("let a = max(\"x, [1])\nlet b = \"y\"") == ["!unclosed-text", "b"])
    #expect(names("strategy s {\n  let a = f(\"x)\n  let c = 1\n}\nlet b = 2") == ["!unclosed-text", "b"])
    #expect(names("let a = \"x\\\nlet b = 2") == ["!unclosed-text", "b"])
    #expect(names("solve\nlet a = 1\nlet b = 2") == ["!unexpected-token", "a", "b"])
    #expect(names("x = 2 # (\nlet b = 2") == ["!missing-let", "b"])
    #expect(names("x = \"(\"\nlet b = 2") == ["!missing-let", "b"])
    #expect(names("scan U: close,\n a\nlet b = 2").suffix(1) == ["b"])
    #expect(names("a < b < c ; let d = 1\nlet b = 2") == ["!chained-comparison", "b"])
    #expect(names("x = 3 )\nlet b = 2") == ["!missing-let", "b"])
  }

  @Test("A statement that failed when it ran is skipped up to the next line too")
  func recoveryAfterRun() throws {
    var parser = Parser(
      source: SourceID(0),
      text: "load x.csv; let a = 1\nlet b = 2",
      commands: CommandTable.syntaxes
    )
    _ = try parser.next()
    parser.recover()
    guard case .definition(let definition)? = try parser.next()?.kind else {
      Issue.record("no definition")
      return
    }
    #expect(definition.name == "b")
  }
}
