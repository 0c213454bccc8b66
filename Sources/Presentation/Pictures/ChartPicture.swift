import Text

/// A chart as an SVG drawing.
package struct ChartPicture {
  /// The width of a picture in pixels.
  static let width = 960.0
  private static let margin = 14.0
  private static let legendLine = 18.0
  private static let gap = 14.0

  private let chart: Chart
  /// The places of the panes.
  let frames: [PaneFrame]
  private let legends: [[[LegendEntry]]]
  private let marks: [[ValueScale.ValueMark]]
  private let besideMarks: [[ValueScale.ValueMark]]
  /// The left end of the plots, after the words of second axes.
  private let left: Double
  /// The width of the words next to the value axes.
  let axisWidth: Double
  /// The height in pixels.
  let height: Double

  /// An entry of a legend.
  private struct LegendEntry {
    var series: Int
    var number: Int
    var text: String
    var last: String
    var width: Double { 22 + PictureText.width(text) + (last.isEmpty ? 0 : PictureText.width(last) * 1.15 + 6) + 18 }
  }

  /// Lays a chart out below some height that is taken already.
  package init(_ chart: Chart, top: Double) {
    self.chart = chart
    let count = chart.count
    // The last of values along another key is not news.
    let hasTimes =
      switch chart.time {
      case .ticks, .spans: false
      case .none, .times: true
      }
    let scales = chart.panes.map(\.pictureScale)
    let heights = chart.panes.map { Double(max($0.height, 1)) * 21 + 14 }
    let marks = zip(zip(scales, chart.panes), heights).map { pair, height in
      let lines = max(Int(height / 17), 2)
      let guides = pair.1.guides.filter { $0 >= pair.0.low && $0 <= pair.0.high }
      let shared = (pair.1.format ?? .general).shared(by: guides)
      if !guides.isEmpty { return guides.map { ValueScale.ValueMark(value: $0, label: shared.text($0)) } }
      return pair.0.marks(lines: lines, format: pair.1.format)
    }
    self.marks = marks
    let besideScales = chart.panes.map { $0.besideAxis?.pictureScale }
    let besideMarks = zip(zip(besideScales, chart.panes), heights).map { pair, height in
      pair.0?.marks(lines: max(Int(height / 17), 2), format: pair.1.besideFormat) ?? []
    }
    self.besideMarks = besideMarks
    let besideWidth = besideMarks.joined().map { PictureText.width($0.label) }.max()
    left = besideWidth.map { $0 * 1.05 + 16 } ?? Self.margin
    let tags = zip(scales, chart.panes).flatMap { scale, pane -> [String] in
      let format = scale.valueFormat(lines: 14, format: pane.format)
      return pane.onAxis.series.compactMap { $0.last.map { format.text($0) } }
    }
    let longest = (marks.flatMap { $0.map(\.label) } + tags).map(PictureText.width).max() ?? 0
    axisWidth = max(longest * 1.12 + 18, 44)
    let plotWidth = Self.width - left - axisWidth
    var (frames, legends): ([PaneFrame], [[[LegendEntry]]]) = ([], [])
    var (y, before) = (top, 0)
    for (index, pane) in chart.panes.enumerated() {
      let rows = Self.legend(
        pane, scales[index], besideScales[index], before: before, width: plotWidth, hasTimes: hasTimes || pane.marksLast
      )
      y += Double(rows.count) * Self.legendLine + 4
      frames.append(
        PaneFrame(
          left: left, top: y, width: plotWidth, height: heights[index], count: count, scale: scales[index],
          besideScale: besideScales[index], seriesBefore: before))
      legends.append(rows)
      y += heights[index] + Self.gap
      before += pane.series.count
    }
    self.frames = frames
    self.legends = legends
    height = y - top + 12
  }

  /// The entries of a pane's legend in lines that fit.
  ///
  /// - Parameter hasTimes: true if the last value is that of now, and is shown next to its name.
  private static func legend(
    _ pane: Chart.Pane, _ scale: ValueScale, _ beside: ValueScale?, before: Int, width: Double, hasTimes: Bool
  ) -> [[LegendEntry]] {
    let format = scale.valueFormat(lines: 14, format: pane.format)
    let besideFormat = beside?.valueFormat(lines: 14, format: pane.besideFormat) ?? format
    var rows: [[LegendEntry]] = []
    var used = 0.0
    for (number, series) in pane.series.enumerated() {
      let name = series.name + (series.isBeside ? Chart.Pane.besideWords : "")
      let own = series.isBeside ? besideFormat : format
      let entry = LegendEntry(
        series: number, number: before + number, text: PictureText.shortened(name, to: width - 140),
        last: hasTimes ? series.last.map { own.text($0) } ?? "" : "")
      if rows.isEmpty || used + entry.width > width {
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(entry)
      used += entry.width
    }
    return rows
  }

  /// Writes the drawing.
  ///
  /// - Parameter isLive: true if a script will move it, for which each path has the number of its series.
  func draw(on svg: inout SVGWriter, isLive: Bool) {
    let ticks = timeTicks
    for (index, frame) in frames.enumerated() {
      if isLive { svg.open("g", [("class", "pane"), ("data-pane", "\(index)")]) }
      draw(legends[index], frame, chart.panes[index], on: &svg, isLive: isLive)
      draw(chart.panes[index], at: index, ticks.map(\.x), on: &svg, isLive: isLive)
      if isLive { svg.close("g") }
    }
    guard let last = frames.last else { return }
    svg.open("g", [("class", "time")])
    for tick in ticks { svg.label(tick.label, x: tick.labelX, y: last.top + last.height + 17, "dim", anchor: "middle") }
    svg.close("g")
    // Two strokes through the axis where sessions are missing.
    var slashes = SVGPath()
    for x in breakPlaces(in: last) {
      for place in [x - 3, x + 1] {
        slashes.move(last.left + place, last.top + last.height + 5)
        slashes.line(last.left + place + 3, last.top + last.height - 5)
      }
    }
    svg.path(slashes, "axis slashes", isKept: isLive && !chart.breaks.isEmpty)
  }

  private func draw(
    _ rows: [[LegendEntry]], _ frame: PaneFrame, _ pane: Chart.Pane, on svg: inout SVGWriter, isLive: Bool
  ) {
    let colours = pane.colours
    for (line, row) in rows.enumerated() {
      var x = frame.left
      let y = frame.top - 8 - Double(rows.count - 1 - line) * Self.legendLine
      for entry in row {
        svg.open("g", [("class", "key")] + (isLive ? [("data-s", "\(entry.number)")] : []))
        drawKey(pane.series[entry.series].shape, colours[entry.series], x: x, y: y, on: &svg)
        svg.open("text", [("x", SVGWriter.number(x + 22)), ("y", SVGWriter.number(y)), ("class", "name")])
        svg.raw(SVGWriter.escaped(entry.text))
        if !entry.last.isEmpty || isLive { svg.leaf("tspan", [("class", "last"), ("dx", "6")], entry.last) }
        svg.close("text")
        svg.close("g")
        x += entry.width
      }
    }
  }

  /// The sign of a series in its legend.
  private func drawKey(
    _ shape: Chart.Series.Shape, _ colour: Int, x: Double, y: Double, on svg: inout SVGWriter
  ) {
    var path = SVGPath()
    switch shape {
    case .line:
      path.move(x, y - 4)
      path.right(16)
      svg.path(path, PictureStyle.line(colour))
    case .area, .band, .histogram:
      path.rectangle(x + 1, y - 9, 14, 9)
      svg.path(path, (shape.isFaint ? "band " : "") + PictureStyle.field(colour))
    case .candles:
      path.rectangle(x + 1, y - 9, 5, 8)
      svg.path(path, "up")
      var falling = SVGPath()
      falling.rectangle(x + 9, y - 9, 5, 8)
      svg.path(falling, "down")
    case .marks:
      path.triangle(x + 4, y - 9, size: 4, isUp: true)
      svg.path(path, "buy")
      var sell = SVGPath()
      sell.triangle(x + 13, y - 1, size: 4, isUp: false)
      svg.path(sell, "sell")
    case .level:
      path.move(x, y - 4)
      path.right(16)
      svg.path(path, PictureStyle.level(colour))
    case .zones:
      path.rectangle(x + 1, y - 10, 14, 11)
      svg.path(path, PictureStyle.zone(colour))
    }
  }

  private func draw(
    _ pane: Chart.Pane, at index: Int, _ timeTicks: [Double], on svg: inout SVGWriter, isLive: Bool
  ) {
    let frame = frames[index]
    let colours = pane.colours
    svg.open(
      "svg",
      [
        ("x", SVGWriter.number(frame.left)), ("y", SVGWriter.number(frame.top)),
        ("width", SVGWriter.number(frame.width)), ("height", SVGWriter.number(frame.height)), ("class", "plot"),
      ])
    var grid = SVGPath()
    for mark in marks[index] {
      grid.move(0, frame.y(mark.value))
      grid.right(frame.width)
    }
    for x in timeTicks {
      grid.move(x, 0)
      grid.down(frame.height)
    }
    svg.path(grid, pane.guides.isEmpty ? "grid" : "grid guided", isKept: isLive)
    for (number, series) in pane.series.enumerated() {
      ShapePaths(series.shape, frame.frame(of: series), breaks: chart.breaks).draw(
        on: &svg, number: frame.seriesBefore + number, colour: colours[number], isLive: isLive,
        isFaint: series.isBeside)
    }
    if !chart.breaks.isEmpty {
      var path = SVGPath()
      for x in breakPlaces(in: frame) {
        path.move(x, 0)
        path.down(frame.height)
      }
      svg.path(path, "break", isKept: isLive)
    }
    svg.close("svg")
    var axis = SVGPath()
    axis.move(frame.left, frame.top + frame.height)
    axis.right(frame.width)
    axis.down(-frame.height)
    if frame.besideScale != nil {
      axis.move(frame.left, frame.top + frame.height)
      axis.down(-frame.height)
    }
    svg.path(axis, "axis", isLive ? [("data-axis", "")] : [])
    svg.open("g", [("class", "values")])
    drawValues(pane, at: index, on: &svg)
    svg.close("g")
    guard frame.besideScale != nil else { return }
    svg.open("g", [("class", "beside")])
    drawBeside(at: index, on: &svg)
    svg.close("g")
  }

  /// The places at which sessions are missing, no nearer to each other than eight pixels.
  private func breakPlaces(in frame: PaneFrame) -> [Double] {
    var places: [Double] = []
    for bar in chart.breaks where bar > 0 && bar < frame.count {
      let x = frame.edge(bar)
      if places.last.map({ x - $0 >= 8 }) ?? true { places.append(x) }
    }
    return places
  }

  /// The words of the second axis, left of the plot.
  private func drawBeside(at index: Int, on svg: inout SVGWriter) {
    let frame = frames[index]
    guard let scale = frame.besideScale else { return }
    for mark in besideMarks[index] {
      let y = min(max(scale.depth(mark.value) * frame.height, 6), frame.height)
      svg.label(mark.label, x: frame.left - 8, y: frame.top + y + 4, "dim", anchor: "end")
    }
  }

  /// The words next to the value axis; the last values take precedence over round ones.
  private func drawValues(_ pane: Chart.Pane, at index: Int, on svg: inout SVGWriter) {
    let frame = frames[index]
    let format = frame.scale.valueFormat(lines: 14, format: pane.format)
    var taken: [Double] = []
    let x = frame.left + frame.width
    let colours = pane.colours
    for (number, series) in pane.series.enumerated() where series.isTagged && !series.isBeside {
      guard let last = series.last, last >= frame.scale.low, last <= frame.scale.high else { continue }
      let y = min(max(frame.y(last), 7), frame.height - 7)
      guard !taken.contains(where: { abs($0 - y) < 15 }) else { continue }
      taken.append(y)
      let isLevel = if case .level = series.shape { true } else { false }
      let colour = isLevel ? "neutral" : "f\(PictureStyle.colour(colours[number]))"
      var tag = SVGPath()
      tag.move(x + 1, frame.top + y)
      tag.line(x + 6, frame.top + y - 8)
      tag.right(axisWidth - 8)
      tag.down(16)
      tag.right(8 - axisWidth)
      tag.close()
      svg.path(tag, colour)
      svg.label(format.text(last), x: x + 8, y: frame.top + y + 4, "onmark last")
    }
    for mark in marks[index] {
      let y = min(max(frame.y(mark.value), 6), frame.height)
      guard !taken.contains(where: { abs($0 - y) < 14 }) else { continue }
      svg.label(mark.label, x: x + 8, y: frame.top + y + 4, "dim")
    }
  }

  /// The words of the time axis and their places; those that would touch the one before are left out.
  private var timeTicks: [(x: Double, labelX: Double, label: String)] {
    guard let frame = frames.last, frame.count > 0 else { return [] }
    let candidates: [(x: Double, label: String)] =
      switch chart.time {
      case .none: []
      case .ticks(let ticks):
        ticks.filter { (0..<frame.count).contains($0.index) }.map { (frame.x($0.index), $0.label) }
      case .times(let times):
        CalendarTicks(times, room: Int(frame.width / 72)).placed.map { (frame.x($0.index), $0.label) }
      case .spans(let spans):
        spans.ticks(count: frame.count, room: Int(frame.width / 72)).map { (frame.edge($0.index), $0.label) }
      }
    var placed: [(x: Double, labelX: Double, label: String)] = []
    var free = 0.0
    for (x, label) in candidates.sorted(by: { $0.x < $1.x }) {
      let half = PictureText.width(label) / 2
      let labelX = min(max(frame.left + x, half + 2), Self.width - half - 2)
      guard labelX - half >= free else { continue }
      placed.append((x, labelX, label))
      free = labelX + half + 10
    }
    return placed
  }
}

extension Chart.Series {
  /// True for a series whose last value is shown at the axis.
  var isTagged: Bool {
    switch shape {
    case .line, .candles, .level: true
    case .area, .band, .histogram, .marks, .zones: false
    }
  }
}

extension Chart.Series.Shape {
  /// True for a field behind others.
  var isFaint: Bool {
    switch self {
    case .area, .band: true
    case .line, .histogram, .candles, .marks, .level, .zones: false
    }
  }
}

/// Measures of text in pictures, which no program knows before it draws them.
enum PictureText {
  /// About the width of a text of 12 pixels.
  static func width(_ text: String) -> Double { Double(displayWidth(text)) * 6.7 }

  /// A text that fits a width, else cut.
  static func shortened(_ text: String, to width: Double) -> String {
    guard Self.width(text) > width else { return text }
    return StyledText(text).truncated(to: max(Int(width / 6.7), 4), ellipsis: "…").plain
  }
}

extension SVGPath {
  /// Draws a triangle with its point at a place.
  mutating func triangle(_ x: Double, _ y: Double, size: Double, isUp: Bool) {
    move(x, y)
    line(x + size, y + (isUp ? 2 : -2) * size)
    right(-2 * size)
    close()
  }
}
