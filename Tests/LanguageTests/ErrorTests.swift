import Foundation
import Language
import Sessions
import Shell
import Testing

@Suite("What errors say")
struct ErrorTests {
  /// The report about the first error or warning of a text in the file `s.tas`.
  private func report(_ text: String) -> String? {
    var sources = SourceMap()
    let source = sources.add(name: "s.tas", text: text)
    var parser = Parser(source: source, text: text, commands: CommandTable.syntaxes)
    do throws(Diagnostic) {
      while try parser.next() != nil {
        if let warning = parser.warnings.first { return DiagnosticReport(warning, sources: sources).text }
      }
      return nil
    } catch {
      return DiagnosticReport(error, sources: sources).text
    }
  }

  @Test("Every error is reported in full", arguments: ErrorTexts.cases)
  func fullText(text: String, expected: String) {
    #expect(report(text) == expected)
  }

  @Test(
    "Errors stand where the mistake is",
    arguments: [
      ("rsi(close, 1️⃣)", "unexpected-token"),
      ("1️⃣clsoe 3", "unknown-command"),
      ("show close 1️⃣wher a", "unknown-clause"),
      ("show a where b 1️⃣= 3", "foreign-spelling"),
      ("a 1️⃣&& b", "foreign-spelling"),
      ("strategy s {\n  enter long when close 1️⃣|| open\n}", "foreign-spelling"),
      ("print \"a\", 1️⃣\"b", "unclosed-text"),
      ("show 1️⃣(close", "unclosed-bracket"),
      ("let 1️⃣high = 3", "reserved-name"),
      ("load sample1️⃣", "unexpected-token"),
      ("dcf X { growth 1️⃣3% }", "unexpected-token"),
      ("strategy s { a: stop 2%\n 1️⃣a: exit when b }", "duplicate-label"),
      ("backtest s with cash 1k 1️⃣with cash 2k", "duplicate-clause"),
      ("show close to \"x\" 1️⃣last 3", "unexpected-token"),
      ("portfolio p { on A; 1️⃣hodl 3 }", "unknown-clause"),
      ("1️⃣a = 3 + b", "missing-let"),
      ("close @ 1d @ 1️⃣1w", "invalid-context"),
      ("let x = (a + b\n1️⃣let y = 2", "unexpected-token"),
    ]
  )
  func marked(text: String, code: String) throws {
    let mark = try #require(text.range(of: "1️⃣"))
    let offset = text[..<mark.lowerBound].utf8.count
    let error = firstError(text.replacingOccurrences(of: "1️⃣", with: ""))
    #expect(error?.code.name == code)
    #expect(error?.span?.start == offset)
  }

  @Test("Bytes that are not UTF-8 are an error with their place")
  func notUTF8() {
    for (bytes, place) in [
      (Array("let a = \u{22}".utf8) + [0xFF, 0x22], 9), (Array("a # ".utf8) + [0xC3], 4), ([0xE2, 0x82], 0),
      (Array("load x".utf8) + [0x80], 6),
    ] {
      var parser = Parser(source: SourceID(0), bytes: bytes, commands: CommandTable.syntaxes)
      var error: Diagnostic?
      do throws(Diagnostic) {
        while try parser.next() != nil {}
      } catch let caught {
        error = caught
      }
      #expect(error?.code.name == "invalid-utf8")
      #expect(error?.span?.start == place)
    }
  }

  @Test(
    "Deep nesting is an error, not a crash",
    arguments: [
      String(repeating: "(", count: 100_000),
      String(repeating: "[", count: 100_000),
      String(repeating: "-", count: 100_000) + "1",
      String(repeating: "not ", count: 100_000) + "a",
      String(repeating: "f(", count: 100_000),
      String(repeating: "2^", count: 100_000) + "2",
      String(repeating: "2^-", count: 100_000) + "2",
      "a" + String(repeating: " + a", count: 100_000),
      "a" + String(repeating: "[1]", count: 100_000),
      "a" + String(repeating: ".b", count: 100_000),
      "a" + String(repeating: " and a", count: 100_000),
    ]
  )
  func deep(text: String) {
    #expect(firstError(text)?.code.name == "nested-too-deeply")
  }

  @Test("Nesting up to the limit is read")
  func shallow() throws {
    let text = String(repeating: "(", count: 199) + "1" + String(repeating: ")", count: 199)
    #expect(try grouped(text) == "1")
    #expect(throws: Diagnostic.self) { try grouped("(((" + text) }
    _ = try grouped("a" + String(repeating: " + a", count: 400))
  }

  @Test("A byte order mark, CRLF and a first line for the system are not part of the program")
  func dialects() throws {
    #expect(try parse("\u{FEFF}#!/usr/bin/env tas\r\nlet a = 1\r\nshow close,\r\n  a\r\n").count == 2)
    #expect(firstError("\u{FEFF}close foo")?.span?.start == 9)
  }
}
