import Language
import Testing

@Suite("How expressions group")
struct PrecedenceTests {
  @Test(
    "Operators bind as the language says",
    arguments: [
      ("-2^2", "(-(2 ^ 2))"),
      ("2^3^2", "(2 ^ (3 ^ 2))"),
      ("2^-1", "(2 ^ (-1))"),
      ("2^-x^2", "(2 ^ (-(x ^ 2)))"),
      ("--a", "(-(-a))"),
      ("-a * b", "((-a) * b)"),
      ("a * -b", "(a * (-b))"),
      ("a - b - c", "((a - b) - c)"),
      ("a - -b", "(a - (-b))"),
      ("a / b * c", "((a / b) * c)"),
      ("a + b * c ^ d", "(a + (b * (c ^ d)))"),
      ("1500 - 20", "(1500 - 20)"),
      ("a < b + 1", "(a < (b + 1))"),
      ("not a < b", "(not (a < b))"),
      ("not a and b", "((not a) and b)"),
      ("not not a", "(not (not a))"),
      ("a or b and c", "(a or (b and c))"),
      ("a and b or c and d", "((a and b) or (c and d))"),
      ("a or not b", "(a or (not b))"),
      ("a crosses above b + c", "(a crosses above (b + c))"),
      ("a crosses below b and c", "((a crosses below b) and c)"),
      ("a crosses b", "(a crosses b)"),
      ("x between 1 and 2", "(x between 1 and 2)"),
      ("x between 1 and 2 and y", "((x between 1 and 2) and y)"),
      ("x between a + 1 and b * 2 or c", "((x between (a + 1) and (b * 2)) or c)"),
      ("not x between 0 and 100", "(not (x between 0 and 100))"),
      (
        "rsi(14)[5] between 0 and 100 and close[5] > 0", "((rsi(14)[5] between 0 and 100) and (close[5] > 0))"
      ),
      ("a[1][2]", "a[1][2]"),
      ("f(x).y[3].z", "f(x).y[3].z"),
      ("-a[1]", "(-a[1])"),
      ("a[1]^2", "(a[1] ^ 2)"),
      ("close[1] @ 1d", "(close[1] @ 1d)"),
      ("(close @ 1d)[1]", "(close @ 1d)[1]"),
      ("close @ MSFT - close", "((close @ MSFT) - close)"),
      ("close@MSFT-close", "((close @ MSFT) - close)"),
      ("close @ MSFT @ 1d", "(close @ MSFT @ 1d)"),
      ("-close @ 1d", "(-(close @ 1d))"),
      ("close @ 1d ^ 2", "((close @ 1d) ^ 2)"),
      ("close @ BRK.B", "(close @ BRK.B)"),
      ("close @ ^GSPC", "(close @ ^GSPC)"),
      ("close @ EURUSD=X", "(close @ EURUSD=X)"),
      ("close @ \"BTC-USD\"", "(close @ \"BTC-USD\")"),
      ("close @ D1", "(close @ 1d)"),
      ("close @ MSFT==3", "((close @ MSFT) == 3)"),
      ("count(not (rsi(14) > 30), 20)", "count((not (rsi(14) > 30)), 20)"),
      ("bbands(close, period=20, width=2).upper", "bbands(close, period=20, width=2).upper"),
      ("[5, 10, 20]", "[5, 10, 20]"),
      ("sma(close, 200 bars) - 1 bar", "(sma(close, 200 bars) - 1 bar)"),
      ("x.and", "x.and"),
      ("last(close)", "last(close)"),
      ("today - 2y", "(today - 2y)"),
      ("time <= 2012-01-31", "(time <= 2012-01-31)"),
      ("clock > 14:30", "(clock > 14:30)"),
      ("a\\\n + b", "(a + b)"),
      ("a +\n b", "(a + b)"),
      ("a and # why\n\n b", "(a and b)"),
      ("f(a,\n\n  b\n)", "f(a, b)"),
      ("(a\n + b)", "(a + b)"),
      ("a crosses\n above b", "(a crosses above b)"),
    ]
  )
  func groups(text: String, expected: String) throws {
    #expect(try grouped(text) == expected)
  }

