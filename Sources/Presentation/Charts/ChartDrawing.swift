import Text

/// A chart as lines of text.
struct ChartDrawing {
  /// A plot is not made narrower than this to make room for the labels of its value axis.
  private static let smallestPlot = 8
  private static let widestSlot = 4

  private let chart: Chart
  private let width: Int
  private let symbols: Symbols
  private let color: Bool
  private let scales: [ValueScale]
  private let ticks: [[ValueScale.ValueTick]]
  private let lasts: [[LastTick]]
  private let time: TimeScale
  private let labelWidth: Int
  /// The scales of the second axes, nil for panes without one.
  private let besideScales: [ValueScale?]
  private let besideTicks: [[ValueScale.ValueTick]]
  /// The columns of the words on the left side; 0 if no pane has a second axis.
  private let besideWidth: Int

  init(_ chart: Chart, width: Int, symbols: Symbols, color: Bool) {
    self.chart = chart
    self.width = max(width, Self.smallestPlot + 1)
    self.symbols = symbols
    self.color = color
    scales = chart.panes.map { ValueScale($0) }
    ticks = zip(scales, chart.panes).map { scale, pane in
      let lines = max(pane.height, 1)
      let guides = scale.ticks(at: pane.guides, lines: lines, format: pane.format)
      return guides.isEmpty ? scale.ticks(lines: lines, format: pane.format) : guides
    }
    lasts = zip(scales, chart.panes).map { $1.lastTicks(on: $0) }
    besideScales = chart.panes.map { $0.besideAxis.map { ValueScale($0) } }
    besideTicks = zip(besideScales, chart.panes).map { scale, pane in
      scale?.ticks(lines: max(pane.height, 1), format: pane.besideFormat) ?? []
    }
    let besideLabels = besideTicks.joined().reduce(0) { max($0, displayWidth($1.label)) }
    let labels = (ticks + lasts.map { $0.map(\.tick) })
      .reduce(0) { $1.reduce($0) { max($0, displayWidth($1.label)) } }
    labelWidth = self.width - labels - 2 >= Self.smallestPlot ? labels : 0
    besideWidth =
      besideLabels > 0 && self.width - labels - besideLabels - 4 >= Self.smallestPlot ? besideLabels + 2 : 0
    let room = self.width - besideWidth - (labelWidth > 0 ? labelWidth + 2 : 1)
    let count = chart.count
    let hasBars = chart.panes.contains { $0.series.contains(where: \.hasBars) }
    // Bars of one width look even only when the plot is a multiple of their number.
    let columns = hasBars && count > 0 && count <= room ? count * min(room / count, Self.widestSlot) : room
    time = TimeScale(count: count, columns: columns, hasSlots: hasBars)
  }

  func lines() -> [StyledText] {
    guard !chart.panes.isEmpty else { return [] }
    var lines: [StyledText] = []
    var seriesBefore = 0
    for (index, pane) in chart.panes.enumerated() {
      lines += legend(pane, scale: scales[index], seriesBefore: seriesBefore)
      lines += plot(pane, at: index, seriesBefore: seriesBefore)
      seriesBefore += pane.series.count
    }
    return lines + timeAxis()
  }

  /// The character that distinguishes a line from the others, or `nil` if its colour does or it is alone.
  private func lineMark(_ number: Int, in pane: Chart.Pane) -> Character? {
    guard symbols.isUnicode else { return Symbols.asciiLines[number % Symbols.asciiLines.count] }
    let lineCount = pane.series.count { if case .line = $0.shape { true } else { false } }
    return color || lineCount < 2 ? nil : Symbols.lineMarks[number % Symbols.lineMarks.count]
  }

  private func legend(_ pane: Chart.Pane, scale: ValueScale, seriesBefore: Int) -> [StyledText] {
    let format = scale.valueFormat(lines: pane.height, format: pane.format)
    let besideFormat = pane.besideAxis.map { ValueScale($0).valueFormat(lines: pane.height, format: $0.format) }
    let entries = pane.series.enumerated().map { number, series in
      var entry = StyledText()
      switch series.shape {
      case .line:
        entry.append(
          lineMark(number, in: pane).map { String($0) } ?? symbols.lineKey,
          .series(seriesBefore + number)
        )
        entry.append(" ")
      case .histogram, .area:
        entry.append(symbols.isUnicode ? "▇ " : "# ", .series(seriesBefore + number))
      case .band:
        entry.append(symbols.isUnicode ? "▒ " : ": ", .series(seriesBefore + number))
      case .level: entry.append("\(symbols.guide) ", .strong)
      case .zones: entry.append(symbols.isUnicode ? "░ " : "' ", .dim)
      case .candles:
        if !color { entry.append(symbols.isUnicode ? "▒█ " : "o# ") }
      case .marks:
        entry.append(String(symbols.buy), .positive)
        entry.append(String(symbols.sell), .negative)
        entry.append(" ")
      }
      entry.append(VisibleText.escaped(series.name))
      if let last = series.last {
        entry.append(" " + (series.isBeside ? besideFormat ?? format : format).text(last), .strong)
      }
      if series.isBeside { entry.append(Chart.Pane.besideWords, .dim) }
      return entry.truncated(to: width, ellipsis: symbols.ellipsis)
    }
    // Entries are not broken: one that does not fit goes to the next line.
    var lines: [StyledText] = []
    for entry in entries where !entry.isEmpty {
      if let last = lines.last, last.width + 3 + entry.width <= width {
        lines[lines.count - 1] = last + "   " + entry
      } else {
        lines.append(entry)
      }
    }
    return lines
  }

