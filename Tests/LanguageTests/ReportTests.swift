import Language
import Testing

@Suite("How diagnostics are drawn")
struct ReportTests {
  private func draw(
    _ text: String,
    name: String = "s.tas",
    labels: [(Range<Int>, String)],
    hints: [String] = []
  ) -> String {
    var sources = SourceMap()
    let source = sources.add(name: name, text: text)
    var diagnostic = Diagnostic(code: Diagnostic.Code(engine: "some-code"), "something is wrong", at: nil, hints: hints)
    diagnostic.labels = labels.map {
      Diagnostic.Label(SourceSpan(source, $0.0.lowerBound, $0.0.upperBound), $0.1)
    }
    return DiagnosticReport(diagnostic, sources: sources).text
  }

  @Test("Sentences are broken at words where the terminal is narrow, and lines of the input are not")
  func narrow() throws {
    var sources = SourceMap()
    let text = "show alpha, beta, gamma, delta, epsilon"
    let source = sources.add(name: "prompt", text: text)
    let diagnostic = Diagnostic(
      .unknownName, "there is no value called alpha in this session", at: SourceSpan(source, 5, 10),
      hints: ["`names` lists those that there are, and `let alpha = 1` makes one"])
    let report = DiagnosticReport(diagnostic, sources: sources, width: 30)
    #expect(
      report.text == """
        error: there is no value
          called alpha in this session
          [unknown-name]
           | show alpha, beta, gamma, delta, epsilon
           |      ^^^^^
           = `names` lists those that
             there are, and `let alpha
             = 1` makes one
        """)
    // The words are the same, and each stays whole.
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(report.text) == words(DiagnosticReport(diagnostic, sources: sources).text))
  }

  @Test("A script's line has its place, the prompt's has none")
  func places() {
    let text = "let a = 1\nshow clsoe, rsi(14)"
    #expect(
      draw(text, labels: [(15..<20, "")], hints: ["did you mean `close`?"]) == """
        error: something is wrong [some-code]
          --> s.tas:2:6
           | show clsoe, rsi(14)
           |      ^^^^^
           = did you mean `close`?
        """
    )
    for name in ["prompt", "-c"] {
      #expect(
        draw("show clsoe", name: name, labels: [(5..<10, "here")]) == """
          error: something is wrong [some-code]
             | show clsoe
             |      ^^^^^ here
          """
      )
    }
  }

  @Test("Carets stand under what is seen: tabs, wide characters, marks")
  func widths() {
    #expect(
      draw("\tab\tcd", labels: [(4..<6, "")]) == """
        error: something is wrong [some-code]
          --> s.tas:1:5
           |     ab  cd
           |         ^^
        """
    )
    #expect(
      draw("'日本' + x", labels: [(11..<12, "")]) == """
        error: something is wrong [some-code]
          --> s.tas:1:8
           | '日本' + x
           |          ^
        """
    )
    #expect(
      draw("'日本' + x", labels: [(1..<7, "")]).hasSuffix("\n   |  ^^^^")
    )
    #expect(
      draw("'e\u{301}' x", labels: [(6..<7, "")]).hasSuffix("\n   |     ^")
    )
  }

  @Test("A place of several lines is shown by its first and its last line")
  func severalLines() {
    let text = "strategy s {\n  stop 2%\n  size 5%\n}"
    #expect(
      draw(text, labels: [(9..<34, "all of it")]) == """
        error: something is wrong [some-code]
          --> s.tas:1:10
           | strategy s {
           |          ^^^
           …
           | }
           | ^ all of it
        """
    )
  }

  @Test("A long line is cut around its place")
  func longLines() {
    let text = String(repeating: "a + ", count: 100) + "b" + String(repeating: " + c", count: 100)
    let lines = draw(text, labels: [(400..<401, "")]).split(separator: "\n")
    #expect(lines[2].count < 120)
    #expect(lines[2].contains("…a + ") || lines[2].contains("…"))
    let caret = lines[3].firstIndex(of: "^").map { lines[3].distance(from: lines[3].startIndex, to: $0) }
    let place = lines[2].firstIndex(of: "b").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
    #expect(caret == place)
  }

  @Test("Control characters do not reach the terminal")
  func control() {
    let drawn = draw("a \u{1B}[31m\u{7} b", labels: [(0..<1, "\u{1B}x")], hints: ["\u{1B}]0;t"])
    #expect(!drawn.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("Places that do not fit their text do not crash")
  func misfits() {
    for range in [0..<0, 3..<3, 50..<60, 2..<500] {
      #expect(draw("ab\n", labels: [(range, "x")]).hasPrefix("error: something is wrong [some-code]\n"))
    }
    #expect(draw("", labels: [(0..<0, "")]).hasSuffix("^"))
  }

  @Test("An error can point at a line that was typed earlier")
  func earlierLine() {
    var sources = SourceMap()
    let first = sources.add(name: "prompt", text: "let m = max_of(high)")
    let second = sources.add(name: "prompt", text: "show m")
    let diagnostic = Diagnostic(.lookAheadInRule, "later bars", at: SourceSpan(second, 5, 6))
      .pointing(at: SourceSpan(first, 8, 20), "comes from here")
    #expect(
      DiagnosticReport(diagnostic, sources: sources).text == """
        error: later bars [hindsight-in-rule]
           | show m
           |      ^
          --> an earlier line
           | let m = max_of(high)
           |         ------------ comes from here
        """
    )
  }

  @Test("Pieces have their roles")
  func roles() {
    var sources = SourceMap()
    let source = sources.add(name: "s.tas", text: "ab")
    let warning = Diagnostic(
      code: Diagnostic.Code(engine: "c"),
      "m",
      at: SourceSpan(source, 0, 1),
      label: "l",
      hints: ["h"],
      severity: .warning
    )
    let pieces = DiagnosticReport(warning, sources: sources).pieces.filter { $0.role != .frame }
    #expect(pieces.map(\.text) == ["warning", "m", " [c]", "s.tas:1:1", "ab", "^", " l", "h"])
    #expect(
      pieces.map(\.role) == [
        .severity(.warning), .message, .code, .location, .source, .caret(.warning), .label, .hint,
      ]
    )
  }
}

@Suite("The texts of a session")
struct SourceMapTests {
  @Test("Offsets have their lines")
  func lines() {
    var sources = SourceMap()
    let first = sources.add(name: "a", text: "ab\n\ncd\n")
    let second = sources.add(name: "b", text: "")
    #expect([0, 2, 3, 4, 6, 7, 99].map { sources.line(of: $0, in: first) } == [1, 1, 2, 3, 3, 4, 4])
    #expect(sources.line(of: 0, in: second) == 1)
    #expect(sources.line(of: -5, in: first) == 1)
    #expect(sources.line(of: 0, in: SourceID(7)) == 1)
    #expect(sources.text(of: SourceSpan(first, 4, 6)) == "cd")
    #expect(sources.text(of: SourceSpan(first, 4, 60)) == "")
    #expect(sources.text(of: SourceSpan(first, -4, 2)) == "")
  }
}
