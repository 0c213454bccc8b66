import Text

/// A picture in a page: each part a figure; those of series over time can be moved if the page has the script.
struct HTMLPicture {
  private let picture: Picture
  private let isLive: Bool

  /// A picture in a page.
  ///
  /// - Parameter isLive: true if the page has the script.
  init(_ picture: Picture, isLive: Bool) {
    self.picture = picture
    self.isLive = isLive
  }

  /// The figures; of no use once they are stopped.
  func text(isStopped: () -> Bool = { false }) -> String {
    let figures = picture.parts.map { isStopped() ? "" : figure($0, isStopped) }
    let remark = picture.remark.isEmpty ? "" : "<p class=\"note\">\(Self.words(picture.remark))</p>\n"
    return figures.joined() + remark
  }

  /// Words of data as a page shows them.
  private static func words(_ text: String) -> String { HTMLRenderer.escaped(VisibleText.escaped(text)) }

  private func figure(_ part: Picture.Part, _ isStopped: () -> Bool) -> String {
    let caption = part.caption.isEmpty ? "" : "<figcaption>\(Self.words(part.caption))</figcaption>\n"
    let isChart = if case .chart = part.drawing { true } else { false }
    guard isLive, case .chart(let chart) = part.drawing else {
      return
        "<figure\(isChart ? " class=\"newest\"" : "")>\n\(caption)\(SVGRenderer().fragment(Picture(title: picture.title, [Picture.Part("", part.drawing)])))</figure>\n"
    }
    let drawn = Picture(title: picture.title, [Picture.Part("", .chart(chart))])
    let live = LiveChart(chart, ChartPicture(chart, top: SVGRenderer.topOfFirstPart))
    let note =
      live.barsOfPoint == 1
      ? ""
      : "<p class=\"note\">\(NumberText.grouped(chart.count)) bars: a point is \(NumberText.grouped(live.barsOfPoint)) of them, and shows their low, their high and their last value; zooming ends there. A window of \(NumberText.grouped(LiveChart.mostPoints)) bars or fewer has each bar.</p>\n"
    return """
      <figure class="live newest">
      \(caption)\(SVGRenderer().fragment(drawn, isLive: true))<script type="application/json">\(live.text(isStopped: isStopped))</script>
      </figure>
      \(note)
      """
  }
}
