import Calendar
import Columns
import Evaluation
import Language
import Workspace

/// The days of the bars that values are computed from, so that a price of another time is noticed.
extension Execution {
  /// Notes the day of the last bar that a value of one number is computed from.
  package mutating func noteBarDay(of expression: Expression, _ planned: Planned, _ plan: Plan) {
    let days = [barDay, barDay(of: planned, plan)] + expression.usedNames.map { session.names[$0]?.barDay }
    barDay = days.compactMap { $0 }.min()
  }

  /// The day of the last bar that a planned value reads: that of the series which ends first, if it reads several.
  private func barDay(of planned: Planned, _ plan: Plan) -> CivilDate? {
    guard let node = planned.node, plan.constantValue(node) == nil, let active = session.active?.series else {
      return nil
    }
    let others = (try? plan.otherSeries(of: [node], on: active, source: session.seriesSource)) ?? []
    // Values of other series are aligned to the bars in use, which then count as read.
    guard !others.isEmpty || plan.readsOwnBars([node]) else { return nil }
    return ([active] + others.map { $0.series }).compactMap(\.bars.lastDay).min()
  }
}
