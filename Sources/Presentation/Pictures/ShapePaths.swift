/// The paths of a series in its pane.
struct ShapePaths {
  private let shape: Chart.Series.Shape
  private let frame: PaneFrame
  /// The bars before which lines are broken.
  private let breaks: [Int]

  /// The paths of a shape.
  init(_ shape: Chart.Series.Shape, _ frame: PaneFrame, breaks: [Int] = []) {
    self.shape = shape
    self.frame = frame
    self.breaks = breaks
  }

  /// Writes the paths; if a script moves them each has the number of its series, and empty ones stay.
  func draw(on svg: inout SVGWriter, number: Int, colour: Int, isLive: Bool, isFaint: Bool = false) {
    func add(_ path: SVGPath, _ style: String, _ part: String = "") {
      let names = isLive ? [("data-s", "\(number)")] + (part.isEmpty ? [] : [("data-part", part)]) : []
      svg.path(path, style, names, isKept: isLive)
    }
    switch shape {
    case .line(let values): add(line(values), PictureStyle.line(colour))
    case .area(let values):
      add(field(values), "area \(PictureStyle.field(colour))", "field")
      add(line(values), PictureStyle.line(colour))
    case .band(let low, let high): add(band(low, high), "band \(PictureStyle.field(colour))")
    case .histogram(let values):
      // Bars on a second axis are behind those on the first.
      let style = (isFaint ? "band " : "") + PictureStyle.field(colour)
      add(bars(values) { $0 > 0 }, style, "up")
      add(bars(values) { $0 < 0 }, style, "down")
    case .candles(let open, let high, let low, let close):
      let columns = frame.columns(min(min(open.count, high.count), min(low.count, close.count)), least: 3)
      let candles = columns.candles(open: open, high: high, low: low, close: close)
      add(self.candles(candles, columns, rising: true), "up", "up")
      add(self.candles(candles, columns, rising: false), "down", "down")
    case .marks(let marks):
      add(signs(marks, .buy), "buy", "up")
      add(signs(marks, .sell), "sell", "down")
    case .level(let value): add(level(value), PictureStyle.level(colour))
    case .zones(let spans): add(zones(spans), PictureStyle.zone(colour))
    }
  }

  private func line(_ values: [Double]) -> SVGPath {
    var path = SVGPath()
    var isDown = false
    // The point that the pen came down at, until a second one follows.
    var lone: (x: Double, y: Double)?
    func end() {
      // A point between missing values is a diamond: a stroke of no length is not drawn.
      if let point = lone { path.diamond(point.x, point.y) }
      (lone, isDown) = (nil, false)
    }
    frame.columns(values.count).outline(values, breaks: breaks) { bar, value in
      guard let value else { return end() }
      let (x, y) = (frame.x(bar), frame.y(value))
      if isDown {
        if let point = lone { path.move(point.x, point.y) }
        path.line(x, y)
        lone = nil
      } else {
        lone = (x, y)
      }
      isDown = true
    }
    end()
    return path
  }

  /// The field between a line and zero.
  private func field(_ values: [Double]) -> SVGPath {
    var path = SVGPath()
    let zero = frame.y(min(max(0, frame.scale.low), frame.scale.high))
    var last: Double?
    frame.columns(values.count).outline(values, breaks: breaks) { bar, value in
      let x = frame.x(bar)
      if let value {
        if last == nil { path.move(x, zero) }
        path.line(x, frame.y(value))
        last = x
      } else if let end = last {
        path.line(end, zero)
        path.close()
        last = nil
      }
    }
    if let end = last {
      path.line(end, zero)
      path.close()
    }
    return path
  }

