import Text

/// Labelled bars as an SVG drawing: a histogram, ranges with a price across, or a bridge of steps.
struct BarsPicture {
  private static let row = 24.0

  private let chart: BarChart
  private let top: Double
  private let labelWidth: Double
  private let textWidth: Double
  /// The words next to the bars.
  let texts: [String]
  private let scale: ValueScale
  /// The height in pixels.
  let height: Double

  /// Lays bars out below some height that is taken already.
  init(_ chart: BarChart, top: Double) {
    self.chart = chart
    self.top = top
    let shared = chart.format.shared(by: chart.bars.flatMap { [$0.low, $0.high] })
    texts = chart.bars.map { bar in
      guard bar.isThere else { return NumberFormat.missing }
      if let amount = bar.amount { return chart.format.text(amount) }
      return bar.isFromZero ? shared.text(bar.value) : "\(shared.text(bar.low)) – \(shared.text(bar.high))"
    }
    labelWidth = min((chart.bars.map { PictureText.width($0.label) }.max() ?? 0) + 12, 330)
    textWidth = (texts.map(PictureText.width).max() ?? 0) + 14
    scale = chart.barScale
    height = Double(chart.bars.count) * Self.row + 34 + (chart.reference == nil ? 0 : 18)
  }

  private var left: Double { 14 + labelWidth }
  private var width: Double { max(ChartPicture.width - left - textWidth - 14, 80) }
  private var plotTop: Double { top + (chart.reference == nil ? 4 : 22) }
  private var bottom: Double { plotTop + Double(chart.bars.count) * Self.row }
  private func x(_ value: Double) -> Double { left + scale.fraction(value) * width }

  /// Writes the drawing.
  func draw(on svg: inout SVGWriter) {
    drawGrid(on: &svg)
    for (index, bar) in chart.bars.enumerated() {
      let y = plotTop + Double(index) * Self.row
      let label = PictureText.shortened(bar.label, to: labelWidth - 10)
      svg.label(label, x: left - 10, y: y + 16, "name", anchor: "end")
      guard bar.isThere else {
        svg.label(NumberFormat.missing, x: left + 4, y: y + 16, "dim")
        continue
      }
      let (start, end) = (x(bar.low), x(bar.high))
      var path = SVGPath()
      path.rectangle(start, y + 4, max(end - start, bar.low == bar.high && bar.isFromZero ? 0 : 1.5), Self.row - 8)
      svg.path(path, bar.style.pictureClass)
      svg.label(texts[index], x: ChartPicture.width - 14, y: y + 16, "dim", anchor: "end")
    }
    drawReference(on: &svg)
  }

  private func drawGrid(on svg: inout SVGWriter) {
    let ticks = scale.marks(lines: max(Int(width / 36), 4), format: chart.format == .general ? nil : chart.format)
    var grid = SVGPath()
    for tick in ticks {
      grid.move(x(tick.value), plotTop)
      grid.down(bottom - plotTop)
    }
    svg.path(grid, "grid")
    var free = Double.infinity
    // They come from the greatest value down.
    for tick in ticks {
      let half = PictureText.width(tick.label) / 2
      guard x(tick.value) + half < free else { continue }
      svg.label(tick.label, x: x(tick.value), y: bottom + 17, "dim", anchor: "middle")
      free = x(tick.value) - half - 8
    }
    var axis = SVGPath()
    let zero = scale.low <= 0 && scale.high >= 0 ? x(0) : left
    axis.move(zero, plotTop)
    axis.down(bottom - plotTop)
    svg.path(axis, "axis")
  }

  private func drawReference(on svg: inout SVGWriter) {
    guard let reference = chart.reference, reference.isFinite else { return }
    var path = SVGPath()
    path.move(x(reference), plotTop - 4)
    path.down(bottom - plotTop + 4)
    svg.path(path, "level strong")
    let label = [chart.referenceLabel, chart.format.text(reference)].filter { !$0.isEmpty }.joined(separator: " ")
    let half = PictureText.width(label) / 2
    let middle = min(max(x(reference), half + 14), ChartPicture.width - half - 14)
    svg.label(label, x: middle, y: plotTop - 8, "last", anchor: "middle")
  }
}

extension Style {
  /// The class of a bar in a picture.
  fileprivate var pictureClass: String {
    switch self {
    case .positive: "gain"
    case .negative, .error, .warning: "loss"
    case .dim, .plain: "neutral"
    case .series(let number): "f\(PictureStyle.colour(number))"
    case .strong, .heading, .name, .number, .keyword, .accent, .heat: "f0"
    }
  }
}
