import Backtesting
import Robustness

/// The ground around the best row of a sweep: whether its neighbours perform equally well, and which parameters matter.
package struct SweepGround: Sendable {
  /// The median of the best row's figure and those of its neighbours; missing if too few of them were run.
  package var plateau: Double
  /// The combination with the best such median, by its number in the grid, and that median.
  package var best: (combination: Int, plateau: Double)?
  /// The share of the differences between all rows that each parameter explains; missing for one that does not vary.
  package var sensitivity: [Double]

  /// The ground of rows that are all combinations of a grid, their indexes those of the grid.
  ///
  /// - Parameters:
  ///   - first: the index of the row that is best.
  ///   - workers: the number of threads, which change nothing in the result.
  package init(of rows: [SweepRow], _ grid: SweepGrid, best first: Int, by metric: Metric, workers: Int) {
    let sign: Double = metric.preference == .lower ? -1 : 1
    let space = SearchSpace(sizes: grid.values.map(\.count))
    let ground = Plateau(
      space, places: rows.map { grid.number(of: $0.index) }, scores: rows.map { sign * $0.key }, workers: workers)
    let place = rows.firstIndex { $0.index == first }
    plateau = place.map { sign * ground.plateauScores[$0] } ?? .nan
    best = ground.best.map { (rows[$0].index, sign * ground.plateauScores[$0]) }
    sensitivity = grid.values.indices.map { grid.values[$0].count > 1 ? ground.sensitivity(of: $0) : .nan }
  }
}
