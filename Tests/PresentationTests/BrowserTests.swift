import Calendar
import JSON
import LibC
import Platform
import Presentation
import TestSupport
import Testing
import Text

/// Pages in a real browser: Debian's Chromium without a window, where it is there.
@Suite("Pictures in a browser", .enabled(if: BrowserPage.isThere, "Chromium is not on this machine"), .serialized)
struct BrowserTests {
  /// A year of days, with a second axis and a pane of volume.
  private static var page: String {
    let days = (0..<250).map { Timestamp(milliseconds: Int64(18_262 + $0 * 7 / 5) * 86_400_000) }
    let close = (0..<250).map { day -> Double in 300 + 30 * sin(Double(day) / 25) + Double(day % 7) }
    var pane = Chart.Pane([.line("close", close), Chart.Series.line("deviation", close.map { $0 / 2000 }).beside])
    pane.marksLast = true
    let volume = Chart.Pane([.histogram("volume", close.map { $0 * 1e5 })], height: 5)
    let chart = Chart(panes: [pane, volume], time: .times(BarTimes(days, zone: .utc, isIntraday: false)))
    var renderer = HTMLRenderer()
    renderer.isLive = true
    return renderer.render(
      Document([.heading("a page"), .note("below")]), picture: Picture(title: "a page", [.init("", .chart(chart))]))
  }

