import Presentation
import Reports

extension LoadedThing {
  /// The columns of a list of them.
  package static let columns: [Field<LoadedThing>] = [
    .text(.text("name"), cell: { .text($0.name + ($0.isActive ? " *" : ""), .name) }) { $0.name },
    .text(.text("kind").wrapping) { $0.kind }, .integer(.integer("bars")) { $0.bars },
    .date(.date("first"), label: { $0.first?.label ?? "" }, { $0.first?.time }),
    .date(.date("last"), label: { $0.last?.label ?? "" }, { $0.last?.time }),
    .text(.text("timeframe").wrapping) { $0.timeframe }, .text(.text("timezone")) { $0.timezone },
    .text(.text("source").wrapping) { $0.source }, .text(.text("findings").wrapping) { $0.findings },
  ]
}