  private func band(_ low: [Double], _ high: [Double]) -> SVGPath {
    var path = SVGPath()
    let columns = frame.columns(min(low.count, high.count))
    var run: [(x: Double, low: Double, high: Double)] = []
    func flush() {
      guard let first = run.first else { return }
      path.move(first.x, frame.y(first.high))
      for point in run.dropFirst() { path.line(point.x, frame.y(point.high)) }
      for point in run.reversed() { path.line(point.x, frame.y(point.low)) }
      path.close()
      run = []
    }
    var coming = breaks[...]
    for (column, hull) in columns.hull(low: low, high: high).enumerated() {
      if let next = coming.first, next < columns.range(column).upperBound {
        coming = coming.drop { $0 < columns.range(column).upperBound }
        flush()
      }
      if let hull { run.append((frame.x(column, of: columns), hull.lowerBound, hull.upperBound)) } else { flush() }
    }
    flush()
    return path
  }

  private func bars(_ values: [Double], where isDrawn: (Double) -> Bool) -> SVGPath {
    var path = SVGPath()
    let columns = frame.columns(values.count, least: 2)
    let width = max(frame.width / Double(max(frame.count, 1)) * Double(columns.range(0).count) * 0.72, 1)
    let zero = frame.y(min(max(0, frame.scale.low), frame.scale.high))
    for (column, value) in columns.farthest(values).enumerated() where value.isFinite && isDrawn(value) {
      let y = frame.y(value)
      // A bar of some length is seen, however small it is.
      let length = max(abs(y - zero), 0.5)
      path.rectangle(frame.x(column, of: columns) - width / 2, y < zero ? zero - length : zero, width, length)
    }
    return path
  }

  private func candles(_ candles: [Candle?], _ columns: PixelColumns, rising: Bool) -> SVGPath {
    var path = SVGPath()
    let slot = frame.slot * Double(max(columns.bars, 1)) / Double(max(columns.count, 1))
    let half = max(min(slot * 0.35, 7), 0.8)
    for (column, candle) in candles.enumerated() {
      guard let candle, (candle.close >= candle.open) == rising else { continue }
      let x = frame.x(column, of: columns)
      let (high, low) = (frame.y(max(candle.high, candle.low)), frame.y(min(candle.high, candle.low)))
      let top = frame.y(max(candle.open, candle.close))
      let bottom = frame.y(min(candle.open, candle.close))
      path.move(x, high)
      path.line(x, max(top, high))
      path.move(x, min(bottom, low))
      path.line(x, low)
      path.rectangle(x - half, top, half * 2, max(bottom - top, 0.6))
    }
    return path
  }

  /// Purchases are below their price and point at it, sales above.
  private func signs(_ marks: [Chart.Mark], _ kind: Chart.Mark.Kind) -> SVGPath {
    var path = SVGPath()
    let own = marks.filter { $0.kind == kind && $0.value.isFinite && (0..<frame.count).contains($0.index) }
    // Many are smaller, and those that would cover one already there are not drawn again; the script does the same.
    let size = min(max(frame.width / Double(max(own.count, 1)) * 0.3, 2), 4.5)
    var last: (x: Double, y: Double)?
    for mark in own.sorted(by: { $0.index < $1.index }) {
      let isUp = kind == .buy
      let (x, y) = (frame.x(mark.index), frame.y(mark.value) + (isUp ? 3 : -3))
      if let last, abs(x - last.x) < size, abs(y - last.y) < size { continue }
      path.triangle(x, y, size: size, isUp: isUp)
      last = (x, y)
    }
    return path
  }

  private func level(_ value: Double) -> SVGPath {
    var path = SVGPath()
    guard value >= frame.scale.low, value <= frame.scale.high else { return path }
    path.move(0, frame.y(value))
    path.right(frame.width)
    return path
  }

  private func zones(_ spans: [ClosedRange<Int>]) -> SVGPath {
    var path = SVGPath()
    for span in spans where span.upperBound >= 0 && span.lowerBound < frame.count {
      let start = frame.x(max(span.lowerBound, 0)) - frame.slot / 2
      let end = frame.x(min(span.upperBound, frame.count - 1)) + frame.slot / 2
      path.rectangle(start, 0, max(end - start, 1), frame.height)
    }
    return path
  }
}
