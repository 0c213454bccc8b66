import Evaluation
import JSON
import Reports

extension StudyReport {
  /// The names of a row's values, for completion: the keys of its JSON.
  package static let rowNames = rowFields(isReturn: true).map(\.name)

  /// The rows as a frame; the value of `by` is `key`, and its own name if it has one.
  package static func frame(_ rows: [Row], keyTitle: String?, isReturn: Bool) -> ItemFrame<Row> {
    var keys: [Field<Row>] = []
    if let keyTitle {
      let isText = rows.contains { $0.key?.value.stringValue != nil }
      let kind: Kind = rows.contains { $0.key?.value.boolValue != nil } ? .truth : .number
      keys = [("key", false), (keyTitle, true)].map { name, isDerived in
        isText
          ? Field(name, isDerived: isDerived) { $0.key?.value.stringValue }
          : Field(name, kind, isDerived: isDerived) { row in
            row.key.flatMap { $0.value.doubleValue ?? $0.value.boolValue.map { $0 ? 1 : 0 } } ?? .nan
          }
      }
    }
    return ItemFrame(one: "a row", many: "rows", rows, keys + rowFields(isReturn: isReturn))
  }
}
