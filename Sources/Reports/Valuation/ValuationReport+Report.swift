import Presentation
import Text
import Valuation

/// The studies that a report of a valuation shows beside it; nil for one that the model refuses.
package struct ValuationStudies {
  /// The value by two assumptions.
  package var sensitivity: SensitivityReport?
  /// The assumptions by their effect.
  package var tornado: TornadoReport?
  /// The values of many draws of the assumptions that are guessed most.
  package var simulation: SimulationReport?
  /// The scenarios of the company side by side.
  package var comparison: ComparisonReport?
  /// The company's reported figures by year.
  package var figures: FiguresReport?

  package init(
    sensitivity: SensitivityReport? = nil, tornado: TornadoReport? = nil, comparison: ComparisonReport? = nil
  ) {
    self.sensitivity = sensitivity
    self.tornado = tornado
    self.comparison = comparison
  }
}

extension ValuationReport {
  /// The full report of the valuation.
  ///
  /// - Parameters:
  ///   - studies: the sensitivities of the value, and the other scenarios.
  ///   - origin: the origin of the inputs, so that the result can be reproduced.
  package func story(_ studies: ValuationStudies, origin: [(String, String)]) -> ReportResult {
    var page = self
    page.isPage = true
    let value = NumberFormat.fixed(2).text(result.valuePerShare)
    let warnings = ranked.filter { $0.finding.severity == .warning }
      .map { Document.Block.warning($0.finding.styledText) }
    let lead: StyledText = """
      A share of \(ticker, .strong) is worth \(value, .strong) if the assumptions below come true: the company's flows of \
      the coming years and all after them, discounted to today. The value follows from the assumptions alone, and each \
      of them says where it came from.
      """
    return ReportResult(
      title: "\(title): \(value) a share", opening: [.paragraph(lead)] + warnings,
      sections: [
        ReportResult.Section("In figures", headlineBlocks),
        ReportResult.Section("From flows to a share", (picture?.parts ?? []).map { .figure($0) }),
        ReportResult.Section("What the value is at other assumptions", ReportResult.figures(of: studies.sensitivity)),
        ReportResult.Section("Which assumption moves the value most", ReportResult.figures(of: studies.tornado)),
        ReportResult.Section(
          "What the value is if growth and the rate of discount are not hit", studies.simulation?.storyBlocks ?? []),
        ReportResult.Section("Scenarios", studies.comparison.map { ReportResult.blocks(of: $0) } ?? []),
        ReportResult.Section("The model", ReportResult.blocks(of: page)),
        ReportResult.Section("What the company reported", studies.figures.map { Self.statement($0) } ?? []),
        ReportResult.Section(
          "Findings",
          ranked.isEmpty
            ? []
            : ReportResult.blocks(of: FindingsReport(title: title, value: result.valuePerShare, findings: ranked))),
        ReportResult.Section(
          "To make it again", origin.isEmpty ? [] : [.properties(origin.map { ($0.0, StyledText($0.1)) })]),
      ])
  }

  /// The reported figures with their unit in front.
  static func statement(_ figures: FiguresReport) -> [Document.Block] {
    [.note(StyledText(figures.document.title ?? ""))] + ReportResult.blocks(of: figures)
  }

  /// The first list of figures of the headline.
  private var headlineBlocks: [Document.Block] {
    for case .properties(let list) in headline.blocks {
      let value = Property(
        "value of a share", result.valuePerShare, .fixed(2), remark: priceCurrency.map { StyledText($0) })
      return [.properties([value] + list)]
    }
    return []
  }
}
