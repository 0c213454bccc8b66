import Evaluation
import JSON
import Reports

extension StudyReport {
  /// The names of a row's values, for completion: the keys of its JSON.
  package static let rowNames = ["key"] + numbers(isReturn: true).map(\.name)

  private static func numbers(isReturn: Bool) -> [ListColumn<Row>] {
    let measured: Kind = isReturn ? .rate : .number
    return [
      ListColumn("after") { Double($0.horizon) }, ListColumn("events") { Double($0.statistics.count) },
      ListColumn("left_out") { Double($0.statistics.leftOut) }, ListColumn("mean", measured) { $0.statistics.mean },
      ListColumn("median", measured) { $0.statistics.median },
      ListColumn("deviation", measured) { $0.statistics.deviation },
      ListColumn("share_above_zero", .rate) { $0.statistics.shareAboveZero },
      ListColumn("worst", measured) { $0.statistics.worst }, ListColumn("best", measured) { $0.statistics.best },
      ListColumn("baseline_mean", measured) { $0.statistics.baselineMean },
      ListColumn("baseline_bars") { Double($0.statistics.baselineCount) },
      ListColumn("difference", measured) { $0.statistics.difference }, ListColumn("t") { $0.statistics.t },
    ]
  }

  /// The rows as a frame; the value of `by` is `key`, and its own name where it has one.
  package static func frame(_ rows: [Row], keyTitle: String?, isReturn: Bool) -> ItemFrame<Row> {
    var keys: [ListColumn<Row>] = []
    if let keyTitle {
      let isText = rows.contains { $0.key?.value.stringValue != nil }
      let kind: Kind = rows.contains { $0.key?.value.boolValue != nil } ? .truth : .number
      keys = [("key", false), (keyTitle, true)].map { name, isDerived in
        isText
          ? ListColumn(name, isDerived: isDerived) { $0.key?.value.stringValue }
          : ListColumn(name, kind, isDerived: isDerived) { row in
            row.key.flatMap { $0.value.doubleValue ?? $0.value.boolValue.map { $0 ? 1 : 0 } } ?? .nan
          }
      }
    }
    return ItemFrame(one: "a row", many: "rows", rows, keys + numbers(isReturn: isReturn))
  }
}
