import Text

/// A picture in a page: each part a figure, of which those of series over time can be moved where the page has the script.
struct HTMLPicture {
  private let picture: Picture
  private let isLive: Bool

  /// A picture in a page.
  ///
  /// - Parameter isLive: true where the page has the script.
  init(_ picture: Picture, isLive: Bool) {
    self.picture = picture
    self.isLive = isLive
  }

  /// The figures.
  var text: String {
    let figures = picture.parts.map(figure)
    let remark = picture.remark.isEmpty ? "" : "<p class=\"note\">\(Self.words(picture.remark))</p>\n"
    return figures.joined() + remark
  }

  /// Words of data as a page shows them.
  private static func words(_ text: String) -> String { HTMLRenderer.escaped(VisibleText.escaped(text)) }

  private func figure(_ part: Picture.Part) -> String {
    let caption = part.caption.isEmpty ? "" : "<figcaption>\(Self.words(part.caption))</figcaption>\n"
    guard isLive, case .chart(let whole) = part.drawing else {
      return
        "<figure>\n\(caption)\(SVGRenderer().fragment(Picture(title: picture.title, [Picture.Part("", part.drawing)])))</figure>\n"
    }
    let chart = whole.condensed(to: LiveChart.mostBars)
    let drawn = Picture(title: picture.title, [Picture.Part("", .chart(chart))])
    let layout = ChartPicture(chart, top: SVGRenderer.topOfFirstPart)
    let note =
      chart.count == whole.count
      ? ""
      : "<p class=\"note\">\(NumberText.grouped(whole.count)) bars, of which each point stands for \(NumberText.grouped((whole.count + chart.count - 1) / max(chart.count, 1)))</p>\n"
    return """
      <figure class="live">
      \(caption)\(SVGRenderer().fragment(drawn, isLive: true))<script type="application/json">\(LiveChart(chart, layout).text)</script>
      </figure>
      \(note)
      """
  }
}
