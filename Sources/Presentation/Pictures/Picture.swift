/// The picture of a result: drawings one below the other under one title.
///
/// A picture holds the data and its meaning; SVG, HTML and Vega-Lite each render it to a file of their own, and the
/// terminal renders its charts and bars.
public struct Picture: Sendable, Equatable {
  /// A drawing with the words above it.
  public struct Part: Sendable, Equatable {
    /// The words above the drawing; empty for none.
    public var caption: String
    /// The drawing.
    public var drawing: Drawing

    /// Makes a part.
    public init(_ caption: String = "", _ drawing: Drawing) {
      self.caption = caption
      self.drawing = drawing
    }
  }

  /// One of the shapes that data take.
  public enum Drawing: Sendable, Equatable {
    /// Series over time, in panes.
    case chart(Chart)
    /// Labelled bars or ranges.
    case bars(BarChart)
    /// Values by two keys.
    case grid(HeatMap)
    /// Many small lines next to each other.
    case multiples(SmallMultiples)

    /// The values by two keys; nil for another drawing.
    var map: HeatMap? { if case .grid(let map) = self { map } else { nil } }
  }

  /// The words above all parts.
  public var title: String
  /// The parts from top to bottom.
  public var parts: [Part]
  /// Words below the parts that a reader needs to trust them, such as costs and sources.
  public var remark: String

  /// Makes a picture.
  public init(title: String, _ parts: [Part], remark: String = "") {
    self.title = title
    self.parts = parts
    self.remark = remark
  }
}

extension Document {
  /// The charts and bars among the parts as a picture under the first heading; nil without any.
  public var picture: Picture? {
    let parts = blocks.compactMap { block -> Picture.Part? in
      switch block {
      case .chart(let chart): Picture.Part("", .chart(chart))
      case .bars(let bars): Picture.Part("", .bars(bars))
      case .figure(let part): part
      default: nil
      }
    }
    guard !parts.isEmpty else { return nil }
    return Picture(title: title ?? "", parts)
  }

  /// The first heading without its styles; nil without any.
  public var title: String? {
    blocks.lazy.compactMap { block -> String? in
      if case .heading(let text) = block { text.onOneLine.plain } else { nil }
    }.first
  }
}
