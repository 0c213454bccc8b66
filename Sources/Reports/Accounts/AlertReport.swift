import Calendar
import JSON
import Presentation
import Text

/// An alert as lists show it.
package struct ListedAlert: Sendable {
  package let name: String
  /// What it watches, as typed.
  package let condition: String
  /// The series with a state.
  package let series: String
  /// `on`, `off`, `fired` after `once`, or the reason why it cannot be computed.
  package let state: String
  /// The opening of the bar on which it fired last.
  package let fired: Timestamp?
  /// How often it has fired.
  package let times: Int

  package init(name: String, condition: String, series: String, state: String, fired: Timestamp?, times: Int) {
    (self.name, self.condition, self.series, self.state) = (name, condition, series, state)
    (self.fired, self.times) = (fired, times)
  }

  package static let fields: [Field<ListedAlert>] = [
    .text(.text("name", .name), .never) { $0.name }, .text(.text("condition").wrapping, .never) { $0.condition },
    .text(.text("series"), .never) { $0.series }, .text(.text("state").wrapping, .never) { $0.state },
    .date(.date("fired"), .possible, label: { $0.fired.map { Zone.utc.iso8601($0) } }) { $0.fired },
    .integer(.integer("times"), .never) { $0.times },
  ]
}

/// An alert that was made, or shown.
package struct AlertReport: ShapedResult {
  package let alert: ListedAlert

  package init(_ alert: ListedAlert) { self.alert = alert }

  package static let shape = ResultShape<AlertReport>(
    "alert", "An alert of the book.", [.spread(ListedAlert.fields.schema()) { $0.members }])

  private var members: [(String, JSONValue)] {
    (ListedAlert.fields.json(alert).members ?? []).map { ($0.key, $0.value) }
  }

  package var reasonAgainstReplay: String? { StatementReason.records }

  package var document: Document {
    let fired = alert.times > 0 ? ", fired \(NumberText.counted(alert.times, "time"))" : ""
    return Document { StyledText("\(alert.name): \(alert.state)\(fired), when \(alert.condition)") }
  }
}