  private func plot(_ pane: Chart.Pane, at index: Int, seriesBefore: Int) -> [StyledText] {
    let (height, scale) = (max(pane.height, 1), scales[index])
    var canvas = PlotCanvas(columns: time.columns, lines: height, isUnicode: symbols.isUnicode)
    for guide in pane.guides { canvas.drawGuide(guide, scale: scale, symbols: symbols) }
    for (number, series) in pane.series.enumerated() {
      let style = Style.series(seriesBefore + number)
      let own = series.isBeside ? besideScales[index] ?? scale : scale
      draw(series, number: number, in: pane, style: style, scale: own, on: &canvas)
    }
    return (0..<height).map { line in
      var text = besideText(of: index, line: line) + canvas.text(line: line)
      if labelWidth > 0, let last = lasts[index].first(where: { $0.tick.line == line }) {
        text.append(symbols.lastTick, .series(seriesBefore + last.series))
        text.append(" " + last.tick.label, .strong)
      } else if labelWidth > 0, let tick = ticks[index].first(where: { $0.line == line }) {
        text.append(symbols.tick, .dim)
        text.append(" " + tick.label)
      } else {
        text.append(symbols.axis, .dim)
      }
      return text
    }
  }

  /// The text left of a line of a pane: a label of the second axis, or blanks.
  private func besideText(of pane: Int, line: Int) -> StyledText {
    guard besideWidth > 0 else { return StyledText() }
    guard besideScales[pane] != nil else { return StyledText(String(repeating: " ", count: besideWidth)) }
    let tick = besideTicks[pane].first { $0.line == line }
    var text = StyledText(tick?.label ?? "").padded(to: besideWidth - 2, alignment: .right)
    text.append(" ")
    text.append(tick == nil ? symbols.axis : symbols.leftTick, .dim)
    return text
  }

  private func draw(
    _ series: Chart.Series, number: Int, in pane: Chart.Pane, style: Style, scale: ValueScale,
    on canvas: inout PlotCanvas
  ) {
    switch series.shape {
    case .line(let values):
      draw(values, style: style, mark: lineMark(number, in: pane), number: number, scale: scale, on: &canvas)
    case .area(let values): canvas.drawHistogram(values, time: time, scale: scale) { _ in style }
    case .band(let low, let high):
      for values in [low, high] {
        draw(values, style: style, mark: lineMark(number, in: pane), number: number, scale: scale, on: &canvas)
      }
    case .histogram(let values):
      canvas.drawHistogram(values, time: time, scale: scale) { _ in style }
    case .candles(let open, let high, let low, let close):
      canvas.drawCandles(
        open: open, high: high, low: low, close: close, time: time, scale: scale,
        look: !symbols.isUnicode ? .ascii : color ? .colored : .shaded)
    case .marks(let marks): canvas.drawMarks(marks, time: time, scale: scale, symbols: symbols)
    case .level(let value): canvas.drawGuide(value, scale: scale, symbols: symbols)
    case .zones(let spans): canvas.drawZones(spans, time: time, symbols: symbols)
    }
  }

  private func draw(
    _ values: [Double],
    style: Style,
    mark: Character?,
    number: Int,
    scale: ValueScale,
    on canvas: inout PlotCanvas
  ) {
    let touched = canvas.drawLine(
      values, time: time, scale: scale, glyph: mark ?? "*", style: style, breaks: chart.breaks)
    // A single point is hard to find as one dot of a character.
    if symbols.isUnicode, values.count(where: \.isFinite) == 1, let column = touched.firstIndex(where: { $0 >= 0 }) {
      canvas.put(mark ?? Symbols.lineMarks[0], column: column, line: touched[column], layer: .lineMark, style: style)
      return
    }
    guard symbols.isUnicode, let mark else { return }
    // The marks of the lines are in different columns, so that lines that meet keep theirs.
    let distance = max(min(16, time.columns / 3), 4)
    for column in stride(from: 2 + (number * 5) % distance, to: time.columns, by: distance) {
      guard touched[column] >= 0 else { continue }
      canvas.put(mark, column: column, line: touched[column], layer: .lineMark, style: style)
    }
  }

  private func timeAxis() -> [StyledText] {
    let placed = TimeTicks(chart.time, time: time, width: width - besideWidth).placed
    let columns = Set(placed.map(\.column))
    var rule = StyledText(String(repeating: " ", count: max(besideWidth - 1, 0)))
    if besideWidth > 0 { rule.append(symbols.leftCorner, .dim) }
    let breaks = Set(chart.breaks.map(time.edge))
    for column in 0..<time.columns {
      if breaks.contains(column) {
        rule.append(symbols.breakMark, .strong)
        continue
      }
      rule.append(columns.contains(column) ? symbols.timeTick : symbols.rule, .dim)
    }
    rule.append(symbols.corner, .dim)
    guard !placed.isEmpty else { return [rule] }
    var labels = StyledText(String(repeating: " ", count: besideWidth))
    var used = 0
    for tick in placed {
      labels.append(String(repeating: " ", count: tick.start - used))
      labels.append(tick.label)
      used = tick.start + displayWidth(tick.label)
    }
    return [rule, labels]
  }
}
