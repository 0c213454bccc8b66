import Backtesting

/// The fields of backtests as expressions know them: which are rates, and by which other names they go.
enum StatisticFields {
  /// The statistics that are shares of one: 0.12 is 12 %.
  static let rates = Set(Metric.all.filter { $0.unit == .fraction }.map(\.name))

  /// The statistics by the names that `sweep` also understands.
  static let otherNames = Dictionary(
    Metric.all.flatMap { metric in metric.aliases.map { ($0, metric.name) } }, uniquingKeysWith: { first, _ in first })
}
