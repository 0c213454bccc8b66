import Calendar
import Presentation
import TestSupport
import Testing
import Text

@Suite("Charts")
struct ChartTests {
  private func text(_ chart: Chart, width: Int, color: Bool = false, unicode: Bool = true) -> String {
    TextRenderer(width: width, color: color, unicode: unicode).render(Document([.chart(chart)]))
  }

  /// The lines with their blanks made visible.
  private func lines(_ chart: Chart, width: Int, unicode: Bool = true) -> [String] {
    text(chart, width: width, unicode: unicode).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map { String($0) }
  }

  @Test("A rising line of dots with its axis and labels")
  func line() {
    let chart = Chart(
      [.line("x", [0, 1, 2, 3])],
      time: .ticks([.init(0, "a"), .init(3, "z")]),
      height: 4
    )
    #expect(
      lines(chart, width: 20) == [
        "━ x 3.00",
        "             ⣀⠤⠒⠉│",
        "        ⢀⡠⠔⠒⠉    ├ 2",
        "    ⣀⠤⠔⠊⠁        │",
        "⣀⠤⠒⠉             ├ 0",
        "┬───────────────┬┘",
        "a               z",
      ]
    )
  }

  @Test("ASCII lines are drawn with the character of their series")
  func asciiLines() {
    let chart = Chart([.line("up", [0, 3]), .line("down", [3, 0])], height: 4)
    #expect(
      lines(chart, width: 24, unicode: false) == [
        "* up 3.00   + down 0.00",
        "++++             ****|",
        "    ++++++*******    + 2",
        "    ******+++++++    |",
        "****             +++++ 0",
        "---------------------+",
      ]
    )
  }

  @Test("Without colour several lines carry marks, with colour they do not")
  func marks() {
    let chart = Chart([.line("a", [1, 1]), .line("b", [2, 2])], height: 3)
    let plain = text(chart, width: 40)
    #expect(plain.contains("● a") && plain.contains("◆ b"))
    #expect(plain.filter { $0 == "●" }.count > 2)
    let colored = text(chart, width: 40, color: true)
    #expect(!colored.contains("●"))
    #expect(colored.contains("\u{1B}[36m━") && colored.contains("\u{1B}[33m━"))
  }

  @Test("A missing value breaks the line")
  func gaps() {
    let chart = Chart([.line("x", [1, 1, .nan, .nan, 1, 1])], height: 1)
    let row = lines(chart, width: 40)[1].prefix { $0 != "├" }
    #expect(row.first != " " && row.last != " ")
    #expect(row.split(separator: " ").count == 2)
  }

  @Test("A spike among a million values is seen")
  func spikes() {
    var values = Array(repeating: 0.0, count: 1_000_000)
    values[333_333] = 100
    values[777_777] = -100
    for unicode in [true, false] {
      let rows = lines(Chart([.line("x", values)], height: 9), width: 60, unicode: unicode)
      for row in rows[1...9] { #expect(row.prefix(50).contains { $0 != " " }) }
    }
    let candles = Chart(
      [
        .candles(
          "x",
          open: values.map { min($0, 0) },
          high: values,
          low: values.map { min($0, 0) },
          close: values.map { min($0, 0) }
        )
      ],
      height: 4
    )
    #expect(lines(candles, width: 60)[1].prefix(50).contains { "│╷".contains($0) })
    let bars = Chart([.histogram("x", values)], height: 4)
    #expect(lines(bars, width: 60)[1].contains("█"))
    #expect(lines(bars, width: 60)[4].contains("█"))
    #expect(Sparkline(values, width: 20).text().contains("█"))
    #expect(Sparkline(values, width: 20).text().contains("▁"))
  }

  @Test("Candles: wicks, bodies, light when the price rose")
  func candles() {
    let chart = Chart(
      [.candles("X", open: [1, 3, .nan], high: [4, 4, 4], low: [0, 0, 0], close: [3, 1, 2])],
      height: 5
    )
    #expect(
      lines(chart, width: 30) == [
        "▒█ X 2.00",
        "  │   │     ├ 4",
        " ▒▒▒ ███    │",
        " ▒▒▒ ███    ├ 2",
        " ▒▒▒ ███    │",
        "  │   │     ├ 0",
        "────────────┘",
      ]
    )
    #expect(
      lines(chart, width: 30, unicode: false) == [
        "o# X 2.00",
        "  |   |     + 4",
        " ooo ###    |",
        " ooo ###    + 2",
        " ooo ###    |",
        "  |   |     + 0",
        "------------+",
      ]
    )
  }

  @Test("Bars that share a column keep first open, highest high, lowest low and last close")
  func aggregation() {
    var candle = Candle(open: 5, high: 6, low: 4, close: 5.5)
    candle.merge(Candle(open: 5.5, high: 9, low: 5, close: 8))
    candle.merge(Candle(open: 8, high: 8.5, low: 1, close: 2))
    #expect((candle.open, candle.high, candle.low, candle.close) == (5, 9, 1, 2))
    // Pairs of bars 10 -> 20 -> 10: each column opens and closes at 10, so no body is
    // higher than half a line.
    let count = 120
    let even = (0..<count).map { $0.isMultiple(of: 2) }
    let chart = Chart(
      [
        .candles(
          "x",
          open: even.map { $0 ? 10 : 20 },
          high: even.map { _ in 20 },
          low: even.map { _ in 10 },
          close: even.map { $0 ? 20 : 10 }
        )
      ],
      height: 4
    )
    let rows = lines(chart, width: 64)
    #expect(rows[1].hasPrefix(String(repeating: "│", count: 60)))
    #expect(rows[4].hasPrefix(String(repeating: "▒", count: 60)))
  }

  @Test("A histogram starts at zero, in eighths of a line")
  func histogram() {
    #expect(
      lines(Chart([.histogram("v", [1, 2, 4, 8])], height: 2), width: 30) == [
        "▇ v 8.00",
        "             ███├ 5",
        " ▂▂▂ ▄▄▄ ███ ███├ 0",
        "────────────────┘",
      ]
    )
    #expect(
      lines(Chart([.histogram("m", [2, -2, 1, -1])], height: 4), width: 30) == [
        "▇ m -1.00",
        " ███            ├ 2",
        " ███     ███    │",
        "     ███     ███├ 0",
        "     ███        ├ -2",
        "────────────────┘",
      ]
    )
  }

  @Test("Guides are dotted lines, and the axis names them")
  func guides() {
    let chart = Chart(panes: [.init([.line("rsi", [50, 50])], height: 5, guides: [30, 70], range: 0...100)])
    #expect(
      lines(chart, width: 20) == [
        "━ rsi 50.00",
        "                │",
        "┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄├ 70",
        "⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤│",
        "┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄├ 30",
        "                │",
        "────────────────┘",
      ]
    )
  }

  @Test("Purchases are below the price, sales above")
  func trades() {
    let chart = Chart(
      [
        .line("x", [1, 2, 3, 2, 1]),
        .marks("trades", [.init(1, 2, .buy), .init(3, 2, .sell), .init(99, 2, .buy)]),
      ],
      height: 5
    )
    let rows = lines(chart, width: 26)
    #expect(rows[0] == "━ x 1.00   ▲▼ trades")
    #expect(rows.firstIndex { $0.contains("▼") && !$0.contains("trades") } == 2)
    #expect(rows.firstIndex { $0.contains("▲") && !$0.contains("trades") } == 4)
  }

  @Test("Times are labelled by year, month, day or minute, whatever fits")
  func timeLabels() throws {
    func labels(_ times: [Timestamp], isIntraday: Bool = false, zone: Zone = .utc, columns: Int = 60) -> [String] {
      TimeTicks(
        .times(BarTimes(times, zone: zone, isIntraday: isIntraday)),
        time: TimeScale(count: times.count, columns: columns, hasSlots: false),
        width: columns
      ).placed.map(\.label)
    }
    let january = try #require(CivilDate(year: 2001, month: 1, day: 1))
    let months = (0..<288).map { time(january.adding(months: $0)) }
    #expect(labels(months) == ["2005", "2010", "2015", "2020"])
    #expect(labels(Array(months.prefix(24))) == ["2001-07", "2002-01", "2002-07"])
    let march = try #require(CivilDate(year: 2024, month: 3, day: 1))
    let days = (0..<20).map { time(march.adding(days: $0)) }
    #expect(labels(days).allSatisfy { $0.hasPrefix("2024-03-") })
    let nine = time(march).seconds + 9 * 3600
    let minutes = (0..<60).map { Timestamp(seconds: nine + Int64($0 * 60)) }
    #expect(labels(minutes, isIntraday: true).first == "03-01 09:01")
    #expect(labels(minutes, isIntraday: true, zone: Zone(fixedOffset: -18_000)).first == "03-01 04:01")
    #expect(labels(Array(days.prefix(1))) == ["2024-03-01"])
    #expect(labels([days[0], days[0], days[0]]).allSatisfy { $0 == "2024-03-01" })
    #expect(labels([]).isEmpty)
  }

  @Test("Labels on the axis are round and short")
  func valueLabels() {
    func labels(_ low: Double, _ high: Double, lines: Int = 12, format: NumberFormat? = nil) -> [String] {
      ValueScale(low, high).ticks(lines: lines, format: format).map(\.label)
    }
    #expect(labels(268, 445) == ["400", "350", "300"])
    #expect(labels(0, 1) == ["1.0", "0.8", "0.6", "0.4", "0.2", "0.0"])
    #expect(labels(0, 150e6, lines: 6) == ["150M", "100M", "50M", "0"])
    #expect(labels(-0.32, 0, lines: 8, format: .percent) == ["0%", "-10%", "-20%", "-30%"])
    #expect(labels(1e-9, 2e-9, lines: 5) == ["2e-9", "1.5e-9", "1e-9"])
    #expect(labels(-1.7e308, 1.7e308) == ["1.7e308", "-1.7e308"])
    #expect(labels(5, 5, lines: 5) == ["5.2", "5.0", "4.8"])
    #expect(labels(1e15, 1e15 + 0.125).count <= 12)
  }

  @Test("Panes share the columns of the bars")
  func alignment() {
    let values = (0..<30).map { Double($0 % 7) }
    let chart = Chart(
      panes: [
        .init(
          [.candles("x", open: values, high: values, low: values, close: values.map { $0 + 1 })],
          height: 4
        ),
        .init([.histogram("v", values.map { $0 * 1e6 })], height: 2),
      ])
    let rows = lines(chart, width: 80)
    // Thirty bars in two columns each; every line of the plots ends at the same column.
    let plots = rows.filter { !$0.contains("x") && !$0.contains("v ") }
    #expect(plots.count == 7)
    for row in plots { #expect("│├┘".contains(Array(row)[60])) }
  }

  @Test(
    "No line is wider than the page, whatever is drawn",
    arguments: Thoroughness.some(Array(20...40) + [41, 60, 79, 80, 120, 200, 400])
  )
  func widths(width: Int) {
    var random = Dice(UInt64(width))
    let samples: [[Double]] = [
      [], [1], [.nan], [5, 5, 5], [1e300, -1e300], [1e-300, 2e-300], [.infinity, 1, -.infinity], [0, 0],
      (0..<1000).map { _ in Double.random(in: -1...1, using: &random) }, [123456789.123, 123456789.124],
      (0..<37).map { _ in random.nextFiniteDouble() }, [.leastNonzeroMagnitude, 0], [-3, -2, -1],
    ]
    for values in samples {
      for height in [-1, 2, 7] {
        let times = values.indices.map { Timestamp(seconds: 1_704_844_800 + Int64($0 % 20) * 86_400) }
        let chart = Chart(
          panes: [
            .init(
              [
                .line("a rather long name of a series", values), .line("b", values.reversed()),
                .marks("trades", [.init(0, 1, .buy), .init(-1, 1, .buy), .init(.max, .nan, .sell)]),
              ],
              height: height
            ),
            .init(
              [.candles("c", open: values, high: values, low: values, close: values.reversed())],
              height: height
            ),
            .init([.histogram("h", values), .line("s", values)], height: height, guides: [0, .nan]),
            .init([.histogram("r", values)], height: height, range: 2...3, format: .compact),
          ],
          time: .times(BarTimes(times, zone: .utc, isIntraday: false))
        )
        for (color, unicode) in [(true, true), (false, true), (false, false)] {
          let drawn = text(chart, width: width, color: color, unicode: unicode)
          let widest = withoutEscapes(drawn).split(separator: "\n").map { displayWidth($0) }.max() ?? 0
          #expect(widest <= width)
          if !unicode { #expect(drawn.utf8.allSatisfy { $0 < 0x80 }) }
        }
      }
    }
  }

  @Test("Drawing is the same every time")
  func deterministic() {
    var random = Dice(5)
    let values = (0..<300).map { _ in Double.random(in: 0...1, using: &random) }
    let chart = Chart([.line("x", values), .histogram("y", values)])
    #expect(text(chart, width: 80) == text(chart, width: 80))
  }
}

/// Midnight of a day in UTC.
private func time(_ date: CivilDate) -> Timestamp { Timestamp(seconds: Int64(date.daysSince1970) * 86_400) }
