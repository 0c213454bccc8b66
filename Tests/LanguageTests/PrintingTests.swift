import Foundation
import Language
import Sessions
import Shell
import TestSupport
import Testing

@Suite("What is printed reads back as the same tree")
struct PrintingTests {
  /// A random tree of which every node can be written.
  private struct Trees {
    var generator: Dice
    private static let nowhere = SourceSpan(SourceID(0), 0, 0)

    mutating func tree(_ depth: Int) -> Language.Expression {
      let nowhere = Self.nowhere
      guard depth > 0 else { return leaf() }
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...3:
        let sign = BinaryOperator.allCases.randomElement(using: &generator) ?? .add
        return .binary(sign, tree(depth - 1), tree(depth - 1), operatorSpan: nowhere)
      case 4: return .unary(.negate, tree(depth - 1), operatorSpan: nowhere)
      case 5: return .unary(.not, tree(depth - 1), operatorSpan: nowhere)
      case 6: return .between(tree(depth - 1), tree(depth - 1), tree(depth - 1), operatorSpan: nowhere)
      case 7: return .lag(tree(depth - 1), tree(depth - 1), nowhere)
      case 8: return .field(tree(depth - 1), "upper", nameSpan: nowhere)
      case 9:
        let contexts: [[Context]] = [
          [.timeframe("1d", nowhere)], [.symbol("BRK.B", nowhere)], [.symbol("BTC-USD", nowhere)],
          [.symbol("^GSPC", nowhere), .timeframe("1w", nowhere)], [.symbol("D1", nowhere)],
          [.symbol("EURUSD=X", nowhere)], [.symbol("a\"b", nowhere)],
        ]
        return .context(tree(depth - 1), contexts.randomElement(using: &generator) ?? [], nowhere)
      case 10:
        return .list((0...Int.random(in: 0..<3, using: &generator)).map { _ in tree(depth - 1) }, nowhere)
      default:
        let positional = (0..<Int.random(in: 0..<3, using: &generator)).map { _ in
          CallArgument(value: tree(depth - 1))
        }
        let named =
          Bool.random(using: &generator)
          ? [CallArgument(name: "width", nameSpan: nowhere, value: tree(depth - 1))] : []
        return .call("bbands", nameSpan: nowhere, arguments: positional + named, nowhere)
      }
    }

