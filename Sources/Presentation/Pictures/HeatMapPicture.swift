import Text

/// Values by two keys as an SVG drawing; how strong a field's colour is says how great its value.
///
/// Many rows are lower, and fields that are narrow touch each other: a large map is an area of colours.
struct HeatMapPicture {
  /// The height of a row with numbers, and that of all rows of a large map.
  private static let (row, most) = (26.0, 780.0)

  private let map: HeatMap
  private let top: Double
  private let labelWidth: Double
  private let format: NumberFormat
  private let rowHeight: Double
  /// The height in pixels.
  let height: Double

  /// Lays a map out below some height that is taken already.
  init(_ map: HeatMap, top: Double) {
    self.map = map
    self.top = top
    format = map.pictureFormat
    let longest = (map.rows.map(PictureText.width).max() ?? 0) + 14
    labelWidth = min(max(longest, PictureText.width(map.rowTitle) + 14), 240)
    rowHeight = min(max(Self.most / Double(max(map.rows.count, 1)), 2), Self.row)
    height = Double(map.rows.count) * rowHeight + 52
  }

  private var left: Double { 14 + labelWidth }
  private var cell: Double {
    min((ChartPicture.width - left - 14) / Double(max(map.columns.count, 1)), 110)
  }

  /// The space between fields of a size.
  private static func gap(of size: Double) -> Double { size >= 12 ? 2 : size >= 6 ? 1 : 0 }

  private var rowGap: Double { Self.gap(of: cell) == 0 ? 0 : Self.gap(of: rowHeight) }

  /// Writes the drawing.
  func draw(on svg: inout SVGWriter) {
    let width = cell * Double(map.columns.count)
    svg.label(map.columnTitle, x: left + width / 2, y: top + 12, "dim", anchor: "middle")
    svg.label(map.rowTitle, x: left - 10, y: top + 32, "dim", anchor: "end")
    // Every heading if they fit, else every second, third and so on.
    let widest = (map.columns.map(PictureText.width).max() ?? 0) + 8
    let every = max(Int((widest / cell).rounded(.up)), 1)
    for (column, title) in map.columns.enumerated() where column % every == 0 {
      svg.label(title, x: left + (Double(column) + 0.5) * cell, y: top + 32, "name", anchor: "middle")
    }
    let everyRow = max(Int((15 / rowHeight).rounded(.up)), 1)
    for (row, title) in map.rows.enumerated() where row % everyRow == 0 {
      svg.label(
        PictureText.shortened(title, to: labelWidth - 10), x: left - 10, y: y(row) + rowHeight / 2 + 4, "name",
        anchor: "end")
    }
    drawFields(on: &svg)
    guard let marked = map.marked else { return }
    var frame = SVGPath()
    frame.rectangle(
      left + Double(marked.column) * cell, y(marked.row), cell - Self.gap(of: cell),
      rowHeight - rowGap)
    svg.path(frame, "frame")
  }

  private func y(_ row: Int) -> Double { top + 40 + Double(row) * rowHeight }

  /// The fields, those of one colour as one path, and the numbers in them.
  private func drawFields(on svg: inout SVGWriter) {
    var (paths, places): ([(Colour, SVGPath)], [Colour: Int]) = ([], [:])
    let strengths = map.strengths()
    for (row, strengths) in strengths.enumerated() {
      var column = 0
      while column < strengths.count {
        let colour = colour(of: strengths[column])
        var end = column + 1
        // Fields that touch are one if they have one colour.
        while Self.gap(of: cell) == 0, end < strengths.count, self.colour(of: strengths[end]) == colour { end += 1 }
        if let colour {
          let place = places[colour] ?? paths.count
          if place == paths.count {
            places[colour] = place
            paths.append((colour, SVGPath()))
          }
          let width = max(cell * Double(end - column) - Self.gap(of: cell), 1)
          paths[place].1.rectangle(
            left + Double(column) * cell, y(row), width, max(rowHeight - rowGap, 1))
        }
        column = end
      }
    }
    for (colour, path) in paths {
      let opacity = colour.percent.map { [("fill-opacity", "0.\($0 < 10 ? "0" : "")\($0)")] }
      svg.path(path, colour.style, opacity ?? [])
    }
    guard rowHeight >= 16, cell >= 12 else { return }
    for (row, strengths) in strengths.enumerated() {
      for (column, strength) in strengths.enumerated() where strength != nil {
        let text = format.text(map.value(row, column))
        guard PictureText.width(text) <= cell - 4 else { continue }
        svg.label(
          text, x: left + (Double(column) + 0.5) * cell - 1, y: y(row) + rowHeight / 2 + 3, "name", anchor: "middle")
      }
    }
  }

  /// A class and the strength of its colour.
  private struct Colour: Hashable {
    var style: String
    var percent: Int?
  }

  /// The colour of a field; nil for one that has none.
  private func colour(of strength: Double?) -> Colour? {
    guard let strength else { return Colour(style: "zone") }
    if map.isCentre(strength) { return nil }
    return Colour(
      style: strength < 0 ? "loss" : "gain", percent: Int((6 + abs(strength) * 56).rounded()))
  }
}
