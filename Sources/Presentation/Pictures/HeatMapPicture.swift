import Text

/// Values by two keys as an SVG drawing; how strong a field's colour is says how great its value.
struct HeatMapPicture {
  private static let row = 26.0

  private let map: HeatMap
  private let top: Double
  private let labelWidth: Double
  private let format: NumberFormat
  /// The height in pixels.
  let height: Double

  /// Lays a map out below some height that is taken already.
  init(_ map: HeatMap, top: Double) {
    self.map = map
    self.top = top
    format = map.pictureFormat
    let longest = (map.rows.map(PictureText.width).max() ?? 0) + 14
    labelWidth = min(max(longest, PictureText.width(map.rowTitle) + 14), 240)
    height = Double(map.rows.count) * Self.row + 52
  }

  private var left: Double { 14 + labelWidth }
  private var cell: Double {
    min((ChartPicture.width - left - 14) / Double(max(map.columns.count, 1)), 110)
  }

  /// Writes the drawing.
  func draw(on svg: inout SVGWriter) {
    let width = cell * Double(map.columns.count)
    svg.label(map.columnTitle, x: left + width / 2, y: top + 12, "dim", anchor: "middle")
    svg.label(map.rowTitle, x: left - 10, y: top + 32, "dim", anchor: "end")
    // Every heading where they fit, else every second, third and so on.
    let widest = (map.columns.map(PictureText.width).max() ?? 0) + 8
    let every = max(Int((widest / cell).rounded(.up)), 1)
    for (column, title) in map.columns.enumerated() where column % every == 0 {
      svg.label(title, x: left + (Double(column) + 0.5) * cell, y: top + 32, "name", anchor: "middle")
    }
    for (row, strengths) in map.strengths().enumerated() {
      let y = top + 40 + Double(row) * Self.row
      svg.label(
        PictureText.shortened(map.rows[row], to: labelWidth - 10), x: left - 10, y: y + 17, "name", anchor: "end")
      for (column, strength) in strengths.enumerated() {
        draw(map.value(row, column), strength, x: left + Double(column) * cell, y: y, on: &svg)
      }
    }
    guard let marked = map.marked else { return }
    var frame = SVGPath()
    frame.rectangle(
      left + Double(marked.column) * cell, top + 40 + Double(marked.row) * Self.row, cell - 2, Self.row - 2)
    svg.path(frame, "frame")
  }

  private func draw(_ value: Double, _ strength: Double?, x: Double, y: Double, on svg: inout SVGWriter) {
    var path = SVGPath()
    path.rectangle(x, y, max(cell - 2, 1), Self.row - 2)
    guard let strength else { return svg.path(path, "zone") }
    if !map.isCentre(strength) {
      let opacity = 0.06 + abs(strength) * 0.56
      svg.path(path, strength < 0 ? "loss" : "gain", [("fill-opacity", NumberFormat.fixed(2).text(opacity))])
    }
    let text = format.text(value)
    if PictureText.width(text) <= cell - 4 {
      svg.label(text, x: x + cell / 2 - 1, y: y + 16, "name", anchor: "middle")
    }
  }
}