    private mutating func leaf() -> Language.Expression {
      let literals: [Literal] = [
        .number(NumberLiteral(digits: "12")), .number(NumberLiteral(digits: "0.5", suffix: .percent)),
        .number(NumberLiteral(digits: "1e-3")), .number(NumberLiteral(digits: "15", suffix: .multiple)),
        .duration(DurationLiteral(6, .months)), .bars(1), .bars(20), .date(.month(year: 2012, month: 1)),
        .date(.day(year: 2012, month: 1, day: 31)), .date(.today), .timeOfDay(minutes: 570),
        .date(
          .time(year: 2012, month: 1, day: 2, hour: 3, minute: 4, second: 5, offsetMinutes: -90)
        ),
        .text("a \"b\" \n\\ 'c' $d ü 😀\u{1}"), .text(""), .truth(true),
      ]
      guard Bool.random(using: &generator), let literal = literals.randomElement(using: &generator) else {
        return .name(["close", "fast", "_", "last"].randomElement(using: &generator) ?? "x", Self.nowhere)
      }
      return .literal(literal, Self.nowhere)
    }
  }

  @Test("Random trees", arguments: 0..<20)
  func randomTrees(seed: Int) throws {
    var trees = Trees(generator: Dice(UInt64(seed)))
    for _ in 0..<200 {
      let tree = trees.tree(Int.random(in: 0..<6, using: &trees.generator))
      let text = tree.description
      let read = try expression(text)
      #expect(read.isEquivalent(to: tree), "\(text) became \(read.grouped), not \(tree.grouped)")
      #expect(read.description == text)
    }
  }

  @Test(
    "No parentheses but those that are needed",
    arguments: [
      ("((a + b)) * (c)", "(a + b) * c"), ("(a * b) + c", "a * b + c"), ("a - (b - c)", "a - (b - c)"),
      ("(a - b) - c", "a - b - c"), ("-(2 ^ 2)", "-2^2"), ("(-2) ^ 2", "(-2)^2"), ("2 ^ (3 ^ 2)", "2^3^2"),
      ("(2 ^ 3) ^ 2", "(2^3)^2"), ("2 ^ (-1)", "2^-1"), ("not (a and b)", "not (a and b)"),
      ("(not a) and b", "not a and b"), ("not (a < b)", "not a < b"), ("(a < b) == c", "(a < b) == c"),
      ("a or (b or c)", "a or (b or c)"), ("(a @ 1d)[1]", "(a @ 1d)[1]"), ("(2).x", "(2).x"),
      ("f(n=2)", "f(n = 2)"), ("1_000", "1000"),
    ]
  )
  func minimal(text: String, expected: String) throws {
    #expect(try expression(text).description == expected)
  }

  @Test(
    "Definitions, strategies and valuations",
    arguments: [
      "let threshold = 30", "param symbol = \"SPY\"", "indicator fast = ema(close, 12)",
      "indicator gap(n = 20, k = 2) = zscore(close, n) - k",
      "indicator trend = if(close > high[1], 1, if(close < low[1], -1, trend[1])) start 0",
      "strategy s(at = 3, risk = 1%) { stop at; target at at; size (risk); trail (at) }",
      "strategy s { enter long at limit close * 0.98 for 3 bars when x; enter short at stop lowest(low, 20) when y }",
      "strategy s(n = 2) { enter long at close when x; enter short at limit (-x) for n + 1 bars when y }",
      "strategy s(n = 2) { enter long when x; exit after 2 * n + 1 bars }",
      "strategy s { a: enter short when x; exit when y; exit after n bars; size 100 shares; allow 3 entries }",
      "portfolio p(n = 2) { on SPY, \"BTC-USD\"; let m = close; long when m > sma(m, 200); rank by returns(126) desc; hold n + 1 }",
      "portfolio p { on U; rank by rsi(14) asc; hold 3; weight 1 / stdev(close, 20); limit 30%; rebalance weekly; cash SHV }",
      "portfolio p { on U; hold 3; group by sector hold 2 limit 40% }",
      "portfolio p { on U; group by industry limit x }",
      "strategy s { size risk (risk); stop (-x); let at = 3 }",
      "strategy s(n = 2) { stop at close * 0.98 on close; trail at lowest(low, 10); wait n bars after stop; once a day }",
      "strategy s(part = 50%) { exit long 50% when x; exit (part) when y; exit short part when z; target 6% for 2 * part }",
      "strategy s { enter long when x; exit at session close; once a day }",
      "strategy s { enter long when x; size 15% / hv(20) of equity; resize weekly }",
      "strategy s { enter long when x; size 1 * y of equity; resize monthly when off by 10% }",
      "strategy s(hedge = 2) { legs KO, -hedge * PEP; enter long when x }",
      "strategy s { legs -A, 2 * B, (x + 1) * \"BRK.B\"; enter short when y; exit after 3 bars }",
      "strategy s(n = 2) { stop 3 * atr(14) on close; trail (-n) + 1; wait 2 * n + 1 bars }",
      "strategy s { size 50% of equity; stop at close * 0.98; target 6% }",
      "dcf", "dcf growth = 6% to 3%, margin + 2pp, tax * 1.1, capex - (a + b), x / (-2)",
      "dcf base with growth = 30% for 5y then to 4% by year 8 then [1%, 2%] by 2030",
      "dcf AAPL { revenue = 1B, terminal = 15x ebitda; discounting = mid-year\nmargin to 34%\nx = y }",
      "dcf \"a b\" { x = 1 }", "dcf \"$a/b\" { x = 1 }",
      "dcf bull = base with growth + 3pp, margin to 34%", "dcf \"Bull 2026\" = base with aero.margin = 22%",
      "dcf X { rating = A+; capex = 10% of change, failure_proceeds = 50% of book; growth[3] = 1% }",
      "dcf X { options = 8M at 20 life 4y volatility 35%; date = 2026-01-30; allow stale-base; model = ddm }",
      "dcf X { options = [8M at 20, 5M at 60 life 4y volatility 35%]\nresearch = [1B, 2B] }",
      "dcf C { part aero { revenue = 38B; growth = 8% to 3% }\n part energy { value = 12x ebitda 2.1B }; segment s { x = 1 } }",
      "dcf AAPL drivers platform { active_users = 18%, preset bear relative } like \"investor\"",
      "dcf AAPL drivers asset_heavy financial { capacity_utilization = 75% to 80% }", "dcf preset bear",
      "dcf revenue = [420B, 455B] then growth 6%, operating_income = [1B] then margin to 30%, capex = [75B] then to 8%",
      "dcf growth = 6% because \"guidance of the \\\"April\\\" call\", margin to 34% because \"mix $x\", tax + 1pp because \"x\"",
      "dcf depreciation = 80% of capex, capex to depreciation by year 10, terminal = growth, rating = A- because \"S&P\"",
      "dcf X { options = [8M at 20 life 8.4y volatility 35%, 5M at 60 volatility 30% life 2.5y] }",
      "dcf growth = (6% to 3%) + 2pp, margin = ((20% for 3y then to 30%) + 2pp) * (a + b), tax = ([1%, 2%] then hold) / 2",
      "dcf terminal = (12x ebitda) * 1.1 because \"mix\", capex = (10% of change) - 1pp, growth = (8% - 2%) * 2",
      "dcf base", "dcf base @ MSFT to \"x.xlsx\"", "dcf base as b", "dcf \"Bull 2026\"",
      "dcf bull @ MSFT with growth + 1pp", "dcf bear = base @ \"BRK.B\" with growth - 1pp",
      "dcf AAPL with assumptions of \"Q3 view\"", "dcf AAPL with assumptions of q3, growth = 5%",
    ]
  )
  func statements(text: String) throws {
    let printed: (Statement) throws -> String = { statement in
      switch statement.kind {
      case .definition(let definition): definition.description
      case .strategy(let strategy): strategy.description
      case .valuation(let valuation): valuation.description
      default: throw Unexpected(what: text)
      }
    }
    let first = try printed(try parseOne(text))
    #expect(try printed(try parseOne(first)) == first)
    #expect(first.contains("at)") == (text.contains("trail (at)")))
  }

  @Test(
    "Every example of the language's document can be read",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
  func document() throws {
    let text = try FileContents.text(SharedFolder.file("design/language.md"))
    var count = 0
    for block in text.components(separatedBy: "```").enumerated().filter({ $0.offset % 2 == 1 }) {
      // The document's own shorthand: `a · b` for two statements, `[x]` for an optional part.
      let code = block.element.replacingOccurrences(of: " · ", with: "\n")
        .replacing(/\[(where COND|RESULT|where profit > 0|sort by profit|last 20|by weekday|with trades)\]/) {
          String($0.output.1)
        }
        .replacing(
          /\[(timeframe 1w|by year|by month\|day|for price\|value 200|AAPL|since 2024|name=value …)\]/
        ) {
          $0.output.1.contains("1w") ? String($0.output.1) : ""
        }
        .replacing(/\[(session regular ‡|"file.json"|, "message")\]/) {
          $0.output.1.contains("‡") ? "" : String($0.output.1)
        }
        .replacing(/RESULT +(stats|drawdowns|calendar)/) { "RESULT\n" + $0.output.1 }
        .replacingOccurrences(of: "where COND", with: "where close > 3").replacingOccurrences(
          of: "‡",
          with: ""
        )
        .replacingOccurrences(of: "                        (and the", with: "# (")
      var parser = Parser(source: SourceID(0), text: code, commands: CommandTable.syntaxes)
      reading: while true {
        do throws(Diagnostic) {
          guard let statement = try parser.next() else { break reading }
          count += 1
          if case .expression(let expression, _) = statement.kind {
            let again = try Parser.expression(parsing: expression.description, source: SourceID(0))
            #expect(again.isEquivalent(to: expression))
          }
        } catch {
          var sources = SourceMap()
          _ = sources.add(name: "language.md", text: code)
          Issue.record("\(DiagnosticReport(error, sources: sources).text)")
          parser.recover()
        }
      }
    }
    #expect(count > 50, "\(count) statements were read")
  }
}
