import Calendar
import JSON
import LibC
import Platform
import Presentation
import TestSupport
import Testing
import Text

/// The drawings of pictures: `RECORD=1 scripts/test Pictures` writes those that are expected and fails.
@Suite("Pictures")
struct PictureTests {
  private static let isRecording = getenv("RECORD").map { String(cString: $0) == "1" } ?? false
  private static let hostile = "<script>alert('x')</script> & \"quoted\" ]]> \u{202E}reversed\u{0}"

  private func svg(_ picture: Picture) -> String { SVGRenderer().render(picture) }

  @Test("Each mark is drawn as it was", arguments: SamplePictures.all.map(\.name))
  func golden(name: String) throws {
    let picture = try #require(SamplePictures.all.first { $0.name == name }?.picture)
    let path = PackageFolder.file("Tests/PresentationTests/Pictures/\(name).svg")
    let text = svg(picture)
    #expect(XMLCheck.fault(in: text) == nil)
    if let expected = try? FileContents.text(path), expected == text { return }
    if Self.isRecording { try DiskFiles().write(text, to: path) }
    Issue.record("\(name).svg is not as it was: RECORD=1 scripts/test Pictures writes it")
  }

  @Test("Text is never read as a tag, whichever drawing it is in")
  func hostileNames() {
    let name = Self.hostile
    let chart = Chart([.line(name, [1, 2]), .level(name, 1)], time: .ticks([.init(0, name)]))
    let map = HeatMap(rowTitle: name, columnTitle: name, rows: [name], columns: [name], values: [[1]])
    let small = SmallMultiples([.init(name, [1, 2])])
    let picture = Picture(
      title: name,
      [
        .init(name, .chart(chart)), .init(name, .bars(BarChart([.init(name, 1)], reference: 1, referenceLabel: name))),
        .init(name, .grid(map)), .init(name, .multiples(small)),
      ],
      remark: name)
    let text = svg(picture)
    #expect(XMLCheck.fault(in: text) == nil)
    #expect(!text.contains("<script") && !text.contains("\u{202E}") && !text.contains("\u{0}"))
    var renderer = HTMLRenderer()
    renderer.isLive = true
    let page = renderer.render(Document([.heading(StyledText(name))]), picture: picture)
    #expect(!page.contains("<script>alert") && !page.contains("\u{202E}"))
    // Two of its own: the values and the source.
    #expect(page.matches(of: #/<script/#).count == 2)
    #expect(page.matches(of: #/<\/script>/#).count == 2)
    let specification = VegaLite(picture).json.write()
    #expect(specification.contains("script"))
    #expect((try? JSONValue(parsing: specification)) != nil)
    #expect(!specification.contains("\u{202E}") && !specification.contains("\\u202e"))
    let document = Document(picture.parts.map { .figure($0) })
    for isUnicode in [true, false] {
      let drawn = TextRenderer(width: 60, color: true, unicode: isUnicode).render(document)
      #expect(!drawn.contains("\u{202E}") && !drawn.contains("\u{0}"))
    }
    let markdown = MarkdownRenderer().render(document)
    #expect(!markdown.contains("\u{202E}"))
  }

  @Test("A million bars keep their extremes and fit into 300 kB")
  func million() throws {
    var dice = Dice(7)
    var values = (0..<1_000_000).map { sin(Double($0) / 9000) * 20 + 100 + dice.number(-1...1) }
    values[333_333] = 500
    values[777_777] = -300
    let picture = Picture(
      title: "x",
      [
        .init(
          "",
          .chart(Chart([.candles("c", open: values, high: values, low: values, close: values), .line("x", values)])))
      ])
    let text = svg(picture)
    #expect(text.utf8.count < 300_000)
    let columns = PixelColumns(bars: values.count, width: 880, least: 1)
    var seen: Set<Double> = []
    columns.outline(values) { _, value in if let value { seen.insert(value) } }
    #expect(seen.contains(500) && seen.contains(-300))
    #expect(seen.count <= 4 * 880)
    let candles = columns.candles(open: values, high: values, low: values, close: values).compactMap { $0 }
    #expect(candles.map(\.high).max() == 500 && candles.map(\.low).min() == -300)
  }

