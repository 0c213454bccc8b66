import Text

/// Draws a picture as SVG: text as text, sharp at any size, light or dark as its viewer prefers.
public struct SVGRenderer: Sendable, Hashable {
  /// The place of the first part of a picture without a title.
  static let topOfFirstPart = 16.0

  /// The background that the colours suit; nil if the viewer chooses.
  public var isLight: Bool?
  /// False if the title is next to the picture, which then has it only for screen readers.
  public var showsTitle = true

  /// Makes a renderer.
  public init(isLight: Bool? = nil) { self.isLight = isLight }

  /// The picture as a file of its own.
  public func render(_ picture: Picture) -> String {
    var svg = SVGWriter()
    svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    draw(picture, hasTitle: showsTitle, hasStyle: true, isLive: false, on: &svg)
    return svg.text
  }

  /// The picture as a part of an HTML page, which has the style sheet and the title.
  ///
  /// - Parameter isLive: true if a script will move the drawing.
  func fragment(_ picture: Picture, isLive: Bool = false) -> String {
    var svg = SVGWriter()
    draw(picture, hasTitle: false, hasStyle: false, isLive: isLive, on: &svg)
    return svg.text
  }

  private func draw(
    _ picture: Picture, hasTitle: Bool, hasStyle: Bool, isLive: Bool, on svg: inout SVGWriter
  ) {
    let title = hasTitle ? picture.title : ""
    let titleLines = title.isEmpty ? [] : Self.lines(title, perLine: 96)
    let remarks = picture.remark.isEmpty ? [] : Self.lines(picture.remark, perLine: 138)
    var top = titleLines.isEmpty ? 8 : 12 + Double(titleLines.count) * 22
    var body = SVGWriter()
    for part in picture.parts {
      if !part.caption.isEmpty {
        body.label(part.caption, x: 14, y: top + 16, "caption")
        top += 30
      }
      top += 8
      top += draw(part.drawing, top: top, isLive: isLive, on: &body) + 12
    }
    let height = top + Double(remarks.count) * 17 + (remarks.isEmpty ? 0 : 8)
    let (width, pixels) = (SVGWriter.number(ChartPicture.width), SVGWriter.number(height.rounded(.up)))
    svg.open(
      "svg",
      [
        ("class", "tas"), ("viewBox", "0 0 \(width) \(pixels)"), ("width", width), ("height", pixels), ("role", "img"),
      ] + (hasStyle ? [("xmlns", "http://www.w3.org/2000/svg")] : []))
    svg.raw("\n")
    svg.leaf("title", [], picture.title.isEmpty ? "picture" : picture.title)
    svg.leaf("desc", [], PictureSummary(picture).text)
    if hasStyle {
      let sheet = isLight == nil ? PictureStyle.sheet : PictureStyle.sheet(isLight: isLight)
      svg.raw("<style>\n\(sheet)\n</style>\n")
    }
    svg.empty("rect", [("class", "paper"), ("width", "100%"), ("height", "100%")])
    for (line, text) in titleLines.enumerated() { svg.label(text, x: 14, y: 26 + Double(line) * 22, "title") }
    svg.raw(body.text)
    for (line, text) in remarks.enumerated() { svg.label(text, x: 14, y: top + 10 + Double(line) * 17, "dim") }
    svg.raw("</svg>\n")
  }

  /// Writes a drawing; returns its height.
  private func draw(_ drawing: Picture.Drawing, top: Double, isLive: Bool, on svg: inout SVGWriter) -> Double {
    switch drawing {
    case .chart(let chart):
      let picture = ChartPicture(chart, top: top)
      picture.draw(on: &svg, isLive: isLive)
      return picture.height
    case .bars(let bars):
      let picture = BarsPicture(bars, top: top)
      picture.draw(on: &svg)
      return picture.height
    case .grid(let map):
      let picture = HeatMapPicture(map, top: top)
      picture.draw(on: &svg)
      return picture.height
    case .multiples(let multiples):
      let picture = MultiplesPicture(multiples, top: top)
      picture.draw(on: &svg)
      return picture.height
    }
  }

  private static func lines(_ text: String, perLine: Int) -> [String] {
    StyledText(text).wrapped(to: perLine).map(\.plain)
  }
}

extension OutputFormat {
  /// A picture that any browser and any program for texts shows.
  public static let svg = OutputFormat("svg", title: "SVG", fileEnding: "svg", isPicture: true) { result, _ in
    result.picture.map { SVGRenderer().render($0) }
  }
}
