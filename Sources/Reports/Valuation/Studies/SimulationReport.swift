import JSON
import Presentation
import Research
import Text
import Valuation

/// The values of many draws.
package struct SimulationReport: ShapedResult {
  package var title: String
  package var simulation: Simulation
  /// The text of each draw as written, in the order of the inputs.
  package var draws: [String]

  package init(title: String, simulation: Simulation, draws: [String]) {
    self.title = title
    self.simulation = simulation
    self.draws = draws
  }

  package static let shape = ResultShape<SimulationReport>(
    "simulation", "The distribution of a value.",
    [
      .text("title") { $0.title }, .integer("runs") { $0.simulation.runs },
      .integer("refused") { $0.simulation.refused }, .integer("seed") { Int(clamping: $0.simulation.seed) },
      .number("base_value") { $0.simulation.base.valuePerShare },
      .number("price", .possible) { $0.simulation.base.price }, .number("mean") { $0.simulation.mean },
      .number("stdev") { $0.simulation.standardDeviation }, .number("lowest") { $0.simulation.lowest },
      .number("highest") { $0.simulation.highest },
      .group("percentiles", percentileFields),
      .rate("probability_above_price", .possible) { $0.simulation.probabilityAbovePrice },
      .group("histogram", histogramFields), .list("explained", explainedFields) { $0.simulation.explained },
      .strings("draws") { $0.draws }, .list("findings", ValuationFinding.fields) { $0.simulation.findings },
    ])

  private static let percentileFields: [Field<SimulationReport>] = Simulation.parts.map { part in
    .number(name(part)) { report in report.simulation.percentiles.first { $0.part == part }?.value }
  }

  private static let histogramFields: [Field<SimulationReport>] = [
    .number("start") { $0.simulation.histogram.start }, .number("step") { $0.simulation.histogram.step },
    .value("counts", [.list]) { .array($0.simulation.histogram.counts.map { .integer($0) }) },
    .integer("below") { $0.simulation.histogram.below }, .integer("above") { $0.simulation.histogram.above },
  ]

  private static let explainedFields: [Field<Simulation.Explained>] = [
    .text("assumption") { $0.parameter }, .number("rank_correlation") { $0.rankCorrelation },
    .rate("share") { $0.share },
  ]

  private static func name(_ part: Double) -> String {
    "p\(NumberFormat.general.text((part * 100).rounded()))"
  }

  package var document: Document {
    let value = NumberFormat.fixed(2)
    return Document(
      StyledText("\(title): \(NumberText.grouped(simulation.runs)) valuations, seed \(String(simulation.seed))"),
      mainTable: percentileTable
    ) {
      headline
      percentileTable
      histogram
      if let outside { Block.note(StyledText(outside)) }
      Table(
        columns: [
          .text("input", .name), .percent("of the variance", decimals: 1, key: "share"),
          .number("rank correlation", .fixed(2), key: "rank_correlation"),
        ],
        rows: zip(draws, simulation.explained).map { draw, explained in
          [.text(draw), .number(explained.share), .number(explained.rankCorrelation)]
        })
      if simulation.explainedIsApproximate {
        Block.note("the inputs are correlated, so the shares of the variance are approximate")
      }
      if simulation.refused > 0 {
        Block.note("\(simulation.refused, .integer) draws are refused by the model and left out")
      }
      for finding in simulation.findings {
        Block.warning(StyledText("\(finding.message) [\(finding.code.name)]"))
      }
      if let price = simulation.base.price {
        Block.note("the price is \(value.text(price))")
      }
    }
  }

  /// The draws as a section of a report: the drawn assumptions, the histogram, the figures.
  var storyBlocks: [Document.Block] {
    let what = Wording.list(draws)
    let lead: StyledText = """
      They are uncertain, so \(NumberText.grouped(simulation.runs)) values were made with others: \(what), the same in each \
      year, independent of each other, seed \(String(simulation.seed)). Each bar counts the values that lie in its span; \
      those at or above the price are blue.
      """
    var blocks: [Document.Block] = [
      .paragraph(lead), .figure(Picture.Part("How many of the values lie where", .bars(histogram))),
    ]
    if let outside { blocks.append(.note(StyledText(outside))) }
    blocks += [.properties(headline), .table(percentileTable)]
    if simulation.refused > 0 {
      blocks.append(
        .note("\(simulation.refused, .integer) draws make no value, as the model refuses them, and are left out"))
    }
    return blocks
  }

  private var headline: [Property] {
    var properties = [
      Property("base", simulation.base.valuePerShare, .fixed(2)), Property("mean", simulation.mean, .fixed(2)),
      Property("standard deviation", simulation.standardDeviation, .fixed(2)),
    ]
    if let probability = simulation.probabilityAbovePrice {
      properties.append(Property("value above the price", probability, .percent(1)))
    }
    return properties
  }

  private var percentileTable: Table {
    Table(
      columns: [.text("percentile", .name), .number("value per share", .fixed(2), key: "value")],
      rows: simulation.percentiles.map { [.text(Self.name($0.part)), .number($0.value)] })
  }

  /// How many values lie outside the histogram; nil if none does.
  private var outside: String? {
    let shown = simulation.histogram
    let value = NumberFormat.fixed(2)
    let ends = [
      (shown.below, "below \(value.text(shown.start))"),
      (shown.above, "above \(value.text(shown.start + shown.step * Double(shown.counts.count)))"),
    ].filter { $0.0 > 0 }
    guard !ends.isEmpty else { return nil }
    let all = shown.counts.reduce(shown.below + shown.above, +)
    let texts = ends.map { count, place in
      "\(NumberText.grouped(count)) (\(NumberText.percentShort(Double(count) / Double(max(all, 1))))) \(place)"
    }
    return "not shown: \(Wording.list(texts))"
  }

  /// The histogram with at most 20 bars; those above the price are of another style.
  private var histogram: BarChart {
    let fine = simulation.histogram
    let width = max(1, (fine.counts.count + 19) / 20)
    let price = simulation.base.price
    let digits = fine.step * Double(width) >= 1 ? 0 : fine.step * Double(width) >= 0.1 ? 1 : 2
    let label = NumberFormat.fixed(digits)
    var bars: [BarChart.Bar] = []
    for first in stride(from: 0, to: fine.counts.count, by: width) {
      let count = fine.counts[first..<min(first + width, fine.counts.count)].reduce(0, +)
      let low = fine.start + fine.step * Double(first)
      // The last bar ends at the first outlier.
      let high = fine.start + fine.step * Double(min(first + width, fine.counts.count))
      let style: Style = price.map { low >= $0 ? .positive : .negative } ?? .accent
      let mark = price.map { $0 >= low && $0 < high ? " price" : "" } ?? ""
      bars.append(BarChart.Bar("\(label.text(low)) to \(label.text(high))\(mark)", Double(count), style: style))
    }
    return BarChart(bars, format: .integer)
  }
}