  @Test(
    "Literals keep what was written",
    arguments: [
      ("12", .number(NumberLiteral(digits: "12"))),
      ("1_000_000", .number(NumberLiteral(digits: "1000000"))),
      ("0.5", .number(NumberLiteral(digits: "0.5"))),
      ("1e-3", .number(NumberLiteral(digits: "1e-3"))),
      ("1E+3", .number(NumberLiteral(digits: "1e3"))),
      ("10k", .number(NumberLiteral(digits: "10", suffix: .thousand))),
      ("4.2M", .number(NumberLiteral(digits: "4.2", suffix: .million))),
      ("391B", .number(NumberLiteral(digits: "391", suffix: .billion))),
      ("1.1T", .number(NumberLiteral(digits: "1.1", suffix: .trillion))),
      ("15x", .number(NumberLiteral(digits: "15", suffix: .multiple))),
      ("2%", .number(NumberLiteral(digits: "2", suffix: .percent))),
      ("5bp", .number(NumberLiteral(digits: "5", suffix: .basisPoints))),
      ("3pp", .number(NumberLiteral(digits: "3", suffix: .percentagePoints))),
      ("10m", .duration(DurationLiteral(10, .minutes))),
      ("10M", .number(NumberLiteral(digits: "10", suffix: .million))),
      ("6mo", .duration(DurationLiteral(6, .months))),
      ("1q", .duration(DurationLiteral(1, .quarters))),
      ("200 bars", .bars(200)),
      ("1 bar", .bars(1)),
      ("2012-01", .date(.month(year: 2012, month: 1))),
      ("2012-02-29", .date(.day(year: 2012, month: 2, day: 29))),
      (
        "2012-01-31T14:30",
        .date(.time(year: 2012, month: 1, day: 31, hour: 14, minute: 30, second: 0, offsetMinutes: nil))
      ),
      (
        "2012-01-31T14:30:15Z",
        .date(.time(year: 2012, month: 1, day: 31, hour: 14, minute: 30, second: 15, offsetMinutes: 0))
      ),
      (
        "2012-01-31T14:30-05:30",
        .date(.time(year: 2012, month: 1, day: 31, hour: 14, minute: 30, second: 0, offsetMinutes: -330))
      ),
      ("9:30", .timeOfDay(minutes: 570)),
      ("14:30", .timeOfDay(minutes: 870)),
      ("\"a \\\"b\\\" \\n\\t\\\\ \\u{1F600}\"", .text("a \"b\" \n\t\\ 😀")),
      ("'it costs $5'", .text("it costs $5")),
      ("true", .truth(true)),
      ("today", .date(.today)),
    ] as [(String, Literal)]
  )
  func literals(text: String, expected: Literal) throws {
    guard case .literal(let literal, let span) = try expression(text) else {
      Issue.record("\(text) is not a literal")
      return
    }
    #expect(literal == expected)
    #expect(span == SourceSpan(SourceID(0), 0, text.utf8.count))
  }

  @Test("A number is rounded once, from the decimal that was written")
  func values() {
    #expect(NumberLiteral(digits: "2", suffix: .percent).value == 0.02)
    #expect(NumberLiteral(digits: "5", suffix: .basisPoints).value == 0.0005)
    #expect(NumberLiteral(digits: "4.2", suffix: .million).value == 4_200_000)
    #expect(NumberLiteral(digits: "1e-3", suffix: .thousand).value == 1)
  }

  @Test("Places cover what they stand for")
  func spans() throws {
    let text = "close[1] + bbands(20, width = 2).upper @ 1d"
    let map = text.utf8.map { $0 }
    func slice(_ span: SourceSpan) -> String { String(decoding: map[span.start..<span.end], as: UTF8.self) }
    guard case .binary(.add, let left, let right, let sign) = try expression(text),
      case .context(.field(let call, _, let field), let contexts, _) = right,
      case .timeframe(_, let timeframe) = contexts[0], case .call(_, let name, let arguments, _) = call
    else {
      Issue.record("another tree")
      return
    }
    #expect(slice(left.span) == "close[1]")
    #expect(slice(sign) == "+")
    #expect(slice(right.span) == "bbands(20, width = 2).upper @ 1d")
    #expect(slice(call.span) == "bbands(20, width = 2)")
    #expect(slice(field) == "upper")
    #expect(slice(timeframe) == "1d")
    #expect(slice(name) == "bbands")
    #expect(arguments[1].nameSpan.map(slice) == "width")
  }
}
