import Presentation
import Reports

extension NamedThing {
  /// The columns of a list of them.
  package static let columns: [Field<NamedThing>] = [
    .text(.text("name")) { $0.name }, .text(.text("kind")) { $0.kind }, .text(.text("value").wrapping) { $0.value },
    .text(.text("used by", key: "used_by").wrapping) { $0.users },
  ]
}