  /// Opens a page at some size and gives it, with the middle of its first pane.
  private func opened(
    _ page: String = Self.page, width: Int = 1000, isTouch: Bool = false,
    _ body: (BrowserPage, _ x: Double, _ y: Double) throws -> Void
  ) throws {
    let path = "/tmp/tas-page-\(getpid()).html"
    defer { unlink(path) }
    try DiskFiles().write(page, to: path)
    let browser = try BrowserPage()
    try browser.open(path, width: width, isTouch: isTouch)
    let place = try browser.value(
      "(() => { const r = document.querySelector('figure.live svg').getBoundingClientRect(); "
        + "return [r.left + r.width / 2, r.top + r.height / 4]; })()")
    let numbers = place.elements?.compactMap(\.doubleValue) ?? []
    try body(browser, try #require(numbers.first), try #require(numbers.last))
    #expect(browser.complaints == [])
  }

  private let line = "document.querySelector('path[data-s]').getAttribute('d')"
  private let words = "[...document.querySelectorAll('g.time text')].map(t => t.textContent).join(' ')"
  private let reading = "document.querySelector('g.key[data-s=\"0\"] .last').textContent"

  @Test("The wheel zooms, a drag pans, a double click shows all again")
  func zoom() throws {
    try opened { browser, x, y in
      let whole = try browser.value(words).stringValue
      try browser.mouse("mouseWheel", x, y, wheel: -240)
      let zoomed = try browser.value(words).stringValue
      #expect(zoomed != whole)
      try browser.mouse("mousePressed", x, y, isPressed: true)
      try browser.mouse("mouseMoved", x + 200, y, isPressed: true)
      try browser.mouse("mouseReleased", x + 200, y)
      #expect(try browser.value(words).stringValue != zoomed)
      try browser.value("document.querySelectorAll('.tools button')[2].click()")
      try browser.settle()
      #expect(try browser.value(words).stringValue == whole)
    }
  }

  @Test("The crosshair reads every pane, a legend switches its series, and a key shows the values")
  func crosshair() throws {
    try opened { browser, x, y in
      let last = try browser.value(reading).stringValue
      try browser.mouse("mouseMoved", x, y)
      #expect(try browser.value(reading).stringValue != last)
      let day = try browser.value("document.querySelector('figure.live svg > text.last').textContent").stringValue
      #expect(day?.hasPrefix("2020-0") == true)
      let drawn = try browser.value(line).stringValue
      try browser.value("document.querySelector('g.key').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
      try browser.settle()
      #expect(drawn?.isEmpty == false)
      #expect(try browser.value(line).stringValue == "")
      #expect(try browser.value("document.querySelector('g.key').getAttribute('aria-pressed')").stringValue == "false")
      try browser.value("document.querySelector('figure.live').focus()")
      try browser.call("Input.dispatchKeyEvent", ["type": "keyDown", "key": "t", "text": "t"])
      #expect(try browser.value("document.querySelectorAll('.behind tr').length").intValue == 251)
    }
  }

  @Test("Two fingers zoom and one pans on a phone, and the page is no wider than the screen")
  func touch() throws {
    try opened(width: 390, isTouch: true) { browser, _, y in
      let whole = try browser.value(words).stringValue
      try browser.touch("touchStart", [150], y)
      try browser.touch("touchStart", [150, 250], y)
      for step in 1...8 { try browser.touch("touchMove", [150 - Double(step) * 12, 250 + Double(step) * 12], y) }
      try browser.touch("touchEnd", [], y)
      try browser.settle()
      let zoomed = try browser.value(words).stringValue
      #expect(zoomed != whole)
      let drawn = try browser.value(line).stringValue
      try browser.touch("touchStart", [120], y)
      for step in 1...8 { try browser.touch("touchMove", [120 + Double(step) * 20], y) }
      try browser.touch("touchEnd", [], y)
      try browser.settle()
      #expect(try browser.value(line).stringValue != drawn)
      #expect(try browser.value("document.documentElement.scrollWidth <= innerWidth").boolValue == true)
    }
  }

  @Test("On paper there are no buttons, and a page comes out")
  func paper() throws {
    try opened { browser, _, _ in
      try browser.call("Emulation.setEmulatedMedia", ["media": "print"])
      #expect(try browser.value("getComputedStyle(document.querySelector('.tools')).display").stringValue == "none")
      let paper = try browser.call("Page.printToPDF", ["preferCSSPageSize": .bool(true)])
      #expect(paper["data"]?.stringValue?.hasPrefix("JVBERi0") == true)
    }
  }

  @Test("A page drawn for a dark background is dark, and one without a script is a picture")
  func dark() throws {
    try opened { browser, _, _ in
      let dark: JSONValue = [["name": "prefers-color-scheme", "value": "dark"]]
      try browser.call("Emulation.setEmulatedMedia", ["features": dark])
      let paper = "getComputedStyle(document.querySelector('svg.tas .paper')).fill"
      #expect(try browser.value(paper).stringValue == "rgb(20, 23, 27)")
      try browser.call("Emulation.setScriptExecutionDisabled", ["value": .bool(true)])
      try browser.call("Page.reload")
      #expect(browser.complaints == [])
    }
  }

  @Test("A thousand readings of a page of a million bars are those of the file")
  func readings() throws {
    let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
    let folder = try TemporaryFolder()
    var dice = Dice(11)
    var level = 61_234_500
    var file = "time,close\n"
    for bar in 0..<1_000_000 {
      level += dice.whole(-2000...2000)
      let cents = level % 100
      file += "\(1_577_836_800_000 + bar * 60_000),\(level / 100).\(cents < 10 ? "0" : "")\(cents)\n"
    }
    try DiskFiles().write(Array(file.utf8), to: "\(folder.path)/million.csv")
    _ = OutsideProgram.output(
      of: "HOME=\(folder.path) \(program) --no-rc -c 'load \"\(folder.path)/million.csv\" as M; "
        + "plot close all to \"\(folder.path)/page.html\"'")
    let page = String(decoding: try FileContents.bytes("\(folder.path)/page.html"), as: UTF8.self)
    let rows = file.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    let closes = rows.compactMap { Double($0[1]) }
    let times = rows.compactMap { Int64($0[0]) }.map { Zone.utc.iso8601(Timestamp(milliseconds: $0)) }
    try #require(closes.count == 1_000_000 && times.count == closes.count)
    try opened(page) { browser, _, y in
      let read = try browser.value(
        """
        (() => {
          const figure = document.querySelector('figure.live'), svg = figure.querySelector('svg'), all = [];
          const data = JSON.parse(figure.querySelector('script').textContent);
          const frame = svg.getBoundingClientRect();
          const [paper, left, width] = [Number(svg.getAttribute('viewBox').split(' ')[2]), data.left, 0];
          const plot = Number(svg.querySelector('svg.plot').getAttribute('width'));
          for (let k = 0; k < 1000; k++) {
            const x = frame.left + (left + (k + 0.5) / 1000 * plot) * frame.width / paper;
            svg.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: \(y), pointerType: 'mouse' }));
            all.push(svg.querySelector(':scope > text.last').textContent + '|' + svg.querySelector('g.key .last').textContent);
          }
          return all;
        })()
        """)
      let texts = read.elements?.compactMap(\.stringValue) ?? []
      #expect(texts.count == 1000)
      let format = NumberFormat.fixed(2).grouped
      var wrong = 0
      for (place, text) in texts.enumerated() {
        let point = place * 20 + 10
        // The pointer's position is fractional: a neighbour of the point may be read, but only under its own time.
        let found = (point - 1...point + 1).contains { point in
          let bars = closes[point * 50..<(point + 1) * 50]
          guard let low = bars.min(), let high = bars.max(), let last = bars.last else { return false }
          let times = [point * 50, point * 50 + 49].map { times[$0].replacing("T", with: " ") }
          return text
            == "\(times[0]) to \(times[1])|H \(format.text(high))  L \(format.text(low))  C \(format.text(last))"
        }
        if !found {
          wrong += 1
          if wrong < 4 { Issue.record("\(text)") }
        }
      }
      #expect(wrong == 0)

      // Zoomed in as far as it goes a reading is still one of a point, as the page says below the picture.
      #expect(page.contains("1,000,000 bars: a point is 50 of them") && page.contains("zooming ends there"))
      let near = try browser.value(
        """
        (() => {
          const plus = [...document.querySelectorAll('button')].find(b => b.textContent === '+');
          for (let k = 0; k < 200; k++) plus.click();
          const svg = document.querySelector('figure.live svg'), frame = svg.getBoundingClientRect();
          const x = frame.left + frame.width / 2;
          svg.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: \(y), pointerType: 'mouse' }));
          return svg.querySelector(':scope > text.last').textContent;
        })()
        """
      ).stringValue
      let points = Set(
        (0..<20_000).map { point in
          [point * 50, point * 50 + 49].map { times[$0].replacing("T", with: " ") }.joined(separator: " to ")
        })
      #expect(near.map(points.contains) == true, "\(near ?? "")")
    }
  }

  @Test("A phone shows the newest bars and the axis, drawn on its width")
  func phone() throws {
    try opened(width: 390, isTouch: true) { browser, _, _ in
      let tag = "[...document.querySelectorAll('g.values text.last')].map(t => t.getBoundingClientRect())"
      #expect(try browser.value("\(tag).every(r => r.left > 0 && r.right <= innerWidth)").boolValue == true)
      #expect(try browser.value("\(tag).length").intValue == 1)
      #expect(try browser.value("document.querySelector('figure.live').scrollWidth <= innerWidth").boolValue == true)
      // Text has its size, and is not shrunk with the picture.
      let size = try browser.value(
        "document.querySelector('svg.tas').getBoundingClientRect().width / document.querySelector('svg.tas').viewBox.baseVal.width"
      ).doubleValue
      #expect(abs((size ?? 0) - 1) < 0.02)
    }
  }
}
