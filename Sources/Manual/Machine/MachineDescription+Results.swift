import JSON
import Reports
import Sessions

extension MachineDescription {
  /// The schemas of all kinds of results, in the order of the documentation.
  package static var results: [ResultSchema] {
    var all = types.map { ResultSchema($0.map { $0.schema }) }
    all.insert(DiagnosticRecord.schema, at: types.firstIndex { $0.contains { $0 == SignalList.self } } ?? all.count)
    return all
  }

  /// The types of each kind.
  private static let types: [[any ShapedResult.Type]] = [
    [LoadedFundamentals.self, Loaded.self, LoadedDates.self], [LoadedFiles.self], [CycleReport.self],
    [ValueResult.self], [SeriesResult.self], [TableResult.self], [ChartResult.self, DrawnResult.self],
    [ReportResult.self], [ScanResult.self], [CorrelationResult.self], [StudyReport.self], [FiguresReport.self],
    [Defined.self], [Done.self], [Printed.self], [Written.self], [Assertion.self],
    [Explanation.self, FigureExplanation.self, ValuationExplanation.self], [HelpPage.self], [StrategyText.self],
    [ReplayReport.self],
    [SignalList.self], [BacktestReport.self], [BacktestList.self], [SweepReport.self], [WhyReport.self],
    [WalkForwardReport.self], [MonteCarloReport.self], [CrossValidationReport.self], [SignalReport.self],
    [JournalReport.self], [ConfidenceReport.self], [AuditReport.self],
    [AccountReport.self], [EntryReport.self], [GuardReport.self], [ImportReport.self], [PerformanceReport.self],
    [AlertReport.self], [NoticeReport.self],
    [ValuationReport.self, DriverReport.self], [ComparisonReport.self],
    [SensitivityReport.self, DriverSensitivityReport.self], [SolutionReport.self, DriverSolutionReport.self],
    [SolutionCurveReport.self], [TornadoReport.self, DriverTornadoReport.self], [BreakevenReport.self],
    [SimulationReport.self], [SimulationRuns.self], [FindingsReport.self], [MultiplesReport.self],
    [ForecastReport.self], [ForecastReviewReport.self],
    [DriverList.self], [DialReport.self], [DriftReport.self], [CardReport.self], [TemplateReport.self],
  ]
}
