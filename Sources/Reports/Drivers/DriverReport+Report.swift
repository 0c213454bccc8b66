import Presentation
import Text
import Valuation

extension DriverReport {
  /// The full report of the model.
  ///
  /// - Parameters:
  ///   - sensitivity: the value by two assumptions; nil if the model refuses it.
  ///   - tornado: the assumptions by their effect.
  ///   - comparison: the scenarios of the company side by side; nil if there is one.
  ///   - figures: the company's reported figures by year.
  ///   - origin: the origin of the inputs, so that the result can be reproduced.
  package func story(
    sensitivity: DriverSensitivityReport?, tornado: DriverTornadoReport?, comparison: ComparisonReport?,
    figures: FiguresReport?, origin: [(String, String)]
  ) -> ReportResult {
    var page = self
    page.isPage = true
    let warnings = ranked.filter { $0.finding.severity != .note }.map { Document.Block.warning($0.finding.styledText) }
    let lead: StyledText = """
      \(ticker, .strong) is valued by drivers: \(valuation.valueText, .strong) if they come true. They make the revenue of \
      the coming years, and the assumptions below it the flows.
      """
    return ReportResult(
      title: "\(title): \(valuation.valueText)", opening: [.paragraph(lead)] + warnings,
      sections: [
        ReportResult.Section("The model", ReportResult.blocks(of: page)),
        ReportResult.Section(
          "What the value is at other assumptions", sensitivity.map { ReportResult.blocks(of: $0) } ?? []),
        ReportResult.Section(
          "Which assumption moves the value most", tornado.map { ReportResult.blocks(of: $0) } ?? []),
        ReportResult.Section("Scenarios", comparison.map { ReportResult.blocks(of: $0) } ?? []),
        ReportResult.Section("What the company reported", figures.map { ValuationReport.statement($0) } ?? []),
        ReportResult.Section(
          "Findings",
          ranked.isEmpty
            ? []
            : ReportResult.blocks(
              of: FindingsReport(
                title: title, value: valuation.intrinsicValue, isPerShare: valuation.basis == .perShare,
                findings: ranked))),
        ReportResult.Section(
          "To make it again", origin.isEmpty ? [] : [.properties(origin.map { ($0.0, StyledText($0.1)) })]),
      ])
  }
}