  @Test("Any series is drawn as valid XML with finite coordinates", arguments: Thoroughness.some(0..<200))
  func fuzz(seed: Int) {
    var dice = Dice(UInt64(seed))
    let picture = RandomPictures.picture(&dice)
    let text = svg(picture)
    #expect(XMLCheck.fault(in: text) == nil)
    for word in ["nan", "inf"] { #expect(!text.contains("\(word) ") && !text.contains("\"\(word)")) }
    #expect(text == svg(picture))
    #expect((try? JSONValue(parsing: VegaLite(picture).json.write())) != nil)
    var renderer = HTMLRenderer()
    renderer.isLive = true
    #expect(renderer.render(Document(), picture: picture).hasSuffix("</html>\n"))
    for width in [9, 40, 250] {
      var page = TextRenderer(width: width, color: seed % 2 == 0, unicode: seed % 3 != 0)
      page.look.colorDepth = dice.pick([.sixteen, .palette, .millions])
      let text = page.render(Document(picture.parts.map { .figure($0) }))
      #expect(text == page.render(Document(picture.parts.map { .figure($0) })))
    }
  }

  @Test(
    "What has one bar, no value, a constant one or the widest range is drawn",
    arguments: [
      [], [1], [.nan], [.nan, .nan], [5, 5, 5], [-.greatestFiniteMagnitude, .greatestFiniteMagnitude],
      [.infinity, -.infinity, 1], [0, -1, -2],
    ] as [[Double]])
  func extremes(values: [Double]) {
    for isLogarithmic in [false, true] {
      var pane = Chart.Pane([.line("x", values), .area("y", values), .histogram("z", values)])
      pane.isLogarithmic = isLogarithmic
      pane.marksLast = true
      let picture = Picture(title: "x", [.init("", .chart(Chart(panes: [pane])))])
      let text = svg(picture)
      #expect(XMLCheck.fault(in: text) == nil)
      for word in ["nan", "inf"] { #expect(!text.contains("\(word) ") && !text.contains("\"\(word)")) }
      #expect(!TextRenderer(width: 60).render(Document(picture.parts.map { .figure($0) })).isEmpty)
    }
  }

  @Test("Closed markets leave no gap in Vega-Lite: bars are adjacent, under their dates")
  func closedMarkets() throws {
    // A week without its end, twice.
    let days = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13].compactMap { CivilDate(year: 2026, month: 11, day: $0) }
    let times = days.map { Zone.utc.timestamp(of: CivilTime(date: $0)) }
    let chart = Chart(
      panes: [Chart.Pane([.line("close", days.indices.map { Double($0) }), .zones("held", [2...4])])],
      time: .times(BarTimes(times, zone: .utc, isIntraday: false)))
    let json = VegaLite(Picture(title: "x", [.init("", .chart(chart))])).json
    let pane = try #require(json["vconcat"]?.elements?.first?["vconcat"]?.elements?.first)
    let rows = try #require(pane["data"]?["values"]?.elements)
    #expect(rows.map { $0["bar"] } == days.indices.map { .integer($0) })
    #expect(rows.map { $0["time"]?.stringValue } == days.map { "\($0)" })
    let axis = try #require(pane["layer"]?.elements?.first?["encoding"]?["x"])
    #expect(axis["field"] == "bar" && axis["type"] == "quantitative")
    #expect(axis["scale"]?["domain"] == .numbers([-0.5, 9.5]))
    let words = try #require(axis["axis"]?["labelExpr"]?.stringValue)
    #expect(words.contains("2 Nov") || words.contains("3 Nov"), "\(words)")
  }

  @Test("Missing sessions break a line, a field and the axis, on paper and on a terminal")
  func breaks() {
    let times = [0, 1, 2, 30, 31, 32].map { Timestamp(milliseconds: (18_262 + $0) * 86_400_000) }
    let values: [Double] = [1, 2, 3, 4, 5, 6]
    func chart(_ breaks: [Int]) -> Chart {
      Chart([.line("x", values)], time: .times(BarTimes(times, zone: .utc, isIntraday: false, breaks: breaks)))
    }
    let (without, with) = (
      svg(Picture(title: "x", [.init("", .chart(chart([])))])),
      svg(Picture(title: "x", [.init("", .chart(chart([3])))]))
    )
    func moves(_ text: String) -> Int {
      text.matches(of: #/<path class="line s0" d="(M[^"]*)"/#).last?.1.count { $0 == "M" } ?? 0
    }
    #expect(moves(without) == 1 && moves(with) == 2)
    #expect(!without.contains("class=\"break\"") && with.contains("class=\"break\"") && with.contains("axis slashes"))
    let terminal = TextRenderer(width: 60).render(Document([.chart(chart([3]))]))
    #expect(terminal.contains("/") || terminal.contains("╱"))
    let rows = VegaLite(Picture(title: "x", [.init("", .chart(chart([3])))])).json.write()
    #expect(rows.contains("{\"bar\":2.5,\"x\":null}"))
  }

  @Test(
    "Edges of a histogram are named at round numbers",
    arguments: [
      (10.0, 0.5, 48, ["10.0", "12.0", "14.0"]), (-0.3, 0.1, 12, ["-0.3", "-0.2", "-0.1"]),
      (975.0, 25.0, 30, ["1000", "1100", "1200"]),
    ])
  func edges(start: Double, step: Double, count: Int, first: [String]) {
    let spans = Spans(start: start, step: step)
    let ticks = spans.ticks(count: count, room: 12)
    #expect(Array(ticks.map(\.label).prefix(3)) == first)
    #expect(ticks.count <= 13 && ticks.allSatisfy { 0...count ~= $0.index })
  }

  @Test("Many triangles are smaller, and none is drawn over its neighbour", arguments: [10, 90, 2000])
  func triangles(count: Int) throws {
    let bars = 2500
    let values = (0..<bars).map { 100 + Double($0 % 3) }
    let marks = (0..<count).map { Chart.Mark($0 * bars / count, 100, .buy) }
    let chart = Chart(
      [.line("x", values), .marks("bought", marks)],
      time: .times(
        BarTimes(
          (0..<bars).map { Timestamp(milliseconds: Int64($0) * 86_400_000) }, zone: .utc, isIntraday: false)))
    let text = svg(Picture(title: "x", [.init("", .chart(chart))]))
    let path = try #require(text.matches(of: #/d="([^"]*z[^"]*)"/#).map(\.1).max { $0.count < $1.count })
    let points = path.matches(of: #/M(-?[0-9.]+) -?[0-9.]+L(-?[0-9.]+) /#).compactMap { match in
      Double(match.1).flatMap { x in Double(match.2).map { (x: x, size: $0 - x) } }
    }
    #expect(count > 300 ? points.count < count / 2 : points.count == count)
    #expect(points.allSatisfy { $0.size > 1.9 && $0.size < (count > 80 ? 4.4 : 4.6) })
    #expect(zip(points, points.dropFirst()).allSatisfy { $1.x - $0.x > $0.size - 0.2 })
  }

  @Test("What a legend names looks like nothing else in its pane")
  func ownLooks() {
    let lines = (0..<14).map { Chart.Series.line("l\($0)", [1, 2]) }
    let levels = (0..<3).map { Chart.Series.level("v\($0)", 1) }
    let pane = Chart.Pane([.candles("c", open: [1], high: [1], low: [1], close: [1])] + lines + levels)
    let looks = zip(pane.series, pane.colours).map { series, number -> String in
      switch series.shape {
      case .level: PictureStyle.level(number)
      case .line: PictureStyle.line(number)
      default: "line s0 s1"
      }
    }
    #expect(Set(looks).count == looks.count)
    #expect(!looks.contains("line s0") && !looks.contains("line s1"))
  }

  @Test("Ten million bars are reduced to what a picture shows")
  func tenMillion() {
    var values = [Double](repeating: 1, count: 10_000_000)
    values[7_654_321] = 9
    let text = svg(Picture(title: "x", [.init("", .chart(Chart([.line("x", values)])))]))
    #expect(text.utf8.count < 300_000)
    #expect(text.contains("between 1.00 and 9.00"))
  }

  @Test("The policy of a page knows its script, and contains no address")
  func policy() {
    #expect(LiveScript.digest == "sha256-" + SHA256.base64(of: LiveScript.source))
    var renderer = HTMLRenderer()
    renderer.isLive = true
    let page = renderer.render(Document(), picture: SamplePictures.all[0].picture)
    #expect(page.contains("default-src 'none'; style-src 'unsafe-inline'; script-src '\(LiveScript.digest)'"))
    for word in ["http:", "https:", "<link", "<img", "@import", "url(", "innerHTML", "eval("] {
      #expect(!page.contains(word))
    }
    #expect(!HTMLRenderer().render(Document(), picture: SamplePictures.all[0].picture).contains("<script"))
  }

  @Test("The digest of an empty text and of three letters")
  func digests() {
    #expect(SHA256.base64(of: "") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    #expect(SHA256.base64(of: "abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  @Test("Round values on a logarithmic axis")
  func logarithmicTicks() {
    func labels(_ low: Double, _ high: Double) -> [String] {
      ValueScale(low, high, isLogarithmic: true).marks(lines: 14, format: nil).map(\.label)
    }
    #expect(labels(1, 1000) == ["1000", "300", "100", "30", "10", "3", "1"])
    #expect(labels(90, 420).count >= 3)
    #expect(ValueScale(1, 100, isLogarithmic: true).depth(10) == 0.5)
    #expect(ValueScale(-1, 100, isLogarithmic: true).isLogarithmic == false)
  }

  @Test("Months and years as people write them")
  func calendarTicks() {
    func labels(days: ClosedRange<Int>, room: Int) -> [String] {
      let times = days.map { Timestamp(milliseconds: Int64($0) * 86_400_000) }
      return CalendarTicks(BarTimes(times, zone: .utc, isIntraday: false), room: room).placed.map(\.label)
    }
    // 2019-12-20 to 2020-04-20.
    #expect(labels(days: 18_250...18_372, room: 6) == ["2020", "Feb", "Mar", "Apr"])
    #expect(labels(days: 18_300...18_360, room: 4) == ["Mar 2020", "Apr"])
    #expect(labels(days: 18_250...22_000, room: 12).first == "2020")
    #expect(labels(days: 18_250...18_250, room: 12) == ["2019-12-20"])
    func labels(minutes: ClosedRange<Int>, room: Int) -> [String] {
      let times = minutes.map { Timestamp(milliseconds: (18_250 * 1440 + Int64($0)) * 60_000) }
      return CalendarTicks(BarTimes(times, zone: .utc, isIntraday: true), room: room).placed.map(\.label)
    }
    #expect(labels(minutes: 601...720, room: 4) == ["20 Dec 10:30", "11:00", "11:30", "12:00"])
    #expect(labels(minutes: 1081...2200, room: 4) == ["21 Dec 2019", "06:00", "12:00"])
  }
}
