import Text

/// Many small lines as an SVG drawing, four in a row.
struct MultiplesPicture {
  private static let perRow = 4
  private static let cellHeight = 104.0
  private static let plotHeight = 56.0
  private static let margin = 14.0

  private let multiples: SmallMultiples
  private let top: Double
  /// The height in pixels.
  let height: Double

  /// Lays the lines out below some height that is taken already.
  init(_ multiples: SmallMultiples, top: Double) {
    self.multiples = multiples
    self.top = top
    let rows = (multiples.panels.count + Self.perRow - 1) / Self.perRow
    height = Double(rows) * Self.cellHeight + 4
  }

  private var cellWidth: Double { (ChartPicture.width - 2 * Self.margin) / Double(Self.perRow) }

  /// Writes the drawing.
  func draw(on svg: inout SVGWriter) {
    for (index, panel) in multiples.panels.enumerated() {
      let x = Self.margin + Double(index % Self.perRow) * cellWidth
      let y = top + Double(index / Self.perRow) * Self.cellHeight
      draw(panel, x: x, y: y, width: cellWidth - 18, on: &svg)
    }
  }

  private func draw(_ panel: SmallMultiples.Panel, x: Double, y: Double, width: Double, on svg: inout SVGWriter) {
    let last = panel.last.map { multiples.format.text($0) } ?? NumberFormat.missing
    let room = width - PictureText.width(last) * 1.15 - 10
    svg.label(PictureText.shortened(panel.title, to: room), x: x, y: y + 14, "caption")
    svg.label(last, x: x + width, y: y + 14, "last", anchor: "end")
    let plotTop = y + 22
    var base = SVGPath()
    base.move(x, plotTop + Self.plotHeight)
    base.right(width)
    svg.path(base, "grid")
    guard let extremes = panel.extremes else { return }
    let frame = PaneFrame(
      left: x, top: plotTop, width: width, height: Self.plotHeight - 4, count: panel.values.count,
      scale: ValueScale(extremes.lowerBound, extremes.upperBound), seriesBefore: 0)
    svg.open(
      "svg",
      [
        ("x", SVGWriter.number(x)), ("y", SVGWriter.number(plotTop)), ("width", SVGWriter.number(width)),
        ("height", SVGWriter.number(Self.plotHeight)), ("class", "plot"), ("overflow", "visible"),
      ])
    ShapePaths(.line(panel.values), frame).draw(on: &svg, number: 0, colour: 0, isLive: false)
    if let bar = panel.values.lastIndex(where: \.isFinite) {
      var dot = SVGPath()
      dot.rectangle(frame.x(bar) - 2, frame.y(panel.values[bar]) - 2, 4, 4)
      svg.path(dot, "f0")
    }
    svg.close("svg")
    svg.label(multiples.rangeText(panel), x: x, y: plotTop + Self.plotHeight + 15, "dim")
  }
}
