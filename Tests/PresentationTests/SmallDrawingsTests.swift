import Presentation
import Testing
import Text

@Suite("Sparklines, bars and progress")
struct SmallDrawingsTests {
  @Test("A sparkline goes from the lowest to the highest block")
  func sparkline() {
    #expect(Sparkline([0, 1, 2, 3, 4, 5, 6, 7]).text() == "▁▂▃▄▅▆▇█")
    #expect(Sparkline([0, 7, .nan, 3.5]).text(unicode: false).count == 4)
    #expect(Sparkline([1, .nan, 2]).text() == "▁ █")
    #expect(Sparkline([3, 3]).text() == "▄▄")
    #expect(Sparkline([]).text() == "")
    #expect(Sparkline([.nan, .infinity]).text() == "  ")
    #expect(Sparkline([1, 2], width: -1).text() == "")
    #expect(Sparkline((0..<1000).map { Double($0) }, width: 30).text().count == 30)
  }

  private func text(_ bars: BarChart, width: Int, unicode: Bool = true) -> String {
    TextRenderer(width: width, unicode: unicode).render(Document([.bars(bars)]))
  }

  @Test("Bars from zero, in eighths of a column")
  func bars() {
    let chart = BarChart([
      .init("a", 8), .init("bb", 4), .init("c", 0.5), .init("none", .nan), .init("zero", 0),
    ])
    #expect(
      text(chart, width: 21) == """
        a     ██████████  8.0
        bb    █████       4.0
        c     ▋           0.5
        none                -
        zero              0.0

        """
    )
    #expect(
      text(chart, width: 21, unicode: false) == """
        a     ##########  8.0
        bb    #####       4.0
        c     #           0.5
        none                -
        zero              0.0

        """
    )
  }

  @Test("Losses go to the left of zero")
  func negativeBars() {
    #expect(
      text(BarChart([.init("up", 2), .init("down", -2)]), width: 20) == """
        up         █████   2
        down  █████       -2

        """
    )
  }

  @Test("Ranges with a line at a reference value")
  func ranges() {
    let chart = BarChart(
      [.init("DCF", from: 100, to: 200), .init("peers", from: 150, to: 180)],
      reference: 150,
      referenceLabel: "price"
    )
    #expect(
      text(chart, width: 40) == """
        DCF    ███████████│██████████  100 – 200
        peers             │█████▋      150 – 180
                      price 150

        """
    )
    for width in 20...120 {
      #expect(
        text(chart, width: width).split(separator: "\n").allSatisfy { displayWidth($0) <= max(width, 24) }
      )
    }
  }

  @Test("Progress: label, bar and percentage in the width", arguments: -3...80)
  func progress(width: Int) {
    for fraction in [-1, 0, 0.005, 0.437, 0.999, 1, 2, .nan, .infinity] {
      for unicode in [true, false] {
        let line = ProgressLine(fraction, width: width, label: "sweep").text(unicode: unicode)
        #expect(displayWidth(line) <= max(width, 4))
      }
    }
  }

  @Test("Progress is rounded down, so 100% means done")
  func progressText() {
    #expect(ProgressLine(0.5, width: 15).text() == "█████░░░░░  50%")
    #expect(ProgressLine(0.999, width: 17, label: "x").text(unicode: false) == "x [#######.]  99%")
    #expect(ProgressLine(1, width: 11).text() == "██████ 100%")
  }
}
