import Presentation
import Testing
import Text

@Suite("Maps, small lines and second axes in a terminal")
struct TerminalDrawingTests {
  private static let map = HeatMap(
    rowTitle: "fast", columnTitle: "slow", rows: ["5", "10"], columns: ["20", "40", "60"],
    values: [[0.1, -0.2, .nan], [0.4, 0.05, 0.2]], format: .fixed(2), scheme: .around(0),
    marked: .init(row: 1, column: 0))

  private func text(
    _ drawing: Picture.Drawing, width: Int = 60, color: Bool = false, unicode: Bool = true,
    depth: ColorDepth = .sixteen, isLight: Bool = false
  ) -> String {
    var renderer = TextRenderer(width: width, color: color, unicode: unicode)
    renderer.look.colorDepth = depth
    renderer.look.isLight = isLight
    return renderer.render(Document([.figure(.init("", drawing))]))
  }

  @Test("Without colour a map has shades, and a legend says what they mean")
  func shades() {
    #expect(
      text(.grid(Self.map)) == """
        fast \\ slow       20       40       60
        5           ░  0.10  ▒ -0.20        -
        10          █  0.40*    0.05  ▒  0.20
        ░▒▓█ the farther from 0.00

        """)
    #expect(text(.grid(Self.map), unicode: false).contains("#  0.40*"))
  }

  @Test("With many colours the fields have a background, which reaches to the end of the field")
  func painted() {
    let dark = text(.grid(Self.map), color: true, depth: .millions)
    #expect(dark.contains("\u{1B}[97;48;2;24;106;176m") && !dark.contains("█"))
    #expect(text(.grid(Self.map), color: true, depth: .palette).contains("\u{1B}[97;48;5;"))
    #expect(text(.grid(Self.map), color: true, depth: .millions, isLight: true).contains("\u{1B}[30;48;2;"))
    // Sixteen colours have no steps: the shades stay.
    #expect(text(.grid(Self.map), color: true).contains("█"))
  }

  @Test("What lies at the centre of a map has no colour, in a terminal and in a picture")
  func centre() {
    var map = HeatMap(
      rowTitle: "year", columnTitle: "", rows: ["2020"], columns: ["Jan", "Feb", "Mar"], values: [[0, 0.1, -0.1]],
      format: .percent(1), scheme: .around(0))
    let painted = text(.grid(map), color: true, depth: .millions)
    #expect(painted.matches(of: #/48;2;/#).count == 2)
    #expect(text(.grid(map)).contains("2020     0.0% █  10.0%"))
    let svg = SVGRenderer().render(Picture(title: "", [.init("", .grid(map))]))
    #expect(svg.matches(of: #/class="gain"/#).count == 1 && svg.contains(">0.0%<"))
    // Of values that rise from the least one, that one has the palest colour.
    map.scheme = .rising
    #expect(text(.grid(map), color: true, depth: .millions).matches(of: #/48;2;/#).count == 3)
  }

  @Test("On a light background no series is drawn in yellow or in a bright colour")
  func lightSeries() {
    let chart = Chart((0..<10).map { .line("s\($0)", [1, Double($0) + 2]) }, time: .ticks([.init(0, "a")]))
    let few = text(.chart(chart), width: 80, color: true, isLight: true)
    #expect(few.contains("\u{1B}[34m"))
    for code in ["33", "93", "96", "95", "92"] { #expect(!few.contains("\u{1B}[\(code)m"), "\(code)") }
    let many = text(.chart(chart), width: 80, color: true, depth: .palette, isLight: true)
    #expect(many.contains("\u{1B}[38;5;25m") && !many.contains("\u{1B}[36m"))
    #expect(text(.chart(chart), width: 80, color: true).contains("\u{1B}[36m"))
  }

  @Test("Columns that do not fit are put into blocks of about the same width", arguments: [40, 60, 80, 120, 250])
  func blocks(width: Int) {
    let columns = (1...23).map { "\($0)" }
    let map = HeatMap(
      rowTitle: "row", columnTitle: "column", rows: ["a", "b"], columns: columns,
      values: [columns.indices.map { Double($0) }, columns.indices.map { Double(-$0) }], format: .fixed(1),
      scheme: .around(0))
    let lines = text(.grid(map), width: width).split(separator: "\n")
    #expect(lines.allSatisfy { displayWidth($0) <= width })
    for column in columns { #expect(lines.contains { $0.split(separator: " ").contains(Substring(column)) }) }
  }

  @Test("Small lines have their name, their last value and their range if there is room", arguments: [40, 60, 250])
  func multiples(width: Int) {
    let small = SmallMultiples(
      [.init("SPY", (0..<120).map { Double($0) }), .init("a long name of a thing", [3, .nan, 2])], format: .fixed(1))
    let lines = text(.multiples(small), width: width).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { displayWidth($0) <= width })
    #expect(lines[0].contains("119.0") && lines[1].contains("2.0"))
    #expect(lines[0].contains("0.0 – 119.0") == (width >= 60))
  }

  @Test("A second axis stands left, in its own units, and its legend says so")
  func beside() {
    var pane = Chart.Pane(
      [.line("close", [100, 110, 120]), Chart.Series.line("share", [0.1, 0.3, 0.2]).beside], height: 5)
    pane.besideFormat = .percent(0)
    let drawn = text(.chart(Chart(panes: [pane])), width: 50)
    #expect(drawn.contains("share 20% (left axis)"))
    let lines = drawn.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("20% ┤") } && lines.contains { $0.hasSuffix("├ 120") })
    #expect(lines.allSatisfy { displayWidth($0) <= 50 })
  }

  @Test(
    "The colours that a terminal says it has",
    arguments: [
      ("truecolor", "xterm", ColorDepth.millions), ("", "xterm-256color", .palette), ("", "xterm", .sixteen),
      ("yes", "xterm", .palette), ("24bit", "screen", .millions), ("", "", .sixteen),
    ])
  func depths(colorTerm: String, term: String, depth: ColorDepth) {
    #expect(ColorDepth.stated(colorTerm: colorTerm, term: term) == depth)
  }
}
